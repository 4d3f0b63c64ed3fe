//! Attacks on `lratcheck` and `dratcheck`.

use crate::{Random, Tally};
use dratcheck::Deletion;
use format_dimacs::{Header, Lit, write_clause, write_header};
use format_drat::{Action, write_step};
use format_input::Encoding;
use format_lrat::{Id, Step, Writer};

/// A formula and how many variables its header names.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The largest variable.
    pub variables: u32,
    /// The clauses.
    pub clauses: Vec<Vec<Lit>>,
}

/// One round: a problem, its proofs, and changes of them. An error tells what went wrong.
pub fn round(random: &mut Random) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let formula = random_formula(random);
    let refuted = !formula.has_model();
    let mut proof = if refuted { split_proof(&formula) } else { random_proof(random, &formula) };
    spice(random, &formula, &mut proof);
    for _ in 0..8 {
        for deletion in [Deletion::Operational, Deletion::Specified] {
            tally.tried += 1;
            let Some(lrat) = attack_drat(random, &formula, &proof, deletion)? else { continue };
            tally.accepted += 1;
            for _ in 0..4 {
                let (formula, lrat) = mutate_lrat(random, &formula, &lrat);
                tally.tried += 1;
                tally.accepted += u64::from(attack_lrat(random, &formula, &lrat)?);
            }
        }
        mutate_drat(random, formula.variables, &mut proof);
    }
    Ok(tally)
}

/// Gives the proof to `dratcheck`. What it accepts must be true, and its LRAT must be accepted.
fn attack_drat(
    random: &mut Random,
    formula: &Formula,
    proof: &[(Action, Vec<Lit>)],
    deletion: Deletion,
) -> Result<Option<Vec<u8>>, String> {
    let encoding = *random.pick(&[Encoding::Text, Encoding::Binary]);
    let (cnf, drat) = (formula.bytes(), drat_bytes(proof, encoding));
    let options = dratcheck::Options { encoding: Some(encoding), variables: Some(9), deletion };
    let mut writer = Writer::new(Vec::new(), Encoding::Text);
    let result = dratcheck::check(&*cnf, &*drat, options, Some(&mut writer));
    let case = || {
        let text = String::from_utf8_lossy(&cnf).into_owned();
        let proof = String::from_utf8_lossy(&drat_bytes(proof, Encoding::Text)).into_owned();
        format!("deletion {deletion:?}\n{text}---\n{proof}---\n")
    };
    match result {
        Ok(_) if formula.has_model() => Err(format!("dratcheck accepts a falsehood\n{}", case())),
        Ok(_) => {
            let lrat = writer.finish().map_err(|error| error.to_string())?;
            let options = lratcheck::Options { encoding: None, variables: Some(9) };
            match lratcheck::check(&*cnf, &*lrat, options) {
                Ok(_) => Ok(Some(lrat)),
                Err(failure) => Err(format!(
                    "lratcheck refuses dratcheck's output: {failure}\n{}{}",
                    case(),
                    String::from_utf8_lossy(&lrat)
                )),
            }
        }
        Err(failure @ dratcheck::Failure::Unconfirmed { .. }) => {
            Err(format!("dratcheck disagrees with itself:{failure}\n{}", case()))
        }
        Err(_) => Ok(None),
    }
}

/// Gives the proof to `lratcheck`. What it accepts must be true.
fn attack_lrat(random: &mut Random, formula: &Formula, lrat: &[u8]) -> Result<bool, String> {
    let cnf = formula.bytes();
    let variables = Some(if random.one_in(2) { 9 } else { formula.variables });
    let options = lratcheck::Options { encoding: None, variables };
    match lratcheck::check(&*cnf, lrat, options) {
        Ok(_) if formula.has_model() => Err(format!(
            "lratcheck accepts a falsehood\n{}---\n{}",
            String::from_utf8_lossy(&cnf),
            String::from_utf8_lossy(lrat)
        )),
        result => Ok(result.is_ok()),
    }
}

