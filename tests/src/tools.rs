//! Other people's tools: where they are, if they are.

use std::path::PathBuf;

/// A tool, and the names of its program on the PATH. The public pacheck has none: our own program
/// has the same name.
const TOOLS: [(&str, &[&str]); 12] = [
    ("abc", &["abc", "berkeley-abc"]),
    ("aigsim", &["aigsim"]),
    ("aigtoaig", &["aigtoaig"]),
    ("amulet", &["amulet"]),
    ("cadical", &["cadical"]),
    ("cake_lpr", &["cake_lpr"]),
    ("certifaiger-check", &["certifaiger-check"]),
    ("drat-trim", &["drat-trim"]),
    ("lrat-trim", &["lrat-trim"]),
    ("public-pacheck", &[]),
    ("ric3", &["ric3", "rIC3"]),
    ("z3", &["z3"]),
];

/// The names of all tools that `tool` knows.
#[must_use]
pub fn tools() -> Vec<&'static str> {
    TOOLS.iter().map(|(tool, _)| *tool).collect()
}

/// The environment variable that says where a tool is.
#[must_use]
pub fn variable(tool: &str) -> String {
    match tool {
        "public-pacheck" => "PUBLIC_PACHECK".to_owned(),
        _ => format!("INTEROP_{}", tool.to_uppercase().replace('-', "_")),
    }
}

/// Where a tool is: what its variable says, else a program on the PATH.
#[must_use]
pub fn tool(tool: &str) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable(tool)) {
        return Some(path.into());
    }
    let (_, names) = TOOLS.iter().find(|(name, _)| *name == tool)?;
    let path = std::env::var_os("PATH")?;
    let places =
        |name: &&str| std::env::split_paths(&path).map(|folder| folder.join(name)).collect();
    names.iter().flat_map(|name| -> Vec<PathBuf> { places(name) }).find(|place| place.is_file())
}
