//! `certify FILE`: finds out what a file is and does the natural thing.

use crate::arguments::{CnfOptions, Effort, EquivalenceOptions};
use crate::claim::{ClaimOptions, MultiplierOptions};
use crate::evidence::{conclude, name};
use crate::files::is_stream;
use crate::horn::HornOptions;
use crate::input::{Kind, Problem};
use crate::report::{self, Failure};
use crate::safety::{self, SafetyOptions};
use crate::{cnf, equivalence, horn, mistyped, multiplier, watch};
use claim_multiplier::{Claim, Order};
use engine_equivalence::Matching;
use engine_multiplier::Options;
use format_aiger::Model;
use std::path::{Path, PathBuf};

/// Decides a formula, Horn clauses, or the safety of a model with latches or properties; compares
/// a circuit of one output with 0, and one of several with a product.
pub(crate) fn run(input: &Path, options: CnfOptions) -> Result<u8, Failure> {
    if is_stream(input) {
        return cnf::run(input, &options);
    }
    let wrong = |what: &str| Failure::Wrong(format!("{}: {what}", name(input)));
    if input.is_dir() {
        return Err(wrong("a folder: expected a file (bundles are checked by 'audit')"));
    }
    if input.exists() && !input.is_file() {
        return Err(wrong(
            "no plain file, which can be read but once: say what it is, as in 'certify \
             cnf', 'certify safety', 'certify equivalence', 'certify multiplier' or 'certify \
             horn'",
        ));
    }
    if let Some(failure) = input.to_str().and_then(mistyped::word) {
        return Err(failure);
    }
    // The command that follows goes on with the same limits.
    let limits = watch::start(options.effort.bounds())?;
    let problem = match Problem::read(input, &limits) {
        Ok(problem) => problem,
        Err(failure) => return conclude(&limits, Err(failure)),
    };
    let model = match problem.kind() {
        Kind::Cnf => {
            drop(problem);
            return cnf::run(input, &options);
        }
        Kind::Aiger => format_aiger::read(limits.guard(&*problem.bytes)),
        Kind::SmtLib => {
            drop(problem);
            let (_, output, effort) = options.shared().map_err(wrong)?;
            return horn::run(input, &HornOptions::new(output, effort));
        }
        Kind::Btor2 => return Err(wrong("a BTOR2 model, which this version does not decide")),
        Kind::Unknown => {
            return Err(wrong(
                "of no known kind: expected a CNF formula, an AIGER circuit or Horn clauses",
            ));
        }
    };
    drop(problem);
    match model {
        Ok(model) => decide(input, model, options),
        Err(error) => {
            let failure = Failure::Wrong(format!("{}:{error}", name(input)));
            conclude(&limits, Err(failure))
        }
    }
}

/// Decides a circuit.
fn decide(input: &Path, model: Model, options: CnfOptions) -> Result<u8, Failure> {
    let wrong = |what: &str| Failure::Wrong(format!("{}: {what}", name(input)));
    let is_safety = !model.latches.is_empty() || !model.bad.is_empty() || !model.justice.is_empty();
    if !is_safety && model.outputs.is_empty() {
        return Err(wrong("a circuit without latches, properties and outputs claims nothing"));
    }
    let (text, output, effort) = options.shared().map_err(wrong)?;
    if !is_safety && model.outputs.len() != 1 {
        // What is written about a multiplier is text.
        return multiply(input, &model, output, effort);
    }
    drop(model);
    if is_safety {
        return safety::run(input, &SafetyOptions::new(text, output, effort));
    }
    let matching = Matching::Position;
    let options = EquivalenceOptions { matching, text, output, export: None, vcd: None, effort };
    equivalence::run(&[input.to_path_buf()], &options)
}

/// The ways in which a circuit seems to multiply. Where names divide the inputs into numbers of
/// different widths, the same widths are tried in the other orders.
fn ways(model: &Model) -> Vec<Options> {
    let fitting = engine_multiplier::fitting(model, &Options::default());
    let by_names = fitting.iter().filter(|way| way.order == Order::Names);
    let shapes: Vec<Options> = by_names
        .filter_map(|way| {
            let shape = Claim::new(model, way).ok()?.options().shape?;
            let options = Options { shape: Some(shape), signed: way.signed, ..Options::default() };
            (shape.0 != shape.1).then_some(options)
        })
        .collect();
    let others = shapes.iter().flat_map(|shape| engine_multiplier::fitting(model, shape));
    let others: Vec<Options> = others.filter(|way| way.order != Order::Names).collect();
    fitting.into_iter().chain(others).collect()
}

/// Decides a circuit of several outputs, if it seems to multiply in exactly one way.
fn multiply(
    input: &Path,
    model: &Model,
    output: Option<PathBuf>,
    effort: Effort,
) -> Result<u8, Failure> {
    let fitting = ways(model);
    let what = match fitting.as_slice() {
        // What names mean is for the user to say.
        [only] if only.order != Order::Names => {
            let claim = ClaimOptions::new(only);
            report::say(&format!("{}: seems to multiply:{}", name(input), claim.command()));
            let options =
                MultiplierOptions { claim, binary: false, output, export: None, vcd: None, effort };
            return multiplier::run(input, &options);
        }
        [] => "which does not seem to be a product of two operands".to_owned(),
        several => {
            let ways = several.iter().map(|way| ClaimOptions::new(way).command());
            let ways = ways.collect::<Vec<_>>().join(" or");
            let but = if several.len() > 1 { "in several ways" } else { "as its inputs are named" };
            let why = format!("seems to be a product {but}: say which:{ways}");
            return Err(Failure::Wrong(format!("{}: {why}", name(input))));
        }
    };
    Err(Failure::Wrong(format!(
        "{}: a circuit with several outputs, {what}: use 'certify multiplier M.aig' with its \
         options, 'certify equivalence A.aig B.aig' to compare two circuits, or 'certify \
         equivalence M.aig' if all outputs should be 0",
        name(input)
    )))
}
