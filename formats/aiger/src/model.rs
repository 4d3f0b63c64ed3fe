//! What a file says, and the check that it makes a circuit.

use crate::{Error, Lit, Variables};
use format_input::Place;
use std::fmt;
use std::ops::Deref;

/// A state bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// The variable that holds the bit.
    pub variable: u32,
    /// Its value one step later.
    pub next: Lit,
    /// Its value at time 0: a constant, its own literal (free), or a function of time 0.
    pub reset: Lit,
}

impl Latch {
    /// Whether either value is possible at time 0.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.reset == Lit::positive(self.variable)
    }
}

/// A variable that is true if and only if both right-hand sides are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The variable.
    pub variable: u32,
    /// The literals it is the conjunction of.
    pub rhs: [Lit; 2],
}

/// What a symbol can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// `i`
    Input,
    /// `l`
    Latch,
    /// `o`
    Output,
    /// `b`
    Bad,
    /// `c`
    Constraint,
    /// `j`
    Justice,
    /// `f`
    Fairness,
}

impl SymbolKind {
    /// All kinds with the letters that begin their symbols, and in words.
    pub(crate) const ALL: [(u8, Self, &'static str); 7] = [
        (b'i', Self::Input, "input"),
        (b'l', Self::Latch, "latch"),
        (b'o', Self::Output, "output"),
        (b'b', Self::Bad, "bad state property"),
        (b'c', Self::Constraint, "constraint"),
        (b'j', Self::Justice, "justice property"),
        (b'f', Self::Fairness, "fairness constraint"),
    ];
}

impl fmt::Display for SymbolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::ALL.iter().find(|(_, kind, _)| kind == self);
        f.write_str(named.map_or("object", |(_, _, words)| words))
    }
}

/// The name of an input, latch or other object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What is named.
    pub kind: SymbolKind,
    /// Which of them, from 0.
    pub index: u32,
    /// The name: any bytes but line breaks. Escape it before printing.
    pub name: Vec<u8>,
}

/// What a file says. [`Model::new`] checks that it makes a circuit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// No variable is larger, M in the header.
    pub max_variable: u32,
    /// The inputs' variables.
    pub inputs: Variables,
    /// The state bits.
    pub latches: Vec<Latch>,
    /// What the circuit computes.
    pub outputs: Vec<Lit>,
    /// A state where one of them is true is bad.
    pub bad: Vec<Lit>,
    /// A run counts only while all of them are true.
    pub constraints: Vec<Lit>,
    /// Each a set of literals, all of them infinitely often true on a bad run.
    pub justice: Vec<Vec<Lit>>,
    /// Infinitely often true on every run that justice properties speak of.
    pub fairness: Vec<Lit>,
    /// The gates; in a [`Model`] each stands after the gates it reads.
    pub gates: Vec<Gate>,
    /// Names, in the file's order.
    pub symbols: Vec<Symbol>,
    /// The lines after the line `c`, if there is one.
    pub comment: Option<Vec<u8>>,
}

/// A circuit: every variable is defined at most once, every used one is defined, no gate depends
/// on itself, and gates stand after the gates they read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    parts: Parts,
    /// Every defined variable, sorted.
    defined: Variables,
}

impl Deref for Model {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Model {
    /// Checks the definitions and orders the gates. Symbols and comment are taken as they are.
    pub fn new(mut parts: Parts) -> Result<Self, Error> {
        let mut defined = parts.inputs.clone();
        parts.lines().filter_map(|line| line.defines).for_each(|variable| defined.push(variable));
        defined.sort().map_err(|variable| {
            Error::Redefined(parts.place_of(variable, 1), Lit::positive(variable))
        })?;
        let undefined =
            |lit: &Lit| !lit.is_constant() && defined.position(lit.variable()).is_none();
        let first = u64::try_from(parts.inputs.len()).unwrap_or(u64::MAX).saturating_add(2);
        parts.lines().zip(first..).try_for_each(|(line, number)| {
            line.uses
                .iter()
                .position(undefined)
                .map_or(Ok(()), |at| Err(line.undefined(number, at)))
        })?;
        parts.order_gates()?;
        parts.max_variable = parts.max_variable.max(defined.largest());
        Ok(Self { parts, defined })
    }

    /// The circuit of parts that are numbered 1, 2, 3 and so on, and in order.
    pub(crate) fn from_compact(parts: Parts) -> Self {
        let defined = Variables::first(parts.max_variable);
        Self { parts, defined }
    }

    /// The place of a variable among all defined ones, from 0: for tables without gaps.
    #[must_use]
    #[inline]
    pub fn position(&self, variable: u32) -> Option<usize> {
        self.defined.position(variable)
    }

    /// The number of defined variables: inputs, latches and gates.
    #[must_use]
    pub fn defined(&self) -> usize {
        self.defined.len()
    }

    /// The parts, free to be changed.
    #[must_use]
    pub fn into_parts(self) -> Parts {
        self.parts
    }
}

/// A line of the ASCII encoding between inputs and symbols. What is not there reads as false.
struct Line {
    defines: Option<u32>,
    uses: [Lit; 2],
}

impl Line {
    /// The error that a used literal is not defined; the numbers before it give its column.
    fn undefined(&self, line: u64, at: usize) -> Error {
        let before =
            self.defines.map(Lit::positive).into_iter().chain(self.uses.into_iter().take(at));
        let width: usize = before.map(|lit| lit.to_string().len().saturating_add(1)).sum();
        let column = u64::try_from(width).unwrap_or(u64::MAX).saturating_add(1);
        let lit = self.uses.get(at).copied().unwrap_or_default();
        Error::Undefined(Place::Text { line, column }, lit)
    }
}

impl Parts {
    /// How many objects of a kind there are.
    pub(crate) fn count(&self, kind: SymbolKind) -> u64 {
        let count = match kind {
            SymbolKind::Input => self.inputs.len(),
            SymbolKind::Latch => self.latches.len(),
            SymbolKind::Output => self.outputs.len(),
            SymbolKind::Bad => self.bad.len(),
            SymbolKind::Constraint => self.constraints.len(),
            SymbolKind::Justice => self.justice.len(),
            SymbolKind::Fairness => self.fairness.len(),
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// The lines in order, numbered from 2 plus the number of inputs.
    fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        let plain = |&lit: &Lit| Line { defines: None, uses: [lit, Lit::FALSE] };
        let latch = |&Latch { variable, next, reset }: &Latch| Line {
            defines: Some(variable),
            uses: [next, reset],
        };
        let latches = self.latches.iter().map(latch);
        let sections = latches
            .chain(self.outputs.iter().map(plain))
            .chain(self.bad.iter().map(plain))
            .chain(self.constraints.iter().map(plain))
            // The sizes of the justice properties stand before their literals.
            .chain(self.justice.iter().map(move |_| plain(&Lit::FALSE)))
            .chain(self.justice.iter().flatten().map(plain))
            .chain(self.fairness.iter().map(plain));
        let gate = |&Gate { variable, rhs }: &Gate| Line { defines: Some(variable), uses: rhs };
        sections.chain(self.gates.iter().map(gate))
    }

    /// Where a variable is defined: `time` 0 is the first, 1 the second definition.
    pub(crate) fn place_of(&self, variable: u32, time: usize) -> Place {
        let inputs = self.inputs.iter().map(Some);
        let definitions = inputs.chain(self.lines().map(|line| line.defines));
        let mut found = definitions.zip(2..).filter(|&(defines, _)| defines == Some(variable));
        let line = found.nth(time).map_or(1, |(_, line)| line);
        Place::Text { line, column: 1 }
    }
}
