//! The command line.

use crate::claim::MultiplierOptions;
use crate::generate::Circuit;
use crate::horn::HornOptions;
use crate::safety::SafetyOptions;
use clap::{Args, Parser, Subcommand, ValueEnum};
use engine_equivalence::Matching;
use std::path::PathBuf;
use std::time::Duration;
use support_limits::Bounds;

/// What stands below the options of a command that answers: exit codes, and an example.
macro_rules! after {
    ($example:literal) => {
        concat!(
            "last line of standard error and exit code: 's HOLDS' 0; 's FAILS' 10, a witness was \
             written;\n's UNKNOWN why' 30, a limit was exceeded; no such line: 2, the input or the \
             command line is\nwrong; 1, our own error\n\nexample: ",
            $example
        )
    };
}

const AFTER_BATCH: &str = "\
last line of standard error and exit code: 's HOLDS' 0, all answers hold; 's FAILS' 10, some
fail; 's UNKNOWN why' 30, some questions found no answer, or Ctrl-C: run the same command again
to go on. Finished work is kept in DIR.batch until the bundle is complete.

example: printf 'cnf a.cnf\\ncnf b.cnf --time 60\\n' > list && certify batch list --bundle run1";

/// find an answer and write a certificate that a small program checks
#[derive(Parser)]
#[command(name = "certify", version, after_help = after!("certify cnf formula.cnf | lratcheck formula.cnf -"))]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// a problem: certify finds out what it is; '-' is a CNF formula on standard input
    #[arg(required = true)]
    pub(crate) input: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cnf: CnfOptions,
}

impl Arguments {
    /// The options of a command that searches; those of no command are without effect.
    pub(crate) fn effort(&self) -> &Effort {
        match &self.command {
            Some(Command::Cnf { cnf, .. }) => &cnf.effort,
            Some(Command::Equivalence { equivalence, .. }) => &equivalence.effort,
            Some(Command::Safety { safety, .. }) => &safety.effort,
            Some(Command::Horn { horn, .. }) => &horn.effort,
            Some(Command::Multiplier { multiplier, .. }) => &multiplier.effort,
            _ => &self.cnf.effort,
        }
    }
}

impl Arguments {
    /// Whether it is a command that answers a question.
    pub(crate) fn answers(&self) -> bool {
        !matches!(
            &self.command,
            Some(
                Command::Generate { .. }
                    | Command::Batch { .. }
                    | Command::Demo { .. }
                    | Command::Doctor
                    | Command::Show { .. }
                    | Command::Completions { .. }
                    | Command::Man { .. }
            )
        )
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// prove that a CNF formula has no model, or find one
    #[command(after_help = after!("certify cnf formula.cnf -o proof.lrat && lratcheck formula.cnf proof.lrat"))]
    Cnf {
        /// a CNF formula in DIMACS, may be packed by gzip, xz or zstd; '-' is standard input
        input: PathBuf,
        #[command(flatten)]
        cnf: CnfOptions,
    },
    /// prove that two circuits compute the same, or that the outputs of one are 0
    #[command(after_help = after!("certify equivalence a.aig b.aig -o proof.miter && mitercheck a.aig b.aig proof.miter"))]
    Equivalence {
        /// one or two circuits without latches in AIGER, may be packed; '-' is standard input
        #[arg(required = true, num_args = 1..=2, value_name = "CIRCUIT")]
        circuits: Vec<PathBuf>,
        #[command(flatten)]
        equivalence: EquivalenceOptions,
    },
    /// prove that a circuit multiplies, or find operands for which it does not
    #[command(after_help = after!("certify multiplier m.aig -o proof.pac && pacheck m.aig proof.pac"))]
    Multiplier {
        /// a circuit without latches in AIGER, may be packed; '-' is standard input
        circuit: PathBuf,
        #[command(flatten)]
        multiplier: MultiplierOptions,
    },
    /// write a multiplier or an adder in AIGER
    #[command(
        after_help = "example: certify generate multiplier --width 32 -o m.aig && certify multiplier m.aig -o m.pac"
    )]
    Generate {
        #[command(subcommand)]
        circuit: Circuit,
    },
    /// run many commands and fill one bundle with their answers; resumes where it was ended
    #[command(after_help = AFTER_BATCH)]
    Batch {
        /// one command line of certify a line, without 'certify'; '-' is standard input
        list: PathBuf,
        #[command(flatten)]
        batch: BatchOptions,
    },
    /// prove that bad states of a model are not reached, or find a run that reaches one
    #[command(after_help = after!("certify safety model.aig -o proof.inv && invcheck model.aig proof.inv"))]
    Safety {
        /// a model in AIGER, may be packed; '-' is standard input
        #[arg(value_name = "MODEL")]
        input: PathBuf,
        #[command(flatten)]
        safety: SafetyOptions,
    },
    /// find formulas that satisfy constrained Horn clauses, or derive false from them
    #[command(after_help = after!("certify horn system.smt2 -o proof.horn && horncheck system.smt2 proof.horn"))]
    Horn {
        /// clauses over Bool, Int and Real in SMT-LIB, may be packed; '-' is standard input
        #[arg(value_name = "SYSTEM")]
        input: PathBuf,
        #[command(flatten)]
        horn: HornOptions,
    },
    /// prove that a circuit of 64 bits multiplies, from the circuit to the checked proof
    #[command(after_help = "example: certify demo && ls certify-demo")]
    Demo {
        /// the folder to make for the circuit and its proof
        #[arg(default_value = "certify-demo")]
        folder: PathBuf,
    },
    /// say what this installation can do, and try it
    #[command(after_help = "example: certify doctor")]
    Doctor,
    /// say what a certificate is, without checking it
    #[command(after_help = "example: certify show trace.txt --circuit model.aig --vcd trace.vcd")]
    Show {
        /// a proof (pac, miter, inv, horn, LRAT or DRAT), a trace or a model; '-' is standard input
        certificate: PathBuf,
        /// the circuit of a trace
        #[arg(long, value_name = "CIRCUIT", requires = "vcd")]
        circuit: Option<PathBuf>,
        /// write the values of a trace to FILE, for a viewer of waveforms
        #[arg(long, value_name = "FILE", requires = "circuit")]
        vcd: Option<PathBuf>,
    },
    /// print completions for a shell
    #[command(
        after_help = "example: certify completions bash > ~/.local/share/bash-completion/completions/certify"
    )]
    Completions {
        /// the shell
        shell: clap_complete::Shell,
    },
    /// write manual pages into a folder
    #[command(after_help = "example: certify man man && man -l man/certify.1")]
    Man {
        /// the folder, which is made if there is none
        folder: PathBuf,
    },
}

