//! Eliminates quantified variables: models of the formula are projected, until all are covered.

use format_input::Place;
use format_smtlib::{Application, Clause, Formula, Node, SortError, Terms};
use support_rules::{
    Encoder, Implicant, Literal, Place as Standing, Smt, formula, onto, translate,
};

/// The most parts that the result may have.
const MOST_PARTS: usize = 2000;

/// The formula over its first parameters that says that the others exist; none if it is too
/// large, or the solver gave up.
pub(crate) fn eliminate(
    quantified: &Formula,
    parameters: usize,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Option<Formula>, SortError> {
    let sorts = quantified.terms.variables().get(..parameters).ok_or(SortError)?;
    let mut terms = quantified.terms.clone();
    let mut arguments = Vec::new();
    for (parameter, _) in (0..).zip(sorts) {
        arguments.push(terms.add(Node::Variable(parameter))?);
    }
    let variables = terms.variables().iter().map(|sort| (String::new(), *sort)).collect();
    let rule = translate(
        &Clause {
            terms,
            variables,
            constraint: quantified.root,
            body: Vec::new(),
            head: Some(Application { predicate: 0, arguments }),
            place: Place::Byte(0),
        },
        0,
    );
    let head = rule.head.as_ref().ok_or(SortError)?;
    let mut smt = Smt::new(0);
    let mut encoder = Encoder::new(&rule);
    encoder.constrain(&mut smt, &rule, None);
    let standing: Vec<Standing> =
        head.arguments.iter().map(|argument| encoder.argument(&mut smt, &rule, argument)).collect();
    let mut parts: Vec<Vec<Literal>> = Vec::new();
    loop {
        match smt.solver.solve(&[], stop) {
            Some(true) if parts.len() < MOST_PARTS => {}
            Some(false) => break,
            _ => return Ok(None),
        }
        let model = encoder.model(&smt, &rule);
        let part = onto(&rule, &model, Implicant::new(&rule, &model), head, sorts);
        let mut clause = Vec::new();
        for literal in &part {
            clause.push(!Standing::literal(&mut smt, &standing, literal));
        }
        smt.solver.add_clause(&clause);
        parts.push(part);
    }
    let parts: Vec<&[Literal]> = parts.iter().map(Vec::as_slice).collect();
    let none = formula(sorts, &parts)?;
    negate(none).map(Some)
}

fn negate(formula: Formula) -> Result<Formula, SortError> {
    let mut terms: Terms = formula.terms;
    let root = terms.add(Node::Not(formula.root))?;
    Ok(Formula { terms, root })
}
