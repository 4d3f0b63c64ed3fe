//! Numeric variables, atoms, and the bounds that true literals set.

use crate::delta::Delta;
use crate::tableau::Tableau;
use crate::{Integer, Lit, Rational};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A bound and the true literal that sets it.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) value: Delta,
    pub(crate) reason: Lit,
}

/// An atom: true it is an upper bound, false a lower bound.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its Boolean variable.
    pub(crate) boolean: u32,
    pub(crate) variable: u32,
    pub(crate) bound: Rational,
    pub(crate) strict: bool,
    pub(crate) upper: Delta,
    pub(crate) lower: Delta,
}

/// A variable, given or the name of a sum.
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) is_int: bool,
    pub(crate) value: Delta,
    pub(crate) lower: Option<Bound>,
    pub(crate) upper: Option<Bound>,
    /// Its atoms by ascending bound.
    pub(crate) atoms: Vec<u32>,
    /// The sum that it names.
    pub(crate) sum: Option<Box<[(u32, Integer)]>>,
    /// Whether the rows know it. A sum has a row only while somebody needs it.
    pub(crate) is_live: bool,
    /// Whether clauses name it, so that it may be needed again soon.
    pub(crate) is_kept: bool,
    /// When it last got a bound.
    pub(crate) epoch: u32,
    pub(crate) is_queued: bool,
    pub(crate) is_changed: bool,
}

/// A change of a bound that backtracking undoes.
#[derive(Debug)]
struct Undo {
    variable: u32,
    is_upper: bool,
    before: Option<Bound>,
}

/// The theory's state.
#[derive(Debug, Default)]
pub(crate) struct Arithmetic {
    pub(crate) tableau: Tableau,
    pub(crate) columns: Vec<Column>,
    pub(crate) atoms: Vec<Record>,
    /// By Boolean variable: its atom, or [`NO_ATOM`].
    atom_of: Vec<u32>,
    sums: HashMap<Box<[(u32, Integer)]>, u32>,
    known: HashMap<(u32, Rational, bool), u32>,
    undo: Vec<Undo>,
    levels: Vec<usize>,
    /// Basic variables that may be out of their bounds, smallest first.
    pub(crate) queue: BinaryHeap<Reverse<u32>>,
    /// Variables with new bounds since rows were last looked at.
    pub(crate) changed: Vec<u32>,
    /// True literals that contradict each other, with their multipliers.
    pub(crate) conflict: Vec<(Lit, Rational)>,
    /// Literals that follow from one other literal.
    pub(crate) implied: Vec<(Lit, Lit)>,
    /// Sums that are alive.
    pub(crate) visitors: Vec<u32>,
    /// Counts calls and restarts.
    pub(crate) epoch: u32,
    pub(crate) pivots: u64,
}

const NO_ATOM: u32 = u32::MAX;

impl Arithmetic {
    pub(crate) fn add_boolean(&mut self) {
        self.atom_of.push(NO_ATOM);
    }

    pub(crate) fn add_column(&mut self, is_int: bool) -> u32 {
        let variable = self.columns.len() as u32;
        self.columns.push(Column {
            is_int,
            value: Delta::default(),
            lower: None,
            upper: None,
            atoms: Vec::new(),
            sum: None,
            is_live: true,
            is_kept: true,
            epoch: 0,
            is_queued: false,
            is_changed: false,
        });
        self.tableau.add_variable();
        variable
    }

    /// The variable that stands for a sum in normal form.
    pub(crate) fn name_sum(&mut self, sum: &[(u32, Integer)]) -> u32 {
        if let [(variable, _)] = sum {
            return *variable;
        }
        if let Some(&variable) = self.sums.get(sum) {
            return variable;
        }
        let is_int = sum.iter().all(|(term, _)| self.columns[*term as usize].is_int);
        let variable = self.add_column(is_int);
        let column = &mut self.columns[variable as usize];
        column.sum = Some(sum.into());
        column.is_live = false;
        column.is_kept = false;
        self.sums.insert(sum.into(), variable);
        variable
    }

