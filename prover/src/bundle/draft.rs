//! A bundle that is being written: under a temporary name, which becomes its own when all is on
//! the disk.

use super::manifest::{Claim, File, Manifest, Open};
use format_bundle::{MANIFEST, Path as Inside, SUMS};
use format_sha256::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use support_answer::Folder;

/// A bundle under a temporary name, beside the final one. Dropped, it vanishes.
pub(crate) struct Draft {
    target: PathBuf,
    staging: Folder,
    manifest: Manifest,
    /// Keeps others from changing the same bundle meanwhile.
    _lock: Option<fs::File>,
}

impl Draft {
    /// A draft of what the target holds already, or of nothing if there is none.
    pub(crate) fn of(target: &Path) -> io::Result<Self> {
        let folder = parent(target);
        let lock = lock(folder);
        let old = backup(target);
        match (target.exists(), old.is_dir()) {
            // A program was ended between two renames, or behind them.
            (false, true) => fs::rename(&old, target)?,
            (true, true) => fs::remove_dir_all(&old)?,
            (_, false) => {}
        }
        let staging = Folder::within(folder)?;
        let manifest = Manifest::new();
        let mut draft = Self { target: target.to_path_buf(), staging, manifest, _lock: lock };
        if target.is_dir() && fs::read_dir(target)?.next().is_some() {
            draft.absorb(target)?;
        } else if target.exists() && !target.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        Ok(draft)
    }

    /// Takes over all claims of another bundle. Files that are already there are shared.
    pub(crate) fn absorb(&mut self, bundle: &Path) -> io::Result<()> {
        let manifest = read(bundle)?;
        let mut renamed = BTreeMap::new();
        for file in manifest.files {
            let (folder, wanted) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
            let path = self.place(folder, wanted, &file);
            if let Some(path) = path.as_ref().filter(|_| file.kept) {
                let (from, to) = (bundle.join(&file.path), self.staging.path().join(path));
                link(&from, &to).map_err(|error| named(&from, &error))?;
                if digest(&to)?.0.to_string() != file.sha256 {
                    let why = format!("{}: another digest than was bundled", from.display());
                    return Err(io::Error::other(why));
                }
            }
            let path = path.unwrap_or_else(|| self.known(&file).unwrap_or_default());
            renamed.insert(file.path, path);
        }
        let new = |path: &String| renamed.get(path).cloned().unwrap_or_default();
        for claim in manifest.claims {
            let problems = claim.problems.iter().map(new).collect();
            let certificate = new(&claim.certificate);
            self.claim(Claim { problems, certificate, ..claim });
        }
        self.manifest.open.extend(manifest.open);
        Ok(())
    }

    /// Adds a file by its contents; the result is its path. A file that is not kept leaves only
    /// its digest.
    pub(crate) fn add(
        &mut self,
        folder: &str,
        wanted: &str,
        name: &str,
        bytes: &[u8],
        kept: bool,
    ) -> io::Result<String> {
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let sha256 = format_sha256::digest(bytes).to_string();
        let file = File { path: String::new(), name: name.to_owned(), size, sha256, kept };
        match self.place(folder, wanted, &file) {
            None => Ok(self.known(&file).unwrap_or_default()),
            Some(path) => {
                if kept {
                    let to = self.staging.path().join(&path);
                    make_parent(&to)?;
                    let mut out = fs::File::create_new(to)?;
                    out.write_all(bytes)?;
                    out.sync_all()?;
                }
                Ok(path)
            }
        }
    }

    /// Adds a file that stands somewhere else on the same disk, as a second name of it.
    pub(crate) fn add_file(
        &mut self,
        folder: &str,
        wanted: &str,
        from: &Path,
    ) -> io::Result<String> {
        let (digest, size) = digest(from)?;
        let (sha256, name) = (digest.to_string(), wanted.to_owned());
        let file = File { path: String::new(), name, size, sha256, kept: true };
        match self.place(folder, wanted, &file) {
            None => Ok(self.known(&file).unwrap_or_default()),
            Some(path) => {
                let to = self.staging.path().join(&path);
                link(from, &to)?;
                fs::File::open(to)?.sync_all()?;
                Ok(path)
            }
        }
    }

    /// Adds a claim, unless it is there.
    pub(crate) fn claim(&mut self, claim: Claim) {
        if !self.manifest.claims.iter().any(|other| other.is_same(&claim)) {
            self.manifest.claims.push(claim);
        }
    }

    /// What is claimed so far.
    pub(crate) fn claims(&self) -> &[Claim] {
        &self.manifest.claims
    }

    /// Adds a question without an answer.
    pub(crate) fn open(&mut self, open: Open) {
        self.manifest.open.push(open);
    }

    /// Forgets that a question was without an answer: it was asked again.
    pub(crate) fn ask_again(&mut self, arguments: &[String]) {
        self.manifest.open.retain(|open| open.run.arguments != arguments);
    }

    /// Whether something is claimed: other bundles are refused.
    pub(crate) fn is_empty(&self) -> bool {
        self.manifest.claims.is_empty()
    }

