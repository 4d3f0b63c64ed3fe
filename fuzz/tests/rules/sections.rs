//! The sections of invariant certificates: if in each the goals follow from the axioms, by truth
//! tables, then the property holds, by the states that are reachable. All models of an input and
//! one or two latches of a list, all invariants of a list, k-induction with and without simple
//! paths.

use super::implies;
use claim_invariant::{Circuit, Clauses, Induction, Obligations, Section, Witness};
use format_lit::Lit;

/// An AIGER model over input 2 and latches 4 and 6.
struct Model {
    latches: Vec<[u32; 2]>,
    constraint: Option<u32>,
    bad: u32,
}

impl Model {
    fn text(&self) -> String {
        let count = self.latches.len();
        let constraints = u32::from(self.constraint.is_some());
        let mut text = format!("aag {} 1 {count} 0 0 1 {constraints}\n2\n", count + 1);
        for (number, [next, reset]) in self.latches.iter().enumerate() {
            text += &format!("{} {next} {reset}\n", 4 + 2 * number);
        }
        text += &format!("{}\n", self.bad);
        self.constraint.map_or(text.clone(), |constraint| text + &format!("{constraint}\n"))
    }

    /// Whether no run that meets the constraint at all times ends in a bad state.
    fn holds(&self) -> bool {
        let bit = |values: u32, signal: u32| values << 1 >> (signal / 2) & 1 ^ signal & 1;
        let count = self.latches.len();
        let meets = |values: u32| self.constraint.is_none_or(|signal| bit(values, signal) == 1);
        let next = |values: u32| {
            (0..count).map(|at| bit(values, self.latches[at][0]) << (at + 1)).sum::<u32>()
        };
        let starts = |values: u32| {
            (0..count).all(|at| {
                let [_, reset] = self.latches[at];
                bit(values, reset) == bit(values, 4 + 2 * at as u32)
            })
        };
        let all = 0..2_u32 << count;
        let mut reached: Vec<u32> =
            all.filter(|values| starts(*values) && meets(*values)).collect();
        let mut at = 0;
        while at < reached.len() {
            for input in 0..2 {
                let values = next(reached[at]) | input;
                if meets(values) && !reached.contains(&values) {
                    reached.push(values);
                }
            }
            at += 1;
        }
        reached.iter().all(|values| bit(*values, self.bad) == 0)
    }
}

fn models() -> Vec<Model> {
    let mut models = Vec::new();
    let constraints = [None, Some(2), Some(4), Some(5)];
    for next in 0..6 {
        for reset in [0, 1, 4, 2] {
            for constraint in constraints {
                for bad in [2, 3, 4, 5] {
                    models.push(Model { latches: vec![[next, reset]], constraint, bad });
                }
            }
            for (second, bad) in [(4, 6), (5, 6), (1, 6), (2, 6), (6, 6), (7, 7)] {
                for reset_of_second in [0, 1, 6] {
                    let latches = vec![[next, reset], [second, reset_of_second]];
                    models.push(Model { latches, constraint: None, bad });
                }
            }
        }
    }
    models
}

fn lit(number: i32) -> Lit {
    Lit::new(number.unsigned_abs(), number < 0).unwrap()
}

fn witnesses(latches: usize) -> Vec<Witness> {
    let mut invariants: Vec<Vec<Vec<i32>>> =
        vec![vec![], vec![vec![2]], vec![vec![-2]], vec![vec![]], vec![vec![1, 2]]];
    if latches == 2 {
        invariants.extend([vec![vec![3]], vec![vec![-3]], vec![vec![2, 3], vec![-2, -3]]]);
    }
    let mut inductions = vec![None];
    for depth in 1..=2 {
        for simple in [false, true] {
            inductions.push(Some(Induction { depth, simple, properties: vec![0] }));
        }
    }
    let mut witnesses = Vec::new();
    for clauses in &invariants {
        for induction in &inductions {
            let mut invariant = Clauses::default();
            for clause in clauses {
                invariant.push(clause.iter().map(|number| lit(*number)));
            }
            let induction = induction.clone();
            witnesses.push(Witness { invariant, induction, ..Witness::default() });
        }
    }
    witnesses
}

/// Whether all goals of the section follow from its axioms.
fn follows(obligations: &Obligations, section: Section) -> bool {
    let variables = obligations.variables(section);
    let mut axioms = Vec::new();
    for id in 1..=obligations.axioms() {
        let mut clause = Vec::new();
        if obligations.axiom(id, section, &mut clause) {
            axioms.push(clause);
        }
    }
    (0..)
        .map_while(|number| {
            let mut goal = Vec::new();
            let is_open = obligations.goal(section, number, &mut goal)?;
            Some(!is_open || implies(variables, &axioms, &goal))
        })
        .all(|follows| follows)
}

#[test]
fn sections_prove_what_holds() {
    let (mut proved, mut refused) = ([0_u32; 4], 0_u32);
    for model in models() {
        let text = model.text();
        let Ok(read) = format_aiger::read(text.as_bytes()) else { panic!("{text}") };
        let circuit = Circuit::new(&read).unwrap();
        let holds = model.holds();
        for witness in witnesses(model.latches.len()) {
            let induction = witness.induction.clone();
            let Ok(obligations) = Obligations::new(circuit.clone(), witness) else { continue };
            let invariant = [Section::Init, Section::Step]
                .iter()
                .all(|section| follows(&obligations, *section));
            let by_induction = induction.as_ref().is_some_and(|induction| {
                (0..induction.depth).all(|stage| follows(&obligations, Section::Base(stage)))
                    && follows(&obligations, Section::Induction)
            });
            let by_invariant = follows(&obligations, Section::Property);
            if invariant && (by_invariant || by_induction) {
                assert!(holds, "{text}{:?}", obligations.witness());
                let kind = match &induction {
                    Some(induction) if by_induction => 1 + usize::from(induction.simple),
                    _ => 0,
                };
                proved[kind] += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(proved[..3].iter().all(|count| *count > 100) && refused > 1000, "{proved:?} {refused}");
}
