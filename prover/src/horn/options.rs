//! The options of `certify horn`.

use crate::arguments::Effort;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The options of `certify horn`.
#[derive(Args)]
pub(crate) struct HornOptions {
    /// how to search
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// with recmc and auto: leave out constraints that no proof needed so far
    #[arg(long)]
    pub(crate) abstraction: bool,
    /// write the proof or derivation to FILE, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// also write the formulas as define-funs, which other solvers read
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,
    /// prove the clauses by another solver's model in SMT-LIB
    #[arg(long, value_name = "FILE")]
    pub(crate) import: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

impl HornOptions {
    /// The defaults, with what all commands share.
    pub(crate) fn new(output: Option<PathBuf>, effort: Effort) -> Self {
        let engine = Engine::Auto;
        Self { engine, abstraction: false, output, model: None, import: None, effort }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// all, one behind the other or on two threads
    Auto,
    /// bounded unwinding: finds derivations only
    Bmc,
    /// bounded unwinding and k-induction: at most one predicate in each body
    Kinduction,
    /// recursive model checking: lemmas and facts for each predicate
    Recmc,
}
