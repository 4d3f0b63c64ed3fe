//! Several claims at once. Claims share nothing but what they only read, and every result has its
//! own place, so the order of the work changes nothing. This is the only file of trusted code
//! that starts threads; `docs/trust.md` says why it may.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// As much stack as a main thread usually has.
const STACK: usize = 8 << 20;

/// The results of `work` on the numbers below `count`, in order.
pub(crate) fn each<T: Send>(count: usize, jobs: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if jobs < 2 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let take_turns = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = work(number);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            let builder = thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, take_turns).is_err() {
                break;
            }
        }
        // Also if no other thread could be started.
        take_turns();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
