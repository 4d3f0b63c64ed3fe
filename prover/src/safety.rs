//! `certify safety`: a proof that no bad state is reached, or a run that reaches one.

#![allow(clippy::indexing_slicing, reason = "indices are properties of one model")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by rounds and steps")]
#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]

mod evidence;
mod export;
mod find;
mod import;
mod options;
mod others;
mod translate;
mod words;
mod workers;

use crate::bundle;
use crate::evidence::{check_with, conclude, misplaced, name, own, to_destination, undelivered};
use crate::files::Files;
use crate::input::Problem;
use crate::report::{self, Failure};
use crate::vcd;
use crate::watch;
pub(crate) use options::{Engine, SafetyOptions};

use claim_invariant::Circuit;
use evidence::{Evidence, Proved, Refusal};
use find::{Findings, Standing};
use format_aiger::Model;
use format_input::index;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use support_answer::{Answer, Destination};
use support_limits::Limits;

/// Decides the properties of a model.
pub(crate) fn run(input: &Path, options: &SafetyOptions) -> Result<u8, Failure> {
    fits(options)?;
    let limits = watch::start(options.effort.bounds())?;
    let destination = to_destination(&files(input, options)?, options.text)?;
    let result = Problem::read(input, &limits).and_then(|problem| {
        let model = format_aiger::read(limits.guard(&*problem.bytes))
            .map_err(|error| Failure::Wrong(format!("{}:{error}", name(input))))?;
        let circuit = Circuit::new(&model)
            .map_err(|error| Failure::Wrong(format!("{}: {error}", name(input))))?;
        let asked = asked(options, &circuit)?;
        let destination = &destination;
        let case = Case { input, options, problem: &problem, model, circuit, asked, destination };
        case.decide(&limits)
    });
    conclude(&limits, result)
}

/// Options that mean nothing together.
fn fits(options: &SafetyOptions) -> Result<(), Failure> {
    let is_directed = matches!(options.engine, Engine::Auto | Engine::Ic3);
    let why = if options.internal && !is_directed {
        "--internal is for the engines auto and ic3"
    } else if options.witness.is_some() && (options.internal || options.engine != Engine::Auto) {
        "--witness is proved without a search: it takes neither --engine nor --internal"
    } else {
        return Ok(());
    };
    Err(Failure::Wrong(why.into()))
}

/// The files that the command reads and writes.
pub(crate) fn files(input: &Path, options: &SafetyOptions) -> Result<Files, Failure> {
    let read: Vec<&Path> = [input].into_iter().chain(options.witness.as_deref()).collect();
    let exports = export(options)?.map(Path::to_path_buf).into_iter();
    let exports = exports.chain(options.vcd.clone()).collect();
    let files = Files::new(&read, options.output.as_deref(), exports);
    Ok(Files { others: options.others.clone(), ..files })
}

/// The properties that the user asks for.
fn asked(options: &SafetyOptions, circuit: &Circuit) -> Result<Vec<u32>, Failure> {
    let count = u32::try_from(circuit.bad.len()).unwrap_or(u32::MAX);
    let Some(numbers) = &options.property.0 else { return Ok((0..count).collect()) };
    match numbers.iter().find(|number| **number >= count) {
        None => Ok(numbers.clone()),
        Some(number) => Err(Failure::Wrong(format!(
            "--property: there is no property {number}, the model has {count}"
        ))),
    }
}

/// Where a witness circuit goes, if it is wanted.
fn export(options: &SafetyOptions) -> Result<Option<&Path>, Failure> {
    match options.export.as_deref() {
        None | Some([]) => Ok(None),
        Some([format, _]) if format != Path::new("certifaiger") => {
            let found = format.display();
            Err(Failure::Wrong(format!("--export: expected certifaiger, found '{found}'")))
        }
        Some([.., path]) => Ok(Some(path)),
    }
}

/// What is decided, and what the words are about.
struct Case<'a> {
    input: &'a Path,
    options: &'a SafetyOptions,
    problem: &'a Problem,
    model: Model,
    circuit: Circuit,
    /// The numbers of the properties, increasing.
    asked: Vec<u32>,
    destination: &'a Destination,
}

