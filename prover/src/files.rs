//! What a command line reads and writes, and that files which are written are no others.

use crate::arguments::{Arguments, Command};
use crate::bundle::parent;
use crate::report::Failure;
use crate::{equivalence, horn, multiplier, safety};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support_answer::resolve;

/// The files of a command, `-` for a stream.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) read: Vec<PathBuf>,
    /// Where the certificate goes.
    pub(crate) output: Option<PathBuf>,
    /// What else is written.
    pub(crate) exports: Vec<PathBuf>,
    /// How the names of files begin that are written if they are needed: those of a [`Family`].
    pub(crate) others: Option<PathBuf>,
}

impl Files {
    pub(crate) fn new(
        read: &[impl AsRef<Path>],
        output: Option<&Path>,
        exports: Vec<PathBuf>,
    ) -> Self {
        let read = read.iter().map(|path| path.as_ref().to_path_buf()).collect();
        Self { read, output: output.map(Path::to_path_buf), exports, others: None }
    }

    /// The files of a command that answers; bundles are no files.
    pub(crate) fn of(arguments: &Arguments) -> Result<Self, Failure> {
        Ok(match &arguments.command {
            Some(Command::Cnf { input, cnf }) => {
                Self::new(&[input], cnf.output.as_deref(), Vec::new())
            }
            Some(Command::Equivalence { circuits, equivalence: options }) => {
                Self::new(circuits, options.output.as_deref(), equivalence::exports(options)?)
            }
            Some(Command::Multiplier { circuit, multiplier: options }) => {
                Self::new(&[circuit], options.output.as_deref(), multiplier::exports(options)?)
            }
            Some(Command::Safety { input, safety: options }) => safety::files(input, options)?,
            Some(Command::Horn { input, horn: options }) => horn::files(input, options),
            Some(_) => Self::default(),
            None => {
                let input: Vec<&PathBuf> = arguments.input.iter().collect();
                Self::new(&input, arguments.cnf.output.as_deref(), Vec::new())
            }
        })
    }

    /// The files that are written under names that are known.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Path> {
        let output = self.output.iter().filter(|path| !is_stream(path));
        output.chain(&self.exports).map(PathBuf::as_path)
    }

    /// Takes all that may be written; `why` is what others are told who would write it too.
    fn take(&self, taken: &mut Taken, folders: &[PathBuf], why: &str) -> Result<(), String> {
        let exports = self.exports.iter().map(|path| (path, "file"));
        for (path, what) in exports.chain(self.others.iter().map(|path| (path, "prefix"))) {
            no_stream(path, what).map_err(|failure| failure.to_string())?;
        }
        let inside = |place: &Path| {
            let inside = folders.iter().any(|folder| place.starts_with(folder));
            inside.then(|| "is a part of the bundle".to_owned())
        };
        if let Some(prefix) = &self.others
            && let Some((family, links)) = Family::beginning(prefix)
        {
            let wrong = inside(&family.0).or_else(|| taken.family(family, why));
            let wrong = links.into_iter().fold(wrong, |wrong, place| {
                wrong.or_else(|| inside(&place)).or_else(|| taken.file(place, why))
            });
            if let Some(wrong) = wrong {
                return Err(format!("--others {}: {wrong}", prefix.display()));
            }
        }
        for path in self.written() {
            let Some(place) = place(path) else { continue };
            if let Some(wrong) = inside(&place).or_else(|| taken.file(place, why)) {
                return Err(format!("{}: {wrong}", path.display()));
            }
        }
        Ok(())
    }
}

/// The file of a family that has no number.
pub(crate) const PROOF: &str = "inv";

/// Files `PREFIX.inv` and `PREFIX.bN.trace`, by their folder and the end of the prefix. No file is
/// of two families.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Family(PathBuf, String);

