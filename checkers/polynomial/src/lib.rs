//! Polynomial proofs over the integers, from given axioms to a given target.
