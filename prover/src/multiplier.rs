//! `certify multiplier`: a proof that a circuit multiplies, or operands for which it does not.

use crate::arguments::Effort;
use crate::bundle;
use crate::claim::MultiplierOptions;
use crate::evidence::{check_with, conclude, misplaced, name, own, to_destination, undelivered};
use crate::files::Files;
use crate::input::Problem;
use crate::numbers::{decimal, hexadecimal};
use crate::programs::quoted;
use crate::report::{self, Failure};
use crate::vcd;
use crate::watch;
use claim_multiplier::Claim;
use engine_multiplier::{Error, Options, Phase, Progress, Proved, Task, Wrong, export};
use format_input::Encoding;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use support_answer::{Answer, Checked, Destination};
use support_limits::Limits;

/// Decides whether a circuit multiplies.
pub(crate) fn run(circuit: &Path, options: &MultiplierOptions) -> Result<u8, Failure> {
    let limits = watch::start(options.effort.bounds())?;
    let claim = options.claim.options().map_err(Failure::Wrong)?;
    let files = Files::new(&[circuit], options.output.as_deref(), exports(options)?);
    let destination = to_destination(&files, !options.binary)?;
    let result = match (Problem::read(circuit, &limits), limits.exceeded()) {
        (Ok(problem), _) => {
            let problem = &problem;
            Case { circuit, options, claim, problem, destination: &destination }.decide(&limits)
        }
        (Err(_), Some(reason)) => Ok(Answer::Unknown(format!("{reason} while {}", Phase::Reading))),
        (Err(error), None) => Err(error),
    };
    conclude(&limits, result)
}

/// Prints how far the work is.
fn progress(effort: &Effort, limits: &Arc<Limits>) -> Rc<dyn Fn(Progress)> {
    if effort.quiet {
        return Rc::new(|_| ());
    }
    let limits = Arc::clone(limits);
    Rc::new(move |progress| {
        let seconds = limits.elapsed().as_secs_f32();
        match progress {
            Progress::Loaded { inputs, gates, outputs } => report::progress(&format!(
                "circuit: inputs {inputs}, gates {gates}, outputs {outputs}"
            )),
            Progress::Working { phase, part } => {
                let part = part.map(|(done, all)| format!(", {done} of {all}"));
                let part = part.unwrap_or_default();
                report::progress(&format!("{seconds:.2} s: {phase}{part}"));
            }
            Progress::Checking => report::progress(&format!("{seconds:.2} s: checking")),
            Progress::Exporting => report::progress(&format!("{seconds:.2} s: exporting")),
        }
    })
}

/// How the names of the files for other checkers begin.
fn export_prefix(options: &MultiplierOptions) -> Result<Option<&Path>, Failure> {
    match options.export.as_deref() {
        None => Ok(None),
        Some([format, prefix]) if format == "lpac" => Ok(Some(Path::new(prefix))),
        Some(other) => {
            let found = other.first().map_or("", String::as_str);
            Err(Failure::Wrong(format!("--export: expected lpac, found '{found}'")))
        }
    }
}

/// The files beside the certificate.
pub(crate) fn exports(options: &MultiplierOptions) -> Result<Vec<PathBuf>, Failure> {
    let exports = export_prefix(options)?.map(export::paths);
    Ok(exports.into_iter().flatten().chain(options.vcd.clone()).collect())
}

/// What is decided, and what the words are about.
struct Case<'a> {
    circuit: &'a Path,
    options: &'a MultiplierOptions,
    claim: Options,
    problem: &'a Problem,
    destination: &'a Destination,
}

