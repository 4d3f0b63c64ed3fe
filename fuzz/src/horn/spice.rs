//! Lines that proofs of our own seldom have.

use crate::Random;
use claim_horn::{Cnf, obligation};
use format_number::{Integer, Rational};
use format_smtlib::{Formula, Sort, System, read, read_formula};

/// The proof with atoms that nothing needs, a clause that holds of any number, a tautology, and
/// deletions, at random.
pub(super) fn enrich(random: &mut Random, text: &str, proof: &[u8]) -> Vec<u8> {
    let proof = String::from_utf8_lossy(proof).into_owned();
    let Ok(system) = read(text.as_bytes()) else { return proof.into_bytes() };
    let mut invariants: Vec<Formula> = Vec::new();
    let mut result = String::new();
    let mut block: Vec<&str> = Vec::new();
    let mut number = None;
    for line in proof.lines() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        match words[..] {
            ["invariant", at, formula] => {
                let predicate = at.parse().ok().and_then(|at: usize| system.predicates.get(at));
                let sorts = predicate.map_or(&[][..], |predicate| &predicate.sorts);
                let place = system.clauses[0].place;
                invariants.extend(read_formula(formula.as_bytes(), sorts, place));
            }
            ["clause", next] => {
                flush(random, &system, &invariants, number, &mut block, &mut result);
                number = next.parse().ok();
            }
            _ if number.is_some() => {
                block.push(line);
                continue;
            }
            _ => {}
        }
        result += &format!("{line}\n");
    }
    flush(random, &system, &invariants, number, &mut block, &mut result);
    result.into_bytes()
}

/// Writes a block, often with more lines.
fn flush(
    random: &mut Random,
    system: &System,
    invariants: &[Formula],
    number: Option<usize>,
    block: &mut Vec<&str>,
    result: &mut String,
) {
    let lines = std::mem::take(block);
    let cnf = number.and_then(|number| obligation(system, number, invariants).ok());
    let id = |line: &&str| line.split(' ').nth(1).and_then(|id| id.parse::<i64>().ok());
    let is_derived = |line: &&&str| line.starts_with(['l', 't', 'p']);
    let last = lines.iter().filter(is_derived).filter_map(id).next_back();
    for line in &lines {
        *result += &format!("{line}\n");
    }
    let (Some(mut cnf), Some(mut last), true) = (cnf, last, random.one_in(2)) else { return };
    let atoms = lines.iter().filter(|line| line.starts_with('a')).count() as u32;
    let numbers: Vec<u32> =
        (0..).zip(cnf.sorts()).filter(|(_, sort)| **sort != Sort::Bool).map(|(v, _)| v).collect();
    if atoms == 0 && !numbers.is_empty() {
        let variable = *random.pick(&numbers);
        let terms = vec![(variable, Integer::ONE)];
        let bound = random.below(41) as i64 - 20;
        // Of Reals, `x < b` and `x <= b` are two atoms.
        let is_real = cnf.sorts()[variable as usize] == Sort::Real;
        let other = if is_real { bound } else { bound + 3 };
        let [first, second] = [(bound, is_real), (other, false)].map(|(bound, is_strict)| {
            let bound = Rational::from(bound);
            cnf.add_atom(&format_horn::Atom { terms: terms.clone(), bound, is_strict })
        });
        if let (Ok(first), Ok(second)) = (first, second) {
            let relation = if is_real { "<" } else { "<=" };
            *result += &format!("a {first} {relation} {bound} 1 {variable}\n");
            *result += &format!("a {second} <= {other} 1 {variable}\n");
            // The first implies the second; and so by a sum that is summed again.
            *result += &format!("t {} -{first} {second} 0 2/3 2/3\n", last + 1);
            *result += &format!("p {} -{first} {second} 0 1 1/2 2 1/2 0 3 2/3 0\n", last + 2);
            *result += &format!("d {} {} 0\n", last + 1, last + 2);
            last += 2;
        }
    }
    if random.one_in(2)
        && atoms == 0
        && let Some(lines) = cut(random, &mut cnf, last + 1)
    {
        *result += &lines;
        last += 1;
    }
    if random.one_in(2) {
        *result += &format!("l {} 1 -1 0 0\n", last + 1);
        *result += &format!("d {} 0\n", last + 1);
    }
}

/// From `x + y <= b` and `x - y <= c` for Ints follows `x <= (b + c) / 2`, rounded down.
fn cut(random: &mut Random, cnf: &mut Cnf, id: i64) -> Option<String> {
    let ints: Vec<u32> =
        (0..).zip(cnf.sorts()).filter(|(_, sort)| **sort == Sort::Int).map(|(v, _)| v).collect();
    let [x, .., y] = ints[..] else { return None };
    let [b, c] = [0; 2].map(|_| random.below(21) as i64 - 10);
    let half = (b + c).div_euclid(2);
    let mut text = String::new();
    let mut names = Vec::new();
    for (bound, terms) in
        [(b, vec![(1, x), (1, y)]), (c, vec![(1, x), (-1, y)]), (half, vec![(1, x)])]
    {
        let numbers = terms.iter().map(|(factor, v)| (*v, Integer::from(*factor))).collect();
        let bound = Rational::from(bound);
        let atom = format_horn::Atom { terms: numbers, bound: bound.clone(), is_strict: false };
        let name = cnf.add_atom(&atom).ok()?;
        let terms: Vec<String> = terms.iter().map(|(factor, v)| format!("{factor} {v}")).collect();
        text += &format!("a {name} <= {bound} {}\n", terms.join(" "));
        names.push(name);
    }
    let [first, second, third] = names[..] else { return None };
    Some(text + &format!("p {id} -{first} -{second} {third} 0 1 1 2 1 0 4 1 3 1 0\n"))
}
