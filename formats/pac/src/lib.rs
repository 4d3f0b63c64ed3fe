//! Certificates of multipliers by local polynomial steps.