impl Case<'_> {
    fn decide(&self, limits: &Arc<Limits>) -> Result<Answer<(), ()>, Failure> {
        self.say_model();
        let export = export(self.options)?;
        if let Some(path) = &self.options.witness {
            let proved = self.foreign(path, limits)?;
            return self.holds(proved, export);
        }
        let mut findings =
            find::find(self, limits).map_err(|error| failure(error, self.destination))?;
        let (asked, destination) = (&*self.asked, self.destination);
        let evidence = Evidence { case: self, asked, destination, limits };
        let run = |(at, standing): (usize, &Standing)| match standing {
            Standing::Fails(run) => Some((at, run.clone())),
            _ => None,
        };
        if let Some((at, run)) = findings.standings.iter().enumerate().find_map(run) {
            let property = self.asked[at];
            self.say_engine(findings.engines[at]);
            let mut checked =
                evidence.run(property, &run).map_err(|error| failure(error, self.destination))?;
            let trace = checked.bytes().map_err(|error| own(&error))?;
            self.show("trace", Some(property.to_string()));
            checked.deliver().map_err(|error| undelivered(self.destination, &error))?;
            watch::found();
            let wave = || audit::replay(&self.problem.bytes, &trace, usize::MAX, usize::MAX);
            vcd::write(self.options.vcd.as_deref(), wave)?;
            let (kept, undecided) = self.others(&mut findings, Some(property), limits);
            self.standings(&findings, &undecided);
            self.say_run(property, run.inputs.len());
            self.check_with("tracecheck", Some(&property.to_string()), self.destination);
            self.say_kept(&kept);
            return Ok(Answer::Fails(()));
        }
        let is_open = findings.standings.contains(&Standing::Unknown);
        let Some(proof) = findings.proof.as_ref().filter(|_| !is_open) else {
            let (kept, undecided) = self.others(&mut findings, None, limits);
            self.standings(&findings, &undecided);
            self.say_kept(&kept);
            let reason = limits.exceeded().map_or("no engine goes on".into(), |r| r.to_string());
            return Ok(Answer::Unknown(reason));
        };
        findings.engines.first().into_iter().for_each(|engine| self.say_engine(engine));
        let proved = evidence
            .proof(proof, &findings.reduced)
            .map_err(|error| failure(error, self.destination))?;
        self.holds(proved, export)
    }

    /// Delivers a proof and says what it shows.
    fn holds(&self, proved: Proved, export: Option<&Path>) -> Result<Answer<(), ()>, Failure> {
        if let Some(path) = export {
            export::write(self, &proved, path).map_err(|error| match error {
                Refusal::Destination(error) => {
                    Failure::Wrong(format!("{}: {error}", path.display()))
                }
                error => failure(error, self.destination),
            })?;
        }
        self.show("inv", self.options.property.list());
        let size = proved.certificate.size().map_err(|error| own(&error))?;
        proved.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        self.say_proof(&proved.facts, size);
        let properties = self.options.property.list();
        self.check_with("invcheck", properties.as_deref(), self.destination);
        Ok(Answer::Holds(()))
    }

    /// Proves the properties by another tool's witness circuit.
    fn foreign(&self, path: &Path, limits: &Arc<Limits>) -> Result<Proved, Failure> {
        let problem = Problem::read(path, limits)?;
        let witness = format_aiger::read(limits.guard(&*problem.bytes))
            .map_err(|error| Failure::Wrong(format!("{}:{error}", name(path))))?;
        let refused =
            |why: String| Failure::Wrong(format!("{}: witness refused: {why}", name(path)));
        let claimed = import::read(&self.model, &self.circuit, &witness).map_err(refused)?;
        let (asked, destination) = (&*self.asked, self.destination);
        let evidence = Evidence { case: self, asked, destination, limits };
        evidence.foreign(claimed).map_err(|error| match error {
            Refusal::Claim(why) => refused(why),
            error => failure(error, self.destination),
        })
    }

    fn say_model(&self) {
        if !self.options.effort.quiet {
            let Circuit { inputs, latches, gates, constraints, .. } = &self.circuit;
            report::progress(&format!(
                "model: inputs {inputs}, latches {}, gates {}, constraints {}, properties {}",
                latches.len(),
                gates.len(),
                constraints.len(),
                self.circuit.bad.len()
            ));
            if self.options.export.is_some() && self.options.engine == Engine::Kinduction {
                report::remark(
                    "induction goes without simple paths, for these have no witness circuit",
                );
            }
        }
    }

    fn say_engine(&self, engine: &str) {
        if !self.options.effort.quiet {
            report::engine(engine);
        }
    }

    /// Tells what the certificate shows.
    fn show(&self, kind: &'static str, property: Option<String>) {
        let property = property.unwrap_or_else(|| "all".into());
        let problem = (self.input.display().to_string(), &*self.problem.bytes);
        bundle::show(kind, &[("property", property)], &[problem]);
    }

    /// Says how evidence is checked that was delivered.
    fn check_with(&self, checker: &str, property: Option<&str>, destination: &Destination) {
        let option = property.map_or(String::new(), |list| format!(" --property {list}"));
        let model = (self.input, self.problem.unpack);
        check_with(checker, &option, &[model], "MODEL", destination);
    }

    /// The literal of a property in the model's own numbers.
    fn bad(&self, number: u32) -> format_aiger::Lit {
        let outputs = self.circuit.bad_are_outputs;
        let lits = if outputs { &self.model.outputs } else { &self.model.bad };
        lits[index(number)]
    }
}

impl Case<'_> {
    /// Says what is known of every property, if there are several, and why not more.
    fn standings(&self, findings: &Findings, undecided: &BTreeMap<u32, String>) {
        if self.asked.len() > 1 {
            for (number, standing) in self.asked.iter().zip(&findings.standings) {
                let why = undecided.get(number).map_or(String::new(), |why| format!(": {why}"));
                report::say(&format!("property {number}: {}{why}", words::standing(standing)));
            }
        }
    }
}

/// Why evidence did not get to its destination.
fn failure(refusal: Refusal, destination: &Destination) -> Failure {
    match refusal {
        Refusal::Destination(error) => misplaced(destination, &error),
        Refusal::Spool(error) => own(&error),
        Refusal::Environment(why) => Failure::Wrong(why),
        Refusal::Claim(why) | Refusal::Own(why) => {
            Failure::Own(format!("{why}: please report this bug"))
        }
    }
}
