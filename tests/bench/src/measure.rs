//! Runs one program and says what it used.
//!
//! A process of its own does this for each run (`certify-bench measure`), for the system tells the
//! use of all ended children of a process together. It limits itself, and its child inherits that.

use crate::raw::End;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeValLike;
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run used, and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    pub cpu: f64,
    pub wall: f64,
    pub memory: f64,
    pub end: End,
}

/// Runs `words` in this process's folder with at most `limit` CPU seconds for each process of it,
/// and stops all of them when the wall clock says that nothing moves on.
pub fn measure(words: &[String], limit: u64, said: &Path) -> Result<Usage, String> {
    let (program, rest) = words.split_first().ok_or("no program is named")?;
    setrlimit(Resource::RLIMIT_CPU, limit, limit + 1).map_err(|error| error.to_string())?;
    let open = |name: &str| File::create(said.join(name)).map_err(|error| error.to_string());
    let start = Instant::now();
    let mut command = Command::new(program);
    command.args(rest).stdin(Stdio::null()).stdout(open("stdout")?).stderr(open("stderr")?);
    let mut child =
        command.process_group(0).spawn().map_err(|error| format!("{program}: {error}"))?;
    let group = i32::try_from(child.id()).map_err(|error| error.to_string())?;
    let guard = Duration::from_secs(4 * limit + 30);
    let mut is_stopped = false;
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if !is_stopped && start.elapsed() > guard => {
                is_stopped = true;
                // It may have ended by itself just now.
                let _killed = killpg(Pid::from_raw(group), Signal::SIGKILL);
            }
            None => std::thread::sleep(pause(start.elapsed())),
        }
    };
    let wall = start.elapsed().as_secs_f64();
    // Whatever it left running would count for nobody and disturb the next.
    let _killed = killpg(Pid::from_raw(group), Signal::SIGKILL);
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let seconds = |time: nix::sys::time::TimeVal| time.num_microseconds() as f64 / 1e6;
    let cpu = seconds(usage.user_time()) + seconds(usage.system_time());
    let memory = usage.max_rss() as f64 * 1024.0 / 1e6;
    // The system counts a little more towards the limit than it tells afterwards.
    let is_over = is_stopped || cpu >= limit as f64 * 0.8;
    let end = match (status.code(), status.signal()) {
        (None, _) if is_over => End::Limit,
        (None, Some(signal)) if signal == Signal::SIGXCPU as i32 => End::Limit,
        // A shell says so of a child that a signal ended.
        (Some(code), _) if code > 128 && is_over => End::Limit,
        (Some(code), _) => End::Code(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    };
    Ok(Usage { cpu, wall, memory, end })
}

/// Short runs are looked at often, long ones seldom.
fn pause(elapsed: Duration) -> Duration {
    (elapsed / 50).clamp(Duration::from_millis(1), Duration::from_millis(100))
}
