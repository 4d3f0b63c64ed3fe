//! Witnesses of `tracecheck`: runs, differences, wrong products, models.

use super::clauses::read_formula;
use super::polynomials::{options, words};
use super::{answer, small};
use crate::Random;
use crate::campaign::witness::{digits, outputs, run};
use crate::campaign::{Answer, Attack, Sample, mend};
use crate::clausal::random_formula;
use crate::invariant::model as models;
use crate::invariant::reach::Reach;
use crate::miter::{ascii, model, random_circuit, vary};
use crate::multiplier::{multiplier, multiplies, random_options, vary as vary_gates};
use claim_miter::Matching;
use format_aiger::Model;
use tracecheck::{Asked, Failure};

/// Runs into bad states.
pub struct Runs;
/// Inputs on which two circuits differ.
pub struct Differences;
/// Operands with a wrong product.
pub struct Products;
/// Models of formulas.
pub struct Models;

fn witness(property: &str, latches: &str, inputs: &[String]) -> Vec<u8> {
    format!("1\n{property}\n{latches}\n{}\n.\n", inputs.join("\n")).into_bytes()
}

impl Attack for Runs {
    fn kind(&self) -> &'static str {
        "trace"
    }

    fn program(&self) -> &'static str {
        "tracecheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let model = Model::new(models::random(random)).ok()?;
        model.reset_order().ok()?;
        let (property, state, path) = run(random, &model)?;
        let lines: Vec<String> =
            path.iter().map(|inputs| digits(*inputs, model.inputs.len())).collect();
        let latches = digits(state, model.latches.len());
        let trace = witness(&format!("b{property}"), &latches, &lines);
        let files = vec![("model.aag", models::ascii(&model)), ("trace.txt", trace)];
        Some(Sample { options: vec!["--property=all".into()], files })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::circuit(&mut sample.files[0].1);
    }

    fn check(&self, sample: &Sample) -> Answer {
        let [model, trace] = [0, 1].map(|file| &*sample.files[file].1);
        match tracecheck::check(model, trace, Asked::AnyProperty) {
            Ok(tracecheck::Witness::Run { targets, .. }) => {
                Answer::Accepted(targets.iter().map(|target| target.number as usize).collect())
            }
            other => answer(other, Failure::is_undecided),
        }
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        let model = small(&sample.files[0].1)?;
        Some(Reach::new(&model).holds().map(|holds| !holds).collect())
    }
}

impl Attack for Differences {
    fn kind(&self) -> &'static str {
        "difference"
    }

    fn program(&self) -> &'static str {
        "tracecheck"
    }

    fn certificate(&self) -> usize {
        2
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let first = random_circuit(random);
        let second = model(vary(random, &first))?;
        let first = model(first)?;
        let inputs = random.below(4) as u32;
        let (left, right) = (outputs(&first, inputs), outputs(&second, inputs));
        let output = (0..left.len()).find(|&at| left[at] != right[at])?;
        let trace = witness(&format!("o{output}"), "", &[digits(inputs, first.inputs.len())]);
        let files = vec![("a.aag", ascii(&first)), ("b.aag", ascii(&second)), ("trace.txt", trace)];
        Some(Sample { options: Vec::new(), files })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::circuit(&mut sample.files[0].1);
        mend::circuit(&mut sample.files[1].1);
    }

    fn check(&self, sample: &Sample) -> Answer {
        let [first, second, trace] = [0, 1, 2].map(|file| &*sample.files[file].1);
        let result = tracecheck::check_difference(first, second, Matching::Position, trace);
        answer(result, Failure::is_undecided)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        let (first, second) = (small(&sample.files[0].1)?, small(&sample.files[1].1)?);
        let all = 0..1_u32 << first.inputs.len().min(second.inputs.len());
        Some(vec![all.into_iter().any(|bits| outputs(&first, bits) != outputs(&second, bits))])
    }
}

impl Attack for Products {
    fn kind(&self) -> &'static str {
        "product"
    }

    fn program(&self) -> &'static str {
        "tracecheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let asked = random_options(random);
        let (mut parts, _) = multiplier(random, &asked);
        vary_gates(random, &mut parts);
        let model = Model::new(parts).ok()?;
        let inputs = random.below(1 << model.inputs.len()) as u32;
        let output = random.below(model.outputs.len());
        let trace = witness(&format!("p{output}"), "", &[digits(inputs, model.inputs.len())]);
        let files = vec![("circuit.aag", ascii(&model)), ("trace.txt", trace)];
        Some(Sample { options: words(&asked), files })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::circuit(&mut sample.files[0].1);
    }

    fn check(&self, sample: &Sample) -> Answer {
        let [circuit, trace] = [0, 1].map(|file| &*sample.files[file].1);
        let result = tracecheck::check_product(circuit, &options(&sample.options), trace);
        answer(result, Failure::is_undecided)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        let model = small(&sample.files[0].1)?;
        Some(vec![!multiplies(&model, &options(&sample.options))])
    }
}

impl Attack for Models {
    fn kind(&self) -> &'static str {
        "model"
    }

    fn program(&self) -> &'static str {
        "tracecheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        let formula = random_formula(random);
        let bits = random.below(1 << formula.variables);
        let lits = (0..formula.variables)
            .map(|at| format!("{}{}", if bits >> at & 1 == 1 { "" } else { "-" }, at + 1));
        let lits: Vec<String> = lits.filter(|_| !random.one_in(12)).collect();
        let model = format!("s SATISFIABLE\nv {} 0\n", lits.join(" ")).into_bytes();
        let files = vec![("formula.cnf", formula.bytes()), ("model.txt", model)];
        Some(Sample { options: Vec::new(), files })
    }

    fn mend(&self, sample: &mut Sample) {
        mend::formula(&mut sample.files[0].1);
    }

    fn check(&self, sample: &Sample) -> Answer {
        let [formula, model] = [0, 1].map(|file| &*sample.files[file].1);
        answer(tracecheck::check(formula, model, Asked::Natural), Failure::is_undecided)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        read_formula(&sample.files[0].1).map(|formula| vec![formula.has_model()])
    }
}
