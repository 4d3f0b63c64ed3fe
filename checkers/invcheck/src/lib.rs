//! Decides whether a certificate shows that bad states are not reached.
