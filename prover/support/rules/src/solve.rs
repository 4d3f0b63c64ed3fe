//! Which variables of a clause equal something else: the equalities among the conjuncts of its
//! constraint are solved for them, without cycles.

use crate::linear::Linear;
use crate::literal::Literal;
use format_number::Rational;
use format_smtlib::{Clause, Node, Sort, TermId};
use std::collections::HashSet;

/// What a solved variable equals.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// An expression over variables that are not solved by expressions.
    Linear(Linear),
    /// A term of the clause.
    Term(TermId),
    /// A truth value.
    Constant(bool),
}

/// The solved variables and the conjuncts that are left.
#[derive(Debug)]
pub(crate) struct Solution {
    pub(crate) meanings: Vec<Option<Meaning>>,
    pub(crate) rest: Vec<TermId>,
    /// An equality cannot hold.
    pub(crate) is_impossible: bool,
}

pub(crate) fn solve(clause: &Clause) -> Solution {
    let conjuncts = conjuncts(clause);
    let mut work = Work {
        clause,
        sorts: clause.variables.iter().map(|(_, sort)| *sort).collect(),
        is_kept: kept(clause),
        pure: pure(clause),
        solution: Solution {
            meanings: vec![None; clause.variables.len()],
            rest: Vec::new(),
            is_impossible: false,
        },
    };
    let mut later = Vec::new();
    for &id in &conjuncts {
        if !work.literal(id) && !work.equation(id) {
            later.push(id);
        }
    }
    for id in later {
        if !work.definition(id) {
            work.solution.rest.push(id);
        }
    }
    work.solution
}

/// All conjuncts are left.
pub(crate) fn unsolved(clause: &Clause) -> Solution {
    let meanings = vec![None; clause.variables.len()];
    Solution { meanings, rest: conjuncts(clause), is_impossible: false }
}

/// The conjuncts of the constraint, in the order of the text.
fn conjuncts(clause: &Clause) -> Vec<TermId> {
    let mut stack = vec![clause.constraint];
    let mut seen = HashSet::new();
    let mut conjuncts = Vec::new();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        match clause.terms.node(id) {
            Some(Node::And(all)) => stack.extend(all.iter().rev()),
            _ => conjuncts.push(id),
        }
    }
    conjuncts
}

/// The variables that are arguments in the body: engines keep them if they can.
fn kept(clause: &Clause) -> Vec<bool> {
    let mut kept = vec![false; clause.variables.len()];
    for id in clause.body.iter().flat_map(|atom| &atom.arguments) {
        if let Some(Node::Variable(variable)) = clause.terms.node(*id) {
            kept[*variable as usize] = true;
        }
    }
    kept
}

/// The terms that are linear as they stand.
fn pure(clause: &Clause) -> Vec<Option<Linear>> {
    let mut pure: Vec<Option<Linear>> = Vec::with_capacity(clause.terms.len());
    for at in 0..clause.terms.len() {
        let id = TermId(u32::try_from(at).unwrap_or(u32::MAX));
        let of = |id: &TermId| pure[id.0 as usize].clone();
        let linear = match clause.terms.node(id) {
            Some(Node::Number(number, _)) => Some(Linear::constant(number.clone())),
            Some(Node::Variable(v)) if clause.variables[*v as usize].1 != Sort::Bool => {
                Some(Linear::variable(*v))
            }
            Some(Node::Add(all)) => {
                let parts: Option<Vec<Linear>> = all.iter().map(of).collect();
                parts.map(|parts| {
                    let plus = |sum: Linear, part: &Linear| sum.plus(&Rational::ONE, part);
                    parts.iter().fold(Linear::default(), plus)
                })
            }
            Some(Node::Scale(factor, a)) => of(a).map(|linear| linear.times(factor)),
            Some(Node::ToReal(a)) => of(a),
            _ => None,
        };
        pure.push(linear);
    }
    pure
}

struct Work<'a> {
    clause: &'a Clause,
    sorts: Vec<Sort>,
    is_kept: Vec<bool>,
    pure: Vec<Option<Linear>>,
    solution: Solution,
}

