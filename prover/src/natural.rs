//! `certify FILE`: finds out what a file is and does the natural thing.

use crate::arguments::{CnfOptions, EquivalenceOptions};
use crate::evidence::name;
use crate::input::{Kind, Problem};
use crate::report::Failure;
use crate::{cnf, equivalence};
use engine_equivalence::Matching;
use std::path::Path;
use support_limits::Limits;

/// Decides a formula; compares a circuit of one output with 0.
pub(crate) fn run(input: &Path, options: CnfOptions) -> Result<u8, Failure> {
    if input == Path::new("-") {
        return cnf::run(input, &options);
    }
    let problem = Problem::read(input, &Limits::none())?;
    let wrong = |what: &str| Err(Failure::Wrong(format!("{}: {what}", name(input))));
    match problem.kind() {
        Kind::Cnf => cnf::run(input, &options),
        Kind::SmtLib => wrong("an SMT-LIB script, which this version does not decide"),
        Kind::Unknown => wrong("of no known kind: expected a CNF formula or an AIGER circuit"),
        Kind::Aiger => {
            let model = match format_aiger::read(&*problem.bytes) {
                Ok(model) => model,
                Err(error) => return Err(Failure::Wrong(format!("{}:{error}", name(input)))),
            };
            if !model.latches.is_empty() || !model.bad.is_empty() || !model.justice.is_empty() {
                return wrong(
                    "a circuit with latches or properties, whose safety this version does not \
                     decide",
                );
            }
            if model.outputs.len() != 1 {
                return wrong(
                    "a circuit with several outputs: use 'certify equivalence A.aig B.aig' to \
                     compare two, or 'certify equivalence M.aig' if all should be 0",
                );
            }
            drop((problem, model));
            let CnfOptions { text, output, effort, .. } = options;
            let matching = Matching::Position;
            let options = EquivalenceOptions { matching, text, output, export: None, effort };
            equivalence::run(&[input.to_path_buf()], &options)
        }
    }
}
