//! `certify generate`: circuits to try things on.

use crate::evidence::{own, to_destination, undelivered};
use crate::files::Files;
use crate::numbers;
use crate::report::{self, Failure};
use claim_multiplier::Constant;
use clap::{Args, Subcommand, ValueEnum};
use format_aiger::Model;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use support_answer::Spool;
use support_arithmetic::{AdderKind, Architecture, Design, Ppg, Second, Tree, adder, mutate};

/// No circuit has more pairs of bits to multiply; their gates have numbers of 31 bits.
const MAX_PAIRS: u64 = 1 << 27;

#[derive(Subcommand)]
pub(crate) enum Circuit {
    /// write a multiplier; inputs are named a\[i\], b\[i\], c\[i\], outputs s\[i\]
    #[command(about = "write a multiplier; inputs are named a[i], b[i], c[i], outputs s[i]")]
    Multiplier(MultiplierOptions),
    /// write an adder of two numbers; its last output is the carry
    Adder(AdderOptions),
}

#[derive(Args)]
pub(crate) struct MultiplierOptions {
    /// the width of both operands, or the widths of the first and the second
    #[arg(long, value_name = "N[xK]", default_value = "64", value_parser = widths)]
    width: (u32, Option<u32>),
    /// all operands are in two's complement
    #[arg(long)]
    signed: bool,
    /// partial products: simple, booth2, booth4, booth8 or booth16
    #[arg(long, default_value_t = Ppg::Booth4)]
    ppg: Ppg,
    /// array, ripple-rows, array-columns, wallace, wallace-rows, dadda, compressor42, counter73 or balanced
    #[arg(long, default_value_t = Tree::Wallace)]
    tree: Tree,
    /// ripple, lookahead, kogge-stone, brent-kung, ladner-fischer, han-carlson, carry-skip,
    /// carry-select or conditional-sum
    #[arg(long, default_value_t = AdderKind::KoggeStone)]
    adder: AdderKind,
    /// only so many outputs, or more than the product has
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..1 << 20))]
    truncate: Option<u32>,
    /// add a third operand of the product's width; there is one more output
    #[arg(long)]
    accumulate: bool,
    /// multiply the operand by itself
    #[arg(long, conflicts_with = "constant")]
    square: bool,
    /// multiply the operand by a number, decimal or hexadecimal
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    constant: Option<Constant>,
    /// the order of the inputs: one operand after the other, or their bits in turn
    #[arg(long, value_enum, default_value_t = Order::Separate)]
    order: Order,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
pub(crate) struct AdderOptions {
    /// the width of both operands
    #[arg(long, value_name = "N", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..1 << 20))]
    width: u32,
    /// ripple, lookahead, kogge-stone, brent-kung, ladner-fischer, han-carlson, carry-skip,
    /// carry-select or conditional-sum
    #[arg(long, default_value_t = AdderKind::KoggeStone)]
    adder: AdderKind,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Common {
    /// change one gate, so that the circuit may compute something else
    #[arg(long, value_name = "SEED")]
    fault: Option<u64>,
    /// write ASCII AIGER, not binary
    #[arg(long)]
    text: bool,
    /// write the circuit to FILE, not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Order {
    Separate,
    Interleaved,
}

/// Writes the circuit.
pub(crate) fn run(circuit: Circuit) -> Result<u8, Failure> {
    match circuit {
        Circuit::Multiplier(options) => {
            let design = options.design()?;
            write(&design.model(), &options.common)
        }
        Circuit::Adder(options) => write(&adder(options.adder, options.width), &options.common),
    }
}

impl MultiplierOptions {
    fn design(&self) -> Result<Design, Failure> {
        let wrong = |why: &str| Err(Failure::Wrong(why.into()));
        let (width, other) = self.width;
        if other.is_some() && (self.square || self.constant.is_some()) {
            return wrong("--width: expected one width, for there is one operand");
        }
        let interleaved = self.order == Order::Interleaved;
        if interleaved && (other.is_some() || self.square || self.constant.is_some()) {
            return wrong("--order interleaved needs two operands of one width");
        }
        let second = match &self.constant {
            Some(constant) if constant.negative && !self.signed => {
                return wrong("--constant: a number below 0 needs --signed");
            }
            Some(constant) => {
                // At least one bit, and one for the sign.
                let mut bits = numbers::bits(&constant.digits);
                if self.signed || bits.is_empty() {
                    bits.push(false);
                }
                Second::Constant(if constant.negative { numbers::negate(&bits) } else { bits })
            }
            None if self.square => Second::Same,
            None => Second::Width(other.unwrap_or(width)),
        };
        let factor = match &second {
            Second::Width(width) => u64::from(*width),
            Second::Same => u64::from(width),
            Second::Constant(bits) => u64::try_from(bits.len()).unwrap_or(u64::MAX),
        };
        if u64::from(width).saturating_mul(factor) > MAX_PAIRS {
            return wrong("--width: the product of the widths is above 2^27");
        }
        Ok(Design {
            architecture: Architecture { ppg: self.ppg, tree: self.tree, adder: self.adder },
            signed: self.signed,
            width,
            second,
            accumulate: self.accumulate,
            outputs: self.truncate,
            interleaved,
        })
    }
}

fn write(model: &Model, options: &Common) -> Result<u8, Failure> {
    let inputs: [PathBuf; 0] = [];
    let destination =
        to_destination(&Files::new(&inputs, options.output.as_deref(), Vec::new()), options.text)?;
    let faulty = options.fault.map(|seed| mutate(model, seed));
    let model = faulty.as_ref().unwrap_or(model);
    let spool = Spool::new(&destination).map_err(|error| undelivered(&destination, &error))?;
    let mut out = spool.writer().map_err(|error| own(&error))?;
    let written =
        if options.text { model.write_ascii(&mut out) } else { model.write_binary(&mut out) };
    written.and_then(|()| out.flush()).map_err(|error| own(&error))?;
    let differs = |why: String| io::Error::other(format!("does not hold the circuit: {why}"));
    let (file, ()) = spool
        .check(|file| match format_aiger::read(BufReader::new(file)) {
            Ok(found) if found == *model => Ok(()),
            Ok(_) => Err(differs("it differs".into())),
            Err(error) => Err(differs(error.to_string())),
        })
        .map_err(|error: io::Error| own(&error))?;
    file.deliver().map_err(|error| undelivered(&destination, &error))?;
    let (inputs, outputs, gates) = (model.inputs.len(), model.outputs.len(), model.gates.len());
    report::say(&format!("circuit: inputs {inputs}, outputs {outputs}, gates {gates}"));
    Ok(0)
}

fn widths(text: &str) -> Result<(u32, Option<u32>), String> {
    let width = |text: &str| {
        let width = text.parse::<u32>().ok().filter(|width| (1..1 << 20).contains(width));
        width.ok_or_else(|| "expected N or NxK, such as 16 or 16x8".to_owned())
    };
    match text.split_once('x') {
        Some((first, second)) => Ok((width(first)?, Some(width(second)?))),
        None => Ok((width(text)?, None)),
    }
}
