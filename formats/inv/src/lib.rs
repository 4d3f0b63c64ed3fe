//! Certificates of inductive invariants.
