//! Exact integers and fractions of any size: 64 bits inside, words beyond.
//!
//! No operation can overflow; numbers only grow. Readers bound the digits of what they read.

mod integer;
mod magnitude;
mod more;
mod rational;
#[cfg(test)]
mod tests;

pub use integer::Integer;
pub use rational::Rational;