impl Formula {
    /// Brute force over all assignments.
    #[must_use]
    pub fn has_model(&self) -> bool {
        (0..1_u32 << self.variables).any(|bits| {
            let holds = |lit: &Lit| (bits >> (lit.variable() - 1) & 1 == 1) != lit.is_negative();
            self.clauses.iter().all(|clause| clause.iter().any(holds))
        })
    }

    /// The formula in DIMACS.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let header = Header { variables: self.variables, clauses: self.clauses.len() as u64 };
        let written = write_header(&mut out, header).and_then(|()| {
            self.clauses.iter().try_for_each(|clause| write_clause(&mut out, clause))
        });
        debug_assert!(written.is_ok(), "a vector takes all bytes");
        out
    }
}

fn random_lit(random: &mut Random, variables: u32) -> Lit {
    let variable = random.below(variables as usize) as u32 + 1;
    let negative = random.one_in(2);
    Lit::new(variable, negative).unwrap_or_else(|| random_lit(random, variables))
}

fn random_clause(random: &mut Random, variables: u32) -> Vec<Lit> {
    let length = *random.pick(&[0, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
    let length = if length == 0 && !random.one_in(20) { 2 } else { length };
    (0..length).map(|_| random_lit(random, variables)).collect()
}

pub(crate) fn random_formula(random: &mut Random) -> Formula {
    let variables = random.below(5) as u32 + 1;
    let count = random.below(4 * variables as usize + 2);
    let clauses = (0..count).map(|_| random_clause(random, variables)).collect();
    Formula { variables, clauses }
}

/// A proof by splitting on all variables in turn: each clause follows from the two after it in
/// the tree, the last ones from the formula.
pub(crate) fn split_proof(formula: &Formula) -> Vec<(Action, Vec<Lit>)> {
    fn split(formula: &Formula, prefix: &mut Vec<Lit>, proof: &mut Vec<(Action, Vec<Lit>)>) {
        let depth = prefix.len() as u32;
        if depth < formula.variables {
            for negative in [false, true] {
                prefix.extend(Lit::new(depth + 1, negative));
                split(formula, prefix, proof);
                prefix.pop();
            }
        }
        proof.push((Action::Add, prefix.iter().rev().copied().collect()));
    }
    let mut proof = Vec::new();
    split(formula, &mut Vec::new(), &mut proof);
    proof
}

pub(crate) fn random_proof(random: &mut Random, formula: &Formula) -> Vec<(Action, Vec<Lit>)> {
    let count = random.below(12);
    let mut proof: Vec<_> =
        (0..count).map(|_| (Action::Add, random_clause(random, formula.variables + 2))).collect();
    proof.push((Action::Add, Vec::new()));
    proof
}

/// Adds deletions, and definitions of new variables, which need the RAT rule.
pub(crate) fn spice(random: &mut Random, formula: &Formula, proof: &mut Vec<(Action, Vec<Lit>)>) {
    for _ in 0..random.below(4) {
        let at = random.below(proof.len());
        let mut known: Vec<Vec<Lit>> = formula.clauses.clone();
        known.extend(proof[..at].iter().map(|(_, clause)| clause.clone()));
        if !known.is_empty() {
            proof.insert(at, (Action::Delete, random.pick(&known).clone()));
        }
    }
    if random.one_in(2) {
        let Some(new) = Lit::new(formula.variables + 1, random.one_in(2)) else { return };
        let (a, b) = (random_lit(random, formula.variables), random_lit(random, formula.variables));
        let definition = [vec![new, !a, !b], vec![!new, a], vec![!new, b]];
        let at = random.below(proof.len());
        for (offset, clause) in definition.into_iter().enumerate() {
            proof.insert(at + offset, (Action::Add, clause));
        }
        proof.insert(at + 3, (Action::Add, vec![new, !a, random_lit(random, formula.variables)]));
    }
}

fn mutate_drat(random: &mut Random, variables: u32, proof: &mut Vec<(Action, Vec<Lit>)>) {
    if proof.is_empty() {
        return;
    }
    let at = random.below(proof.len());
    match random.below(8) {
        0 => {
            proof.remove(at);
        }
        1 => {
            let other = random.below(proof.len());
            proof.swap(at, other);
        }
        2 => {
            let step = proof[at].clone();
            proof.insert(random.below(proof.len()), step);
        }
        3 => proof.insert(at, (Action::Add, random_clause(random, variables + 2))),
        4 => proof[at].0 = Action::Delete,
        5 => {
            proof[at].1.pop();
        }
        6 => proof[at].1.reverse(),
        _ => {
            let lit = random_lit(random, variables + 2);
            let clause = &mut proof[at].1;
            if clause.is_empty() {
                clause.push(lit);
            } else {
                let place = random.below(clause.len());
                clause[place] = lit;
            }
        }
    }
}

/// Changes one token of the proof, a line of it, or the formula.
fn mutate_lrat(random: &mut Random, formula: &Formula, lrat: &[u8]) -> (Formula, Vec<u8>) {
    let mut formula = formula.clone();
    if random.one_in(3) && !formula.clauses.is_empty() {
        let at = random.below(formula.clauses.len());
        match random.below(3) {
            0 => formula.clauses[at] = random_clause(random, formula.variables),
            1 => formula.clauses[at].push(random_lit(random, formula.variables)),
            _ => {
                let other = random.below(formula.clauses.len());
                formula.clauses.swap(at, other);
            }
        }
        return (formula, lrat.to_vec());
    }
    let text = mutate_text(random, lrat);
    let bytes = if random.one_in(2) { to_binary(&text).unwrap_or(text) } else { text };
    (formula, bytes)
}

/// Changes one token or one line of LRAT steps in text.
pub(crate) fn mutate_text(random: &mut Random, lrat: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(lrat);
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    if lines.is_empty() {
        return lrat.to_vec();
    }
    let at = random.below(lines.len());
    match random.below(6) {
        0 => {
            lines.remove(at);
        }
        1 => {
            let other = random.below(lines.len());
            lines.swap(at, other);
        }
        2 => {
            let place = random.below(lines[at].len());
            lines[at].remove(place);
        }
        3 => {
            let place = random.below(lines[at].len());
            let number = random.below(40) as i64 - 20;
            lines[at].insert(place, number.to_string());
        }
        4 => {
            let from = random.below(lines.len());
            let token = random.pick(&lines[from]).clone();
            let place = random.below(lines[at].len());
            lines[at][place] = token;
        }
        _ => {
            let place = random.below(lines[at].len());
            let number: i64 = lines[at][place].parse().unwrap_or(0);
            let changed = *random.pick(&[number + 1, number - 1, -number]);
            lines[at][place] = changed.to_string();
        }
    }
    let lines: Vec<String> = lines.into_iter().map(|line| line.join(" ")).collect();
    (lines.join("\n") + "\n").into_bytes()
}

/// The same proof in binary, if it is well-formed.
pub(crate) fn to_binary(text: &[u8]) -> Option<Vec<u8>> {
    let mut reader = format_lrat::Reader::new(text, Some(Encoding::Text), 99).ok()?;
    let mut writer = Writer::new(Vec::new(), Encoding::Binary);
    let mut last: Id = 0;
    while let Some(step) = reader.next_step().ok()? {
        match step {
            Step::Add { id, clause, hints } => {
                last = id;
                writer.add(id, clause, hints).ok()?;
            }
            Step::Delete { ids } => writer.delete(last, ids).ok()?,
        }
    }
    writer.finish().ok()
}

pub(crate) fn drat_bytes(proof: &[(Action, Vec<Lit>)], encoding: Encoding) -> Vec<u8> {
    let mut out = Vec::new();
    for (action, clause) in proof {
        let written = write_step(&mut out, encoding, *action, clause);
        debug_assert!(written.is_ok(), "a vector takes all bytes");
    }
    out
}
