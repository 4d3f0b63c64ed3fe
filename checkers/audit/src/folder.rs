//! The only place that touches the file system: folders are walked, files are opened once, and
//! what is parsed is what is hashed.

use crate::Status;
use crate::finding::quote;
use format_sha256::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Why a file or folder cannot be used.
pub(crate) type Fault = (Status, String);

/// The largest manifest and list of digests: 64 MiB.
const LARGEST: u64 = 1 << 26;

/// All files below a folder, named from it with `/`. Links and whatever else is neither file nor
/// folder are refused, at every level.
pub(crate) fn walk(root: &Path) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    let mut waiting = vec![String::new()];
    while let Some(folder) = waiting.pop() {
        let fault = |error: io::Error| (Status::Refused, format!("{}: {error}", quote(&folder)));
        for entry in fs::read_dir(root.join(&folder)).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let kind = entry.file_type().map_err(fault)?;
            let name = entry.file_name().into_string().map_err(|name| {
                (
                    Status::Refused,
                    format!("{}: the name is not UTF-8", quote(&name.to_string_lossy())),
                )
            })?;
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if kind.is_dir() {
                waiting.push(path);
            } else if kind.is_file() {
                found.push(path);
            } else {
                return Err((
                    Status::Refused,
                    format!("{}: neither a file nor a folder", quote(&path)),
                ));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The files of a folder of problems by their digests, of those that have a size we look for.
/// What cannot be read is not there; links are not followed.
pub(crate) fn index(root: &Path, sizes: &[u64]) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (kind, path) = (entry.file_type(), entry.path());
            let has_size = || entry.metadata().is_ok_and(|data| sizes.contains(&data.len()));
            if kind.as_ref().is_ok_and(FileType::is_dir) {
                waiting.push(path);
            } else if kind.as_ref().is_ok_and(FileType::is_file) && has_size() {
                let hashed = File::open(&path).map(Hashed::new).and_then(Hashed::finish);
                if let Ok((digest, _)) = hashed {
                    found.insert(digest.to_string(), path);
                }
            }
        }
    }
    found
}

/// A file that is open, and known to have this size when it was opened.
pub(crate) fn open(path: &Path, name: &str, size: Option<u64>) -> Result<Hashed<File>, Fault> {
    let fault = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => (Status::Missing, format!("{name}: the file is not there")),
        _ => (Status::Refused, format!("{name}: {error}")),
    };
    if !fs::symlink_metadata(path).map_err(fault)?.is_file() {
        return Err((Status::Refused, format!("{name}: not an ordinary file")));
    }
    let file = File::open(path).map_err(fault)?;
    let found = file.metadata().map_err(fault)?.len();
    match size {
        Some(size) if size != found => {
            Err((Status::Altered, format!("{name}: expected {size} bytes, found {found}")))
        }
        None if found > LARGEST => {
            Err((Status::Refused, format!("{name}: larger than {LARGEST} bytes")))
        }
        _ => Ok(Hashed::new(file)),
    }
}

/// A file's bytes and their digest.
pub(crate) fn read(file: Hashed<File>, name: &str) -> Result<(Vec<u8>, Digest), Fault> {
    let mut bytes = Vec::new();
    let mut file = file;
    let done = file.read_to_end(&mut bytes).and_then(|_| file.finish());
    let (digest, _) = done.map_err(|error| (Status::Refused, format!("{name}: {error}")))?;
    Ok((bytes, digest))
}

/// A reader whose bytes are hashed while they pass by.
pub(crate) struct Hashed<R> {
    reader: R,
    hasher: Sha256,
    length: u64,
}

impl<R: Read> Hashed<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, hasher: Sha256::new(), length: 0 }
    }

    /// Reads to the end; the digest and the number of all bytes.
    pub(crate) fn finish(mut self) -> io::Result<(Digest, u64)> {
        io::copy(&mut self, &mut io::sink())?;
        Ok((self.hasher.finish(), self.length))
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.hasher.update(buffer.get(..count).unwrap_or_default());
        self.length = self.length.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
        Ok(count)
    }
}
