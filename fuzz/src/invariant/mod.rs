//! Attacks on `invcheck`.

pub(crate) mod forge;
pub(crate) mod model;
pub(crate) mod reach;

use crate::clausal::mutate_text;
use crate::{Random, Tally};
use claim_invariant::{Circuit, Clauses, Induction, Obligations, Section, Witness};
use forge::{Forger, Loot};
use format_aiger::{Lit as Signal, Model};
use format_input::Encoding;
use format_lit::Lit;
use reach::Reach;

/// One round: a small model, certificates of the invariant of its reachable states, of guesses,
/// and by k-induction, with and without axioms that are not theirs, and changes of them. An error
/// tells what went wrong.
pub fn round(random: &mut Random) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let Ok(model) = Model::new(model::random(random)) else { return Ok(tally) };
    let Ok(circuit) = Circuit::new(&model) else { return Ok(tally) };
    let bytes = model::ascii(&model);
    let reach = Reach::new(&model);
    for attempt in 0..4 {
        let mut witness = Witness::default();
        if attempt == 0 {
            witness.invariant = reach.invariant(&circuit);
        } else {
            guess(random, &circuit, &reach, &mut witness);
        }
        let loot = if attempt > 1 && random.one_in(2) { Loot::All } else { Loot::Own };
        let Ok(obligations) = Obligations::new(circuit.clone(), witness) else { continue };
        let forge = |encoding| Forger::new(&obligations, loot).certificate(&bytes, encoding);
        let (text, binary) = (forge(Encoding::Text), forge(Encoding::Binary));
        let proved = judge(&bytes, &text, &reach, &mut tally)?;
        if judge(&bytes, &binary, &reach, &mut tally)? != proved {
            return Err(finding("text and binary differ", &bytes, &text));
        }
        // The invariant of all reachable states proves every property that holds.
        if attempt == 0 && proved != Some(reach.holds().collect()) {
            return Err(finding("a right proof is refused", &bytes, &text));
        }
        for _ in 0..2 {
            let (head, body) = split(&text);
            let changed = [head, &*mutate_text(random, body)].concat();
            judge(&bytes, &changed, &reach, &mut tally)?;
        }
        // Another model, the same certificate.
        if random.one_in(2) {
            let Ok(other) = Model::new(model::vary(random, &model)) else { continue };
            let other_bytes = model::ascii(&other);
            let mended = [model::header(&other_bytes).as_slice(), split(&text).1].concat();
            judge(&other_bytes, &mended, &Reach::new(&other), &mut tally)?;
        }
    }
    Ok(tally)
}

/// Which properties a certificate proves, none of which may fail; `None` if it is refused.
fn judge(
    model: &[u8],
    certificate: &[u8],
    reach: &Reach,
    tally: &mut Tally,
) -> Result<Option<Vec<bool>>, String> {
    tally.tried += 1;
    let Ok(safety) = invcheck::check(model, certificate, None) else { return Ok(None) };
    let proved: Vec<bool> = safety.properties.iter().map(Result::is_ok).collect();
    if proved.iter().zip(reach.holds()).any(|(&proved, holds)| proved && !holds) {
        return Err(finding("a falsehood is accepted", model, certificate));
    }
    if safety.no_initial_state && !reach.is_empty() {
        return Err(finding("there is an initial state", model, certificate));
    }
    tally.accepted += u64::from(proved.contains(&true));
    Ok(Some(proved))
}

/// Header and body of a certificate in text.
fn split(certificate: &[u8]) -> (&[u8], &[u8]) {
    let ends = certificate.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let end = ends.map(|(at, _)| at + 1).nth(2).unwrap_or(0);
    certificate.split_at(end)
}

fn finding(what: &str, model: &[u8], certificate: &[u8]) -> String {
    let texts = [model, certificate].map(String::from_utf8_lossy);
    format!("invcheck: {what}\n{}", texts.join("---\n"))
}

/// Random latches, gates, clauses and induction; clauses of the model's invariant among them.
pub(crate) fn guess(random: &mut Random, circuit: &Circuit, reach: &Reach, witness: &mut Witness) {
    let latches = random.below(3).saturating_sub(1);
    let gates = random.below(4).saturating_sub(1);
    let all = circuit.variables() as usize + latches + gates;
    let first_gate = all - gates;
    let first_latch = first_gate - latches;
    for number in 0..latches {
        let reset = match random.below(5) {
            0 => Signal::FALSE,
            1 => Signal::TRUE,
            2 => Signal::positive((first_latch + number + 1) as u32),
            _ => signal(random, all),
        };
        witness.latches.push([signal(random, all), reset]);
    }
    for number in 0..gates {
        witness.gates.push([(); 2].map(|()| signal(random, first_gate + number)));
    }
    let mut invariant = Clauses::default();
    if random.one_in(2) {
        let exact = reach.invariant(circuit);
        let kept = exact.iter().filter(|_| !random.one_in(6));
        kept.for_each(|clause| invariant.push(clause.iter().copied()));
    }
    for _ in 0..random.below(3) {
        let lits = (0..random.below(4)).filter_map(|_| Lit::from_code(signal(random, all).0));
        invariant.push(lits);
    }
    witness.invariant = invariant;
    if random.one_in(2) {
        let depth = random.below(3) as u32 + 1;
        let properties = (0..circuit.bad.len() as u32).filter(|_| !random.one_in(4)).collect();
        witness.induction = Some(Induction { depth, simple: random.one_in(2), properties });
    }
}

fn signal(random: &mut Random, variables: usize) -> Signal {
    Signal(random.below(2 * variables + 2) as u32)
}

/// All sections of a certificate, in order.
fn sections(obligations: &Obligations) -> Vec<Section> {
    let mut sections = vec![Section::Init, Section::Step, Section::Property];
    if let Some(induction) = &obligations.witness().induction {
        sections.extend((0..induction.depth).map(Section::Base));
        sections.push(Section::Induction);
    }
    sections
}
