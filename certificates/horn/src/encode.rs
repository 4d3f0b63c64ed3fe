//! Makes clauses of a Horn clause and invariants.

use crate::walk::walk;
use crate::{Cnf, Limit, Linear};
use format_input::index;
use format_lit::Lit;
use format_number::Rational;
use format_smtlib::{Application, Formula, Node, Sort, System, TermId, Terms};
use std::rc::Rc;

/// What a term stands for.
#[derive(Clone)]
enum Meaning {
    Literal(Lit),
    Number(Rc<Linear>),
}

/// The clauses that say: the constraint of a Horn clause holds, the invariants hold of the
/// predicates in its body, and that of its head does not. A clause of the system that there is
/// not, or invariants of other sorts than the predicates, are a [`Limit`] too.
pub fn obligation(system: &System, clause: usize, invariants: &[Formula]) -> Result<Cnf, Limit> {
    let clause = system.clauses.get(clause).ok_or(Limit)?;
    let mut cnf = Cnf::new(clause.terms.variables().to_vec())?;
    let mut known = Vec::new();
    let constraint = encode(&mut cnf, &clause.terms, clause.constraint, &mut known, None)?;
    let constraint = constraint.literal()?;
    cnf.clause(&[constraint])?;
    let mut instance = |cnf: &mut Cnf, atom: &Application| {
        let invariant = invariants.get(index(atom.predicate)).ok_or(Limit)?;
        let mut arguments = Vec::new();
        for argument in &atom.arguments {
            arguments.push(encode(cnf, &clause.terms, *argument, &mut known, None)?);
        }
        let (terms, root) = (&invariant.terms, invariant.root);
        encode(cnf, terms, root, &mut Vec::new(), Some(&arguments))?.literal()
    };
    for atom in &clause.body {
        let holds = instance(&mut cnf, atom)?;
        cnf.clause(&[holds])?;
    }
    if let Some(atom) = &clause.head {
        let holds = instance(&mut cnf, atom)?;
        cnf.clause(&[!holds])?;
    }
    Ok(cnf)
}

/// What a term stands for, whose variables are those of the clause, or stand for arguments.
fn encode(
    cnf: &mut Cnf,
    terms: &Terms,
    root: TermId,
    known: &mut Vec<Option<Meaning>>,
    arguments: Option<&[Meaning]>,
) -> Result<Meaning, Limit> {
    if known.is_empty() {
        cnf.budget.take(terms.size(), &Rational::ZERO)?;
    }
    walk(terms, root, known, |node, part| {
        let literal = |term: TermId| part(term)?.literal();
        let number = |term: TermId| match part(term)? {
            Meaning::Number(number) => Ok(number),
            Meaning::Literal(_) => Err(Limit),
        };
        let literals = |parts: &[TermId]| {
            parts.iter().map(|part| literal(*part)).collect::<Result<Vec<Lit>, Limit>>()
        };
        Ok(Meaning::Literal(match node {
            Node::Bool(truth) => Cnf::constant(*truth)?,
            Node::Variable(variable) => {
                let sort = terms.variables().get(index(*variable)).ok_or(Limit)?;
                return match arguments {
                    None if *sort == Sort::Bool => cnf.boolean(None).map(Meaning::Literal),
                    None => Ok(Meaning::Number(Rc::new(Linear::variable(*variable)))),
                    Some(arguments) => arguments.get(index(*variable)).cloned().ok_or(Limit),
                };
            }
            Node::Not(a) => !literal(*a)?,
            Node::And(parts) => cnf.and(literals(parts)?)?,
            Node::Or(parts) => cnf.or(&literals(parts)?)?,
            Node::Iff(a, b) => cnf.iff(literal(*a)?, literal(*b)?)?,
            Node::Ite(condition, a, b) if terms.sort(*a) == Some(Sort::Bool) => {
                let (condition, a, b) = (literal(*condition)?, literal(*a)?, literal(*b)?);
                let both = vec![cnf.or(&[!condition, a])?, cnf.or(&[condition, b])?];
                cnf.and(both)?
            }
            Node::LessEqual(a, b) => cnf.compare(&*number(*a)?, &*number(*b)?, false)?,
            Node::Less(a, b) => cnf.compare(&*number(*a)?, &*number(*b)?, true)?,
            Node::Equal(a, b) => {
                let (a, b) = (number(*a)?, number(*b)?);
                let both = vec![cnf.compare(&a, &b, false)?, cnf.compare(&b, &a, false)?];
                cnf.and(both)?
            }
            Node::Ite(condition, a, b) => {
                let sort = terms.sort(*a).ok_or(Limit)?;
                let choice =
                    cnf.choose(literal(*condition)?, [&*number(*a)?, &*number(*b)?], sort)?;
                return Ok(Meaning::Number(Rc::new(choice)));
            }
            Node::ToReal(a) => return part(*a),
            _ => return Ok(Meaning::Number(Rc::new(encode_number(cnf, node, &number)?))),
        }))
    })
}

fn encode_number(
    cnf: &mut Cnf,
    node: &Node,
    number: &dyn Fn(TermId) -> Result<Rc<Linear>, Limit>,
) -> Result<Linear, Limit> {
    match node {
        Node::Number(value, _) => Ok(Linear { terms: Vec::new(), constant: value.clone() }),
        Node::Add(parts) => {
            let parts = parts.iter().map(|part| number(*part)).collect::<Result<Vec<_>, _>>()?;
            let parts: Vec<_> = parts.iter().map(|part| (&Rational::ONE, &**part)).collect();
            Linear::sum(&parts, &mut cnf.budget)
        }
        Node::Scale(factor, a) => Linear::sum(&[(factor, &*number(*a)?)], &mut cnf.budget),
        Node::Div(a, divisor) => cnf.quotient(&*number(*a)?, divisor),
        Node::Mod(a, divisor) => {
            let a = number(*a)?;
            let quotient = cnf.quotient(&a, divisor)?;
            let factor = -&Rational::from(divisor.clone());
            Linear::sum(&[(&Rational::ONE, &*a), (&factor, &quotient)], &mut cnf.budget)
        }
        _ => Err(Limit),
    }
}

impl Meaning {
    fn literal(&self) -> Result<Lit, Limit> {
        match self {
            Self::Literal(literal) => Ok(*literal),
            Self::Number(_) => Err(Limit),
        }
    }
}
