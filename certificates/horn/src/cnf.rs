//! Clauses over Boolean variables, some of which stand for inequalities.

use crate::{Atom, Budget, Id, Limit, Linear, tighten};
use format_input::index;
use format_lit::Lit;
use format_number::{Integer, Rational};
use format_smtlib::Sort;
use std::collections::HashMap;

/// The clauses of an obligation. Variable 1 is true, and so is clause 1.
#[derive(Debug)]
pub struct Cnf {
    /// Clause `i` has the id `i + 1`; its literals are sorted, each once.
    clauses: Vec<Vec<Lit>>,
    /// By Boolean variable: the atom that it stands for, if it does.
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
        let mut cnf = Self {
            clauses: Vec::new(),
            atoms: vec![None],
            sorts,
            known_atoms: HashMap::new(),
            known_gates: HashMap::new(),
            known_quotients: HashMap::new(),
            budget: Budget::default(),
        };
        let truth = cnf.boolean()?;
        cnf.clause(&[truth])?;
        Ok(cnf)
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

    /// Puts the clause with an id into a vector; whether a proof may use it: not tautologies.
    pub fn axiom(&self, id: Id, clause: &mut Vec<Lit>) -> bool {
        let number = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        let Some(literals) = number.and_then(|number| self.clauses.get(number)) else {
            return false;
        };
        clause.clone_from(literals);
        // Sorted: x and not x are neighbours.
        !literals.iter().zip(literals.iter().skip(1)).any(|(a, b)| *a == !*b)
    }

    /// The largest Boolean variable.
    #[must_use]
    pub fn variables(&self) -> u32 {
        u32::try_from(self.atoms.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The atom that a Boolean variable stands for.
    #[must_use]
    pub fn atom(&self, variable: u32) -> Option<&Atom> {
        self.atoms.get(index(variable)).and_then(Option::as_ref)
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
        let is_number =
            |variable: u32| self.sorts.get(index(variable)).is_some_and(|sort| *sort != Sort::Bool);
        let numbers =
            atom.terms.iter().map(|(variable, number)| (*variable, number.clone().into()));
        let linear = Linear { terms: numbers.collect(), constant: -&atom.bound };
        let is_ascending =
            linear.terms.iter().zip(linear.terms.iter().skip(1)).all(|(a, b)| a.0 < b.0);
        let is_sum = linear
            .terms
            .iter()
            .all(|(variable, number): &(u32, Rational)| is_number(*variable) && !number.is_zero());
        if linear.terms.is_empty() || !is_ascending || !is_sum || self.find(atom).is_some() {
            return Err(NotNew);
        }
        // Each line of a proof has a budget of its own.
        self.budget = Budget::default();
        let normal = self.normal(&linear, atom.is_strict).map_err(|_| NotNew)?;
        if normal.as_ref() != Ok(&(atom.clone(), false)) {
            return Err(NotNew);
        }
        self.boolean_for(atom.clone()).map(Lit::variable).map_err(|_| NotNew)
    }

    /// `linear <= 0` or `< 0` in normal form, the first coefficient positive, and whether that is
    /// its negation; or its truth, if no variable occurs.
    fn normal(
        &mut self,
        linear: &Linear,
        is_strict: bool,
    ) -> Result<Result<(Atom, bool), bool>, Limit> {
        let atom = tighten(linear, is_strict, &self.sorts, &mut self.budget)?;
        match atom.terms.first() {
            None => Ok(Err(atom.bound.signum() >= 0)),
            Some((_, first)) if first.signum() > 0 => Ok(Ok((atom, false))),
            // -s <= c is not s < -c, and -s < c is not s <= -c.
            Some(_) => {
                let turned = atom
                    .terms
                    .iter()
                    .map(|(variable, number)| (*variable, Rational::from(-number)));
                let turned = Linear { terms: turned.collect(), constant: atom.bound };
                let atom = tighten(&turned, !atom.is_strict, &self.sorts, &mut self.budget)?;
                Ok(Ok((atom, true)))
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
        let parts = [(Rational::ONE, a), (-Rational::ONE, b)];
        let difference = Linear::sum(parts.into_iter(), &mut self.budget)?;
        match self.normal(&difference, is_strict)? {
            Err(truth) => Self::constant(truth),
            Ok((atom, is_negated)) => {
                let known = self.find(&atom).and_then(|variable| Lit::new(variable, false));
                let literal = known.map_or_else(|| self.boolean_for(atom), Ok)?;
                Ok(if is_negated { !literal } else { literal })
            }
        }
    }

    /// True or false.
    pub(crate) fn constant(truth: bool) -> Result<Lit, Limit> {
        Lit::new(1, !truth).ok_or(Limit)
    }

    /// The next Boolean variable.
    pub(crate) fn boolean(&mut self) -> Result<Lit, Limit> {
        let literal = Lit::new(self.variables().saturating_add(1), false).ok_or(Limit)?;
        self.atoms.push(None);
        self.budget.take(1, &Rational::ZERO)?;
        Ok(literal)
    }

    fn boolean_for(&mut self, atom: Atom) -> Result<Lit, Limit> {
        let literal = self.boolean()?;
        self.known_atoms.insert(atom.clone(), literal.variable());
        if let Some(slot) = self.atoms.last_mut() {
            *slot = Some(atom);
        }
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
        self.gate(true, literals, |cnf, gate, literals| {
            for literal in literals {
                cnf.clause(&[!gate, *literal])?;
            }
            let mut last = vec![gate];
            last.extend(literals.iter().map(|literal| !*literal));
            cnf.clause(&last)
        })
    }

    /// The literal that says that one of the literals holds.
    pub(crate) fn or(&mut self, literals: impl Iterator<Item = Lit>) -> Result<Lit, Limit> {
        self.and(literals.map(|literal| !literal).collect()).map(|none| !none)
    }

    /// The literal that says that both hold or none does.
    pub(crate) fn iff(&mut self, a: Lit, b: Lit) -> Result<Lit, Limit> {
        self.gate(false, vec![a.min(b), a.max(b)], |cnf, gate, _| {
            cnf.clause(&[!gate, !a, b])?;
            cnf.clause(&[!gate, a, !b])?;
            cnf.clause(&[gate, a, b])?;
            cnf.clause(&[gate, !a, !b])
        })
    }

    /// The variable of a gate, which is made if it is new.
    fn gate(
        &mut self,
        is_and: bool,
        literals: Vec<Lit>,
        clauses: impl FnOnce(&mut Self, Lit, &[Lit]) -> Result<(), Limit>,
    ) -> Result<Lit, Limit> {
        let key = (is_and, literals);
        if let Some(&gate) = self.known_gates.get(&key) {
            return Ok(gate);
        }
        let gate = self.boolean()?;
        clauses(self, gate, &key.1)?;
        self.known_gates.insert(key, gate);
        Ok(gate)
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
        let variable = self.numeric(Sort::Int)?;
        let quotient = Linear::variable(variable);
        let product =
            Linear { terms: vec![(variable, divisor.clone().into())], ..Linear::default() };
        let largest_rest = Linear::constant(Rational::from(divisor.abs() - Integer::ONE));
        let most = [(Rational::ONE, &product), (Rational::ONE, &largest_rest)];
        let most = Linear::sum(most.into_iter(), &mut self.budget)?;
        let least = self.compare(&product, a, false)?;
        self.clause(&[least])?;
        let most = self.compare(a, &most, false)?;
        self.clause(&[most])?;
        self.known_quotients.insert(key, variable);
        Ok(quotient)
    }
}
