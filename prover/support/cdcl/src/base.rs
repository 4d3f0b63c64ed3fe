//! The clauses of a circuit, two or three literals each, in flat lists that never change.

use crate::Lit;
use format_input::index;

/// Lists of values by key, in flat memory.
#[derive(Debug, Default)]
struct Lists<T> {
    starts: Vec<u32>,
    values: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    fn new(keys: usize, pairs: &[(u32, T)]) -> Self {
        let mut starts = vec![0_u32; keys + 1];
        for &(key, _) in pairs {
            starts[index(key) + 1] += 1;
        }
        for key in 0..keys {
            starts[key + 1] += starts[key];
        }
        let mut next = starts.clone();
        let mut values = vec![T::default(); pairs.len()];
        for &(key, value) in pairs {
            let slot = &mut next[index(key)];
            values[index(*slot)] = value;
            *slot += 1;
        }
        Self { starts, values }
    }

    #[inline]
    fn get(&self, key: u32) -> &[T] {
        &self.values[index(self.starts[index(key)])..index(self.starts[index(key) + 1])]
    }
}

/// The clauses of a circuit, and which variables each variable is a function of.
#[derive(Debug, Default)]
pub struct Base {
    variables: u32,
    /// By a literal: where its part of the next two lists begins. One place in memory tells both.
    heads: Vec<[u32; 2]>,
    /// By a literal: what is true if it is.
    binary: Vec<Lit>,
    /// By a literal: pairs of which one is true if it is.
    ternary: Vec<(Lit, Lit)>,
    fanins: Lists<u32>,
    units: Vec<Lit>,
    /// The clauses of more than three literals.
    long: Vec<Vec<Lit>>,
}

impl Base {
    /// The number of variables; the last is that of temporary clauses.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    /// What is true if this literal is, and pairs of which one is.
    #[inline]
    pub(crate) fn implied(&self, lit: Lit) -> (&[Lit], &[(Lit, Lit)]) {
        let at = index(lit.0);
        let ([binary, ternary], end) = (self.heads[at], self.heads[at + 1]);
        let binary = &self.binary[index(binary)..index(end[0])];
        (binary, &self.ternary[index(ternary)..index(end[1])])
    }

    /// The variables that a variable is a function of.
    #[inline]
    #[must_use]
    pub fn fanins(&self, variable: u32) -> &[u32] {
        self.fanins.get(variable)
    }

    pub(crate) fn units(&self) -> &[Lit] {
        &self.units
    }

    pub(crate) fn long(&self) -> &[Vec<Lit>] {
        &self.long
    }
}

/// Collects the clauses of a [`Base`].
#[derive(Debug, Default)]
pub struct Builder {
    variables: u32,
    binary: Vec<(u32, Lit)>,
    ternary: Vec<(u32, (Lit, Lit))>,
    fanins: Vec<(u32, u32)>,
    units: Vec<Lit>,
    long: Vec<Vec<Lit>>,
}

impl Builder {
    /// A base over the variables below this number; variable 0 is false.
    #[must_use]
    pub fn new(variables: u32) -> Self {
        Self { variables, units: vec![Lit::TRUE], ..Self::default() }
    }

    /// Adds a clause of at least one literal, each of a different variable.
    pub fn clause(&mut self, clause: &[Lit]) {
        match *clause {
            [lit] => self.units.push(lit),
            [left, right] => {
                self.binary.push(((!left).0, right));
                self.binary.push(((!right).0, left));
            }
            [a, b, c] => {
                self.ternary.push(((!a).0, (b, c)));
                self.ternary.push(((!b).0, (a, c)));
                self.ternary.push(((!c).0, (a, b)));
            }
            _ => self.long.push(clause.to_vec()),
        }
    }

    /// Says that a variable is a function of others, given by clauses.
    pub fn depends(&mut self, variable: u32, on: &[u32]) {
        self.fanins.extend(on.iter().map(|&other| (variable, other)));
    }

    /// The base of all clauses so far. It has one variable more, for temporary clauses.
    #[must_use]
    pub fn build(self) -> Base {
        let variables = index(self.variables) + 1;
        let binary = Lists::new(2 * variables, &self.binary);
        let ternary = Lists::new(2 * variables, &self.ternary);
        let heads = binary.starts.iter().zip(&ternary.starts);
        Base {
            variables: self.variables + 1,
            heads: heads.map(|(&binary, &ternary)| [binary, ternary]).collect(),
            binary: binary.values,
            ternary: ternary.values,
            fanins: Lists::new(variables, &self.fanins),
            units: self.units,
            long: self.long,
        }
    }
}