/// The options of `certify cnf`.
#[derive(Args)]
pub(crate) struct CnfOptions {
    /// the kind of proof: with hints or without [default: lrat]
    #[arg(long, value_enum)]
    proof: Option<Proof>,
    /// write the proof as text, not binary
    #[arg(long)]
    pub(crate) text: bool,
    /// write the proof or model to FILE, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

impl CnfOptions {
    /// The kind of proof.
    pub(crate) fn proof(&self) -> Proof {
        self.proof.unwrap_or(Proof::Lrat)
    }

    /// What all commands share, if nothing was asked for that only formulas have.
    pub(crate) fn shared(self) -> Result<(bool, Option<PathBuf>, Effort), &'static str> {
        let Self { proof, text, output, effort } = self;
        match proof {
            Some(_) => Err("--proof is an option for CNF formulas, and this is none"),
            None => Ok((text, output, effort)),
        }
    }
}

/// The options of `certify equivalence`.
#[derive(Args)]
pub(crate) struct EquivalenceOptions {
    /// match inputs and outputs by position or by names
    #[arg(long = "match", value_name = "HOW", default_value_t = Matching::Position)]
    pub(crate) matching: Matching,
    /// write the proof as text, not binary
    #[arg(long)]
    pub(crate) text: bool,
    /// write the proof or witness to FILE, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// also write PREFIX.cnf and its proof for other checkers
    #[arg(long, num_args = 2, value_names = ["lrat|drat", "PREFIX"])]
    pub(crate) export: Option<Vec<String>>,
    /// write the values of a counterexample to FILE, for a viewer of waveforms
    #[arg(long, value_name = "FILE")]
    pub(crate) vcd: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

/// The options of `certify batch`.
#[derive(Args)]
pub(crate) struct BatchOptions {
    /// the bundle to write, or to add to
    #[arg(long, value_name = "DIR")]
    pub(crate) bundle: PathBuf,
    /// run N commands at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) jobs: u32,
    /// keep only the digests of the problems in the bundle
    #[arg(long)]
    pub(crate) by_digest: bool,
    /// print no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// The options of every command that searches.
#[derive(Args)]
pub(crate) struct Effort {
    /// give up after so much wall-clock time, check included
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    #[arg(allow_negative_numbers = true)]
    time: Option<Duration>,
    /// give up when more than so many megabytes (10^6 bytes) are held
    #[arg(long, allow_negative_numbers = true, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// use at most N threads
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) threads: u32,
    /// choose another of the solver's ways
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(support_sat::Options::MAX_SEED)))]
    pub(crate) seed: u32,
    /// print no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    /// write problem and certificate to the bundle DIR, or add them to it
    #[arg(long, value_name = "DIR")]
    pub(crate) bundle: Option<PathBuf>,
    /// keep only the digests of the problems in the bundle
    #[arg(long, requires = "bundle")]
    pub(crate) by_digest: bool,
}

impl Effort {
    pub(crate) fn bounds(&self) -> Bounds {
        let memory = self.memory.map(|megabytes| megabytes.saturating_mul(1_000_000));
        Bounds { time: self.time, memory }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Proof {
    Lrat,
    Drat,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, from 0 to 10^19".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn seconds_are_numbers_from_zero() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(["-1", "nan", "inf", "1e400", "", "1s"].iter().all(|text| seconds(text).is_err()));
    }
}
