//! Attacks on the checker of polynomial proofs.
//!
//! Over variables that are 0 or 1, a target follows from polynomials exactly if, at every point,
//! its value is a multiple of the greatest common divisor of theirs. That is the judge.

use crate::{Random, Tally};
use std::collections::{BTreeMap, BTreeSet};

/// By set of variables, the coefficient.
type Polynomial = BTreeMap<BTreeSet<String>, i128>;

/// One round: a few polynomials, a proof by random steps, and changes of the three files. An
/// error tells what went wrong.
pub fn round(random: &mut Random) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let Some(files) = question(random) else { return Ok(tally) };
    tally.tried += 1;
    if !accepts(&files) {
        return Err(finding("a right proof is refused", &files));
    }
    tally.accepted += 1;
    for _ in 0..12 {
        let mut changed = files.clone();
        for _ in 0..=random.below(2) {
            let file = random.below(8).min(3).saturating_sub(1);
            change(random, &mut changed[[1, 0, 2][file]]);
        }
        tally.tried += 1;
        if !accepts(&changed) {
            continue;
        }
        tally.accepted += 1;
        if follows(&changed[0], &changed[2]) == Some(false) {
            return Err(finding("a falsehood is accepted", &changed));
        }
    }
    Ok(tally)
}

fn accepts([given, proof, target]: &[String; 3]) -> bool {
    checker_polynomial::check(given.as_bytes(), proof.as_bytes(), target.as_bytes()).is_ok()
}

fn finding(what: &str, files: &[String; 3]) -> String {
    format!("polynomial: {what}\n{}", files.join("---\n"))
}

/// Given polynomials, a proof and its last polynomial without new variables; nothing if a number
/// became too large for the judge.
pub(crate) fn question(random: &mut Random) -> Option<[String; 3]> {
    let mut names: Vec<String> = ["a", "b_1", "long_name_of_c"].map(String::from).to_vec();
    let mut live: Vec<(u64, Polynomial)> = Vec::new();
    let [mut given, mut proof] = [String::new(), String::new()];
    for id in 1..=2 + random.below(2) as u64 {
        let constant = random.one_in(4).then(|| Polynomial::from([(BTreeSet::new(), 8)]));
        let polynomial = constant.unwrap_or_else(|| any(random, &names, 4));
        given += &format!("{id} {};\n", show(&polynomial));
        live.push((id, polynomial));
    }
    let mut target = live[0].1.clone();
    for id in 10..11 + random.below(6) as u64 {
        let (statement, polynomial) = if random.one_in(4) {
            extension(random, &mut names, id)
        } else {
            combination(random, &names, &live)?
        };
        proof += &format!("{id} {statement};\n");
        if polynomial.keys().flatten().all(|name| !name.starts_with("new")) {
            target = polynomial.clone();
        }
        live.push((id, polynomial));
        if random.one_in(5) && live.len() > 2 {
            let (old, _) = live.remove(random.below(live.len()));
            proof += &format!("{old} d;\n");
        }
    }
    Some([given, proof, format!("{};\n", show(&target))])
}

fn extension(random: &mut Random, names: &mut Vec<String>, id: u64) -> (String, Polynomial) {
    let of = |names: &[&String], coefficient| {
        (names.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), coefficient)
    };
    let (x, y) = (names[random.below(names.len())].clone(), names[0].clone());
    let mut polynomial = match random.below(3) {
        0 => Polynomial::from([of(&[], 1), of(&[&x], -1)]),
        1 => Polynomial::from([of(&[&x, &y], 1)]),
        _ if x == y => Polynomial::from([of(&[], 1)]),
        _ => Polynomial::from([of(&[&x], 1), of(&[&y], 1), of(&[&x, &y], -2)]),
    };
    let name = format!("new{id}");
    let statement = format!("= {name}, {}", show(&polynomial));
    polynomial.insert(BTreeSet::from([name.clone()]), -1);
    names.push(name);
    (statement, polynomial)
}

/// A sum of products, in one of the ways to write it.
fn combination(
    random: &mut Random,
    names: &[String],
    live: &[(u64, Polynomial)],
) -> Option<(String, Polynomial)> {
    let mut sum = Polynomial::new();
    let (first, second) = (random.pick(live), random.pick(live));
    let one = Polynomial::from([(BTreeSet::new(), 1)]);
    let factor = any(random, names, 3);
    let statement = match random.below(4) {
        0 => {
            add(&mut sum, &first.1, &one)?;
            add(&mut sum, &second.1, &one)?;
            format!("+ {}, {}", first.0, second.0)
        }
        1 => {
            add(&mut sum, &first.1, &factor)?;
            format!("* {}, {}", first.0, show(&factor))
        }
        _ => {
            add(&mut sum, &first.1, &factor)?;
            add(&mut sum, &second.1, &one)?;
            format!("% {} *({}) + {}", first.0, show(&factor), second.0)
        }
    };
    sum.retain(|_, coefficient| *coefficient != 0);
    Some((format!("{statement}, {}", show(&sum)), sum))
}

