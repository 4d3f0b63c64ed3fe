//! The claim that a CNF formula has no model, and the question built from the formula alone.

use format_dimacs::{Error, Header, Lit, Reader};
use format_input::index;
use std::collections::HashMap;
use std::fmt;
use std::io::Read;

/// What the claim is about, as the checker read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The counts of the formula's header, which the file keeps.
    pub header: Header,
    /// The number of the first empty clause, if there is one: then no proof is needed.
    pub empty_clause: Option<u64>,
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { variables, clauses } = self.header;
        write!(f, "variables {variables}, clauses {clauses}")?;
        self.empty_clause.map_or(Ok(()), |number| write!(f, ", clause {number} is empty"))
    }
}

/// Reads the formula and hands on every clause as written, in file order: clause i of the file is
/// the i-th one handed on, be it a tautology or a copy of another.
pub fn read_formula<R: Read, E: From<Error>>(
    reader: &mut Reader<R>,
    mut clause: impl FnMut(&[Lit]) -> Result<(), E>,
) -> Result<Formula, E> {
    let mut formula = Formula { header: reader.header(), empty_clause: None };
    let mut lits = Vec::new();
    for number in 1.. {
        if !reader.next_clause(&mut lits)? {
            break;
        }
        if lits.is_empty() && formula.empty_clause.is_none() {
            formula.empty_clause = Some(number);
        }
        clause(&lits)?;
    }
    Ok(formula)
}

/// Numbers variables in the order of their first use, so that tables by variable are as large as
/// what was read, not as the largest number in it.
#[derive(Default)]
pub struct Vocabulary {
    /// By original variable: its number, or 0. Holds small variables only.
    dense: Vec<u32>,
    /// The numbers of the others.
    sparse: HashMap<u32, u32>,
    /// By number: the original variable.
    original: Vec<u32>,
}

impl Vocabulary {
    /// The table `dense` has at most this many entries for each variable met, and some to begin.
    const ENTRIES_A_VARIABLE: u32 = 16;
    const ENTRIES_TO_BEGIN: u32 = 1 << 16;

    /// The literal of the renumbered variable, of the same sign.
    #[inline]
    pub fn renumber(&mut self, lit: Lit) -> Lit {
        let number = match self.dense.get(index(lit.variable())) {
            Some(&number) if number != 0 => number,
            _ => self.look_up(lit.variable()),
        };
        Lit::new(number, lit.is_negative()).unwrap_or(lit)
    }

    /// The literal that was renumbered to this one.
    #[must_use]
    pub fn original(&self, lit: Lit) -> Lit {
        let variable = index(lit.variable()).checked_sub(1).and_then(|at| self.original.get(at));
        variable.and_then(|&variable| Lit::new(variable, lit.is_negative())).unwrap_or(lit)
    }

    /// How many variables have a number: the largest number.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.original.len()).unwrap_or(u32::MAX)
    }

    /// Finds or makes the number of a variable that is not in `dense`.
    #[cold]
    fn look_up(&mut self, variable: u32) -> u32 {
        if let Some(&number) = self.sparse.get(&variable) {
            return number;
        }
        self.original.push(variable);
        // There are fewer than 2^31 variables, so their numbers fit.
        let number = self.count();
        let most = number.saturating_mul(Self::ENTRIES_A_VARIABLE);
        if variable < most.max(Self::ENTRIES_TO_BEGIN) {
            let size = index(variable).saturating_add(1).max(self.dense.len());
            self.dense.resize(size, 0);
            if let Some(entry) = self.dense.get_mut(index(variable)) {
                *entry = number;
            }
        } else {
            self.sparse.insert(variable, number);
        }
        number
    }
}
