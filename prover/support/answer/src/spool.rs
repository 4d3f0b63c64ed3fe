//! Certificates on their way out: written to a temporary file, checked, then delivered.
//!
//! The types keep the order: only a [`Spool`] can be written, only [`Spool::check`] makes it a
//! [`Checked`], and only that can be delivered. A file under its final name is always whole.

use crate::place::{parent, resolve};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempPath;

/// How much is written to the system at once.
const BUFFER: usize = 1 << 20;

/// Where a certificate goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To the next program.
    StandardOutput,
    /// To a file, which it replaces.
    File(PathBuf),
    /// Nowhere: it is only checked.
    Nowhere,
}

/// A certificate that is being written.
#[derive(Debug)]
pub struct Spool {
    file: File,
    route: Route,
}

/// A certificate that a checker's kernel accepted.
#[derive(Debug)]
pub struct Checked(Spool);

/// How the temporary file becomes the certificate.
#[derive(Debug)]
enum Route {
    /// It has no name, so that it vanishes with the process, and is copied to standard output.
    StandardOutput,
    /// It has no name and is copied to what is no ordinary file, such as a pipe.
    Special(PathBuf),
    /// It stands beside the final file and is renamed.
    Rename {
        from: Named,
        to: PathBuf,
    },
    Nowhere,
}

impl Spool {
    /// Opens the temporary file: beside the final one, or among the system's.
    pub fn new(destination: &Destination) -> io::Result<Self> {
        let target = match destination {
            Destination::StandardOutput => return Self::unnamed(Route::StandardOutput),
            Destination::Nowhere => return Self::unnamed(Route::Nowhere),
            // A link keeps pointing to the file.
            Destination::File(path) => resolve(path),
        };
        match fs::metadata(&target) {
            Ok(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(found) if !found.is_file() => Self::unnamed(Route::Special(target)),
            _ => {
                let (file, from) = Named::beside(&target)?;
                Ok(Self { file, route: Route::Rename { from, to: target } })
            }
        }
    }

    fn unnamed(route: Route) -> io::Result<Self> {
        let file = tempfile::tempfile().map_err(|error| {
            let (kind, folder) = (error.kind(), std::env::temp_dir());
            let why = format!("a temporary file in {}: {}", folder.display(), plain(error));
            io::Error::new(kind, why)
        })?;
        Ok(Self { file, route })
    }

    /// A buffered writer that appends to the certificate. It must be flushed before the check.
    pub fn writer(&self) -> io::Result<BufWriter<File>> {
        Ok(BufWriter::with_capacity(BUFFER, self.file.try_clone()?))
    }

    /// Lets a checker read the certificate as it was written; what it accepts may be delivered.
    pub fn check<T, E: From<io::Error>>(
        mut self,
        accept: impl FnOnce(&File) -> Result<T, E>,
    ) -> Result<(Checked, T), E> {
        self.file.rewind()?;
        let facts = accept(&self.file)?;
        Ok((Checked(self), facts))
    }
}

impl Checked {
    /// The size of the certificate in bytes.
    pub fn size(&self) -> io::Result<u64> {
        Ok(self.0.file.metadata()?.len())
    }

    /// The bytes of the certificate.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.file.rewind()?;
        self.0.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Copies the certificate out or gives it its name. Nothing but the verdict may follow.
    pub fn deliver(mut self) -> io::Result<()> {
        self.0.file.rewind()?;
        match self.0.route {
            Route::Nowhere => Ok(()),
            Route::StandardOutput => copy(&mut self.0.file, &mut io::stdout().lock()),
            Route::Special(path) => {
                copy(&mut self.0.file, &mut File::options().write(true).open(path)?)
            }
            Route::Rename { from, to } => from.rename(&to),
        }
    }
}

/// The error without the name of the temporary file, which helps nobody.
fn plain(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((why, _)) => io::Error::new(error.kind(), why.to_owned()),
        None => error,
    }
}

fn copy(from: &mut File, to: &mut impl Write) -> io::Result<()> {
    state().stage = Stage::Copy;
    io::copy(from, to)?;
    to.flush()?;
    state().stage = Stage::Done;
    Ok(())
}

