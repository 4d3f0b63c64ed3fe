//! Clauses as products of their negated literals, which are 0.

use super::Error;
use super::derive::{Cofactors, Derivation, Known};
use super::polynomial::{Monomial, Polynomial, union};
use format_dimacs::Lit;
use format_pac::Id;
use std::collections::{HashMap, HashSet};
use std::io::Write;

/// The most propagations in one statement, in which each is multiplied with all before it.
const AT_ONCE: usize = 4;

/// A clause that is false but for one literal, by its code; nothing for the conflict.
struct Unit {
    id: u64,
    product: Monomial,
    literal: u32,
}

impl<W: Write> Derivation<W> {
    /// The number and the product of a gate's clause or of a derived one.
    pub(crate) fn clause_polynomial(&mut self, id: Id) -> Result<(u64, Monomial), Error> {
        const WRONG: Error = Error::Wrong("a hint");
        let axioms = self.claim.axioms();
        if id > axioms {
            let number = usize::try_from(id - axioms - 1).map_err(|_| WRONG)?;
            return self.derived.get(number).cloned().ok_or(WRONG);
        }
        if let Some(known) = self.axioms.get(&id) {
            return Ok(known.clone());
        }
        let mut clause = Vec::new();
        if !self.claim.axiom(id, &mut clause) {
            return Err(WRONG);
        }
        let gate = self.claim.inputs() + u32::try_from((id - 1) / 3).map_err(|_| WRONG)? + 1;
        let product = product(&clause);
        let conclusion = Polynomial::monomial(product.clone(), 1);
        let (mut rest, mut cofactors) = (conclusion.clone(), Cofactors::new());
        let is_leaf = |variable| variable != gate;
        self.eliminate(&mut rest, &mut cofactors, &is_leaf, &HashMap::new(), usize::MAX)?;
        if !rest.is_zero() {
            return Err(WRONG);
        }
        let number = self.conclude(&cofactors, &conclusion)?;
        self.axioms.insert(id, (number, product.clone()));
        Ok((number, product))
    }

    /// Rule R.
    pub(crate) fn clause(&mut self, clause: &[Lit], hints: &[Id]) -> Result<(), Error> {
        let goal = product(clause);
        if let Some(code) = goal.iter().find(|code| goal.contains(&(*code ^ 1))) {
            // x times its negation is -x times (1 - x - negation).
            let without = goal.iter().copied().filter(|other| *other != code ^ 1).collect();
            let negation = self.negation(*code)?;
            let cofactors = Cofactors::from([(negation, Polynomial::monomial(without, -1))]);
            let id = self.conclude(&cofactors, &Polynomial::monomial(goal.clone(), 1))?;
            self.derived.push((id, goal));
            return Ok(());
        }
        let (units, conflict) = self.propagate(&goal, hints)?;
        // A literal that no hint needs is in the product all the same: its variable comes first.
        for code in goal.iter().filter(|code| *code & 1 == 1) {
            self.negation(*code)?;
        }
        let id = if units.len() > AT_ONCE {
            self.stepwise(&goal, units, &conflict)?
        } else {
            self.resolve(&goal, &units, &conflict)?
        };
        self.derived.push((id, goal));
        Ok(())
    }

    /// Writes the product of a goal as 0, with a clause of its own for every propagation: the
    /// propagated literal, and what of the goal it needs.
    fn stepwise(
        &mut self,
        goal: &Monomial,
        units: Vec<Unit>,
        (conflict, product): &(u64, Monomial),
    ) -> Result<u64, Error> {
        // By propagated literal: a clause of it and of the goal's literals.
        let mut reasons: HashMap<u32, (u64, Monomial)> = HashMap::new();
        let mut lemmas = Vec::new();
        for Unit { id, product, literal } in units {
            let others = product.iter().filter_map(|code| {
                let (_, reason) = reasons.get(code)?;
                Some(reason.iter().copied().filter(move |other| *other != code ^ 1))
            });
            let others: Monomial = others.flatten().collect();
            if others.is_empty() && product.iter().all(|code| !reasons.contains_key(code)) {
                reasons.insert(literal, (id, product));
                continue;
            }
            let own = product.iter().copied().filter(|code| !reasons.contains_key(code));
            let clause = union(&own.collect::<Monomial>(), &others);
            let id = self.substitute(&clause, (id, &product), &reasons)?;
            lemmas.push(id);
            reasons.insert(literal, (id, clause));
        }
        let id = self.substitute(goal, (*conflict, product), &reasons)?;
        self.delete(lemmas)?;
        Ok(id)
    }

