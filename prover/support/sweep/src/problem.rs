//! What is asked, and what is answered.

use crate::Proof;
use claim_miter::Signal;
use format_lrat::Id;
use std::sync::Arc;
use std::time::Instant;
use support_limits::Limits;

/// A circuit without latches. Variable 0 is false, then come the inputs, then the gates.
#[derive(Clone, Copy, Debug)]
pub struct Netlist<'a> {
    /// How many inputs there are.
    pub inputs: u32,
    /// What each gate reads, in any order without cycles.
    pub gates: &'a [[Signal; 2]],
}

/// What to prove, and how.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The circuit.
    pub netlist: Netlist<'a>,
    /// The signals that should be equal, easy pairs first.
    pub pairs: &'a [(Signal, Signal)],
    /// The gates before this one belong to one circuit, the others to another; the sweep spends
    /// less on nodes of the same circuit. 0 if there is no such difference.
    pub split: usize,
    /// Vectors to simulate besides random ones, 64 at a time: one word for each input.
    pub patterns: &'a [Vec<u64>],
    /// What was proved before.
    pub known: &'a [Known],
    /// How much may be spent.
    pub effort: Effort,
    /// At most [`support_sat::Options::MAX_SEED`].
    pub seed: u32,
    /// When to give up.
    pub limits: &'a Arc<Limits>,
    /// Hears how far the work is, often.
    pub progress: &'a dyn Fn(&Statistics),
}

impl<'a> Problem<'a> {
    /// Asks for no pairs yet, with all the effort that they need.
    #[must_use]
    pub fn new(netlist: Netlist<'a>, limits: &'a Arc<Limits>) -> Self {
        Self {
            netlist,
            pairs: &[],
            split: 0,
            patterns: &[],
            known: &[],
            effort: Effort::default(),
            seed: 0,
            limits,
            progress: &|_| (),
        }
    }
}

/// An equality that is proved already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The equal signals.
    pub pair: (Signal, Signal),
    /// The ids of "the first implies the second" and of "the second implies the first"; a
    /// tautology has any.
    pub ids: [Id; 2],
}

/// How much may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most clauses that CaDiCaL may derive for nodes inside the circuit.
    pub node: u64,
    /// The most that it may derive for a pair in the end.
    pub pair: u64,
    /// No new work begins after this time; results then depend on the machine.
    pub deadline: Option<Instant>,
}

impl Default for Effort {
    fn default() -> Self {
        Self { node: 1_000_000, pair: u64::MAX, deadline: None }
    }
}

/// How a sweep ended.
#[derive(Debug)]
pub enum End {
    /// All pairs are equal.
    Equal(Proof),
    /// A pair differs under these inputs.
    Differ(Vec<bool>),
    /// Some pairs are still open.
    Partial {
        /// A proof of the others.
        proof: Proof,
        /// By pair: whether it is proved.
        proved: Vec<bool>,
    },
}

/// What a sweep did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes merged by structure.
    pub structural: u64,
    /// Nodes merged as the same function of the same few signals.
    pub functional: u64,
    /// Nodes merged by search.
    pub proved: u64,
    /// Candidates that were told apart by search.
    pub refuted: u64,
    /// Questions for CaDiCaL.
    pub asked: u64,
    /// Those that it gave up.
    pub given_up: u64,
    /// Rounds of simulation of what search found.
    pub rounds: u64,
}
