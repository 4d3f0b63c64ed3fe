//! `certify horn`: formulas that satisfy Horn clauses, or a derivation of false.

mod find;
mod options;

use crate::bundle;
use crate::evidence::{check_with, name, own, to_destination, undelivered};
use crate::files::Files;
use crate::input::Problem;
use crate::report::{self, Failure};
use crate::watch;
use find::Found;
use format_sha256::digest;
use format_smtlib::{Formula, System};
use horncheck::Claim;
pub(crate) use options::{Engine, HornOptions};
use std::io::Write;
use std::path::Path;
use support_answer::{Answer, Checked, Destination, Spool};
use support_horn::{Verdict, Violation};
use support_limits::Limits;
use support_rules::Derivation;

/// Decides a system of Horn clauses.
pub(crate) fn run(input: &Path, options: &HornOptions) -> Result<u8, Failure> {
    let limits = watch::start(options.effort.bounds())?;
    let destination = to_destination(&files(input, options), true)?;
    if options.abstraction && matches!(options.engine, Engine::Bmc | Engine::Kinduction) {
        return Err(Failure::Wrong("--abstraction is for the engines recmc and auto".into()));
    }
    let result = Problem::read(input, &limits).and_then(|problem| {
        let system = format_smtlib::read(&problem.bytes)
            .map_err(|error| Failure::Wrong(format!("{}:{error}", name(input))))?;
        let case = Case { input, options, problem: &problem, destination: &destination };
        case.decide(&system, &limits)
    });
    let answer = match (limits.exceeded(), result) {
        // Whatever it was that failed, it failed because the limit was exceeded.
        (Some(reason), Err(_)) => Answer::Unknown(reason.to_string()),
        (_, result) => result?,
    };
    report::verdict(&answer.to_string());
    Ok(answer.exit_code())
}

/// The files that the command reads and writes.
pub(crate) fn files(input: &Path, options: &HornOptions) -> Files {
    let read: Vec<&Path> = [input].into_iter().chain(options.import.as_deref()).collect();
    Files::new(&read, options.output.as_deref(), options.model.iter().cloned().collect())
}

/// What is decided, and what the words are about.
struct Case<'a> {
    input: &'a Path,
    options: &'a HornOptions,
    problem: &'a Problem,
    destination: &'a Destination,
}

