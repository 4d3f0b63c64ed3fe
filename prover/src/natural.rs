//! `certify FILE`: finds out what a file is and does the natural thing.

use crate::arguments::{CnfOptions, EquivalenceOptions};
use crate::claim::{ClaimOptions, MultiplierOptions};
use crate::evidence::name;
use crate::horn::HornOptions;
use crate::input::{Kind, Problem};
use crate::report::{self, Failure};
use crate::safety::{self, SafetyOptions};
use crate::{cnf, equivalence, horn, multiplier};
use engine_equivalence::Matching;
use engine_multiplier::Options;
use format_aiger::Model;
use std::path::Path;
use support_limits::Limits;

/// Decides a formula, Horn clauses, or the safety of a model with latches or properties; compares a circuit of
/// one output with 0, and one of several with a product.
pub(crate) fn run(input: &Path, options: CnfOptions) -> Result<u8, Failure> {
    if input == Path::new("-") {
        return cnf::run(input, &options);
    }
    let wrong = |what: &str| Err(Failure::Wrong(format!("{}: {what}", name(input))));
    if input.exists() && !input.is_file() {
        return wrong(
            "no plain file, which can be read but once: say what it is, as in 'certify \
                      cnf', 'certify safety', 'certify equivalence', 'certify multiplier' or \
                      'certify horn'",
        );
    }
    let problem = Problem::read(input, &Limits::none())?;
    match problem.kind() {
        Kind::Cnf => cnf::run(input, &options),
        Kind::SmtLib => {
            let CnfOptions { output, effort, .. } = options;
            horn::run(input, &HornOptions::new(output, effort))
        }
        Kind::Unknown => wrong("of no known kind: expected a CNF formula or an AIGER circuit"),
        Kind::Aiger => {
            let model = match format_aiger::read(&*problem.bytes) {
                Ok(model) => model,
                Err(error) => return Err(Failure::Wrong(format!("{}:{error}", name(input)))),
            };
            if !model.latches.is_empty() || !model.bad.is_empty() || !model.justice.is_empty() {
                let CnfOptions { text, output, effort, .. } = options;
                return safety::run(input, &SafetyOptions::new(text, output, effort));
            }
            if model.outputs.is_empty() {
                return wrong("a circuit without latches, properties and outputs claims nothing");
            }
            if model.outputs.len() != 1 {
                return multiply(input, &model, options);
            }
            drop((problem, model));
            let CnfOptions { text, output, effort, .. } = options;
            let matching = Matching::Position;
            let options = EquivalenceOptions { matching, text, output, export: None, effort };
            equivalence::run(&[input.to_path_buf()], &options)
        }
    }
}

/// Decides a circuit of several outputs, if it seems to multiply in exactly one way.
fn multiply(input: &Path, model: &Model, options: CnfOptions) -> Result<u8, Failure> {
    let fitting = engine_multiplier::fitting(model, &Options::default());
    let what = match fitting.as_slice() {
        [only] => {
            let claim = ClaimOptions::new(only);
            report::say(&format!("{}: seems to multiply:{}", name(input), claim.command()));
            let CnfOptions { output, effort, .. } = options;
            let options = MultiplierOptions { claim, binary: false, output, export: None, effort };
            return multiplier::run(input, &options);
        }
        [] => "which does not seem to be a product of two operands".to_owned(),
        many => {
            let ways = many.iter().map(|way| ClaimOptions::new(way).command());
            let ways = ways.collect::<Vec<_>>().join(" and");
            format!("which may be a product in several ways: see{ways}")
        }
    };
    Err(Failure::Wrong(format!(
        "{}: a circuit with several outputs, {what}: use 'certify multiplier M.aig' with its \
         options, 'certify equivalence A.aig B.aig' to compare two circuits, or 'certify \
         equivalence M.aig' if all outputs should be 0",
        name(input)
    )))
}