    /// The value of a variable, whether rows know it or not.
    pub(crate) fn value(&self, variable: u32) -> Cow<'_, Delta> {
        let column = &self.columns[variable as usize];
        match &column.sum {
            Some(sum) if !column.is_live => {
                let mut value = Delta::default();
                for (term, factor) in sum {
                    let term = &self.columns[*term as usize].value;
                    value.add_multiple(&factor.clone().into(), term);
                }
                Cow::Owned(value)
            }
            _ => Cow::Borrowed(&column.value),
        }
    }

    /// The Boolean variable of an atom that is known.
    pub(crate) fn find(&self, variable: u32, bound: &Rational, strict: bool) -> Option<u32> {
        self.known.get(&(variable, bound.clone(), strict)).copied()
    }

    /// Takes in an atom for a Boolean variable.
    pub(crate) fn add_atom(&mut self, boolean: u32, variable: u32, bound: Rational, strict: bool) {
        let column = &self.columns[variable as usize];
        let (upper, lower) = if column.is_int {
            (Delta::new(bound.clone(), 0), Delta::new(&bound + Rational::ONE, 0))
        } else if strict {
            (Delta::new(bound.clone(), -1), Delta::new(bound.clone(), 0))
        } else {
            (Delta::new(bound.clone(), 0), Delta::new(bound.clone(), 1))
        };
        let name = self.atoms.len() as u32;
        let atoms = &self.atoms;
        let place = column.atoms.partition_point(|&other| atoms[other as usize].upper < upper);
        self.columns[variable as usize].atoms.insert(place, name);
        self.known.insert((variable, bound.clone(), strict), boolean);
        self.atom_of[boolean as usize] = name;
        self.atoms.push(Record { boolean, variable, bound, strict, upper, lower });
    }

    /// The atom of a Boolean variable.
    #[inline]
    pub(crate) fn atom_of(&self, boolean: u32) -> Option<&Record> {
        let atom = self.atom_of[boolean as usize];
        (atom != NO_ATOM).then(|| &self.atoms[atom as usize])
    }

    /// Whether the present values make the atom true.
    pub(crate) fn is_true_now(&self, record: &Record) -> bool {
        *self.value(record.variable) <= record.upper
    }

    /// Begins a level to which backtracking may return.
    pub(crate) fn push(&mut self) {
        self.levels.push(self.undo.len());
    }

    /// Returns to a level.
    pub(crate) fn pop(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        while self.undo.len() > length {
            if let Some(Undo { variable, is_upper, before }) = self.undo.pop() {
                let column = &mut self.columns[variable as usize];
                *if is_upper { &mut column.upper } else { &mut column.lower } = before;
            }
        }
        for variable in std::mem::take(&mut self.changed) {
            self.columns[variable as usize].is_changed = false;
        }
    }

    /// Takes in a literal that became true; false if it contradicts another: then
    /// [`Arithmetic::conflict`] has both. What follows is in [`Arithmetic::implied`].
    pub(crate) fn assert(&mut self, lit: Lit) -> bool {
        let atom = self.atom_of[lit.variable() as usize];
        if atom == NO_ATOM {
            return true;
        }
        if lit.is_negative() { self.assert_lower(lit, atom) } else { self.assert_upper(lit, atom) }
    }

    fn assert_upper(&mut self, lit: Lit, atom: u32) -> bool {
        let Record { variable, upper, .. } = &self.atoms[atom as usize];
        let (variable, at) = (*variable, *variable as usize);
        let column = &self.columns[at];
        if column.upper.as_ref().is_some_and(|bound| bound.value <= *upper) {
            return true;
        }
        if let Some(bound) = &column.lower
            && bound.value > *upper
        {
            let pair = [(bound.reason, Rational::ONE), (lit, Rational::ONE)];
            self.conflict.clear();
            self.conflict.extend(pair);
            return false;
        }
        let place =
            column.atoms.partition_point(|&other| self.atoms[other as usize].upper < *upper);
        for &other in &column.atoms[place..] {
            let record = &self.atoms[other as usize];
            if column.upper.as_ref().is_some_and(|bound| bound.value <= record.upper) {
                break;
            }
            if other != atom {
                self.implied.push((positive(record.boolean), lit));
            }
        }
        let value = upper.clone();
        self.set_bound(variable, true, Bound { value, reason: lit });
        true
    }

    fn assert_lower(&mut self, lit: Lit, atom: u32) -> bool {
        let Record { variable, lower, .. } = &self.atoms[atom as usize];
        let (variable, at) = (*variable, *variable as usize);
        let column = &self.columns[at];
        if column.lower.as_ref().is_some_and(|bound| bound.value >= *lower) {
            return true;
        }
        if let Some(bound) = &column.upper
            && bound.value < *lower
        {
            let pair = [(bound.reason, Rational::ONE), (lit, Rational::ONE)];
            self.conflict.clear();
            self.conflict.extend(pair);
            return false;
        }
        let place =
            column.atoms.partition_point(|&other| self.atoms[other as usize].upper < *lower);
        for &other in column.atoms[..place].iter().rev() {
            let record = &self.atoms[other as usize];
            if column.lower.as_ref().is_some_and(|bound| bound.value > record.upper) {
                break;
            }
            if other != atom {
                self.implied.push((!positive(record.boolean), lit));
            }
        }
        let value = lower.clone();
        self.set_bound(variable, false, Bound { value, reason: lit });
        true
    }

    /// Sets a bound that does not contradict the other one, and keeps a variable that is not
    /// basic within its bounds.
    fn set_bound(&mut self, variable: u32, is_upper: bool, bound: Bound) {
        self.enliven(variable);
        let column = &mut self.columns[variable as usize];
        column.epoch = self.epoch;
        let is_out = if is_upper { column.value > bound.value } else { column.value < bound.value };
        let value = is_out.then(|| bound.value.clone());
        let slot = if is_upper { &mut column.upper } else { &mut column.lower };
        let before = slot.replace(bound);
        self.undo.push(Undo { variable, is_upper, before });
        if !column.is_changed {
            column.is_changed = true;
            self.changed.push(variable);
        }
        if let Some(value) = value {
            if self.tableau.row_of(variable).is_some() {
                self.enqueue(variable);
            } else {
                self.update(variable, value);
            }
        }
    }

    pub(crate) fn enqueue(&mut self, variable: u32) {
        let column = &mut self.columns[variable as usize];
        if !column.is_queued {
            column.is_queued = true;
            self.queue.push(Reverse(variable));
        }
    }

    /// Gives a variable that is not basic another value.
    pub(crate) fn update(&mut self, variable: u32, value: Delta) {
        let difference = value.minus(&self.columns[variable as usize].value);
        self.columns[variable as usize].value = value;
        for place in 0..self.tableau.columns[variable as usize].len() {
            let link = self.tableau.columns[variable as usize][place];
            let basic = self.tableau.rows[link.row as usize].basic;
            let factor = self.tableau.factor(link);
            self.columns[basic as usize].value.add_multiple(factor, &difference);
            self.enqueue_if_out(basic);
        }
    }

    pub(crate) fn enqueue_if_out(&mut self, variable: u32) {
        let column = &self.columns[variable as usize];
        if column.is_below() || column.is_above() {
            self.enqueue(variable);
        }
    }
}

impl Column {
    pub(crate) fn is_integral(&self) -> bool {
        self.value.real.is_integer() && self.value.delta.is_zero()
    }

    pub(crate) fn is_below(&self) -> bool {
        self.lower.as_ref().is_some_and(|bound| self.value < bound.value)
    }

    pub(crate) fn is_above(&self) -> bool {
        self.upper.as_ref().is_some_and(|bound| self.value > bound.value)
    }
}

/// The literal that a variable is true.
#[inline]
pub(crate) fn positive(variable: u32) -> Lit {
    crate::clauses::literal(variable << 1)
}
