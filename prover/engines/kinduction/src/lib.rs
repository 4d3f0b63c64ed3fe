//! K-induction.