impl Case<'_> {
    fn decide(&self, limits: &Arc<Limits>) -> Result<Answer<(), ()>, Failure> {
        let task = Task {
            circuit: &self.problem.bytes,
            options: &self.claim,
            encoding: if self.options.binary { Encoding::Binary } else { Encoding::Text },
            seed: self.options.effort.seed,
            destination: self.destination,
            export: export_prefix(self.options)?,
            limits,
            progress: progress(&self.options.effort, limits),
        };
        match engine_multiplier::decide(&task).map_err(|error| self.failure(&error))? {
            Answer::Holds(proved) => self.proved(proved).map(Answer::Holds),
            Answer::Fails(wrong) => self.wrong(wrong).map(Answer::Fails),
            Answer::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }

    fn proved(&self, proved: Proved) -> Result<(), Failure> {
        self.show("pac");
        let size = proved.certificate.size().map_err(|error| own(&error))?;
        proved.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        for (name, words) in &proved.facts {
            report::say(&format!("{name}: {words}"));
        }
        let encoding = if self.options.binary { "binary" } else { "text, with the circuit" };
        report::say(&format!("proof: pac, {encoding}, {size} bytes"));
        if let Some((prefix, files)) = export_prefix(self.options)?.zip(proved.export) {
            exported(prefix, files)?;
        }
        self.check_with("pacheck", "");
        Ok(())
    }

    fn wrong(&self, wrong: Wrong) -> Result<(), Failure> {
        self.show("product");
        let facts = wrong.facts;
        wrong.certificate.deliver().map_err(|error| undelivered(self.destination, &error))?;
        let wave = || audit::product_wave(&facts, usize::MAX);
        vcd::write(self.options.vcd.as_deref(), wave)?;
        report::say(&format!(
            "{}: inputs {}, outputs {}, gates {}",
            name(self.circuit),
            facts.claim.inputs(),
            facts.found.len(),
            facts.claim.gates().len()
        ));
        for (name, words) in facts.claim.facts() {
            let but = if name == "claim" { "fails: " } else { "" };
            report::say(&format!("{name}: {but}{words}"));
        }
        let signed = self.claim.signed;
        let is_right = |place: usize| facts.expected.get(place) == facts.found.get(place);
        let operands = ["a", "b", "c"].into_iter().zip(&facts.operands);
        let numbers = operands.chain([("expected", &facts.expected), ("found", &facts.found)]);
        for (name, bits) in numbers {
            let marked = name == "found";
            let binary = bits.iter().enumerate().rev().map(|(place, &bit)| {
                let [before, after] = if marked && !is_right(place) { ["[", "]"] } else { [""; 2] };
                format!("{before}{}{after}", u8::from(bit))
            });
            let binary = binary.collect::<Vec<_>>().concat();
            let (decimal, hexadecimal) = (decimal(bits, signed), hexadecimal(bits));
            report::say(&format!("{name}: {decimal} = {hexadecimal} = 0b{binary}"));
        }
        self.say_what_fits()?;
        // Of a circuit with one output, only an option asks for a product.
        let otherwise = if facts.found.len() < 2 { " --order separate" } else { "" };
        self.check_with("tracecheck", otherwise);
        Ok(())
    }

    fn show(&self, kind: &'static str) {
        let bytes = &*self.problem.bytes;
        let model = format_aiger::read(bytes).ok();
        let claim = model.and_then(|model| Claim::new(&model, &self.claim).ok());
        let whole = claim.map_or_else(String::new, |claim| claim.options().to_string());
        let problem = (self.circuit.display().to_string(), bytes);
        bundle::show(kind, &[("multiplier", whole)], &[problem]);
    }

    /// Names the other orders and signs that fit, for the claim is easily mistaken.
    fn say_what_fits(&self) -> Result<(), Failure> {
        let model = format_aiger::read(&*self.problem.bytes)
            .map_err(|error| Failure::Own(format!("{}:{error}", name(self.circuit))))?;
        let mut fitting = engine_multiplier::fitting(&model, &self.claim);
        fitting.retain(|other| *other != self.claim);
        for other in fitting {
            let signed = if other.signed { "--signed" } else { "no --signed" };
            report::say(&format!(
                "as far as simulation tells, it multiplies with {signed} and --order {}",
                other.order
            ));
        }
        Ok(())
    }

    /// Says how to check the certificate, with the options given or else these.
    fn check_with(&self, checker: &str, otherwise: &str) {
        let circuit = (self.circuit, self.problem.unpack);
        let options = self.options.claim.words();
        let options = if options.is_empty() { otherwise } else { &options };
        check_with(checker, options, &[circuit], "CIRCUIT", self.destination);
    }

    fn failure(&self, error: &Error) -> Failure {
        match error {
            Error::Circuit(error) => Failure::Wrong(format!("{}:{error}", name(self.circuit))),
            Error::Claim(claim_multiplier::Error::Widths(inputs @ (0 | 1))) => {
                let inputs = report::count(*inputs, "input");
                let name = name(self.circuit);
                Failure::Wrong(format!("{name}: {inputs}: too few for the operands"))
            }
            Error::Claim(error) => Failure::Wrong(format!("{}: {error}", name(self.circuit))),
            Error::Destination(error) => misplaced(self.destination, error),
            Error::Spool(error) => own(error),
            Error::Export(error @ export::Error::Destination(..)) => {
                Failure::Wrong(format!("--export: {error}"))
            }
            Error::Export(error) => Failure::Own(format!("--export: {error}")),
            Error::Sweep(
                error @ (support_sweep::Error::TooLarge
                | support_sweep::Error::Solver(support_sat::Error::Environment(_))),
            ) => Failure::Wrong(error.to_string()),
            Error::Sweep(error) => Failure::Own(error.to_string()),
            Error::Refused(_) | Error::Proof => {
                Failure::Own(format!("{error}: please report this bug"))
            }
        }
    }
}

/// Delivers the files for other checkers. Without them the answer is the same.
fn exported(prefix: &Path, files: Result<[Checked; 3], export::Error>) -> Result<(), Failure> {
    let files = match files {
        Ok(files) => files,
        Err(why) => {
            report::say(&format!("--export: {why}: no files are written for other checkers"));
            return Ok(());
        }
    };
    for file in files {
        file.deliver().map_err(|error| Failure::Own(format!("--export: {error}")))?;
    }
    let paths: Vec<String> = export::paths(prefix).iter().map(|path| quoted(path)).collect();
    report::say(&format!("check the export with: pacheck {}", paths.join(" ")));
    Ok(())
}
