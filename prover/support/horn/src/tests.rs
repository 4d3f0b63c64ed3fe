//! Models and derivations of small systems.
