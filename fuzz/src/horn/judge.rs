//! Judges small systems of Horn clauses by enumeration, from their text, with a reader and an
//! evaluation of its own.
//!
//! Every Int variable takes the values from -[`WIDEST`] to [`WIDEST`] or those of its bounds, every
//! Real that an equation defines takes that value. If all variables are confined so, what is not
//! derived cannot be derived.

use super::ratio::Ratio;
use std::collections::{BTreeMap, BTreeSet};

/// The largest number that a variable without bounds is tried with.
const WIDEST: i128 = 3;
/// The most values between two bounds.
const MOST_VALUES: i128 = 16;
/// The most instances of a clause, and the most facts.
const MOST: usize = 4000;

/// Text in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Tree {
    Word(String),
    List(Vec<Tree>),
}

/// A truth value is 0 or 1.
type Values = BTreeMap<String, Ratio>;
type Fact = (String, Vec<Ratio>);

/// A clause: its variables with their sorts, and the formula below its quantifiers.
struct Clause {
    variables: Vec<(String, String)>,
    formula: Tree,
}

/// The predicates' names and the clauses.
struct System {
    predicates: BTreeSet<String>,
    clauses: Vec<Clause>,
}

/// What an instance of a clause says.
enum Outcome {
    Nothing,
    Fact(Fact),
    False,
}

/// Whether false is derivable; nothing if that is beyond enumeration.
pub(crate) fn derives_false(text: &[u8]) -> Option<bool> {
    let system = System::read(std::str::from_utf8(text).ok()?)?;
    let mut instances = Vec::new();
    let mut is_complete = true;
    for clause in &system.clauses {
        let (values, all) = clause.instances()?;
        is_complete &= all;
        instances.push(values);
    }
    let mut facts: BTreeSet<Fact> = BTreeSet::new();
    loop {
        let before = facts.len();
        for (clause, values) in system.clauses.iter().zip(&instances) {
            for values in values {
                match system.conclude(&clause.formula, values, &facts)? {
                    Outcome::Nothing => {}
                    Outcome::False => return Some(true),
                    Outcome::Fact(fact) => drop(facts.insert(fact)),
                }
            }
        }
        if facts.len() > MOST {
            return None;
        }
        if facts.len() == before {
            return is_complete.then_some(false);
        }
    }
}

impl System {
    fn read(text: &str) -> Option<Self> {
        let mut system = Self { predicates: BTreeSet::new(), clauses: Vec::new() };
        let mut of_rules: Vec<(String, String)> = Vec::new();
        for command in trees(text)? {
            let Tree::List(parts) = command else { return None };
            let (Tree::Word(name), rest) = parts.split_first()? else { return None };
            match (name.as_str(), rest) {
                ("set-logic" | "check-sat", _) => {}
                ("declare-fun", [Tree::Word(name), _, _])
                | ("declare-rel", [Tree::Word(name), _]) => {
                    system.predicates.insert(name.clone());
                }
                ("declare-var", [Tree::Word(name), Tree::Word(sort)]) => {
                    of_rules.push((name.clone(), sort.clone()));
                }
                ("assert", [formula]) => system.clauses.push(clause(formula, &[])?),
                ("rule", [formula]) => system.clauses.push(clause(formula, &of_rules)?),
                ("query", [formula]) => {
                    let negation = vec![Tree::Word("not".into()), formula.clone()];
                    system.clauses.push(clause(&Tree::List(negation), &of_rules)?);
                }
                _ => return None,
            }
        }
        Some(system)
    }

    /// What follows from the formula for these values, when the facts hold and nothing else.
    fn conclude(&self, formula: &Tree, values: &Values, facts: &BTreeSet<Fact>) -> Option<Outcome> {
        if self.names_predicate(formula) {
            return Some(Outcome::Fact(fact(formula, values)?));
        }
        if let Tree::List(parts) = formula
            && let Some((Tree::Word(operator), rest)) = parts.split_first()
        {
            match (operator.as_str(), rest) {
                ("=>", [body @ .., head]) if !body.is_empty() => {
                    for part in body {
                        if !self.holds(part, values, facts)? {
                            return Some(Outcome::Nothing);
                        }
                    }
                    return self.conclude(head, values, facts);
                }
                ("not", [body]) => {
                    let holds = self.holds(body, values, facts)?;
                    return Some(if holds { Outcome::False } else { Outcome::Nothing });
                }
                _ => {}
            }
        }
        let holds = !value(formula, values)?.is_zero();
        Some(if holds { Outcome::Nothing } else { Outcome::False })
    }

