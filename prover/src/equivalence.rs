//! `certify equivalence`: a proof that two circuits compute the same, or inputs that tell them
//! apart; with one circuit, that its outputs are 0.

use crate::arguments::{Effort, EquivalenceOptions};
use crate::bundle;
use crate::evidence::{check_with, conclude, misplaced, name, own, to_destination, undelivered};
use crate::files::Files;
use crate::input::Problem;
use crate::report::{self, Failure};
use crate::vcd;
use crate::watch;
use engine_equivalence::{Difference, Error, Export, Matching, Progress, Proved, Task};
use format_input::Encoding;
use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use support_answer::{Answer, Destination};
use support_limits::Limits;

/// How often the search says how far it is.
const PERIOD: Duration = Duration::from_secs(10);

/// Compares two circuits, or one with 0.
pub(crate) fn run(circuits: &[PathBuf], options: &EquivalenceOptions) -> Result<u8, Failure> {
    let limits = watch::start(options.effort.bounds())?;
    if options.matching == Matching::Names && circuits.len() < 2 {
        return Err(Failure::Wrong("--match needs two circuits".into()));
    }
    let files = Files::new(circuits, options.output.as_deref(), exports(options)?);
    let destination = to_destination(&files, options.text)?;
    let problems = circuits.iter().map(|path| Problem::read(path, &limits));
    let result = problems.collect::<Result<Vec<_>, _>>().and_then(|problems| {
        let case = Case { circuits, options, problems: &problems, destination: &destination };
        case.decide(&limits)
    });
    conclude(&limits, result)
}

/// Prints how far the work is, now and then.
fn progress(effort: &Effort, limits: &Arc<Limits>) -> Rc<dyn Fn(Progress)> {
    if effort.quiet {
        return Rc::new(|_| ());
    }
    let limits = Arc::clone(limits);
    let next = Cell::new(PERIOD);
    Rc::new(move |progress| {
        let now = limits.elapsed();
        let seconds = now.as_secs_f32();
        match progress {
            Progress::Loaded { inputs, gates, outputs } => report::progress(&format!(
                "circuits: inputs {inputs}, gates {gates}, pairs of outputs {outputs}"
            )),
            Progress::Sweeping(done) if now >= next.get() => {
                next.set(now.saturating_add(PERIOD));
                report::progress(&format!(
                    "{seconds:.0} s: equal by structure {}, by function {}, by search {}, \
                     told apart {}",
                    done.structural, done.functional, done.proved, done.refuted
                ));
            }
            Progress::Sweeping(_) => {}
            Progress::Checking => report::progress(&format!("{seconds:.2} s: checking")),
        }
    })
}

/// The files that other checkers read, if they are wanted.
fn export(options: &EquivalenceOptions) -> Result<Option<Export>, Failure> {
    let Some([format, prefix]) = options.export.as_deref() else { return Ok(None) };
    let format = match format.as_str() {
        "lrat" => engine_equivalence::Format::Lrat,
        "drat" => engine_equivalence::Format::Drat,
        other => {
            let why = format!("--export: expected lrat or drat, found '{other}'");
            return Err(Failure::Wrong(why));
        }
    };
    Ok(Some(Export { format, prefix: prefix.into() }))
}

/// The files beside the certificate.
pub(crate) fn exports(options: &EquivalenceOptions) -> Result<Vec<PathBuf>, Failure> {
    let exports = export(options)?.map(|export| export.paths());
    Ok(exports.into_iter().flatten().chain(options.vcd.clone()).collect())
}

/// What is decided, and what the words are about.
struct Case<'a> {
    circuits: &'a [PathBuf],
    options: &'a EquivalenceOptions,
    problems: &'a [Problem],
    destination: &'a Destination,
}

