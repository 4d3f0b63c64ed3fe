//! What a multiplier should compute, as the command line says it.

use crate::arguments::Effort;
use claim_multiplier::{Options, Order};
use clap::Args;
use std::path::PathBuf;

/// The options of `certify multiplier`.
#[derive(Args)]
pub(crate) struct MultiplierOptions {
    #[command(flatten)]
    pub(crate) claim: ClaimOptions,
    /// write the proof compactly and without the circuit, not as text with it
    #[arg(long)]
    pub(crate) binary: bool,
    /// write the proof or witness to FILE, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// also write PREFIX.polys, PREFIX.proof and PREFIX.spec for other checkers
    #[arg(long, num_args = 2, value_names = ["lpac", "PREFIX"])]
    pub(crate) export: Option<Vec<String>>,
    /// write the values of a counterexample to FILE, for a viewer of waveforms
    #[arg(long, value_name = "FILE")]
    pub(crate) vcd: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// What a multiplier should compute: the words are those of the checkers.
#[derive(Args, Default)]
pub(crate) struct ClaimOptions {
    /// all operands are in two's complement
    #[arg(long)]
    signed: bool,
    /// the widths of the operands, if they are not equal
    #[arg(long, value_name = "NxK")]
    shape: Option<String>,
    /// the circuit has exactly M outputs: the lowest bits of the product
    #[arg(long, value_name = "M")]
    truncate: Option<String>,
    /// the inputs behind the operands are a number that is added
    #[arg(long)]
    accumulate: bool,
    /// the circuit computes the square of its one operand
    #[arg(long)]
    square: bool,
    /// the circuit multiplies its one operand by a number, decimal or hexadecimal
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    constant: Option<String>,
    /// the order of the inputs: separate (the default), interleaved or names
    #[arg(long, value_name = "HOW")]
    order: Option<String>,
}

impl ClaimOptions {
    /// The order, the sign and the shape of a claim about two operands.
    pub(crate) fn new(options: &Options) -> Self {
        let order = Some(options.order).filter(|order| *order != Order::default());
        let order = order.map(|order| order.to_string());
        let shape = options.shape.map(|(n, k)| format!("{n}x{k}"));
        Self { signed: options.signed, shape, order, ..Self::default() }
    }

    /// The command, a blank before it.
    pub(crate) fn command(&self) -> String {
        format!(" certify multiplier{}", self.words())
    }

    /// The value of an option that was given; nothing for those that have none.
    fn value(&self, name: &str) -> Option<&str> {
        match name {
            "--signed" => self.signed.then_some(""),
            "--shape" => self.shape.as_deref(),
            "--truncate" => self.truncate.as_deref(),
            "--accumulate" => self.accumulate.then_some(""),
            "--square" => self.square.then_some(""),
            "--constant" => self.constant.as_deref(),
            "--order" => self.order.as_deref(),
            _ => None,
        }
    }

    pub(crate) fn options(&self) -> Result<Options, String> {
        Options::read(|name| self.value(name))
    }

    /// The options as they were given, a blank before each.
    pub(crate) fn words(&self) -> String {
        const NAMES: [&str; 7] = [
            "--signed",
            "--shape",
            "--truncate",
            "--accumulate",
            "--square",
            "--constant",
            "--order",
        ];
        let given = NAMES.iter().filter_map(|name| Some((name, self.value(name)?)));
        let words = given.map(|(name, value)| format!(" {name} {value}").trim_end().to_owned());
        words.collect()
    }
}
