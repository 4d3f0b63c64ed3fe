//! Clauses over Boolean variables, some of which stand for inequalities.

use crate::{Atom, Budget, Id, Limit, Linear, tighten};
use format_input::index;
use format_lit::Lit;
use format_number::{Integer, Rational};
use format_smtlib::Sort;
use std::collections::HashMap;

/// The clauses of an obligation. Variable 1 is true, and so is clause 1.
#[derive(Debug, Default)]
pub struct Cnf {
    /// Clause `i` has the id `i + 1`; its literals are sorted, each once.
    clauses: Vec<Vec<Lit>>,
    /// By Boolean variable, from 1: the atom that it stands for, if it does.
    atoms: Vec<Option<Atom>>,
    /// By numeric variable. Bool stands for a number that is none.
    sorts: Vec<Sort>,
    known_atoms: HashMap<Atom, u32>,
    known_gates: HashMap<(bool, Vec<Lit>), Lit>,
    known_quotients: HashMap<(Linear, Integer), u32>,
    pub(crate) budget: Budget,
}

/// An atom is not in normal form, or stands for a variable already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotNew;

impl Cnf {
    /// Only what is true, over numeric variables of these sorts.
    pub(crate) fn new(sorts: Vec<Sort>) -> Result<Self, Limit> {
        let mut cnf = Self { sorts, ..Self::default() };
        let truth = cnf.boolean(None)?;
        cnf.clause(&[truth]).map(|()| cnf)
    }

    /// The clauses; clause `i` has the id `i + 1`. Tautologies are among them.
    #[must_use]
    pub fn clauses(&self) -> &[Vec<Lit>] {
        &self.clauses
    }

    /// The largest id.
    #[must_use]
    pub fn axioms(&self) -> Id {
        Id::try_from(self.clauses.len()).unwrap_or(Id::MAX)
    }

    /// The clause with an id, if a proof may use it: not tautologies.
    #[must_use]
    pub fn axiom(&self, id: Id) -> Option<&Vec<Lit>> {
        let number = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        let clause = number.and_then(|number| self.clauses.get(number))?;
        // Sorted: x and not x are neighbours.
        let is_tautology = clause.iter().zip(clause.iter().skip(1)).any(|(a, b)| *a == !*b);
        (!is_tautology).then_some(clause)
    }

    /// The largest Boolean variable.
    #[must_use]
    pub fn variables(&self) -> u32 {
        u32::try_from(self.atoms.len()).unwrap_or(u32::MAX)
    }

    /// The atom that a Boolean variable stands for.
    #[must_use]
    pub fn atom(&self, variable: u32) -> Option<&Atom> {
        self.atoms.get(index(variable).checked_sub(1)?).and_then(Option::as_ref)
    }

    /// The variable that stands for an atom in normal form.
    #[must_use]
    pub fn find(&self, atom: &Atom) -> Option<u32> {
        self.known_atoms.get(atom).copied()
    }

    /// The sorts of the numeric variables; where it is Bool, there is none.
    #[must_use]
    pub fn sorts(&self) -> &[Sort] {
        &self.sorts
    }

    /// Lets the next Boolean variable stand for an atom in normal form for which none does.
    pub fn add_atom(&mut self, atom: &Atom) -> Result<u32, NotNew> {
        let sort = |(variable, _): &(u32, Integer)| self.sorts.get(index(*variable));
        let is_sum = atom.terms.iter().map(sort).all(|sort| sort.is_some_and(|s| *s != Sort::Bool));
        // Each line of a proof has a budget of its own.
        self.budget = Budget::default();
        // Sorts the variables, and adds up what is doubled.
        let linear = [(&Rational::ONE, &Linear::scaled(atom, &Rational::ONE))];
        let linear = Linear::sum(&linear, &mut self.budget).map_err(|_| NotNew)?;
        match self.normal(&linear, atom.is_strict) {
            Ok(Ok((normal, false))) if is_sum && normal == *atom && self.find(atom).is_none() => {
                self.boolean(Some(normal)).map(Lit::variable).map_err(|_| NotNew)
            }
            _ => Err(NotNew),
        }
    }

    /// `linear <= 0` or `< 0` in normal form, the first coefficient positive, and whether that is
    /// its negation; or its truth, if no variable occurs.
    fn normal(
        &mut self,
        linear: &Linear,
        is_strict: bool,
    ) -> Result<Result<(Atom, bool), bool>, Limit> {
        let atom = tighten(linear, is_strict, &self.sorts, &mut self.budget)?;
        match atom.terms.first().map(|(_, first)| first.signum() > 0) {
            None => Ok(Err(atom.bound.signum() >= 0)),
            Some(true) => Ok(Ok((atom, false))),
            // -s <= c is not s < -c, and -s < c is not s <= -c.
            Some(false) => {
                let turned = Linear::scaled(&atom, &-&Rational::ONE);
                Ok(Ok((tighten(&turned, !atom.is_strict, &self.sorts, &mut self.budget)?, true)))
            }
        }
    }

