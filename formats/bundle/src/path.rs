//! Paths that cannot leave a folder, and are the same on every file system.

use std::fmt;

/// The most bytes of a path.
const LONGEST: usize = 200;

/// A path inside a bundle: parts of ASCII letters, digits, `.`, `_`, `-`, joined by `/`, none of
/// which begins or ends with `.`. So there is no root, no `..`, no hidden file, no blank.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(String);

impl Path {
    /// The path, if it is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let is_part = |part: &str| {
            !part.is_empty()
                && !part.starts_with('.')
                && !part.ends_with('.')
                && part.bytes().all(is_plain)
        };
        let is_path = text.len() <= LONGEST && text.split('/').all(is_part);
        is_path.then(|| Self(text.to_owned()))
    }

    /// The path as text, which needs no escapes.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same for all paths that some file system takes for this one.
    #[must_use]
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
