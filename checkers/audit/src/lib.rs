//! Re-checks every claim of a bundle: the right checker's kernel on the files named, every file
//! hashed while it is read.
//!
//! A bundle is hostile input. What is said of a claim comes from the kernel that judged it; from
//! the manifest come only the question, which the kernel is asked, and names, which are quoted
//! wherever they are printed.

mod bundle;
mod claim;
mod finding;
mod folder;
mod jobs;
mod kinds;
mod lines;
mod outcome;
mod report;
#[cfg(test)]
mod tests;
mod wave;

pub use bundle::{Options, audit};
pub use finding::{Finding, Report, Status, Subject, quote};
pub use kinds::{Judgement, KINDS, Kind, Question, Settled, find};
pub use outcome::{Allowed, Conclusion, Outcome, outcome};
pub use report::{html, json, junit, text};
pub use wave::{Signal, Wave, difference_wave, product_wave, replay};
