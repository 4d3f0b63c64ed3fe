//! What a command line reads and writes, and that files which are written are no others.

use crate::arguments::{Arguments, Command};
use crate::report::Failure;
use crate::{equivalence, multiplier};
use std::path::{Path, PathBuf};
use support_answer::resolve;

/// The files of a command, `-` for a stream.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) read: Vec<PathBuf>,
    pub(crate) written: Vec<PathBuf>,
}

impl Files {
    /// The files of a command that answers; bundles are no files.
    pub(crate) fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let (read, output, exports) = match &arguments.command {
            Some(Command::Cnf { input, cnf }) => (vec![input], &cnf.output, Vec::new()),
            Some(Command::Equivalence { circuits, equivalence }) => {
                let exports = equivalence::exports(equivalence)?;
                (circuits.iter().collect(), &equivalence.output, exports)
            }
            Some(Command::Multiplier { circuit, multiplier }) => {
                (vec![circuit], &multiplier.output, multiplier::exports(multiplier)?)
            }
            Some(Command::Safety { input, safety }) => {
                let export = safety.export.iter().flatten().skip(1).chain(&safety.vcd);
                let read = [input].into_iter().chain(&safety.witness).collect();
                (read, &safety.output, export.cloned().collect())
            }
            Some(Command::Horn { input, horn }) => {
                let read = [input].into_iter().chain(&horn.import).collect();
                (read, &horn.output, horn.model.iter().cloned().collect())
            }
            Some(_) => return Ok(Self::default()),
            None => (arguments.input.iter().collect(), &arguments.cnf.output, Vec::new()),
        };
        let read = read.into_iter().cloned().collect();
        Ok(Self { read, written: output.iter().cloned().chain(exports).collect() })
    }
}

/// Where an ordinary file stands or will stand, however it is named. What is no ordinary file may
/// be read and written as often as one likes.
pub(crate) fn place(path: &Path) -> Option<PathBuf> {
    Some(resolve(path)).filter(|place| place.is_file() || !place.exists())
}

/// Whether it is standard input or standard output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Refuses `-` where only the certificate may go to standard output, and where a folder is meant.
pub(crate) fn no_stream(path: &Path, what: &str) -> Result<(), Failure> {
    let why = || {
        let only = "only a certificate goes to standard output";
        Failure::Wrong(format!("-: expected a {what}, such as ./-: {only}"))
    };
    if is_stream(path) { Err(why()) } else { Ok(()) }
}