fn any(random: &mut Random, names: &[String], most: usize) -> Polynomial {
    let mut polynomial = Polynomial::new();
    for _ in 0..=random.below(most) {
        let count = random.below(3);
        let product = (0..count).map(|_| random.pick(names).clone()).collect();
        let size =
            if random.one_in(6) { 1 << random.below(70) } else { 1 + random.below(3) as i128 };
        let coefficient = if random.one_in(2) { -size } else { size };
        polynomial.insert(product, coefficient);
    }
    polynomial
}

/// Adds a product; nothing if a number becomes too large.
fn add(sum: &mut Polynomial, first: &Polynomial, second: &Polynomial) -> Option<()> {
    for (product, coefficient) in first {
        for (other, factor) in second {
            let both = product.union(other).cloned().collect();
            let entry = sum.entry(both).or_insert(0);
            *entry = entry.checked_add(coefficient.checked_mul(*factor)?)?;
        }
    }
    Some(())
}

fn show(polynomial: &Polynomial) -> String {
    let mut text = String::new();
    for (product, coefficient) in polynomial {
        let sign = if *coefficient < 0 { "-" } else { "+" };
        let names: Vec<&str> = product.iter().map(String::as_str).collect();
        text += sign;
        match (coefficient.unsigned_abs(), names.is_empty()) {
            (1, false) => {}
            (size, true) => text += &size.to_string(),
            (size, false) => text += &format!("{size}*"),
        }
        text += &names.join("*");
    }
    let text = text.strip_prefix('+').unwrap_or(&text);
    if text.is_empty() { "0".into() } else { text.into() }
}

/// Replaces, removes or doubles a few letters, or a whole line.
fn change(random: &mut Random, text: &mut String) {
    if random.one_in(5) {
        let mut lines: Vec<&str> = text.lines().collect();
        if !lines.is_empty() {
            let line = lines.remove(random.below(lines.len()));
            if random.one_in(2) {
                lines.insert(random.below(lines.len() + 1), line);
            }
        }
        *text = lines.join("\n");
        return;
    }
    let mut letters: Vec<char> = text.chars().collect();
    let at = random.below(letters.len().max(1));
    if at >= letters.len() {
        return;
    }
    match random.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        _ => letters[at] = *random.pick(&"0123456789+-*%=d,;() ab".chars().collect::<Vec<_>>()),
    }
    *text = letters.into_iter().collect();
}

/// Whether the target follows, by all points; nothing if the texts are beyond this reader.
pub(crate) fn follows(given: &str, target: &str) -> Option<bool> {
    let statements: Vec<&str> = given.split(';').map(str::trim).filter(|s| !s.is_empty()).collect();
    let bodies = statements.iter().map(|statement| {
        let body = statement.trim_start_matches(|letter: char| letter.is_ascii_digit());
        parse(body)
    });
    let given: Vec<Polynomial> = bodies.collect::<Option<_>>()?;
    let target = parse(target.trim().strip_suffix(';')?)?;
    let keys = given.iter().chain([&target]).flat_map(|polynomial| polynomial.keys().flatten());
    let names: Vec<&String> = keys.collect::<BTreeSet<_>>().into_iter().collect();
    if names.len() > 12 {
        return None;
    }
    for point in 0..1_u32 << names.len() {
        let is_one = |name: &String| {
            let number = names.iter().position(|known| *known == name);
            number.is_some_and(|number| point >> number & 1 == 1)
        };
        let value = |polynomial: &Polynomial| {
            let ones = polynomial.iter().filter(|(product, _)| product.iter().all(is_one));
            ones.map(|(_, coefficient)| *coefficient).try_fold(0_i128, i128::checked_add)
        };
        let mut divisor = 0;
        for polynomial in &given {
            divisor = greatest_common_divisor(divisor, value(polynomial)?);
        }
        let value = value(&target)?;
        if value != 0 && (divisor == 0 || value % divisor != 0) {
            return Some(false);
        }
    }
    Some(true)
}

fn greatest_common_divisor(first: i128, second: i128) -> i128 {
    if second == 0 { first } else { greatest_common_divisor(second, first % second) }
}

/// A plain reader of polynomials without brackets.
fn parse(text: &str) -> Option<Polynomial> {
    let mut polynomial = Polynomial::new();
    let text = text.replace('-', "+-");
    for term in text.split('+').map(str::trim).filter(|term| !term.is_empty()) {
        let (sign, term) = term.strip_prefix('-').map_or((1, term), |term| (-1, term));
        let mut coefficient: i128 = sign;
        let mut product = BTreeSet::new();
        for factor in term.split('*').map(str::trim) {
            if factor.starts_with(|letter: char| letter.is_ascii_digit()) {
                coefficient = coefficient.checked_mul(factor.parse().ok()?)?;
            } else {
                product.insert(factor.to_owned());
            }
        }
        let entry = polynomial.entry(product).or_insert(0);
        *entry = entry.checked_add(coefficient)?;
    }
    Some(polynomial)
}
