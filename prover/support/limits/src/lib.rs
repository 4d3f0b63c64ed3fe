//! Wall clock, memory and interrupts, watched in one place.
//!
//! A thread looks at all three a hundred times a second and notes the first that ran out. The
//! engines only read that note ([`Limits::exceeded`]), so they can ask as often as they like.

mod guard;
mod memory;

pub use guard::Guarded;
pub use memory::resident_bytes;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fmt;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How often the thread looks.
const PERIOD: Duration = Duration::from_millis(10);

/// How long the work may go on after a limit was exceeded before it is overdue.
const GRACE: Duration = Duration::from_secs(2);

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The wall clock passed the limit.
    Time,
    /// The process holds more memory than the limit.
    Memory,
    /// The user or the system asked the process to end.
    Interrupted,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Interrupted => "interrupted",
        })
    }
}

/// What the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// Wall-clock time from the start of the watch.
    pub time: Option<Duration>,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
}

/// Whether the work may go on.
#[derive(Debug)]
pub struct Limits {
    start: Instant,
    bounds: Bounds,
    exceeded: OnceLock<(Reason, Instant)>,
}

impl Limits {
    /// Limits that are never exceeded.
    #[must_use]
    pub fn none() -> Arc<Self> {
        Arc::new(Self::new(Bounds::default()))
    }

    /// Starts to watch the clock, the memory, and the signals that ask the process to end.
    ///
    /// `overdue` is called, on another thread, if the work still goes on a while after a limit
    /// was exceeded, or if the user interrupts it twice.
    pub fn watch(
        bounds: Bounds,
        overdue: impl Fn(Reason) + Send + 'static,
    ) -> io::Result<Arc<Self>> {
        let limits = Arc::new(Self::new(bounds));
        let signal = Arc::new(AtomicBool::new(false));
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(number, Arc::clone(&signal))?;
        }
        limits.look(&signal);
        let watched = Arc::downgrade(&limits);
        thread::Builder::new()
            .name("limits".into())
            .spawn(move || keep_looking(&watched, &signal, overdue))?;
        Ok(limits)
    }

    fn new(bounds: Bounds) -> Self {
        Self { start: Instant::now(), bounds, exceeded: OnceLock::new() }
    }

    /// Why the work must end, if it must.
    #[inline]
    #[must_use]
    pub fn exceeded(&self) -> Option<Reason> {
        self.exceeded.get().map(|&(reason, _)| reason)
    }

    /// The time since the watch began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether a limit was set that this system does not let us keep.
    #[must_use]
    pub fn ignores_memory(&self) -> bool {
        self.bounds.memory.is_some() && resident_bytes().is_none()
    }

    /// A reader that fails once a limit is exceeded.
    pub fn guard<R: Read>(&self, reader: R) -> Guarded<'_, R> {
        Guarded::new(self, reader)
    }

    /// Looks once; true if the user interrupted again.
    fn look(&self, signal: &AtomicBool) -> bool {
        let signalled = signal.swap(false, Ordering::Relaxed);
        let time_is_up = self.bounds.time.is_some_and(|limit| self.elapsed() >= limit);
        let memory = self.bounds.memory;
        let is_full = || memory.is_some_and(|limit| resident_bytes().is_some_and(|b| b > limit));
        let reason = if signalled {
            Reason::Interrupted
        } else if time_is_up {
            Reason::Time
        } else if is_full() {
            Reason::Memory
        } else {
            return false;
        };
        let is_first = self.exceeded.set((reason, Instant::now())).is_ok();
        signalled && !is_first
    }
}

/// Looks until nobody needs the limits any more.
fn keep_looking(limits: &Weak<Limits>, signal: &AtomicBool, overdue: impl Fn(Reason)) {
    while let Some(limits) = limits.upgrade() {
        let is_urgent = limits.look(signal);
        if let Some(&(reason, since)) = limits.exceeded.get()
            && (is_urgent || since.elapsed() > GRACE)
        {
            overdue(reason);
        }
        drop(limits);
        thread::sleep(PERIOD);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_exceeded_without_bounds() {
        assert_eq!(Limits::none().exceeded(), None);
    }

    #[test]
    fn no_time_is_exceeded_at_once() {
        let bounds = Bounds { time: Some(Duration::ZERO), memory: None };
        let limits = Limits::watch(bounds, |_| ()).unwrap();
        assert_eq!(limits.exceeded(), Some(Reason::Time));
        let error = limits.guard(&b"x"[..]).read(&mut [0]).unwrap_err();
        assert_eq!(error.to_string(), "time limit");
    }

    #[test]
    fn one_byte_of_memory_is_exceeded_at_once() {
        let bounds = Bounds { time: None, memory: Some(1) };
        let limits = Limits::watch(bounds, |_| ()).unwrap();
        let expected = (!limits.ignores_memory()).then_some(Reason::Memory);
        assert_eq!(limits.exceeded(), expected);
    }

    #[test]
    fn work_that_goes_on_is_overdue() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let bounds = Bounds { time: Some(Duration::ZERO), memory: None };
        let limits =
            Limits::watch(bounds, move |reason| sender.send(reason).unwrap_or(())).unwrap();
        assert_eq!(receiver.recv_timeout(GRACE * 10), Ok(Reason::Time));
        assert!(limits.elapsed() >= GRACE);
    }
}
