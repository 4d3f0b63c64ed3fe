//! The list of digests: what `sha256sum` writes, in one order and without repetitions.

use crate::{Error, Kind, MANIFEST, Manifest, Path};
use format_input::Source;
use format_sha256::Digest;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// Reads lines of 64 digits, two blanks and a path, in increasing order of the paths.
pub fn read_sums(reader: impl Read) -> Result<BTreeMap<Path, Digest>, Error> {
    let mut source = Source::text(reader);
    let mut sums = BTreeMap::new();
    let mut folded = BTreeSet::new();
    while source.peek()?.is_some() {
        let place = source.place();
        let digest = take(&mut source, b' ')?;
        let digest = parse_digest(&digest).ok_or(Error::sums(Kind::Digest { place }))?;
        source.expect_word(b"  ", "two blanks")?;
        let place = source.place();
        let path = take(&mut source, b'\n')?;
        let path = Path::new(&path).ok_or(Error::sums(Kind::Path { place }))?;
        source.end_line()?;
        if !folded.insert(path.folded()) {
            return Err(Error::sums(Kind::Twice { place, path }));
        }
        if sums.last_key_value().is_some_and(|(last, _)| *last > path) {
            return Err(Error::sums(Kind::Order { place, path }));
        }
        sums.insert(path, digest);
    }
    Ok(sums)
}

/// The bytes before the next `end`, a carriage return or the end of the file.
fn take<R: Read>(source: &mut Source<R>, end: u8) -> Result<String, Error> {
    let mut text = String::new();
    while let Some(byte) = source.peek()?.filter(|&byte| byte != end && byte != b'\n') {
        text.push(char::from(byte));
        source.take()?;
    }
    Ok(text)
}

/// A digest of 64 digits, compared in full by whoever asks; upper case is not allowed.
#[must_use]
pub fn parse_digest(text: &str) -> Option<Digest> {
    let mut digest = [0_u8; 32];
    if text.len() != 64 {
        return None;
    }
    for (byte, pair) in digest.iter_mut().zip(text.as_bytes().chunks(2)) {
        for &letter in pair {
            let digit = match letter {
                b'0'..=b'9' => letter.wrapping_sub(b'0'),
                b'a'..=b'f' => letter.wrapping_sub(b'a').wrapping_add(10),
                _ => return None,
            };
            *byte = *byte << 4 | digit;
        }
    }
    Some(Digest(digest))
}

/// The list has the manifest and exactly the files that are kept, with the same digests.
pub fn agree(manifest: &Manifest, sums: &BTreeMap<Path, Digest>) -> Result<(), Error> {
    let kept = manifest.files.iter().filter(|file| file.kept);
    let mut stated: BTreeMap<&Path, Digest> = kept.map(|file| (&file.path, file.digest)).collect();
    for (path, digest) in sums.iter().filter(|(path, _)| path.as_str() != MANIFEST) {
        match stated.remove(path) {
            None => return Err(Error::sums(Kind::Unknown { path: path.clone() })),
            Some(stated) if stated != *digest => {
                return Err(Error::sums(Kind::Differs { path: path.clone() }));
            }
            Some(_) => {}
        }
    }
    match stated.into_keys().next() {
        None => Ok(()),
        Some(path) => Err(Error::sums(Kind::Unlisted { path: path.clone() })),
    }
}