impl Family {
    /// The family of a file.
    fn of(place: &Path) -> Option<Self> {
        let name = place.file_name()?.to_string_lossy();
        let run = || {
            let (start, number) = name.strip_suffix(".trace")?.rsplit_once(".b")?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then_some(start)
        };
        let start = name.strip_suffix(".inv").or_else(run)?;
        Some(Self(place.parent()?.to_path_buf(), start.to_owned()))
    }

    /// The family of a prefix, and where links lead that have names of it.
    fn beginning(prefix: &Path) -> Option<(Self, Vec<PathBuf>)> {
        let file = with(prefix, PROOF);
        let folder = resolve(parent(&file));
        let family = Self::of(&folder.join(file.file_name()?))?;
        let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        let links =
            entries.filter(|path| path.is_symlink() && Self::of(path).as_ref() == Some(&family));
        let links = links.filter_map(|path| place(&path)).collect();
        Some((family, links))
    }
}

/// A file of the family of a prefix.
pub(crate) fn with(prefix: &Path, end: &str) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

/// What is read or written, and why nothing else is written there.
#[derive(Default)]
struct Taken {
    places: BTreeMap<PathBuf, String>,
    /// Families of which a file is taken.
    touched: BTreeMap<Family, String>,
    /// Families of which every file is taken.
    whole: BTreeMap<Family, String>,
}

impl Taken {
    /// Takes a file; the result is why it should not be written.
    fn file(&mut self, place: PathBuf, why: &str) -> Option<String> {
        let family = Family::of(&place);
        let whole = family.as_ref().and_then(|family| self.whole.get(family)).cloned();
        family.map(|family| self.touched.entry(family).or_insert_with(|| why.to_owned()));
        self.places.insert(place, why.to_owned()).or(whole)
    }

    /// Takes a family; the result is why it should not be written.
    fn family(&mut self, family: Family, why: &str) -> Option<String> {
        let touched = self.touched.get(&family).cloned();
        self.whole.insert(family, why.to_owned()).or(touched)
    }
}

/// Commands, by their lines in a list if they stand in one, may run in any order: a file that one
/// writes is not the list, no other file that one reads or writes, and in none of the folders.
pub(crate) fn apart(
    commands: &[(Option<u64>, &Files)],
    list: Option<&Path>,
    folders: &[PathBuf],
) -> Result<(), String> {
    let folders: Vec<PathBuf> = folders.iter().map(|folder| resolve(folder)).collect();
    let mut taken = Taken::default();
    let replaces = |line: &Option<u64>| match line {
        None => "would replace an input".to_owned(),
        Some(number) => format!("would replace an input of line {number}"),
    };
    let read = commands.iter().flat_map(|(line, files)| {
        files.read.iter().map(move |path| (path.as_path(), replaces(line)))
    });
    let list = list.map(|list| (list, "would replace the list".to_owned()));
    for (path, why) in read.chain(list).filter(|(path, _)| !is_stream(path)) {
        place(path).and_then(|place| taken.file(place, &why));
    }
    for (line, files) in commands {
        match line {
            None => files.take(&mut taken, &folders, "would be written twice")?,
            Some(number) => files
                .take(&mut taken, &folders, &format!("would replace what line {number} writes"))
                .map_err(|why| format!("{number}: {why}"))?,
        }
    }
    Ok(())
}

/// Where an ordinary file stands or will stand, however it is named. What is no ordinary file may
/// be read and written as often as one likes.
pub(crate) fn place(path: &Path) -> Option<PathBuf> {
    Some(resolve(path)).filter(|place| place.is_file() || !place.exists())
}

/// Whether it is standard input or standard output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Refuses `-` where only the certificate may go to standard output, and where a folder is meant.
pub(crate) fn no_stream(path: &Path, what: &str) -> Result<(), Failure> {
    let why = || {
        let only = "only a certificate goes to standard output";
        Failure::Wrong(format!("-: expected a {what}, such as ./-: {only}"))
    };
    if is_stream(path) { Err(why()) } else { Ok(()) }
}