    /// Whether a part of a body holds.
    fn holds(&self, formula: &Tree, values: &Values, facts: &BTreeSet<Fact>) -> Option<bool> {
        if self.names_predicate(formula) {
            return Some(facts.contains(&fact(formula, values)?));
        }
        if let Some(parts) = operands(formula, "and") {
            for part in parts {
                if !self.holds(part, values, facts)? {
                    return Some(false);
                }
            }
            return Some(true);
        }
        Some(!value(formula, values)?.is_zero())
    }

    /// Whether this is a predicate with its arguments.
    fn names_predicate(&self, formula: &Tree) -> bool {
        let name = match formula {
            Tree::List(parts) => parts.first(),
            Tree::Word(_) => Some(formula),
        };
        matches!(name, Some(Tree::Word(name)) if self.predicates.contains(name))
    }
}

/// A predicate and the values of its arguments.
fn fact(formula: &Tree, values: &Values) -> Option<Fact> {
    let (name, arguments) = match formula {
        Tree::Word(_) => (formula, &[][..]),
        Tree::List(parts) => parts.split_first()?,
    };
    let Tree::Word(name) = name else { return None };
    let arguments = arguments.iter().map(|argument| value(argument, values));
    Some((name.clone(), arguments.collect::<Option<_>>()?))
}

/// Whether the name occurs.
fn names(tree: &Tree, name: &str) -> bool {
    match tree {
        Tree::Word(word) => word == name,
        Tree::List(parts) => parts.iter().any(|part| names(part, name)),
    }
}

/// The clause without its quantifiers.
fn clause(formula: &Tree, of_rules: &[(String, String)]) -> Option<Clause> {
    let is_named = |(name, _): &&(String, String)| names(formula, name);
    let mut variables: Vec<_> = of_rules.iter().filter(is_named).cloned().collect();
    let mut formula = formula;
    while let Some([Tree::List(binders), inner]) = operands(formula, "forall") {
        for binder in binders {
            let Tree::List(binder) = binder else { return None };
            let [Tree::Word(name), Tree::Word(sort)] = &binder[..] else { return None };
            variables.push((name.clone(), sort.clone()));
        }
        formula = inner;
    }
    let names: BTreeSet<&String> = variables.iter().map(|(name, _)| name).collect();
    (names.len() == variables.len()).then(|| Clause { variables, formula: formula.clone() })
}

impl Clause {
    /// Values of the variables, and whether no others need to be tried.
    fn instances(&self) -> Option<(Vec<Values>, bool)> {
        let mut parts = Vec::new();
        body(&self.formula, &mut parts);
        let mut all = vec![Values::new()];
        let mut is_complete = true;
        let mut open: Vec<&(String, String)> = self.variables.iter().collect();
        // Those with bounds come first, so that others may be defined by them.
        open.sort_by_key(|(_, sort)| sort == "Real");
        for (name, sort) in open {
            let (low, high) = bounds(&parts, name);
            let mut extended = Vec::new();
            for values in &all {
                let defined = parts.iter().find_map(|part| definition(part, name, values));
                let choices: Vec<Ratio> = match (sort.as_str(), defined) {
                    ("Bool", _) => vec![Ratio::from(0), Ratio::from(1)],
                    ("Real", Some(defined)) => vec![defined],
                    ("Real", None) => {
                        is_complete = false;
                        (-WIDEST * 2..=WIDEST * 2)
                            .map(|n| Ratio::new(n, 2))
                            .collect::<Option<_>>()?
                    }
                    ("Int", _) => {
                        is_complete &= low.is_some() && high.is_some();
                        let low = low.unwrap_or(-WIDEST.max(high.map_or(0, |high| 1 - high)));
                        let high = high.unwrap_or(WIDEST.max(low));
                        if high - low > MOST_VALUES {
                            return None;
                        }
                        (low..=high).map(Ratio::from).collect()
                    }
                    _ => return None,
                };
                for choice in choices {
                    let mut values = values.clone();
                    values.insert(name.clone(), choice);
                    extended.push(values);
                }
            }
            if extended.len() > MOST {
                return None;
            }
            all = extended;
        }
        Some((all, is_complete))
    }
}

