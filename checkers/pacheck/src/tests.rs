//! Coefficients that no small certificate reaches.
