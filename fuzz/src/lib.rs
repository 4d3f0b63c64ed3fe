//! Seeded generators and mutators that attack the checkers.
//!
//! A campaign makes small problems, certificates for them, and changes the certificates or the
//! problems in one place. A checker may accept what comes out only if the claim is true, judged
//! by brute force on the problem. Everything follows from the seed.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::format_push_string,
    reason = "attackers are not trusted, and a panic of theirs is a finding too"
)]

pub mod bundle;
pub mod campaign;
pub mod clausal;
pub mod horn;
pub mod invariant;
pub mod miter;
pub mod multiplier;
pub mod polynomial;
mod random;

pub use random::Random;

/// What became of one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Certificates given to a checker.
    pub tried: u64,
    /// Those that it accepted.
    pub accepted: u64,
}

/// Attacks one kind of checker; an error tells what went wrong.
pub type Round = fn(&mut Random) -> Result<Tally, String>;

/// All campaigns by name.
pub const CAMPAIGNS: [(&str, Round); 7] = [
    ("bundle", bundle::round),
    ("clausal", clausal::round),
    ("horn", horn::round),
    ("invariant", invariant::round),
    ("miter", miter::round),
    ("multiplier", multiplier::round),
    ("polynomial", polynomial::round),
];
