//! Sequential circuits as engines see them.
