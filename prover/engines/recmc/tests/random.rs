//! Random small systems: the engine agrees with the least solution, found by enumeration, and
//! every answer passes the checker.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "numbers are small")]

use claim_horn::evaluate;
use engine_recmc::{Options, Outcome, decide};
use format_number::Rational;
use format_smtlib::{Sort, System, Value};
use horncheck::Claim;
use std::fmt::Write;
use support_horn::{Verdict, certify_derivation, certify_model};

/// Numbers of clauses lie between 0 and this.
const MOST: i64 = 3;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn number(&mut self, variables: &[(String, bool)]) -> String {
        let numbers: Vec<&String> = variables.iter().filter(|v| !v.1).map(|v| &v.0).collect();
        let constant = self.below(4);
        if numbers.is_empty() {
            return constant.to_string();
        }
        let a = numbers[self.index(numbers.len())];
        let b = numbers[self.index(numbers.len())];
        match self.below(9) {
            0 => constant.to_string(),
            1 => format!("(+ {a} {constant})"),
            2 => format!("(- {a} {b})"),
            3 => format!("(* 2 {a})"),
            4 => format!("(mod (+ {a} {b}) {})", constant + 2),
            5 => format!("(ite (< {a} {b}) {a} {constant})"),
            6 => format!("(div {a} (- {}))", constant + 1),
            _ => a.clone(),
        }
    }

    fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(u64::try_from(len).unwrap())).unwrap()
    }

    fn formula(&mut self, variables: &[(String, bool)], depth: u32) -> String {
        let bools: Vec<&String> = variables.iter().filter(|v| v.1).map(|v| &v.0).collect();
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 if !bools.is_empty() => bools[self.index(bools.len())].clone(),
            0 | 1 => format!("(<= {} {})", self.number(variables), self.number(variables)),
            2 => format!("(= {} {})", self.number(variables), self.number(variables)),
            3 => format!("(< {} {})", self.number(variables), self.number(variables)),
            4 => format!("(not {})", self.formula(variables, depth - 1)),
            5 => format!("(= {} {})", self.formula(variables, 0), self.formula(variables, 0)),
            6 => {
                format!(
                    "(and {} {})",
                    self.formula(variables, depth - 1),
                    self.formula(variables, 0)
                )
            }
            _ => {
                format!(
                    "(or {} {})",
                    self.formula(variables, depth - 1),
                    self.formula(variables, 0)
                )
            }
        }
    }

    fn application(&mut self, predicates: &[Vec<bool>], variables: &[(String, bool)]) -> String {
        let number = self.index(predicates.len());
        let mut text = format!("(P{number}");
        for is_bool in &predicates[number] {
            let argument = match is_bool {
                true => self.formula(variables, 0),
                false => self.number(variables),
            };
            let _infallible = write!(text, " {argument}");
        }
        text + ")"
    }

    fn system(&mut self) -> String {
        let mut text = String::from("(set-logic HORN)\n");
        let mut predicates = Vec::new();
        for number in 0..=self.below(3) {
            let sorts: Vec<bool> = (0..=self.below(2)).map(|_| self.below(3) == 0).collect();
            let words: Vec<&str> = sorts.iter().map(|b| if *b { "Bool" } else { "Int" }).collect();
            let _infallible = writeln!(text, "(declare-fun P{number} ({}) Bool)", words.join(" "));
            predicates.push(sorts);
        }
        for _ in 0..3 + self.below(5) {
            let variables: Vec<(String, bool)> = (0..=self.below(4))
                .map(|number| (format!("x{number}"), self.below(4) == 0))
                .collect();
            let binders: Vec<String> = variables
                .iter()
                .map(|(name, is_bool)| {
                    format!("({name} {})", if *is_bool { "Bool" } else { "Int" })
                })
                .collect();
            let mut body: Vec<String> = variables
                .iter()
                .filter(|v| !v.1)
                .map(|(name, _)| format!("(<= 0 {name}) (<= {name} {MOST})"))
                .collect();
            body.push(self.formula(&variables, 2));
            for _ in 0..self.below(3) {
                body.push(self.application(&predicates, &variables));
            }
            let head = match self.below(4) {
                0 => "false".into(),
                _ => self.application(&predicates, &variables),
            };
            let (binders, body) = (binders.join(" "), body.join(" "));
            let _infallible =
                writeln!(text, "(assert (forall ({binders}) (=> (and {body}) {head})))");
        }
        text + "(check-sat)\n"
    }
}

