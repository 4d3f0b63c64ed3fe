//! The claim that a circuit multiplies, and what its outputs have to equal.
