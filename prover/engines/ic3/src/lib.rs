//! Property directed reachability.