    /// Writes a product as 0: it implies the negations of a clause's literals, or the reasons do.
    fn substitute(
        &mut self,
        goal: &Monomial,
        (id, product): (u64, &Monomial),
        reasons: &HashMap<u32, (u64, Monomial)>,
    ) -> Result<u64, Error> {
        let open = product.iter().filter(|code| !goal.contains(code));
        let units = open.map(|code| {
            let (id, product) = reasons.get(code).cloned().ok_or(Error::Wrong("a clause"))?;
            Ok(Unit { id, product, literal: *code })
        });
        let units: Vec<Unit> = units.collect::<Result<_, Error>>()?;
        self.resolve(goal, &units, &(id, product.clone()))
    }

    /// The propagations that the conflict needs, in order, and the conflict.
    fn propagate(
        &mut self,
        goal: &[u32],
        hints: &[Id],
    ) -> Result<(Vec<Unit>, (u64, Monomial)), Error> {
        let mut truths: HashSet<u32> = goal.iter().copied().collect();
        let mut units = Vec::new();
        for hint in hints {
            let (id, product) = self.clause_polynomial(*hint)?;
            let mut open = product.iter().filter(|code| !truths.contains(code));
            match (open.next().copied(), open.next()) {
                (None, _) => {
                    let mut needed: HashSet<u32> = product.iter().copied().collect();
                    let mut used = Vec::new();
                    for unit in units.into_iter().rev() {
                        let Unit { literal, product, .. } = &unit;
                        if needed.remove(literal) {
                            needed.extend(product.iter().filter(|code| **code != literal ^ 1));
                            used.push(unit);
                        }
                    }
                    used.reverse();
                    return Ok((used, (id, product)));
                }
                (Some(code), None) => {
                    truths.insert(code ^ 1);
                    units.push(Unit { id, product, literal: code ^ 1 });
                }
                _ => return Err(Error::Wrong("a hint")),
            }
        }
        Err(Error::Wrong("a clause"))
    }

    /// Writes the product of what is assumed as 0. With T for what is true so far and u for what
    /// a clause propagates, `T = T*u + T*(not u) + T*(1 - u - not u)`, and `T*(not u)` is a
    /// multiple of the clause; in the end T is a multiple of the conflict.
    fn resolve(
        &mut self,
        goal: &Monomial,
        units: &[Unit],
        (conflict, product): &(u64, Monomial),
    ) -> Result<u64, Error> {
        let mut truths = goal.clone();
        let mut cofactors = Cofactors::new();
        let mut add =
            |id: u64, factor: Monomial| cofactors.entry(id).or_default().add_term(factor, 1);
        let without = |truths: &[u32], product: &[u32]| -> Monomial {
            truths.iter().copied().filter(|code| !product.contains(code)).collect()
        };
        for unit in units {
            add(unit.id, without(&truths, &unit.product))?;
            add(self.negation(unit.literal)?, truths.clone())?;
            truths = union(&truths, &[unit.literal]);
        }
        add(*conflict, without(&truths, product))?;
        self.conclude(&cofactors, &Polynomial::monomial(goal.clone(), 1))
    }

    /// Rule E: `left - right` is `left * (1 - right) - right * (1 - left)`.
    pub(crate) fn equal(
        &mut self,
        left: Lit,
        right: Lit,
        clauses: [Id; 2],
    ) -> Result<Option<Known>, Error> {
        let mut polynomial = Polynomial::literal(left.code());
        polynomial.add(&Polynomial::literal(right.code()), -1)?;
        if polynomial.is_zero() {
            return Ok(None);
        }
        let (mut rest, mut cofactors) = (polynomial.clone(), Cofactors::new());
        for (clause, sign) in clauses.into_iter().zip([1, -1]) {
            let (id, product) = self.clause_polynomial(clause)?;
            rest.add_term(product, -sign)?;
            cofactors.entry(id).or_default().add_term(Vec::new(), sign)?;
        }
        self.eliminate(&mut rest, &mut cofactors, &|_| true, &HashMap::new(), usize::MAX)?;
        if !rest.is_zero() {
            return Err(Error::Wrong("an equality"));
        }
        let id = self.conclude(&cofactors, &polynomial)?;
        Ok(Some(Known { id, polynomial }))
    }
}

/// The product of the negations of literals.
fn product(clause: &[Lit]) -> Monomial {
    let mut product: Monomial = clause.iter().map(|lit| lit.code() ^ 1).collect();
    product.sort_unstable();
    product.dedup();
    product
}