    /// The literal that says `a <= b` or `a < b`.
    pub(crate) fn compare(
        &mut self,
        a: &Linear,
        b: &Linear,
        is_strict: bool,
    ) -> Result<Lit, Limit> {
        let parts = [(&Rational::ONE, a), (&-&Rational::ONE, b)];
        let difference = Linear::sum(&parts, &mut self.budget)?;
        let (atom, is_negated) = match self.normal(&difference, is_strict)? {
            Err(truth) => return Self::constant(truth),
            Ok(normal) => normal,
        };
        let literal = match self.find(&atom) {
            Some(variable) => Lit::new(variable, false).ok_or(Limit)?,
            None => self.boolean(Some(atom))?,
        };
        Ok(if is_negated { !literal } else { literal })
    }

    /// True or false.
    pub(crate) fn constant(truth: bool) -> Result<Lit, Limit> {
        Lit::new(1, !truth).ok_or(Limit)
    }

    /// The next Boolean variable, which may stand for an atom.
    pub(crate) fn boolean(&mut self, atom: Option<Atom>) -> Result<Lit, Limit> {
        self.budget.take(1, &Rational::ZERO)?;
        let literal = Lit::new(self.variables().saturating_add(1), false).ok_or(Limit)?;
        self.known_atoms.extend(atom.clone().map(|atom| (atom, literal.variable())));
        self.atoms.push(atom);
        Ok(literal)
    }

    /// The next numeric variable.
    pub(crate) fn numeric(&mut self, sort: Sort) -> Result<u32, Limit> {
        let variable = u32::try_from(self.sorts.len()).map_err(|_| Limit)?;
        self.sorts.push(sort);
        Ok(variable)
    }

    /// One more clause.
    pub(crate) fn clause(&mut self, literals: &[Lit]) -> Result<(), Limit> {
        let mut clause = literals.to_vec();
        clause.sort_unstable();
        clause.dedup();
        self.budget.take(clause.len().saturating_add(1), &Rational::ZERO)?;
        self.clauses.push(clause);
        Ok(())
    }

    /// The literal that says that all literals hold.
    pub(crate) fn and(&mut self, mut literals: Vec<Lit>) -> Result<Lit, Limit> {
        literals.sort_unstable();
        literals.dedup();
        match *literals {
            [] => return Self::constant(true),
            [only] => return Ok(only),
            _ => {}
        }
        let (gate, is_new) = self.gate(true, &literals)?;
        if is_new {
            literals.iter().try_for_each(|literal| self.clause(&[!gate, *literal]))?;
            let none = literals.iter().map(|literal| !*literal).chain([gate]);
            self.clause(&none.collect::<Vec<_>>())?;
        }
        Ok(gate)
    }

    /// The literal that says that one of the literals holds.
    pub(crate) fn or(&mut self, literals: &[Lit]) -> Result<Lit, Limit> {
        self.and(literals.iter().map(|literal| !*literal).collect()).map(|none| !none)
    }

    /// The literal that says that both hold or none does.
    pub(crate) fn iff(&mut self, a: Lit, b: Lit) -> Result<Lit, Limit> {
        let (gate, is_new) = self.gate(false, &[a.min(b), a.max(b)])?;
        if is_new {
            for clause in [[!gate, !a, b], [!gate, a, !b], [gate, a, b], [gate, !a, !b]] {
                self.clause(&clause)?;
            }
        }
        Ok(gate)
    }

    /// The variable of a gate, and whether it is new.
    fn gate(&mut self, is_and: bool, literals: &[Lit]) -> Result<(Lit, bool), Limit> {
        let key = (is_and, literals.to_vec());
        if let Some(&gate) = self.known_gates.get(&key) {
            return Ok((gate, false));
        }
        let gate = self.boolean(None)?;
        self.known_gates.insert(key, gate);
        Ok((gate, true))
    }

    /// A number that is `a` if the condition holds and `b` if not.
    pub(crate) fn choose(
        &mut self,
        condition: Lit,
        [a, b]: [&Linear; 2],
        sort: Sort,
    ) -> Result<Linear, Limit> {
        let choice = Linear::variable(self.numeric(sort)?);
        for (guard, value) in [(!condition, a), (condition, b)] {
            let below = self.compare(&choice, value, false)?;
            let above = self.compare(value, &choice, false)?;
            self.clause(&[guard, below])?;
            self.clause(&[guard, above])?;
        }
        Ok(choice)
    }

    /// The quotient `q` of an integer: `d q <= a` and `a <= d q + |d| - 1`.
    pub(crate) fn quotient(&mut self, a: &Linear, divisor: &Integer) -> Result<Linear, Limit> {
        let key = (a.clone(), divisor.clone());
        if let Some(&quotient) = self.known_quotients.get(&key) {
            return Ok(Linear::variable(quotient));
        }
        let quotient = self.numeric(Sort::Int)?;
        let terms = vec![(quotient, Rational::from(divisor.clone()))];
        let mut product = Linear { terms, constant: Rational::ZERO };
        let least = self.compare(&product, a, false)?;
        self.clause(&[least])?;
        product.constant = Rational::from(&divisor.abs() - &Integer::ONE);
        let most = self.compare(a, &product, false)?;
        self.clause(&[most])?;
        self.known_quotients.insert(key, quotient);
        Ok(Linear::variable(quotient))
    }
}
