//! `certify cnf`: a proof that a formula has no model, or a model.

use crate::arguments::{CnfOptions, Proof};
use crate::bundle;
use crate::evidence::{conclude, misplaced, name, own, to_destination, undelivered};
use crate::files::{Files, is_stream};
use crate::input::Problem;
use crate::programs::check_command;
use crate::report::{self, Failure};
use crate::watch;
use engine_sat::{Error, Model, Progress, Refutation, Task};
use format_input::Encoding;
use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use support_answer::{Answer, Destination};
use support_limits::Limits;

/// How often the search says how far it is.
const PERIOD: Duration = Duration::from_secs(10);

/// Decides a formula.
pub(crate) fn run(input: &Path, options: &CnfOptions) -> Result<u8, Failure> {
    let limits = watch::start(options.effort.bounds())?;
    if options.effort.threads > 1 && !options.effort.quiet {
        report::remark("one thread: the search for models and proofs is sequential");
    }
    let destination =
        to_destination(&Files::new(&[input], options.output.as_deref(), Vec::new()), options.text)?;
    let result = Problem::read(input, &limits).and_then(|problem| {
        if let Some(what) = problem.kind().other_than_cnf() {
            let name = name(input);
            return Err(Failure::Wrong(format!("{name}: expected a CNF formula, found {what}")));
        }
        Case { input, options, problem: &problem, destination: &destination }.decide(&limits)
    });
    conclude(&limits, result)
}

/// Prints how far the work is, now and then.
fn progress(quiet: bool, limits: &Arc<Limits>) -> Rc<dyn Fn(Progress)> {
    if quiet {
        return Rc::new(|_| ());
    }
    report::progress(&format!(
        "certify {}, {}",
        env!("CARGO_PKG_VERSION"),
        support_sat::signature()
    ));
    let limits = Arc::clone(limits);
    let next = Cell::new(PERIOD);
    Rc::new(move |progress| {
        let now = limits.elapsed();
        let seconds = now.as_secs_f32();
        match progress {
            Progress::Loading(header) => report::progress(&format!(
                "formula: {} over {}",
                report::count(header.clauses, "clause"),
                report::count(header.variables, "variable")
            )),
            Progress::Solving(counts) if now >= next.get() => {
                next.set(now.saturating_add(PERIOD));
                report::progress(&format!(
                    "{seconds:.0} s: {} clauses derived, {} deleted",
                    counts.derived, counts.deleted
                ));
            }
            Progress::Solving(_) => {}
            Progress::Checking => report::progress(&format!("{seconds:.2} s: checking")),
        }
    })
}

/// What is decided, and what the words are about.
struct Case<'a> {
    input: &'a Path,
    options: &'a CnfOptions,
    problem: &'a Problem,
    destination: &'a Destination,
}

impl Case<'_> {
    /// Decides, delivers the evidence and says what it shows; only the verdict line is left.
    fn decide(&self, limits: &Arc<Limits>) -> Result<Answer<(), ()>, Failure> {
        let task = Task {
            formula: &self.problem.bytes,
            proof: match self.options.proof() {
                Proof::Lrat => engine_sat::Proof::Lrat,
                Proof::Drat => engine_sat::Proof::Drat,
            },
            encoding: if self.options.text { Encoding::Text } else { Encoding::Binary },
            seed: self.options.effort.seed,
            destination: self.destination,
            limits,
            progress: progress(self.options.effort.quiet, limits),
        };
        let answer = engine_sat::decide(&task);
        match answer.map_err(|error| self.failure(&error))? {
            Answer::Holds(refutation) => self.refuted(refutation).map(Answer::Holds),
            Answer::Fails(model) => self.satisfied(model).map(Answer::Fails),
            Answer::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }

    fn refuted(&self, refutation: Refutation) -> Result<(), Failure> {
        let (kind, checker) = match self.options.proof() {
            Proof::Lrat => ("LRAT", "lratcheck"),
            Proof::Drat => ("DRAT", "dratcheck"),
        };
        self.show(if checker == "lratcheck" { "lrat" } else { "drat" });
        let encoding = if self.options.text { "text" } else { "binary" };
        let size = refutation.certificate.size().map_err(|error| own(&error))?;
        refutation.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        self.claim(&format!("has no model: {}", refutation.formula));
        let words = refutation.words;
        report::say(&format!("proof: {kind}, {encoding}, {size} bytes: {words}"));
        self.check_with(checker);
        Ok(())
    }

    fn satisfied(&self, model: Model) -> Result<(), Failure> {
        self.show("model");
        model.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        self.claim(&format!("has a model: {}", model.formula));
        let assigned = report::count(model.assigned, "variable");
        report::say(&format!("model: values of {assigned}"));
        self.check_with("tracecheck");
        Ok(())
    }

    fn show(&self, kind: &'static str) {
        bundle::show(kind, &[], &[(self.input.display().to_string(), &self.problem.bytes)]);
    }

    fn claim(&self, words: &str) {
        let name = name(self.input);
        let unpacked = if self.problem.unpack.is_some() { " unpacked" } else { "" };
        let digest = format_sha256::digest(&self.problem.bytes);
        report::say(&format!("{name} {words}, sha256{unpacked} {digest}"));
    }

    fn check_with(&self, checker: &str) {
        let input = Some(self.input).filter(|path| !is_stream(path));
        let certificate = match self.destination {
            Destination::File(path) => Some(path.as_path()),
            Destination::StandardOutput | Destination::Nowhere => None,
        };
        let command = check_command(checker, input, self.problem.unpack, certificate);
        report::check_with(&command);
    }

    fn failure(&self, error: &Error) -> Failure {
        let input = name(self.input);
        match error {
            Error::Formula(error) => Failure::Wrong(format!("{input}:{error}")),
            Error::Solver(error @ support_sat::Error::Environment(_)) => {
                Failure::Wrong(error.to_string())
            }
            Error::Destination(error) => misplaced(self.destination, error),
            Error::Refused(_) => Failure::Own(format!("{input}: {error}: please report this bug")),
            Error::Spool(error) => own(error),
            Error::Solver(error) => Failure::Own(error.to_string()),
        }
    }
}
