//! The limits of a run: kept by the engines, and enforced if they are too busy to look.

use crate::bundle;
use crate::report::{self, Failure};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use support_answer::{Answer, Urgency, abandon_all, reopen};
use support_limits::{Bounds, Limits, Reason};

/// The limits that are watched until the process ends.
static CURRENT: Mutex<Option<Arc<Limits>>> = Mutex::new(None);

/// The limits of the command that runs or ran last.
pub(crate) fn current() -> Arc<Limits> {
    let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    current.clone().unwrap_or_else(Limits::none)
}

/// Begins to watch the clock, the memory and the user; or goes on, if that has begun.
pub(crate) fn start(bounds: Bounds) -> Result<Arc<Limits>, Failure> {
    if let Some(limits) = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).clone() {
        return Ok(limits);
    }
    let limits = Limits::watch(bounds, end_now)
        .map_err(|error| Failure::Own(format!("cannot watch the limits: {error}")))?;
    if limits.ignores_memory() {
        report::say("the memory limit cannot be kept: the system does not tell what is held");
    }
    *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&limits));
    Ok(limits)
}

/// Whether a counterexample is delivered, beside which the work only adds to what is known.
static FOUND: AtomicBool = AtomicBool::new(false);

/// A counterexample was delivered, and the work goes on: a limit may still end it, with the answer
/// that is known. In a bundle it has no name yet, so nothing but the work itself ends it.
pub(crate) fn found() {
    if bundle::target().is_none() {
        FOUND.store(true, Ordering::SeqCst);
        reopen();
    }
}

#[allow(clippy::exit, reason = "the main thread is busy and does not look at the limits")]
fn end_now(reason: Reason) {
    let urgency = match reason {
        Reason::Time | Reason::Memory => Urgency::Limit,
        Reason::Interrupted => Urgency::Interrupt,
    };
    abandon_all(urgency, || {
        let answer = if FOUND.load(Ordering::SeqCst) {
            Answer::Fails(())
        } else {
            Answer::<(), ()>::Unknown(reason.to_string())
        };
        report::verdict(&answer.to_string());
        std::process::exit(answer.exit_code().into());
    });
}
