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
    reason = "attackers are not trusted, and a panic of theirs is a finding too"
)]

pub mod clausal;
mod random;

pub use random::Random;
