//! The claim that bad states are not reached, and the clauses it is derived from.
