//! Folders on their way out: filled under a temporary name, then published.

use crate::spool::{Stage, state};
use std::fs;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// A temporary folder that is removed when dropped, and known to [`crate::abandon_all`].
#[derive(Debug)]
pub struct Folder(Option<TempDir>);

impl Folder {
    /// A new folder in another one.
    pub fn within(parent: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".certify-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As for any new folder: what the user's mask leaves.
            builder.permissions(fs::Permissions::from_mode(0o777));
        }
        let mut state = state();
        let folder = builder.tempdir_in(parent)?;
        state.paths.insert(folder.path().to_path_buf());
        Ok(Self(Some(folder)))
    }

    /// Where it stands.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.as_ref().map_or(Path::new(""), TempDir::path)
    }

    /// Lets `rename` give the folder its name, while nobody can end the process by
    /// [`crate::abandon_all`]. Nothing but the verdict may follow.
    pub fn publish(mut self, rename: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let Some(folder) = self.0.take() else { return Ok(()) };
        let mut state = state();
        state.paths.remove(folder.path());
        rename(folder.path())?;
        // It has another name now.
        let _old_name = folder.keep();
        state.stage = Stage::Done;
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Some(folder) = self.0.take() {
            state().paths.remove(folder.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gets_its_name_or_vanishes() {
        let place = tempfile::tempdir().unwrap();
        let names = || fs::read_dir(place.path()).unwrap().count();
        drop(Folder::within(place.path()).unwrap());
        assert_eq!(names(), 0);
        let refused = |_: &Path| Err(io::Error::other("no"));
        Folder::within(place.path()).unwrap().publish(refused).unwrap_err();
        assert_eq!(names(), 0);
        let folder = Folder::within(place.path()).unwrap();
        fs::write(folder.path().join("file"), "abc").unwrap();
        let target = place.path().join("target");
        folder.publish(|path| fs::rename(path, &target)).unwrap();
        assert_eq!(fs::read(target.join("file")).unwrap(), b"abc");
        assert_eq!(names(), 1);
    }
}
