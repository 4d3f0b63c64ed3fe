//! Decides whether a certificate shows that a system of Horn clauses is satisfiable, or that it
//! derives false.
//!
//! The clauses come from the file alone. For the first claim the certificate gives a formula for
//! each predicate, and refutes for each clause that it fails; for the second it gives instances
//! of clauses, the last of which concludes false.

mod clauses;
mod facts;
mod failure;
mod proof;
#[cfg(test)]
mod tests;
mod theory;
mod verdict;

pub use failure::{Failure, Fault};
pub use verdict::verdict;

use format_sha256::{Digest, digest};
use std::io::Read;

/// What a certificate may show about the clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// They are satisfiable.
    Safe,
    /// They derive false.
    Unsafe,
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What holds of the clauses.
    pub claim: Claim,
    /// How many predicates the file declares.
    pub predicates: usize,
    /// How many clauses it has.
    pub clauses: usize,
    /// How many of them have the head false.
    pub queries: usize,
    /// Whether the file asks by `query`, whose answers have the other names.
    pub is_query: bool,
    /// The digest of the file.
    pub digest: Digest,
    /// The steps of the certificate: clauses derived, or instances.
    pub steps: u64,
}

/// Checks a certificate about a system; a claim that was asked for is the only one accepted.
pub fn check(
    system: &[u8],
    certificate: impl Read,
    asked: Option<Claim>,
) -> Result<Answer, Failure> {
    let digest = digest(system);
    let system = format_smtlib::read(system).map_err(Failure::System)?;
    let opening = format_horn::read(certificate).map_err(Failure::Certificate)?;
    let (stated, is_safe, mut lines) = opening;
    if stated != digest.to_string() {
        return Err(Failure::OtherSystem);
    }
    let (claim, word) = if is_safe { (Claim::Safe, "safe") } else { (Claim::Unsafe, "unsafe") };
    if asked.is_some_and(|asked| asked != claim) {
        return Err(Failure::OtherClaim(word));
    }
    let steps = match claim {
        Claim::Safe => proof::check(&system, &mut lines)?,
        Claim::Unsafe => facts::check(&system, &mut lines)?,
    };
    Ok(Answer {
        claim,
        predicates: system.predicates.len(),
        clauses: system.clauses.len(),
        queries: system.clauses.iter().filter(|clause| clause.head.is_none()).count(),
        is_query: system.is_query,
        digest,
        steps,
    })
}
