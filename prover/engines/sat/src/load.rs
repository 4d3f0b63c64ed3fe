//! From the file to the solver.

use crate::Error;
use claim_unsat::read_formula;
use format_dimacs::{Lit, Reader};
use format_input::index;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Read;
use std::rc::Rc;
use support_limits::Limits;
use support_sat::{Solver, Tracer};

/// The solver's tables are as large as its largest variable. So a formula that uses few of many
/// variables is solved with others, and its proof is written in its own.
#[derive(Clone)]
pub(crate) enum Numbering {
    /// The solver's variables are the formula's.
    Same,
    /// The solver's variables are numbered in the order of their first use.
    Compact(Rc<RefCell<Names>>),
}

/// Variables that stand for others.
#[derive(Default)]
pub(crate) struct Names {
    /// By variable of the formula: the solver's.
    numbers: HashMap<u32, u32>,
    /// By variable of the solver, from 0: the formula's.
    originals: Vec<u32>,
}

impl Names {
    fn renumber(&mut self, lit: Lit) -> Lit {
        let number = *self.numbers.entry(lit.variable()).or_insert_with(|| {
            self.originals.push(lit.variable());
            u32::try_from(self.originals.len()).unwrap_or(u32::MAX)
        });
        Lit::new(number, lit.is_negative()).unwrap_or(lit)
    }

    fn original(&self, lit: Lit) -> Lit {
        let position = index(lit.variable()).wrapping_sub(1);
        let variable = self.originals.get(position).copied();
        variable.and_then(|variable| Lit::new(variable, lit.is_negative())).unwrap_or(lit)
    }
}

impl Numbering {
    /// So many variables are worth their tables in any formula.
    const SMALL: u32 = 1 << 16;

    /// Keeps the formula's variables if they are not more than its bytes.
    pub(crate) fn choose(variables: u32, bytes: usize) -> Self {
        if variables <= Self::SMALL || index(variables) <= bytes {
            Self::Same
        } else {
            Self::Compact(Rc::default())
        }
    }

    fn renumber(&self, clause: &mut [Lit]) {
        if let Self::Compact(names) = self {
            let mut names = names.borrow_mut();
            for lit in clause {
                *lit = names.renumber(*lit);
            }
        }
    }

    /// The formula's clause for the solver's; `buffer` holds it if they differ.
    #[inline]
    pub(crate) fn original<'a>(&self, clause: &'a [Lit], buffer: &'a mut Vec<Lit>) -> &'a [Lit] {
        let Self::Compact(names) = self else { return clause };
        let names = names.borrow();
        buffer.clear();
        buffer.extend(clause.iter().map(|&lit| names.original(lit)));
        buffer
    }

    /// The true literals of the formula, ordered by variable: of all its variables, or of those
    /// that it uses.
    pub(crate) fn model(
        &self,
        variables: u32,
        mut value: impl FnMut(Lit) -> Option<bool>,
    ) -> Vec<Lit> {
        let used = match self {
            Self::Same => variables,
            Self::Compact(names) => u32::try_from(names.borrow().originals.len()).unwrap_or(0),
        };
        let lits = (1..=used).filter_map(|variable| Lit::new(variable, false));
        let mut lits: Vec<Lit> =
            lits.map(|lit| if value(lit) == Some(true) { lit } else { !lit }).collect();
        if let Self::Compact(names) = self {
            let names = names.borrow();
            for lit in &mut lits {
                *lit = names.original(*lit);
            }
            lits.sort_unstable();
        }
        lits
    }
}

/// Adds every clause under its number, until a limit is exceeded.
pub(crate) fn add_all<R: Read, T: Tracer>(
    reader: &mut Reader<R>,
    numbering: &Numbering,
    solver: &mut Solver<T>,
    limits: &Limits,
) -> Result<(), Error> {
    let mut lits = Vec::new();
    let mut id = 0_i64;
    read_formula(reader, |clause| {
        id = id.saturating_add(1);
        lits.clear();
        lits.extend_from_slice(clause);
        numbering.renumber(&mut lits);
        if limits.exceeded().is_none() { solver.add_clause(id, &lits) } else { Ok(()) }
            .map_err(Error::from)
    })?;
    Ok(())
}