impl Work<'_> {
    fn node(&self, id: TermId) -> Option<&Node> {
        self.clause.terms.node(id)
    }

    /// A Boolean variable or its negation has a value.
    fn literal(&mut self, id: TermId) -> bool {
        let (variable, value) = match self.node(id) {
            Some(Node::Variable(variable)) => (*variable, true),
            Some(Node::Not(inner)) => match self.node(*inner) {
                Some(Node::Variable(variable)) => (*variable, false),
                _ => return false,
            },
            _ => return false,
        };
        match &self.solution.meanings[variable as usize] {
            None => self.solution.meanings[variable as usize] = Some(Meaning::Constant(value)),
            Some(Meaning::Constant(other)) if *other == value => {}
            Some(_) => return false,
        }
        true
    }

    /// An equality of linear expressions is solved for a variable.
    fn equation(&mut self, id: TermId) -> bool {
        let Some(Node::Equal(a, b)) = self.node(id) else { return false };
        let (Some(a), Some(b)) = (&self.pure[a.0 as usize], &self.pure[b.0 as usize]) else {
            return false;
        };
        let difference = self.resolve(&a.plus(&Rational::from(-1), b));
        let linear = match Literal::equal(&difference, &self.sorts) {
            Ok(Literal::Equal(linear)) => linear,
            Ok(_) => return false,
            Err(is_true) => {
                self.solution.is_impossible |= !is_true;
                return true;
            }
        };
        let is_whole = linear.terms.iter().all(|(v, _)| self.sorts[*v as usize] == Sort::Int);
        let is_solvable = |(v, a): &&(u32, Rational)| match self.sorts[*v as usize] {
            Sort::Int => is_whole && a.abs() == Rational::ONE,
            _ => true,
        };
        let candidates = linear.terms.iter().filter(is_solvable);
        let Some((variable, factor)) = candidates.min_by_key(|(v, _)| self.is_kept[*v as usize])
        else {
            return false;
        };
        let inverse = factor.recip().unwrap_or(Rational::ONE);
        let meaning = linear.without(*variable).times(&-&inverse);
        for other in self.solution.meanings.iter_mut().flatten() {
            if let Meaning::Linear(linear) = other {
                *linear = linear.substitute(*variable, &meaning);
            }
        }
        self.solution.meanings[*variable as usize] = Some(Meaning::Linear(meaning));
        true
    }

    fn resolve(&self, linear: &Linear) -> Linear {
        linear.map(|v| match &self.solution.meanings[v as usize] {
            Some(Meaning::Linear(meaning)) => meaning.clone(),
            _ => Linear::variable(v),
        })
    }

    /// An equality of a variable with any term is its definition.
    fn definition(&mut self, id: TermId) -> bool {
        let (a, b) = match self.node(id) {
            Some(Node::Equal(a, b) | Node::Iff(a, b)) => (*a, *b),
            _ => return false,
        };
        for (left, right) in [(a, b), (b, a)] {
            let Some(Node::Variable(variable)) = self.node(left) else { continue };
            let variable = *variable;
            // An integer is not the value of a term over reals in general.
            let is_fit = self.clause.terms.sort(right) == Some(self.sorts[variable as usize]);
            let is_free = self.solution.meanings[variable as usize].is_none();
            if is_fit && is_free && !self.is_kept[variable as usize] && !self.leads(right, variable)
            {
                self.solution.meanings[variable as usize] = Some(Meaning::Term(right));
                return true;
            }
        }
        false
    }

    /// Whether a term depends on a variable, through what variables mean.
    fn leads(&self, from: TermId, to: u32) -> bool {
        let mut seen_terms = HashSet::new();
        let mut seen_variables = HashSet::new();
        let mut terms = vec![from];
        let mut variables: Vec<u32> = Vec::new();
        loop {
            if let Some(id) = terms.pop() {
                if seen_terms.insert(id) {
                    match self.node(id) {
                        Some(Node::Variable(v)) => variables.push(*v),
                        Some(node) => terms.extend(node.parts()),
                        None => {}
                    }
                }
            } else if let Some(variable) = variables.pop() {
                if variable == to {
                    return true;
                }
                if seen_variables.insert(variable) {
                    match &self.solution.meanings[variable as usize] {
                        Some(Meaning::Linear(linear)) => {
                            variables.extend(linear.terms.iter().map(|(v, _)| *v));
                        }
                        Some(Meaning::Term(id)) => terms.push(*id),
                        Some(Meaning::Constant(_)) | None => {}
                    }
                }
            } else {
                return false;
            }
        }
    }
}
