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
    /// By a literal: what is true if it is.
    binary: Lists<Lit>,
    /// By a literal: pairs of which one is true if it is.
    ternary: Lists<(Lit, Lit)>,
    fanins: Lists<u32>,
    units: Vec<Lit>,
}

impl Base {
    /// The number of variables; the last is that of temporary clauses.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    #[inline]
    pub(crate) fn binary(&self, lit: Lit) -> &[Lit] {
        self.binary.get(lit.0)
    }

    #[inline]
    pub(crate) fn ternary(&self, lit: Lit) -> &[(Lit, Lit)] {
        self.ternary.get(lit.0)
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
}

/// Collects the clauses of a [`Base`].
#[derive(Debug, Default)]
pub struct Builder {
    variables: u32,
    binary: Vec<(u32, Lit)>,
    ternary: Vec<(u32, (Lit, Lit))>,
    fanins: Vec<(u32, u32)>,
    units: Vec<Lit>,
}

impl Builder {
    /// A base over the variables below this number; variable 0 is false.
    #[must_use]
    pub fn new(variables: u32) -> Self {
        Self { variables, units: vec![Lit::TRUE], ..Self::default() }
    }

    /// Adds a clause of one literal.
    pub fn unit(&mut self, lit: Lit) {
        self.units.push(lit);
    }

    /// Adds a clause of two literals.
    pub fn binary(&mut self, left: Lit, right: Lit) {
        self.binary.push(((!left).0, right));
        self.binary.push(((!right).0, left));
    }

    /// Adds a clause of three literals of different variables.
    pub fn ternary(&mut self, a: Lit, b: Lit, c: Lit) {
        self.ternary.push(((!a).0, (b, c)));
        self.ternary.push(((!b).0, (a, c)));
        self.ternary.push(((!c).0, (a, b)));
    }

    /// Says that a variable is a function of others, given by clauses.
    pub fn depends(&mut self, variable: u32, on: &[Lit]) {
        self.fanins.extend(on.iter().map(|lit| (variable, lit.variable())));
    }

    /// The variable is the conjunction of two literals.
    pub fn and(&mut self, variable: u32, left: Lit, right: Lit) {
        let gate = Lit::positive(variable);
        self.binary(!gate, left);
        self.binary(!gate, right);
        self.ternary(gate, !left, !right);
        self.depends(variable, &[left, right]);
    }

    /// The variable is `yes` if `condition` is true, else `no`.
    pub fn choice(&mut self, variable: u32, condition: Lit, yes: Lit, no: Lit) {
        let gate = Lit::positive(variable);
        self.ternary(!condition, !yes, gate);
        self.ternary(!condition, yes, !gate);
        self.ternary(condition, !no, gate);
        self.ternary(condition, no, !gate);
        if yes.variable() == no.variable() {
            self.depends(variable, &[condition, yes]);
            return;
        }
        self.ternary(!yes, !no, gate);
        self.ternary(yes, no, !gate);
        self.depends(variable, &[condition, yes, no]);
    }

    /// The base of all clauses so far. It has one variable more, for temporary clauses.
    #[must_use]
    pub fn build(self) -> Base {
        let variables = index(self.variables) + 1;
        Base {
            variables: self.variables + 1,
            binary: Lists::new(2 * variables, &self.binary),
            ternary: Lists::new(2 * variables, &self.ternary),
            fanins: Lists::new(variables, &self.fanins),
            units: self.units,
        }
    }
}
