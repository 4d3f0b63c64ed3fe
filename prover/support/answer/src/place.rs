//! Where files stand or will stand, and whole files that no checker has to judge.

use crate::spool::{Destination, Spool};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// So many links are followed; more are a circle.
const LINKS: usize = 40;

/// Where a file or folder stands or will stand, however it is named: links are followed, also
/// those that lead to what is not there yet.
#[must_use]
pub fn resolve(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        if let Ok(found) = path.canonicalize() {
            return found;
        }
        let Ok(next) = fs::read_link(&path) else { break };
        path = parent(&path).join(next);
    }
    // The folder may not be there yet either.
    match path.file_name() {
        Some(name) => resolve(parent(&path)).join(name),
        None => path,
    }
}

/// The folder in which a file stands.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Writes a file that gets its name when it is whole; what it replaces stays until then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let spool = Spool::new(&Destination::File(path.into()))?;
    let mut out = spool.writer()?;
    out.write_all(bytes).and_then(|()| out.flush())?;
    drop(out);
    let (whole, ()) = spool.check(|_| Ok::<_, io::Error>(()))?;
    whole.deliver()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_to_nowhere_are_followed() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        symlink("second", root.join("first")).unwrap();
        symlink(root.join("file"), root.join("second")).unwrap();
        symlink("circle", root.join("circle")).unwrap();
        for name in ["first", "second", "file"] {
            assert_eq!(resolve(&root.join(name)), root.join("file"));
        }
        assert_eq!(resolve(&root.join("circle")), root.join("circle"));
        assert_eq!(resolve(&root.join("no/file")), root.join("no/file"));
        let here = Path::new(".").canonicalize().unwrap();
        assert_eq!(resolve(Path::new("none/file")), here.join("none/file"));
        assert_eq!(resolve(Path::new("none/../file")), Path::new("none/..").join("file"));
        // What is written through the link stands where it leads.
        write_whole(&root.join("first"), b"abc").unwrap();
        assert!(root.join("first").is_symlink() && root.join("second").is_symlink());
        assert_eq!(fs::read(root.join("file")).unwrap(), b"abc");
        assert_eq!(resolve(&root.join("first")), root.join("file"));
    }
}
