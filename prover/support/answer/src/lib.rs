//! Answers with evidence, and certificates that are checked before they have a name.

mod folder;
mod place;
mod spool;

pub use folder::Folder;
pub use place::{resolve, write_whole};
pub use spool::{Checked, Destination, Spool, Urgency, abandon_all, reopen};

use std::fmt;

/// What an engine found out: there is no answer without evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<C, W> {
    /// The claim holds, and this certificate shows it.
    Holds(C),
    /// The claim fails, and this witness shows it.
    Fails(W),
    /// Nothing is known, for this reason.
    Unknown(String),
}

impl<C, W> Answer<C, W> {
    /// The exit code of `certify`.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Holds(_) => 0,
            Self::Fails(_) => 10,
            Self::Unknown(_) => 30,
        }
    }
}

/// The verdict line of `certify` without its `s `.
impl<C, W> fmt::Display for Answer<C, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds(_) => f.write_str("HOLDS"),
            Self::Fails(_) => f.write_str("FAILS"),
            Self::Unknown(reason) => write!(f, "UNKNOWN {reason}"),
        }
    }
}