impl Case<'_> {
    fn decide(&self, system: &System, limits: &Limits) -> Result<Answer<(), ()>, Failure> {
        if !self.options.effort.quiet {
            let (predicates, clauses) = (system.predicates.len(), system.clauses.len());
            report::progress(&format!("system: predicates {predicates}, clauses {clauses}"));
        }
        if let Some(path) = &self.options.import {
            return self.foreign(path, system, limits);
        }
        match find::find(self, system, limits)? {
            Found::Model(formulas, engine) => match self.prove(system, &formulas, limits)? {
                Ok(proved) => {
                    self.say_engine(engine);
                    self.holds(system, &formulas, proved)
                }
                Err(Wrong::Violated(violation)) => {
                    let words = self.violated(system, &violation);
                    Err(Failure::Own(format!(
                        "the formulas found: {words}: please report this bug"
                    )))
                }
                Err(Wrong::Unknown(reason)) => Ok(Answer::Unknown(reason)),
            },
            Found::Derivation(derivation, engine) => {
                self.say_engine(engine);
                self.fails(&derivation, limits)
            }
            Found::Nothing(reason) => Ok(Answer::Unknown(reason)),
        }
    }

    fn say_engine(&self, engine: &str) {
        if !self.options.effort.quiet {
            report::engine(engine);
        }
    }

    /// Proves the clauses by another solver's model.
    fn foreign(
        &self,
        path: &Path,
        system: &System,
        limits: &Limits,
    ) -> Result<Answer<(), ()>, Failure> {
        let problem = Problem::read(path, limits)?;
        let formulas =
            support_horn::import(&problem.bytes, system, &mut || limits.exceeded().is_some())
                .map_err(|error| Failure::Wrong(format!("{}:{error}", name(path))))?;
        match self.prove(system, &formulas, limits)? {
            Ok(proved) => self.holds(system, &formulas, proved),
            Err(Wrong::Violated(violation)) => {
                let words = self.violated(system, &violation);
                Err(Failure::Wrong(format!("{}: model refused: {words}", name(path))))
            }
            Err(Wrong::Unknown(reason)) => Ok(Answer::Unknown(reason)),
        }
    }

    /// Writes a proof that formulas satisfy all clauses, and has it checked.
    fn prove(
        &self,
        system: &System,
        formulas: &[Formula],
        limits: &Limits,
    ) -> Result<Result<Proved, Wrong>, Failure> {
        let spool = Spool::new(self.destination).map_err(|error| self.unwritten(&error))?;
        let out = spool.writer().map_err(|error| own(&error))?;
        let digest = digest(&self.problem.bytes);
        let seed = u64::from(self.options.effort.seed);
        let mut stop = || limits.exceeded().is_some();
        match support_horn::certify_model(system, digest, formulas, seed, out, &mut stop) {
            Ok(Verdict::Proved(_)) => {}
            Ok(Verdict::Violated(violation)) => return Ok(Err(Wrong::Violated(violation))),
            Err(error) => return uncertified(&error).map(|why| Err(Wrong::Unknown(why))),
            Ok(Verdict::Unknown(number)) => {
                let gave_up = || format!("the solver gave up on the proof of clause {number}");
                let limit = limits.exceeded().map(|reason| reason.to_string());
                return Ok(Err(Wrong::Unknown(limit.unwrap_or_else(gave_up))));
            }
        }
        self.check(spool, Claim::Safe, limits).map(Ok)
    }

    fn check(&self, spool: Spool, claim: Claim, limits: &Limits) -> Result<Proved, Failure> {
        let (certificate, steps) = spool
            .check(|file| {
                let file = limits.guard(file);
                let answer = horncheck::check(&self.problem.bytes, file, Some(claim));
                answer.map(|answer| answer.steps).map_err(Refused::Kernel)
            })
            .map_err(|refused| match refused {
                Refused::Io(error) => own(&error),
                Refused::Kernel(failure) => {
                    let why = format!("our certificate is refused:{failure}");
                    Failure::Own(format!("{why}: please report this bug"))
                }
            })?;
        Ok(Proved { certificate, steps })
    }

    fn holds(
        &self,
        system: &System,
        formulas: &[Formula],
        proved: Proved,
    ) -> Result<Answer<(), ()>, Failure> {
        let model = self.options.model.as_deref();
        let model = model.map(|path| export(path, system, formulas)).transpose()?;
        self.show("horn");
        let size = proved.certificate.size().map_err(|error| own(&error))?;
        proved.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        if let Some(model) = model {
            model.deliver().map_err(|error| Failure::Own(format!("--model: {error}")))?;
        }
        let steps = proved.steps;
        self.say("the clauses are satisfiable");
        report::say(&format!(
            "proof: a formula for each of {} predicates, {size} bytes, {steps} clauses derived",
            system.predicates.len()
        ));
        self.check_with("safe");
        Ok(Answer::Holds(()))
    }

    fn fails(&self, derivation: &Derivation, limits: &Limits) -> Result<Answer<(), ()>, Failure> {
        let spool = Spool::new(self.destination).map_err(|error| self.unwritten(&error))?;
        let out = spool.writer().map_err(|error| own(&error))?;
        let digest = digest(&self.problem.bytes);
        if let Err(error) = support_horn::certify_derivation(digest, derivation, out) {
            return uncertified(&error).map(Answer::Unknown);
        }
        let proved = self.check(spool, Claim::Unsafe, limits)?;
        self.show("derivation");
        proved.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        self.say("the clauses derive false");
        report::say(&format!("derivation: {} instances of clauses", proved.steps));
        if self.options.model.is_some() {
            report::say("--model: there is no model");
        }
        self.check_with("unsafe");
        Ok(Answer::Fails(()))
    }

    /// The clause that formulas violate, and with what values.
    fn violated(&self, system: &System, violation: &Violation) -> String {
        let Some(clause) = system.clauses.get(violation.clause) else {
            return "a clause is violated".into();
        };
        let values = clause.variables.iter().zip(&violation.values);
        let values: Vec<String> =
            values.map(|((name, _), value)| format!("{name} = {value}")).collect();
        let with =
            if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) };
        let number = violation.clause;
        format!("clause {number} ({}:{}) is violated{with}", name(self.input), clause.place)
    }

    fn say(&self, words: &str) {
        let name = name(self.input);
        let unpacked = if self.problem.unpack.is_some() { " unpacked" } else { "" };
        let digest = digest(&self.problem.bytes);
        report::say(&format!("{name}: {words}, sha256{unpacked} {digest}"));
    }

    fn show(&self, kind: &'static str) {
        let problem = (self.input.display().to_string(), &*self.problem.bytes);
        bundle::show(kind, &[], &[problem]);
    }

    fn check_with(&self, claim: &str) {
        let system = [(self.input, self.problem.unpack)];
        check_with("horncheck", &format!(" --claim {claim}"), &system, "SYSTEM", self.destination);
    }

    fn unwritten(&self, error: &std::io::Error) -> Failure {
        let (Failure::Wrong(why) | Failure::Own(why)) = undelivered(self.destination, error);
        Failure::Wrong(why)
    }
}

/// Why nothing is known without a certificate: what was found is beyond the checker, not beyond us.
fn uncertified(error: &support_horn::Error) -> Result<String, Failure> {
    match error {
        support_horn::Error::Write(error) => Err(own(error)),
        support_horn::Error::Limit(..) | support_horn::Error::Text(_) => {
            Ok(format!("no certificate: {error}"))
        }
        support_horn::Error::Internal(_) => {
            Err(Failure::Own(format!("{error}: please report this bug")))
        }
    }
}

/// A checked certificate.
struct Proved {
    certificate: Checked,
    steps: u64,
}

/// Why formulas prove nothing.
enum Wrong {
    Violated(Violation),
    Unknown(String),
}

/// Why the kernel does not accept.
enum Refused {
    Io(std::io::Error),
    Kernel(horncheck::Failure),
}

impl From<std::io::Error> for Refused {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes formulas as definitions, and reads them back.
fn export(path: &Path, system: &System, formulas: &[Formula]) -> Result<Checked, Failure> {
    let wrong = |error: std::io::Error| Failure::Wrong(format!("{}: {error}", path.display()));
    let spool = Spool::new(&Destination::File(path.into())).map_err(wrong)?;
    let mut out = spool.writer().map_err(|error| own(&error))?;
    support_horn::export(system, formulas, &mut out).map_err(|error| own(&error))?;
    out.flush().map_err(|error| own(&error))?;
    drop(out);
    let (checked, ()) = spool
        .check(|mut file| {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut file, &mut bytes)?;
            let read = format_smtlib::read_model(&bytes, system);
            read.map(drop).map_err(|error| std::io::Error::other(error.to_string()))
        })
        .map_err(|error| Failure::Own(format!("the model is not read back: {error}")))?;
    Ok(checked)
}
