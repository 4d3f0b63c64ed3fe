//! Decides whether a certificate shows that a circuit multiplies.
