//! Certifies multipliers.
