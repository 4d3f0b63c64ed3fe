//! Shell completions and manual pages, generated from the definition of the command line.

use crate::arguments::Arguments;
use crate::files::no_stream;
use crate::report::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::Path;
use support_answer::write_whole;

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
    no_stream(folder, "folder")?;
    std::fs::create_dir_all(folder).map_err(told)?;
    let mut command = Arguments::command();
    command.build();
    page(&command, folder)?;
    Ok(0)
}

/// Writes a page, and one for each command below; each gets its name when it is whole.
fn page(command: &clap::Command, folder: &Path) -> Result<(), Failure> {
    let page = clap_mangen::Man::new(command.clone());
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    let written = page.render(&mut text).and_then(|()| write_whole(&path, &text));
    written.map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
    command.get_subcommands().try_for_each(|command| self::page(command, folder))
}