/// The conjuncts of the body: what holds in each instance that says anything.
fn body<'a>(formula: &'a Tree, parts: &mut Vec<&'a Tree>) {
    if let Some([premises @ .., head]) = operands(formula, "=>") {
        for premise in premises {
            conjuncts(premise, parts);
        }
        body(head, parts);
    } else if let Some([inner]) = operands(formula, "not") {
        conjuncts(inner, parts);
    }
}

fn conjuncts<'a>(formula: &'a Tree, parts: &mut Vec<&'a Tree>) {
    match operands(formula, "and") {
        Some(inner) => inner.iter().for_each(|part| conjuncts(part, parts)),
        None => parts.push(formula),
    }
}

/// The bounds of an Int by comparisons with numbers beside it.
fn bounds(parts: &[&Tree], name: &str) -> (Option<i128>, Option<i128>) {
    let (mut low, mut high) = (None::<i128>, None::<i128>);
    let variable = Tree::Word(name.to_owned());
    for (operator, turned) in [("<=", false), ("<", false), (">=", true), (">", true)] {
        for operands in parts.iter().filter_map(|part| operands(part, operator)) {
            for pair in operands.windows(2) {
                let (below, above) =
                    if turned { (&pair[1], &pair[0]) } else { (&pair[0], &pair[1]) };
                let number = |tree| value(tree, &Values::new())?.to_integer();
                if *above == variable
                    && let Some(found) = number(below)
                {
                    low = Some(low.map_or(found, |low| low.max(found)));
                }
                if *below == variable
                    && let Some(found) = number(above)
                {
                    high = Some(high.map_or(found, |high| high.min(found)));
                }
            }
        }
    }
    (low, high)
}

/// The value of a variable that a conjunct `(= name term)` defines.
fn definition(part: &Tree, name: &str, values: &Values) -> Option<Ratio> {
    match operands(part, "=")? {
        [Tree::Word(found), term] if found == name => value(term, values),
        _ => None,
    }
}

fn operands<'a>(tree: &'a Tree, operator: &str) -> Option<&'a [Tree]> {
    match tree {
        Tree::List(parts) => match parts.split_first()? {
            (Tree::Word(found), rest) if found == operator => Some(rest),
            _ => None,
        },
        Tree::Word(_) => None,
    }
}

/// The value of a term without predicates.
fn value(term: &Tree, values: &Values) -> Option<Ratio> {
    let parts = match term {
        Tree::Word(word) => {
            return match word.as_str() {
                "true" => Some(Ratio::from(1)),
                "false" => Some(Ratio::from(0)),
                _ => values.get(word).copied().or_else(|| Ratio::parse(word)),
            };
        }
        Tree::List(parts) => parts,
    };
    let (Tree::Word(operator), rest) = parts.split_first()? else { return None };
    if operator == "let" {
        let [Tree::List(bindings), inner] = rest else { return None };
        let mut extended = values.clone();
        for binding in bindings {
            let Tree::List(binding) = binding else { return None };
            let [Tree::Word(name), bound] = &binding[..] else { return None };
            extended.insert(name.clone(), value(bound, values)?);
        }
        return value(inner, &extended);
    }
    let parts = rest.iter().map(|part| value(part, values)).collect::<Option<Vec<Ratio>>>()?;
    super::ratio::apply(operator, &parts)
}

/// The trees of a text without comments, strings and bars.
fn trees(text: &str) -> Option<Vec<Tree>> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    if text.contains([';', '"', '|', ':']) {
        return None;
    }
    let mut outer: Vec<Vec<Tree>> = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => outer.push(Vec::new()),
            ")" => {
                let inner = outer.pop()?;
                outer.last_mut()?.push(Tree::List(inner));
            }
            _ => outer.last_mut()?.push(Tree::Word(word.to_owned())),
        }
    }
    let [trees] = &mut outer[..] else { return None };
    Some(std::mem::take(trees))
}
