//! The structure of `manifest.json`.

use crate::parse_digest;
use crate::{Answer, Claim, Error, File, Kind, MANIFEST, Manifest, Path, Run, SUMS, VERSION};
use format_json::Node;
use format_sha256::Digest;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// Reads a manifest, to the last byte.
pub fn read_manifest(reader: impl Read) -> Result<Manifest, Error> {
    let mut members = format_json::read(reader)?.object()?;
    let version = members.take("bundle")?;
    let place = version.place;
    let found = version.number()?;
    if found != VERSION {
        return Err(Error::manifest(Kind::Version { place, found }));
    }
    let mut files = Files::default();
    for node in members.take("files")?.array()? {
        files.add(node)?;
    }
    let claims = members.take("claims")?.array()?;
    let claims: Vec<Claim> =
        claims.into_iter().map(|node| claim(node, &mut files)).collect::<Result<_, _>>()?;
    let open = members.take("open")?.array()?;
    let open = open.into_iter().map(unanswered).collect::<Result<_, _>>()?;
    members.finish()?;
    if claims.is_empty() {
        return Err(Error::manifest(Kind::NoClaims));
    }
    let unused = files.list.iter().zip(&files.used).find(|(_, used)| !**used);
    if let Some((file, _)) = unused {
        return Err(Error::manifest(Kind::Unused { path: file.path.clone() }));
    }
    Ok(Manifest { files: files.list, claims, open })
}

/// The most problems of a claim.
const MOST_PROBLEMS: usize = 2;
/// The most bytes of a name.
const MOST_LETTERS: usize = 1024;

/// The files so far.
#[derive(Default)]
struct Files {
    list: Vec<File>,
    used: Vec<bool>,
    by_path: BTreeMap<Path, usize>,
    folded: BTreeSet<String>,
}

impl Files {
    fn add(&mut self, node: Node) -> Result<(), Error> {
        let mut members = node.object()?;
        let node = members.take("path")?;
        let place = node.place;
        let path = Path::new(&node.text()?).filter(|path| !is_own(path));
        let path = path.ok_or(Error::manifest(Kind::Path { place }))?;
        let file = File {
            name: name(members.take("name")?)?,
            size: members.take("size")?.number()?,
            digest: digest(members.take("sha256")?)?,
            kept: members.take("kept")?.boolean()?,
            path: path.clone(),
        };
        members.finish()?;
        if !self.folded.insert(path.folded()) {
            return Err(Error::manifest(Kind::Twice { place, path }));
        }
        self.by_path.insert(path, self.list.len());
        self.list.push(file);
        self.used.push(false);
        Ok(())
    }

    /// The number of the file with this path.
    fn find(&mut self, node: Node) -> Result<usize, Error> {
        let place = node.place;
        let path = Path::new(&node.text()?);
        let number = path.and_then(|path| self.by_path.get(&path).copied());
        let number = number.ok_or(Error::manifest(Kind::NoSuchFile { place }))?;
        if let Some(used) = self.used.get_mut(number) {
            *used = true;
        }
        Ok(number)
    }
}

/// What a file was called, which stands in every report of every claim about it.
fn name(node: Node) -> Result<String, Error> {
    let place = node.place;
    let name = node.text()?;
    let expected = "a name of at most 1024 bytes";
    if name.len() <= MOST_LETTERS {
        Ok(name)
    } else {
        Err(Error::manifest(Kind::Word { place, expected }))
    }
}

/// Whether a path is that of the manifest or of the list, which describe the others.
fn is_own(path: &Path) -> bool {
    [MANIFEST, SUMS].iter().any(|own| path.as_str().eq_ignore_ascii_case(own))
}

fn claim(node: Node, files: &mut Files) -> Result<Claim, Error> {
    let place = node.place;
    let mut members = node.object()?;
    let kind = members.take("kind")?.text()?;
    let answer = members.take("answer")?;
    let answer_place = answer.place;
    let answer = match answer.text()?.as_str() {
        "holds" => Answer::Holds,
        "fails" => Answer::Fails,
        _ => {
            let expected = "\"holds\" or \"fails\"";
            return Err(Error::manifest(Kind::Word { place: answer_place, expected }));
        }
    };
    let problems = members.take("problems")?.array()?;
    if problems.len() > MOST_PROBLEMS {
        let expected = "one problem or two";
        return Err(Error::manifest(Kind::Word { place, expected }));
    }
    let problems: Vec<usize> =
        problems.into_iter().map(|node| files.find(node)).collect::<Result<_, _>>()?;
    if problems.is_empty() {
        return Err(Error::manifest(Kind::NoProblem { place }));
    }
    let node = members.take("certificate")?;
    let certificate_place = node.place;
    let certificate = files.find(node)?;
    if files.list.get(certificate).is_none_or(|file| !file.kept) {
        return Err(Error::manifest(Kind::NotKept { place: certificate_place }));
    }
    let options = members.take("options")?.object()?.take_all();
    let options = options.into_iter().map(|(key, node)| Ok((key, node.text()?)));
    let options = options.collect::<Result<_, format_json::Error>>()?;
    // A sentence for people who read the file. It is never shown beside a verdict.
    drop(members.take("words")?.text()?);
    let run = run(members.take("run")?)?;
    members.finish()?;
    Ok(Claim { kind, answer, problems, certificate, options, run })
}

/// A question without an answer, and the reason, which is not kept.
fn unanswered(node: Node) -> Result<Run, Error> {
    let mut members = node.object()?;
    drop(members.take("reason")?.text()?);
    let run = run(members.take("run")?)?;
    members.finish()?;
    Ok(run)
}

fn run(node: Node) -> Result<Run, Error> {
    let mut members = node.object()?;
    let arguments = members.take("arguments")?.array()?;
    let run = Run {
        arguments: arguments.into_iter().map(Node::text).collect::<Result<_, _>>()?,
        version: members.take("version")?.text()?,
        seed: members.take("seed")?.number()?,
        started: members.take("started")?.number()?,
        milliseconds: members.take("milliseconds")?.number()?,
    };
    members.finish()?;
    Ok(run)
}

fn digest(node: Node) -> Result<Digest, Error> {
    let place = node.place;
    parse_digest(&node.text()?).ok_or(Error::manifest(Kind::Digest { place }))
}