/// How far the certificates of this process are.
static STATE: Mutex<State> = Mutex::new(State { paths: BTreeSet::new(), stage: Stage::Work });

pub(crate) struct State {
    /// The temporary files and folders that have names.
    pub(crate) paths: BTreeSet<PathBuf>,
    pub(crate) stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Nothing was delivered yet.
    Work,
    /// A certificate is being copied out, which others may delay.
    Copy,
    /// A certificate is delivered, and the verdict is about to be printed.
    Done,
}

pub(crate) fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// When to end the process although it is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Unless the answer is already found.
    Limit,
    /// Unless it is already delivered.
    Interrupt,
}

/// What was delivered so far is only a part of what is asked for: the process may still end.
pub fn reopen() {
    state().stage = Stage::Work;
}

/// Removes every temporary file and folder, so that the process may end at once by `end`, on any thread;
/// no certificate gets its name meanwhile. Nothing is done if that is no longer due.
pub fn abandon_all(urgency: Urgency, end: impl FnOnce()) {
    let mut state = state();
    let latest = match urgency {
        Urgency::Limit => Stage::Work,
        Urgency::Interrupt => Stage::Copy,
    };
    if state.stage > latest {
        return;
    }
    for path in std::mem::take(&mut state.paths) {
        // What cannot be removed keeps its temporary name.
        let _unremoved =
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    end();
}

/// A temporary file that is removed when dropped, and known to [`abandon_all`].
#[derive(Debug)]
struct Named(Option<TempPath>);

impl Named {
    fn beside(target: &Path) -> io::Result<(File, Self)> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".certify-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As for any new file: what the user's mask leaves.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut state = state();
        let (file, path) = builder.tempfile_in(parent(target)).map_err(plain)?.into_parts();
        state.paths.insert(path.to_path_buf());
        Ok((file, Self(Some(path))))
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        let Some(path) = self.0.take() else { return Ok(()) };
        // What is replaced keeps who may read it.
        if let Ok(old) = fs::metadata(target) {
            fs::set_permissions(&path, old.permissions())?;
        }
        let mut state = state();
        state.paths.remove(&*path);
        path.persist(target).map_err(|failed| failed.error)?;
        state.stage = Stage::Done;
        Ok(())
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            state().paths.remove(&*path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn spool(target: &Path, text: &[u8]) -> Spool {
        let spool = Spool::new(&Destination::File(target.into())).unwrap();
        let mut writer = spool.writer().unwrap();
        writer.write_all(text).unwrap();
        writer.flush().unwrap();
        spool
    }

    fn accept(mut file: &File) -> io::Result<String> {
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn a_checked_certificate_gets_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("proof");
        let (checked, read) = spool(&target, b"abc").check(accept).unwrap();
        assert_eq!(read, "abc");
        assert_eq!(checked.size().unwrap(), 3);
        assert!(!target.exists());
        checked.deliver().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"abc");
        assert_eq!(names(folder.path()), ["proof"]);
    }

    #[test]
    fn a_refused_certificate_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("proof");
        let refused = spool(&target, b"abc").check(|_| Err::<(), _>(io::Error::other("no")));
        assert_eq!(refused.unwrap_err().to_string(), "no");
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn an_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("proof");
        fs::write(&target, "old").unwrap();
        drop(spool(&target, b"new"));
        assert_eq!(fs::read(&target).unwrap(), b"old");
        spool(&target, b"new").check(accept).unwrap().0.deliver().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_mode_of_the_old_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("proof");
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        spool(&target, b"new").check(accept).unwrap().0.deliver().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        let before = fs::metadata("/dev/null").unwrap();
        spool(Path::new("/dev/null"), b"abc").check(accept).unwrap().0.deliver().unwrap();
        assert_eq!(fs::metadata("/dev/null").unwrap().file_type(), before.file_type());
    }

    #[test]
    fn a_folder_is_no_destination() {
        let folder = tempfile::tempdir().unwrap();
        let error = Spool::new(&Destination::File(folder.path().into())).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    }
}
