//! `manifest.json` as it is written. What it means stands in `docs/formats/bundle.md`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) bundle: u64,
    pub(crate) files: Vec<File>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) open: Vec<Open>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) sha256: String,
    pub(crate) kept: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
    pub(crate) kind: String,
    pub(crate) answer: String,
    pub(crate) words: String,
    pub(crate) problems: Vec<String>,
    pub(crate) certificate: String,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) run: Run,
}

/// A question that found no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    pub(crate) reason: String,
    pub(crate) run: Run,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    pub(crate) arguments: Vec<String>,
    pub(crate) version: String,
    pub(crate) seed: u64,
    pub(crate) started: u64,
    pub(crate) milliseconds: u64,
}

impl Manifest {
    pub(crate) fn new() -> Self {
        let bundle = format_bundle::VERSION;
        Self { bundle, files: Vec::new(), claims: Vec::new(), open: Vec::new() }
    }
}

impl Claim {
    /// Whether both claim the same on the same evidence, however it was found.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.problems == other.problems
            && self.certificate == other.certificate
            && self.options == other.options
    }
}
