//! The checkers as programs: where they are, and the commands that run them.

use std::env;
use std::path::{Path, PathBuf};

/// Where a program stands: beside this one, or in the search path.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().and_then(|own| Some(own.parent()?.to_path_buf()));
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = beside.into_iter().chain(env::split_paths(&path));
    folders.find_map(|folder| Some(folder.join(&file)).filter(|program| program.is_file()))
}

/// The command that checks a certificate: `checker problem certificate`. Either is `None` if it
/// is no file: a problem from standard input, a certificate to standard output.
/// `unpack` is the command that unpacks the problem.
pub(crate) fn check_command(
    checker: &str,
    problem: Option<&Path>,
    unpack: Option<&str>,
    certificate: Option<&Path>,
) -> String {
    let certificate_word = certificate.map_or_else(|| "-".into(), quoted);
    let Some(problem) = problem else {
        return format!("{checker} FORMULA {certificate_word}");
    };
    let problem_word = quoted(problem);
    let Some(unpack) = unpack else {
        return format!("{checker} {problem_word} {certificate_word}");
    };
    if certificate.is_some() {
        format!("{unpack} {problem_word} | {checker} - {certificate_word}")
    } else {
        format!("{checker} <({unpack} {problem_word}) -")
    }
}

/// A file's name as a word of the shell, or what stands for it if there is no file.
pub(crate) fn word(path: Option<&Path>, otherwise: &str) -> String {
    path.map_or_else(|| otherwise.to_owned(), quoted)
}

/// A file's name as a word of the shell; one that begins with a dash is no option.
pub(crate) fn quoted(path: &Path) -> String {
    let name = path.to_string_lossy();
    let name = if name.starts_with('-') { format!("./{name}").into() } else { name };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:,@%".contains(letter);
    if !name.is_empty() && name.chars().all(is_plain) {
        name.into_owned()
    } else if name.chars().any(char::is_control) {
        format!("$'{}'", name.escape_default())
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::is_stream;

    fn command(problem: &str, unpack: Option<&str>, certificate: Option<&str>) -> String {
        let problem = Some(Path::new(problem)).filter(|path| !is_stream(path));
        check_command("lratcheck", problem, unpack, certificate.map(Path::new))
    }

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        assert_eq!(command("f.cnf", None, Some("p.lrat")), "lratcheck f.cnf p.lrat");
        assert_eq!(command("f.cnf", None, None), "lratcheck f.cnf -");
        assert_eq!(command("-", None, Some("p")), "lratcheck FORMULA p");
        assert_eq!(command("-f", None, Some("a b'c")), "lratcheck ./-f 'a b'\\''c'");
        let unpack = Some("gzip -dc");
        assert_eq!(command("f.gz", unpack, Some("p")), "gzip -dc f.gz | lratcheck - p");
        assert_eq!(command("f.gz", unpack, None), "lratcheck <(gzip -dc f.gz) -");
    }
}
