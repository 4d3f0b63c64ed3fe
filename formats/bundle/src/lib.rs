//! What a bundle's `manifest.json` and `SHA256SUMS` say, and whether they agree.
//!
//! Both come from strangers. The structures are fixed: unknown keys, second keys, paths that
//! could leave the folder and files without a use are refused. The sentences of a manifest are
//! read and dropped, so that nobody can print them. The page of the format is
//! `docs/formats/bundle.md`.

mod error;
mod manifest;
mod path;
mod sums;
#[cfg(test)]
mod tests;

pub use error::{Error, Kind};
pub use manifest::read_manifest;
pub use path::Path;
pub use sums::{agree, parse_digest, read_sums};

use format_sha256::Digest;
use std::collections::BTreeMap;

/// The version that is written, and the only one that is read.
pub const VERSION: u64 = 1;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The name of the list of digests; its own digest is the bundle's name.
pub const SUMS: &str = "SHA256SUMS";

/// What a bundle claims, and about which files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The problems and certificates.
    pub files: Vec<File>,
    /// At least one.
    pub claims: Vec<Claim>,
    /// Questions that were asked and found no answer.
    pub open: Vec<Run>,
}

/// A file of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it stands in the bundle, or would stand.
    pub path: Path,
    /// What its maker called it. Escape it before printing.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its digest.
    pub digest: Digest,
    /// Whether it stands in the bundle; of other files only the digest is known.
    pub kept: bool,
}

/// What a claim says of its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// What was asked about is so, and the certificate is a proof.
    Holds,
    /// It is not so, and the certificate is a counterexample.
    Fails,
}

/// A claim and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The kind of the certificate.
    pub kind: String,
    /// What is claimed.
    pub answer: Answer,
    /// The problem files in order, as numbers into [`Manifest::files`].
    pub problems: Vec<usize>,
    /// The certificate, as a number into [`Manifest::files`].
    pub certificate: usize,
    /// The parameters of the question.
    pub options: BTreeMap<String, String>,
    /// How it was found.
    pub run: Run,
}

/// How an answer was looked for. No verdict rests on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The arguments of certify. Escape them before printing.
    pub arguments: Vec<String>,
    /// The version of certify. Escape it before printing.
    pub version: String,
    /// The seed.
    pub seed: u64,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How long it took.
    pub milliseconds: u64,
}
