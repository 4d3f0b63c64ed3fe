//! Proves signals of a circuit equal, with hinted clauses.