/// All values of a clause's variables.
fn assignments(sorts: &[Sort]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for sort in sorts {
        let values: Vec<Value> = match sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            _ => (0..=MOST).map(|value| Value::Number(Rational::from(value))).collect(),
        };
        let extend = |start: &Vec<Value>| {
            let with = |value: &Value| start.iter().cloned().chain([value.clone()]).collect();
            values.iter().map(with).collect::<Vec<Vec<Value>>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    all
}

/// A predicate and the values of its arguments.
type Fact = (u32, Vec<Value>);

/// Whether false is derivable, by enumeration of all facts.
fn is_unsafe(system: &System) -> bool {
    let mut instances = Vec::new();
    for clause in &system.clauses {
        let sorts: Vec<Sort> = clause.variables.iter().map(|(_, sort)| *sort).collect();
        let predicates = clause.body.iter().map(|atom| atom.predicate);
        for values in assignments(&sorts) {
            let instance = evaluate(clause, &values).unwrap();
            if instance.holds {
                let body: Vec<Fact> = predicates.clone().zip(instance.body).collect();
                let head = clause.head.as_ref().map(|atom| atom.predicate).zip(instance.head);
                instances.push((body, head));
            }
        }
    }
    let mut facts: Vec<Fact> = Vec::new();
    loop {
        let count = facts.len();
        for (body, head) in &instances {
            if body.iter().all(|premise| facts.contains(premise)) {
                match head {
                    None => return true,
                    Some(head) if !facts.contains(head) => facts.push(head.clone()),
                    Some(_) => {}
                }
            }
        }
        if facts.len() == count {
            return false;
        }
    }
}

#[test]
fn random_systems_are_decided_as_by_enumeration() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut counts = [0_u32; 2];
    for round in 0..600 {
        let text = random.system();
        let expected = is_unsafe(&format_smtlib::read(text.as_bytes()).unwrap());
        for abstracts in [false, true] {
            judge(round, &text, expected, Options { abstracts, ..Options::default() });
        }
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// The engine answers as expected, and the checker accepts what it says.
fn judge(round: u32, text: &str, expected: bool, options: Options) {
    let system = format_smtlib::read(text.as_bytes()).unwrap();
    let digest = format_sha256::digest(text.as_bytes());
    let questions = std::cell::Cell::new(0_u32);
    let is_due = || {
        questions.set(questions.get() + 1);
        questions.get() > 200_000
    };
    let mut certificate = Vec::new();
    let claim = match decide(&system, options, &is_due, &|_| ()) {
        Outcome::Holds(formulas) => {
            let out = &mut certificate;
            let proof = certify_model(&system, digest, &formulas, 0, out, &mut || false);
            assert!(matches!(proof, Ok(Verdict::Proved(_))), "{round}: {proof:?}\n{text}");
            Claim::Safe
        }
        Outcome::Fails(derivation) => {
            certify_derivation(digest, &derivation, &mut certificate).unwrap();
            Claim::Unsafe
        }
        Outcome::Stopped(why) => panic!("{round}: {options:?}: {why:?}\n{text}"),
    };
    assert_eq!(claim == Claim::Unsafe, expected, "{round}\n{text}");
    let answer = horncheck::check(text.as_bytes(), &*certificate, Some(claim));
    assert!(answer.is_ok(), "{round}: {}\n{text}", answer.unwrap_err());
}
