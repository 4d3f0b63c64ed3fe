//! Re-checks every claim of a bundle: the right checker's kernel on the files named, every file
//! hashed while it is read.
//!
//! A bundle is hostile input. What is said of a claim comes from the kernel that judged it; from
//! the manifest come only the question, which the kernel is asked, and names, which are escaped
//! wherever they are printed.

mod bundle;
mod claim;
mod finding;
mod folder;
mod jobs;
mod kinds;
mod lines;
mod report;
#[cfg(test)]
mod tests;
mod wave;

pub use bundle::{Options, audit};
pub use finding::{Finding, Outcome, Report, Status, Subject, outcome};
pub use kinds::{KINDS, Kind, Question, find};
pub use report::{html, json, junit, text};
pub use wave::{Signal, Wave, replay};
