//! The suites: their files, their contenders.

mod cnf;
mod equivalence;
mod generate;
mod growth;
mod horn;
mod lpac;
mod multiplier;
mod safety;

use crate::raw::Verdict;
use crate::trial::{Contender, Said, Task, Trial, word};
use crate::verdict::of_certify;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A comparison on many files.
pub struct Suite {
    pub name: &'static str,
    /// What its page is called.
    pub title: &'static str,
    /// Where its files are, from the folder of the workspace; nothing if it makes them.
    pub folder: &'static str,
    /// Its problems; the second folder is for files that it makes.
    pub tasks: fn(&Path, &Path) -> Result<Vec<Task>, String>,
    /// The first is `certify`.
    pub contenders: &'static [Contender],
}

/// All suites.
pub const SUITES: [&Suite; 7] = [
    &cnf::SUITE,
    &equivalence::SUITE,
    &multiplier::SUITE,
    &safety::SUITE,
    &horn::SUITE,
    &growth::SUITE,
    &lpac::SUITE,
];

/// The suite of a name.
pub fn suite(name: &str) -> Option<&'static Suite> {
    SUITES.into_iter().find(|suite| suite.name == name)
}

/// A problem for each file below a folder whose name ends so.
fn files_of(folder: &Path, extension: &str) -> Result<Vec<Task>, String> {
    let mut files = workspace_tests::files(folder)?;
    files.retain(|file| workspace_tests::is(file, extension));
    Ok(files.into_iter().map(|file| task_of(folder, file)).collect())
}

/// A file as a problem, named from its folder and without the end of its name.
fn task_of(folder: &Path, file: PathBuf) -> Task {
    let name = file.strip_prefix(folder).unwrap_or(&file).with_extension("");
    Task { name: name.display().to_string(), files: vec![file], ..Task::default() }
}

/// Runs `certify COMMAND OPTIONS FILES -o P --quiet MORE` and the checker of its answer, which says
/// whether the answer counts.
fn certify(
    task: &Task,
    trial: &mut Trial,
    command: &str,
    more: &[&str],
    checkers: [&str; 2],
) -> Result<Verdict, String> {
    let proof = trial.file("P");
    let mut line = vec![command.to_owned()];
    line.extend(task.options.iter().cloned());
    line.extend(task.files.iter().map(|file| word(file)));
    line.extend(["-o".to_owned(), proof.clone(), "--quiet".to_owned()]);
    line.extend(more.iter().map(|word| (*word).to_owned()));
    let said = trial.find("certify", &line, &["P"])?;
    let verdict = of_certify(&said);
    let checker = match verdict {
        Verdict::Holds => checkers[0],
        Verdict::Fails => checkers[1],
        Verdict::Unknown | Verdict::Error => return Ok(verdict),
    };
    let mut line = Vec::new();
    if checker != "mitercheck" && checker != "lratcheck" && command != "horn" {
        line.extend(task.options.iter().cloned());
    }
    if command == "horn" {
        let claim = if verdict == Verdict::Holds { "safe" } else { "unsafe" };
        line.extend(["--claim".to_owned(), claim.to_owned()]);
    }
    line.extend(task.files.iter().map(|file| word(file)));
    line.push(proof);
    trial.check(checker, checker, &line, Said::is_verified)?;
    Ok(verdict)
}

/// The numbers of an AIGER header: M I L O A, then B C J F as far as they are there.
fn header(path: &Path) -> Vec<u64> {
    let mut bytes = Vec::new();
    if let Ok(file) = std::fs::File::open(path) {
        // A file that cannot be read has no header.
        let _read = file.take(200).read_to_end(&mut bytes);
    }
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().next().unwrap_or("");
    line.split_whitespace().skip(1).filter_map(|number| number.parse().ok()).collect()
}

/// Every question is one for it.
fn always(_task: &Task) -> bool {
    true
}