impl Case<'_> {
    fn decide(&self, limits: &Arc<Limits>) -> Result<Answer<(), ()>, Failure> {
        let [first, others @ ..] = self.problems else {
            return Err(Failure::Wrong("expected one circuit or two".into()));
        };
        let second = others.first().map(|second| (&*second.bytes, self.options.matching));
        let task = Task {
            first: &first.bytes,
            second,
            encoding: if self.options.text { Encoding::Text } else { Encoding::Binary },
            seed: self.options.effort.seed,
            destination: self.destination,
            export: export(self.options)?,
            limits,
            progress: progress(&self.options.effort, limits),
        };
        let answer = engine_equivalence::decide(&task);
        match answer.map_err(|error| self.failure(&error))? {
            Answer::Holds(proved) => self.equal(proved).map(Answer::Holds),
            Answer::Fails(difference) => self.different(difference).map(Answer::Fails),
            Answer::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }

    fn equal(&self, proved: Proved) -> Result<(), Failure> {
        self.show(if self.circuits.len() == 2 { "miter" } else { "constant" }, None);
        let size = proved.certificate.size().map_err(|error| own(&error))?;
        proved.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        for file in proved.export.into_iter().flatten() {
            file.deliver().map_err(|error| Failure::Own(format!("--export: {error}")))?;
        }
        for (path, circuit) in self.circuits.iter().zip(&proved.facts.circuits) {
            report::say(&format!(
                "{}: inputs {}, outputs {}, gates {}, sha256 {}",
                name(path),
                circuit.inputs,
                circuit.outputs,
                circuit.gates,
                circuit.digest
            ));
        }
        report::say(&match proved.facts.matching {
            None => "all outputs are 0, for all inputs".to_owned(),
            Some(matching) => {
                format!("the outputs of both are equal, for all inputs; matched by {matching}")
            }
        });
        let encoding = if self.options.text { "text" } else { "binary" };
        let derived = report::count(proved.facts.derived, "clause");
        report::say(&format!("proof: miter, {encoding}, {size} bytes: {derived} derived"));
        self.check_with("mitercheck", "");
        Ok(())
    }

    fn different(&self, difference: Difference) -> Result<(), Failure> {
        let Difference { mut certificate, first, second, output } = difference;
        let witness = certificate.bytes().map_err(|error| own(&error))?;
        match self.circuits.len() {
            1 => self.show("trace", Some(("property", output.to_string()))),
            _ => self.show("difference", None),
        }
        certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        vcd::write(self.options.vcd.as_deref(), || self.wave(&witness))?;
        report::say(&match self.circuits.len() {
            1 => format!("output o{output} is not always 0"),
            _ => format!("the circuits differ, first at output o{output}"),
        });
        if let Some(inputs) = inputs(&witness) {
            report::say(&format!("inputs from i0 on: {inputs}"));
        }
        let names = self.circuits.iter().map(|path| name(path));
        for (name, values) in names.chain(["expected".to_owned()]).zip([&first, &second]) {
            report::say(&format!("{name}: {}", vector(values, output)));
        }
        let property = format!(" --property {output}");
        self.check_with("tracecheck", if self.circuits.len() == 1 { &property } else { "" });
        Ok(())
    }

    /// The values of a counterexample.
    fn wave(&self, witness: &[u8]) -> Option<audit::Wave> {
        match self.problems {
            [only] => audit::replay(&only.bytes, witness, usize::MAX, usize::MAX),
            [first, second, ..] => {
                let (first, second) = (&*first.bytes, &*second.bytes);
                let matching = self.options.matching;
                let found = tracecheck::check_difference(first, second, matching, witness).ok()?;
                audit::difference_wave(&found, usize::MAX)
            }
            [] => None,
        }
    }

    /// Tells what the certificate shows; with two circuits the question has a matching.
    fn show(&self, kind: &'static str, option: Option<(&'static str, String)>) {
        let matching = || ("match", self.options.matching.to_string());
        let option = option.or_else(|| (self.circuits.len() == 2).then(matching));
        let problems = self.circuits.iter().zip(self.problems);
        let problems: Vec<(String, &[u8])> =
            problems.map(|(path, problem)| (path.display().to_string(), &*problem.bytes)).collect();
        bundle::show(kind, option.as_slice(), &problems);
    }

    fn check_with(&self, checker: &str, property: &str) {
        let matching = match self.options.matching {
            Matching::Names => " --match names",
            Matching::Position => property,
        };
        let circuits = self.circuits.iter().zip(self.problems);
        let circuits: Vec<_> =
            circuits.map(|(path, problem)| (path.as_path(), problem.unpack)).collect();
        check_with(checker, matching, &circuits, "CIRCUIT", self.destination);
    }

    fn failure(&self, error: &Error) -> Failure {
        match error {
            Error::Circuit { number, error } => {
                let path = if *number == 2 { self.circuits.last() } else { self.circuits.first() };
                let path = path.map(|path| name(path)).unwrap_or_default();
                Failure::Wrong(format!("{path}:{error}"))
            }
            Error::Question(_) | Error::Sweep(support_sweep::Error::TooLarge) => {
                Failure::Wrong(error.to_string())
            }
            Error::Destination(error) => misplaced(self.destination, error),
            Error::Sweep(support_sweep::Error::Solver(
                error @ support_sat::Error::Environment(_),
            )) => Failure::Wrong(error.to_string()),
            Error::Spool(error) => own(error),
            Error::Refused(_) | Error::Sweep(support_sweep::Error::Proof) => {
                Failure::Own(format!("{error}: please report this bug"))
            }
            Error::Sweep(support_sweep::Error::Solver(error)) => Failure::Own(error.to_string()),
        }
    }
}

/// The values of the first inputs of a witness.
fn inputs(witness: &[u8]) -> Option<String> {
    const MOST: usize = 256;
    let mut reader = format_trace::Reader::new(witness).ok()?;
    let mut line = Vec::new();
    // Of latches, then of inputs.
    reader.line(&mut line).ok()?;
    reader.line(&mut line).ok()?;
    let bits = line.iter().take(MOST).map(|value| if *value == Some(true) { '1' } else { '0' });
    let after = if line.len() > MOST { "..." } else { "" };
    Some(bits.collect::<String>() + after)
}

/// The values of outputs from o0 on, around the one that differs.
fn vector(values: &[bool], output: u32) -> String {
    const AROUND: usize = 32;
    let at = usize::try_from(output).unwrap_or(0);
    let start = at.saturating_sub(AROUND);
    let shown = values.iter().enumerate().skip(start).take(2 * AROUND);
    let bits = shown.map(|(number, &value)| match (number == at, value) {
        (true, false) => "[0]",
        (true, true) => "[1]",
        (false, false) => "0",
        (false, true) => "1",
    });
    let end = start.saturating_add(2 * AROUND);
    let before = if start > 0 { format!("o{start}... ") } else { String::new() };
    let after = if end < values.len() { "..." } else { "" };
    format!("{before}{}{after}", bits.collect::<String>())
}
