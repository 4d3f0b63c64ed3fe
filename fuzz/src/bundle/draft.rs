//! Bundles before they are written: claims that are right, and changes of them.

use crate::Random;
use crate::clausal::mutate_text;
use format_sha256::digest;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

/// The bundles of `tests/accept/bundle` whose claims are taken.
const SOURCES: [&str; 4] = [
    "every-kind",
    "allow-partial",
    "properties-by-two-claims",
    "properties-settled-by-proof-and-failure",
];

/// What may stand as an option of some kind.
const OPTIONS: [&str; 10] = [
    "all",
    "0",
    "1",
    "0,1",
    "2",
    "position",
    "names",
    "--shape 1x1 --truncate 2 --order separate",
    "--signed --shape 1x1 --truncate 2 --order separate",
    "--shape 1x1 --truncate 2 --order interleaved",
];

/// A claim that is right.
#[derive(Clone)]
pub(super) struct Seed {
    claim: Value,
    problems: Vec<Vec<u8>>,
    certificate: Vec<u8>,
}

/// The claims of all sources.
pub(super) fn seeds() -> Result<Vec<Seed>, String> {
    let mut seeds = Vec::new();
    for source in SOURCES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/accept/bundle");
        let root = folder.join(source).join("run");
        let read = |path: &Value| {
            let path = root.join(path.as_str().unwrap_or_default());
            fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let manifest: Value =
            serde_json::from_slice(&read(&json!("manifest.json"))?).map_err(|e| e.to_string())?;
        for claim in manifest["claims"].as_array().into_iter().flatten() {
            let problems = claim["problems"].as_array().into_iter().flatten();
            let problems = problems.map(read).collect::<Result<_, _>>()?;
            let certificate = read(&claim["certificate"])?;
            seeds.push(Seed { claim: claim.clone(), problems, certificate });
        }
    }
    Ok(seeds)
}

/// A file of a bundle.
#[derive(Clone)]
struct File {
    path: String,
    bytes: Vec<u8>,
    kept: bool,
    /// What the manifest states of it, if that is not so.
    stated: Option<(usize, String)>,
}

/// A claim; files are numbers.
#[derive(Clone)]
struct Claim {
    value: Value,
    problems: Vec<usize>,
    certificate: usize,
}

/// A bundle.
#[derive(Clone)]
pub(super) struct Draft {
    files: Vec<File>,
    claims: Vec<Claim>,
    open: usize,
    keeps_unused: bool,
}

impl Draft {
    /// A few claims that are right.
    pub(super) fn random(random: &mut Random, seeds: &[Seed]) -> Self {
        let mut draft =
            Self { files: Vec::new(), claims: Vec::new(), open: 0, keeps_unused: false };
        for _ in 0..=random.below(3) {
            draft.claim(random.pick(seeds));
        }
        draft
    }

    fn claim(&mut self, seed: &Seed) {
        let problems = seed.problems.iter().map(|bytes| self.file("p", bytes)).collect();
        let certificate = self.file("c", &seed.certificate);
        self.claims.push(Claim { value: seed.claim.clone(), problems, certificate });
    }

    /// The number of a file with these contents.
    fn file(&mut self, folder: &str, bytes: &[u8]) -> usize {
        if let Some(number) = self.files.iter().position(|file| file.bytes == bytes) {
            return number;
        }
        let number = self.files.len();
        let path = format!("{folder}/{number}");
        self.files.push(File { path, bytes: bytes.to_vec(), kept: true, stated: None });
        number
    }

    /// Changes something, as a forger would.
    pub(super) fn change(&mut self, random: &mut Random, seeds: &[Seed]) {
        let claim = random.below(self.claims.len());
        let file = random.below(self.files.len());
        match random.below(14) {
            0..=2 => {
                let problem = *random.pick(&self.claims[claim].problems);
                let changed = mutate_text(random, &self.files[problem].bytes);
                self.exchange(problem, changed);
            }
            3 => {
                let bytes = mutate_text(random, &self.files[file].bytes);
                self.files[file].bytes = bytes;
            }
            4 => {
                let other = random.below(self.files.len());
                let (one, two) = (self.files[file].bytes.clone(), self.files[other].bytes.clone());
                self.files[file].bytes = two;
                self.files[other].bytes = one;
            }
            5 => {
                let at = random.below(self.claims[claim].problems.len());
                self.claims[claim].problems[at] = file;
            }
            6 => self.claims[claim].certificate = file,
            7 => {
                let other = &random.pick(seeds).claim;
                let value = &mut self.claims[claim].value;
                value["kind"] = other["kind"].clone();
                value["answer"] = other["answer"].clone();
                if random.one_in(2) {
                    value["options"] = other["options"].clone();
                }
            }
            8 | 9 => {
                let options = self.claims[claim].value["options"].as_object_mut();
                let text = json!(*random.pick(&OPTIONS));
                if let Some(value) = options.and_then(|options| options.values_mut().next()) {
                    *value = text;
                }
            }
            10 => {
                let answer = &mut self.claims[claim].value["answer"];
                *answer = json!(if *answer == "holds" { "fails" } else { "holds" });
            }
            11 => self.files[file].kept = false,
            12 => {
                let other = digest(&self.files[random.below(self.files.len())].bytes).to_string();
                let size = self.files[file].bytes.len() + random.below(2);
                self.files[file].stated = Some((size, other));
            }
            _ => match random.below(3) {
                0 => self.open += 1,
                1 => self.keeps_unused = true,
                _ => self.claim(random.pick(seeds)),
            },
        }
    }