    /// Gives the bundle its name, when all of it is on the disk. The result is the digest of its
    /// list of digests.
    pub(crate) fn publish(self) -> io::Result<Digest> {
        let root = self.staging.path();
        let mut text = serde_json::to_vec_pretty(&self.manifest)?;
        text.push(b'\n');
        write_synced(&root.join(MANIFEST), &text)?;
        let mut sums: BTreeMap<&str, String> = BTreeMap::new();
        sums.insert(MANIFEST, format_sha256::digest(&text).to_string());
        for file in self.manifest.files.iter().filter(|file| file.kept) {
            sums.insert(&file.path, file.sha256.clone());
        }
        let lines: Vec<String> =
            sums.iter().map(|(path, sum)| format!("{sum}  {path}\n")).collect();
        let lines = lines.concat();
        write_synced(&root.join(SUMS), lines.as_bytes())?;
        let folders = self.manifest.files.iter().filter_map(|file| Path::new(&file.path).parent());
        for folder in folders.collect::<BTreeSet<&Path>>() {
            sync_folder(&root.join(folder));
        }
        sync_folder(root);
        let old = backup(&self.target);
        self.staging.publish(|staging| {
            if self.target.exists() {
                fs::rename(&self.target, &old)?;
            }
            fs::rename(staging, &self.target)
        })?;
        sync_folder(parent(&self.target));
        if old.is_dir() {
            fs::remove_dir_all(&old)?;
        }
        Ok(format_sha256::digest(lines.as_bytes()))
    }

    /// A free path for a new file, which is noted; `None` if the same contents are there.
    fn place(&mut self, folder: &str, wanted: &str, file: &File) -> Option<String> {
        if self.known(file).is_some() {
            return None;
        }
        let plain = plain(wanted);
        let (stem, end) = plain.rsplit_once('.').unwrap_or((&plain, ""));
        let end = if end.is_empty() { String::new() } else { format!(".{end}") };
        let numbers = (1_u32..).map(|n| if n == 1 { String::new() } else { format!("-{n}") });
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut paths = numbers.map(|number| format!("{start}{stem}{number}{end}"));
        let is_free = |path: &String| {
            !self.manifest.files.iter().any(|file| file.path.eq_ignore_ascii_case(path))
                && Inside::new(path).is_some()
        };
        let path = paths.by_ref().take(1 << 20).find(is_free)?;
        self.manifest.files.push(File { path: path.clone(), ..file.clone() });
        Some(path)
    }

    /// The path of a file with the same contents that is kept, or is not to be kept either.
    fn known(&self, file: &File) -> Option<String> {
        let is_same = |other: &&File| {
            (&other.sha256, other.size, other.kept) == (&file.sha256, file.size, file.kept)
        };
        self.manifest.files.iter().find(is_same).map(|file| file.path.clone())
    }
}

/// Keeps other programs from changing the bundles in a folder. A folder can be locked on Unix;
/// elsewhere two programs at once are the user's to avoid.
pub(crate) fn lock(folder: &Path) -> Option<fs::File> {
    fs::File::open(folder).ok().filter(|folder| folder.lock().is_ok())
}

/// What is there already can be added to, as far as can be seen without reading all of it.
pub(super) fn look(target: &Path) -> io::Result<()> {
    let _lock = if target.is_dir() { lock(parent(target)) } else { None };
    if !target.is_dir() || fs::read_dir(target)?.next().is_none() {
        return Ok(());
    }
    for file in read(target)?.files.iter().filter(|file| file.kept) {
        let path = target.join(&file.path);
        fs::metadata(&path).map_err(|error| named(&path, &error))?;
    }
    Ok(())
}

/// An error that says which file it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The manifest of a bundle, whose digest is in its list.
pub(crate) fn read(bundle: &Path) -> io::Result<Manifest> {
    let told = |why: String| io::Error::other(format!("{}: {why}", bundle.display()));
    let file = |name: &str| {
        fs::read(bundle.join(name)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => told(format!("not a bundle, for there is no {name} in it")),
            _ => told(format!("{name}: {error}")),
        })
    };
    let (text, sums) = (file(MANIFEST)?, file(SUMS)?);
    let sums = format_bundle::read_sums(&*sums).map_err(|error| told(error.to_string()))?;
    let stated = Inside::new(MANIFEST).and_then(|path| sums.get(&path).copied());
    if stated != Some(format_sha256::digest(&text)) {
        return Err(told(format!("{MANIFEST} has another digest than in {SUMS}")));
    }
    format_bundle::read_manifest(&*text).map_err(|error| told(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| told(error.to_string()))
}

pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Where the old bundle stands for the moment in which the new one gets its name.
fn backup(target: &Path) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".old");
    target.with_file_name(name)
}

/// A name that a bundle may hold.
fn plain(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        _ if letter.is_ascii_alphanumeric() || "._-".contains(letter) => letter,
        _ => '_',
    });
    let plain: String = letters.take(100).collect();
    let plain = plain.trim_matches('.');
    if plain.is_empty() { "file".to_owned() } else { plain.to_owned() }
}

fn make_parent(path: &Path) -> io::Result<()> {
    fs::create_dir_all(parent(path))
}

/// A second name for a file, or a copy where there can be none.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    make_parent(to)?;
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to)?;
        fs::File::open(to)?.sync_all()?;
    }
    Ok(())
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut out = fs::File::create_new(path)?;
    out.write_all(bytes)?;
    out.sync_all()
}

/// Where folders cannot be synced, the file system does without.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = fs::File::open(folder) {
        let _unsynced = folder.sync_all();
    }
}

/// The digest and the size of a file.
pub(crate) fn digest(path: &Path) -> io::Result<(Digest, u64)> {
    digest_of(&fs::File::open(path)?)
}

/// The digest and the size of what is left of an open file.
pub(super) fn digest_of(mut file: &fs::File) -> io::Result<(Digest, u64)> {
    let (mut hasher, mut size) = (Sha256::new(), 0_u64);
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = file.read(&mut buffer)?;
        let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else { break };
        hasher.update(read);
        size = size.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
    }
    Ok((hasher.finish(), size))
}
