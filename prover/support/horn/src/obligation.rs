//! Refutes the obligation of each clause, and writes the refutation.

use crate::violation::{Violation, find_violation};
use crate::{Error, model};
use claim_horn::{Cnf, obligation};
use format_horn::{Atom, Header, Id, Writer};
use format_lit::Lit;
use format_number::Rational;
use format_sha256::Digest;
use format_smtlib::{Formula, Sort, System};
use std::collections::HashMap;
use std::io::Write;
use support_smt::{Lemma, Premise, Proof, ProofStep, Relation, Solver, Var};

/// What became of a model.
#[derive(Debug)]
pub enum Verdict {
    /// All clauses hold, and the certificate is written.
    Proved(Size),
    /// A clause does not hold.
    Violated(Violation),
    /// It was stopped, or the solver gave up on the clause with this number.
    Unknown(usize),
}

/// How large a certificate is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Clauses of arithmetic.
    pub lemmas: u64,
    /// Clauses by propagation.
    pub derived: u64,
    /// New atoms.
    pub atoms: u64,
}

/// Writes a certificate that the formulas, one for each predicate, make all clauses true.
pub fn certify_model<W: Write>(
    system: &System,
    digest: Digest,
    formulas: &[Formula],
    seed: u64,
    out: W,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Verdict, Error> {
    let mut writer = Writer::new(out, &Header { digest, is_safe: true })?;
    let mut invariants = Vec::new();
    for ((number, predicate), formula) in (0..).zip(&system.predicates).zip(formulas) {
        writer.invariant(number, formula)?;
        // The checker sees the terms in the order of the text.
        invariants.push(model::reread(formula, &predicate.sorts)?);
    }
    let mut size = Size::default();
    for number in 0..system.clauses.len() {
        let mut cnf =
            obligation(system, number, &invariants).map_err(|limit| Error::Limit(number, limit))?;
        let mut solver = load(&cnf, seed, true)?;
        match solver.solve(&[], stop) {
            None => return Ok(Verdict::Unknown(number)),
            Some(true) => {
                let found = find_violation(system, number, &invariants, &solver, seed, stop)?;
                return Ok(found.map_or(Verdict::Unknown(number), Verdict::Violated));
            }
            Some(false) => {
                writer.clause(u32::try_from(number).unwrap_or(u32::MAX))?;
                write_proof(&mut writer, &mut cnf, &solver, &mut size)?;
            }
        }
    }
    writer.finish()?;
    Ok(Verdict::Proved(size))
}

/// Loads the clauses into a solver with the same numbers for the same variables.
pub(crate) fn load(cnf: &Cnf, seed: u64, with_proof: bool) -> Result<Solver, Error> {
    let mut solver = if with_proof { Solver::with_proof(seed) } else { Solver::new(seed) };
    let numbers: Vec<Var> = cnf
        .sorts()
        .iter()
        .map(|sort| {
            let is_int = *sort == Sort::Int;
            solver.numeric(if is_int { support_smt::Sort::Int } else { support_smt::Sort::Real })
        })
        .collect();
    for variable in 2..=cnf.variables() {
        let lit = match cnf.atom(variable) {
            None => solver.boolean(),
            Some(atom) => {
                let sum: Option<Vec<(Var, Rational)>> = atom
                    .terms
                    .iter()
                    .map(|(number, factor)| {
                        let number = usize::try_from(*number).ok()?;
                        Some((*numbers.get(number)?, factor.clone().into()))
                    })
                    .collect();
                let sum = sum.ok_or(Error::Internal("an atom names no variable"))?;
                let relation = if atom.is_strict { Relation::Less } else { Relation::LessEqual };
                solver.atom(&sum, relation, &atom.bound)
            }
        };
        if Some(lit) != Lit::new(variable, false) {
            return Err(Error::Internal("variables have other numbers"));
        }
    }
    // The solver has the first clause, which says that variable 1 is true.
    let mut number = 1;
    while let Some(clause) = cnf.clauses().get(number) {
        if let Some((gate, inputs)) = gate_at(cnf, number) {
            solver.add_gate(gate, &inputs);
            number = number.saturating_add(inputs.len()).saturating_add(1);
        } else {
            solver.add_clause(clause);
            number = number.saturating_add(1);
        }
    }
    Ok(solver)
}

/// The gate whose clauses begin here: `-gate input` for each input, then the one with the gate.
/// Values of gates that nothing asks for may stay open.
fn gate_at(cnf: &Cnf, number: usize) -> Option<(Lit, Vec<Lit>)> {
    let rest = cnf.clauses().get(number..)?;
    // Sorted: the gate is younger than its inputs.
    let [_, last] = rest.first()?.as_slice() else { return None };
    let gate = !*last;
    if gate.is_negative() || cnf.atom(gate.variable()).is_some() {
        return None;
    }
    let mut inputs = Vec::new();
    for clause in rest {
        match clause.as_slice() {
            [input, last] if *last == !gate => inputs.push(*input),
            [first @ .., last] if *last == gate && first.len() == inputs.len() => {
                let fits = first.iter().zip(&inputs).all(|(literal, input)| *literal == !*input);
                return (fits && inputs.len() > 1).then_some((gate, inputs));
            }
            _ => return None,
        }
    }
    None
}

/// Writes what the solver derived; input `i` is the clause with the id `i + 1`.
fn write_proof<W: Write>(
    writer: &mut Writer<W>,
    cnf: &mut Cnf,
    solver: &Solver,
    size: &mut Size,
) -> Result<(), Error> {
    let steps = solver.proof().ok_or(Error::Internal("a refutation has no proof"))?;
    let given = cnf.variables();
    let mut names = Names { given, new: HashMap::new() };
    let mut ids: Vec<Id> = Vec::new();
    let mut last = cnf.axioms();
    for step in &steps {
        let id = match step {
            ProofStep::Input(input) => Id::from(*input).saturating_add(1),
            ProofStep::Lemma(lemma) => {
                last = last.saturating_add(1);
                size.lemmas = size.lemmas.saturating_add(1);
                let clause = names.clause(writer, cnf, solver, &lemma.literals, size)?;
                write_lemma(writer, last, &clause, lemma)?;
                last
            }
            ProofStep::Derived(clause, uses) => {
                last = last.saturating_add(1);
                size.derived = size.derived.saturating_add(1);
                let clause = names.clause(writer, cnf, solver, clause, size)?;
                let hints = uses.iter().filter_map(|&used| ids.get(used).copied());
                writer.propagation(last, &clause, &hints.collect::<Vec<Id>>())?;
                last
            }
        };
        ids.push(id);
    }
    Ok(())
}

fn write_lemma<W: Write>(
    writer: &mut Writer<W>,
    id: Id,
    clause: &[Lit],
    lemma: &Lemma,
) -> Result<(), Error> {
    match &lemma.proof {
        Proof::Sum(multipliers) => writer.farkas(id, clause, multipliers)?,
        Proof::Rounded(combinations) => {
            let name = |premise: &Premise| {
                let place = match premise {
                    Premise::Literal(place) => *place,
                    Premise::Combination(place) => clause.len().saturating_add(*place),
                };
                u32::try_from(place.saturating_add(1)).unwrap_or(u32::MAX)
            };
            let sums = combinations.iter().map(|combination| {
                let parts = combination.parts.iter();
                parts.map(|(premise, factor)| (name(premise), factor.clone())).collect()
            });
            writer.cuts(id, clause, &sums.collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

/// The checker's names of atoms that the solver made.
struct Names {
    given: u32,
    new: HashMap<u32, u32>,
}

impl Names {
    /// Translates a clause; atoms in it that are new are written down first.
    fn clause<W: Write>(
        &mut self,
        writer: &mut Writer<W>,
        cnf: &mut Cnf,
        solver: &Solver,
        clause: &[Lit],
        size: &mut Size,
    ) -> Result<Vec<Lit>, Error> {
        let mut result = Vec::new();
        for &lit in clause {
            let mut variable = lit.variable();
            if variable > self.given {
                variable = match self.new.get(&variable) {
                    Some(&name) => name,
                    None => self.introduce(writer, cnf, solver, lit, size)?,
                };
            }
            let lit = Lit::new(variable, lit.is_negative());
            result.push(lit.ok_or(Error::Internal("there are too many variables"))?);
        }
        Ok(result)
    }

    fn introduce<W: Write>(
        &mut self,
        writer: &mut Writer<W>,
        cnf: &mut Cnf,
        solver: &Solver,
        lit: Lit,
        size: &mut Size,
    ) -> Result<u32, Error> {
        let meaning = solver.meaning(lit).ok_or(Error::Internal("a new variable is no atom"))?;
        let terms = meaning.terms.into_iter().map(|(number, factor)| (number.index(), factor));
        let atom = Atom { terms: terms.collect(), bound: meaning.bound, is_strict: meaning.strict };
        let name = cnf.add_atom(&atom).map_err(|_| Error::Internal("a new atom is not new"))?;
        writer.atom(name, &atom)?;
        size.atoms = size.atoms.saturating_add(1);
        self.new.insert(lit.variable(), name);
        Ok(name)
    }
}