    /// Another problem, whose digest is corrected in all certificates.
    fn exchange(&mut self, problem: usize, bytes: Vec<u8>) {
        let (old, new) = (digest(&self.files[problem].bytes), digest(&bytes));
        let (old, new) = (old.to_string().into_bytes(), new.to_string().into_bytes());
        for file in &mut self.files {
            if let Some(at) = file.bytes.windows(64).position(|window| window == old) {
                file.bytes.splice(at..at + 64, new.iter().copied());
            }
        }
        self.files[problem].bytes = bytes;
    }

    /// Writes the bundle, with digests that fit unless they were changed.
    pub(super) fn write(&self, root: &Path) -> io::Result<()> {
        let used: BTreeSet<usize> = self
            .claims
            .iter()
            .flat_map(|claim| claim.problems.iter().chain([&claim.certificate]).copied())
            .collect();
        let is_there = |number: &usize| self.keeps_unused || used.contains(number);
        let there: Vec<&File> =
            (0..self.files.len()).filter(is_there).map(|number| &self.files[number]).collect();
        let files = there.iter().map(|file| {
            let (size, sha256) = file
                .stated
                .clone()
                .unwrap_or_else(|| (file.bytes.len(), digest(&file.bytes).to_string()));
            let File { path, kept, .. } = file;
            json!({"path": path, "name": path, "size": size, "sha256": sha256, "kept": kept})
        });
        let files: Vec<Value> = files.collect();
        let claims = self.claims.iter().map(|claim| {
            let path = |&number: &usize| json!(self.files[number].path);
            let mut value = claim.value.clone();
            value["problems"] = claim.problems.iter().map(path).collect();
            value["certificate"] = path(&claim.certificate);
            value
        });
        let claims: Vec<Value> = claims.collect();
        let run = &self.claims[0].value["run"];
        let open = vec![json!({"reason": "", "run": run}); self.open];
        let manifest = json!({"bundle": 1, "files": files, "claims": claims, "open": open});
        let manifest = serde_json::to_vec_pretty(&manifest)?;
        let mut lines = vec![format!("{}  manifest.json\n", digest(&manifest))];
        fs::create_dir_all(root.join("p"))?;
        fs::create_dir_all(root.join("c"))?;
        for file in there.iter().filter(|file| file.kept) {
            fs::write(root.join(&file.path), &file.bytes)?;
            let stated = file.stated.as_ref().map(|(_, stated)| stated.clone());
            let sum = stated.unwrap_or_else(|| digest(&file.bytes).to_string());
            lines.push(format!("{sum}  {}\n", file.path));
        }
        lines.sort_by(|one, other| one[66..].cmp(&other[66..]));
        fs::write(root.join("manifest.json"), &manifest)?;
        fs::write(root.join("SHA256SUMS"), lines.concat())
    }
}

/// Changes the bundle as it is on the disk; the digest of a manifest may be corrected.
pub(super) fn disturb(random: &mut Random, root: &Path) -> io::Result<()> {
    let (manifest, sums) = (root.join("manifest.json"), root.join("SHA256SUMS"));
    let before = fs::read(&manifest)?;
    match random.below(5) {
        0 | 1 => {
            let after = bend(random, &before);
            fs::write(&manifest, &after)?;
            let list = fs::read_to_string(&sums)?;
            let [old, new] = [&before, &after].map(|bytes| digest(bytes).to_string());
            fs::write(&sums, list.replace(&old, &new))
        }
        2 => {
            let list = fs::read(&sums)?;
            fs::write(&sums, bend(random, &list))
        }
        3 => fs::write(root.join(*random.pick(&["new", "p/new", ".new"])), "new"),
        _ => {
            let mut paths = BTreeSet::new();
            walk(root, root, &mut paths)?;
            let paths: Vec<String> = paths.into_iter().collect();
            let path = root.join(random.pick(&paths));
            let bytes = fs::read(&path)?;
            fs::write(path, bend(random, &bytes))
        }
    }
}

/// Bytes with a change in one place.
fn bend(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.is_empty() {
        return vec![b'x'];
    }
    let at = random.below(bytes.len());
    let end = (at + random.below(40)).min(bytes.len());
    match random.below(4) {
        0 => bytes[at] = random.below(256) as u8,
        1 => drop(bytes.drain(at..end)),
        2 => {
            let copy = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        _ => bytes[at] ^= 1 << random.below(8),
    }
    bytes
}

/// All files below a folder, named from the root.
pub(super) fn walk(root: &Path, folder: &Path, found: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(root, &path, found)?;
        } else if let Ok(inside) = path.strip_prefix(root) {
            found.insert(inside.to_string_lossy().into_owned());
        }
    }
    Ok(())
}
