//! Shell completions and manual pages, generated from the definition of the command line.

use crate::arguments::Arguments;
use crate::report::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::Path;

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Result<u8, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "certify", &mut text);
    let mut out = io::stdout().lock();
    let written = out.write_all(&text).and_then(|()| out.flush());
    written.map_err(|error| Failure::Own(format!("standard output: {error}")))?;
    Ok(0)
}

/// Writes a page for certify and for each of its commands into a folder.
pub(crate) fn pages(folder: &Path) -> Result<u8, Failure> {
    let told = |error: io::Error| Failure::Wrong(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(told)?;
    clap_mangen::generate_to(Arguments::command(), folder).map_err(told)?;
    Ok(0)
}
