//! Runs a program once, within limits, and keeps what it said.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall time.
    pub time: Duration,
    /// Address space in KiB; kept on Unix only.
    pub memory: Option<u64>,
}

/// What a program answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its exit code.
    pub code: i32,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
}

/// Runs a program in a folder. Exceeding the time, ending by a signal and a panic (exit code 101)
/// are faults, not answers.
pub fn run(
    program: &Path,
    words: &[OsString],
    folder: &Path,
    stdin: Stdio,
    limits: Limits,
) -> Result<Answer, String> {
    let mut command = command(program, words, limits.memory);
    command.current_dir(folder).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let status = wait(&mut child, limits.time)?;
    let stdout = stdout.join().unwrap_or_default();
    let stderr = stderr.join().unwrap_or_default();
    let words = String::from_utf8_lossy(&stderr).into_owned();
    match status.code() {
        None => Err(format!("ended by a signal ({status}): {words}")),
        Some(101) => Err(format!("panicked: {words}")),
        Some(_) if words.contains("panicked at") => Err(format!("panicked: {words}")),
        Some(code) => Ok(Answer { code, stdout, stderr }),
    }
}

/// The command, through a shell that limits its memory if there is such a limit.
fn command(program: &Path, words: &[OsString], memory: Option<u64>) -> Command {
    let mut command = match memory {
        Some(limit) if cfg!(unix) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &limit.to_string()]);
            shell.arg(program);
            shell
        }
        _ => Command::new(program),
    };
    command.args(words);
    command
}

/// Reads a pipe to its end in a thread of its own, so that the program never waits for us.
fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still shown.
            let _ended = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn wait(child: &mut Child, limit: Duration) -> Result<ExitStatus, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(1)),
            Ok(None) => {
                // It may have ended by itself just now; then there is nothing left to kill.
                let _killed = child.kill();
                let _status = child.wait();
                return Err(format!("still running after {} s", limit.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}
