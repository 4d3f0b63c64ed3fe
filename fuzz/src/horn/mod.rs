//! Attacks on `horncheck`.

pub(crate) mod judge;
mod ratio;
mod spice;
mod syntax;
mod system;

use crate::clausal::mutate_text;
use crate::{Random, Tally};
use format_horn::{Header, Writer};
use format_sha256::digest;
use format_smtlib::Value;
use horncheck::Claim;
use support_horn::{Verdict, certify_model};
use syntax::{Sort, Term};
use system::{Step, System};

/// One round: a small system, a proof of a model and a derivation of false if there are such, and
/// changes of these and of the system. An error tells what went wrong.
pub fn round(random: &mut Random) -> Result<Tally, String> {
    let (system, models) = System::random(random);
    let text = system.text();
    let mut tally = Tally::default();
    let refutation = system.derive_false();
    let proof = prove(&system, &text, &models)?;
    let derivation = refutation.as_ref().map(|steps| derive(&system, &text, &[], steps));
    if let (Some(proof), Some(_)) = (&proof, &refutation) {
        return Err(finding("a model of what is unsatisfiable", &text, proof));
    }
    for (certificate, claim) in [(&proof, Claim::Safe), (&derivation, Claim::Unsafe)] {
        let Some(certificate) = certificate else { continue };
        tally.tried += 1;
        tally.accepted += 1;
        match horncheck::check(text.as_bytes(), certificate.as_slice(), None) {
            Ok(answer) if answer.claim == claim => {}
            Ok(_) => return Err(finding("another claim is accepted", &text, certificate)),
            Err(error) => return Err(finding(&format!("refused: {error}"), &text, certificate)),
        }
        for _ in 0..16 {
            let is_varied = random.one_in(3);
            let other = if is_varied { system.vary(random) } else { system.clone() };
            let text = other.text();
            let changed = with_digest(&text, &mutate(random, certificate, is_varied));
            tally.tried += 1;
            let Ok(answer) = horncheck::check(text.as_bytes(), changed.as_slice(), None) else {
                continue;
            };
            tally.accepted += 1;
            let is_false = match answer.claim {
                Claim::Safe => other.derive_false().is_some(),
                Claim::Unsafe => prove(&other, &text, &models)?.is_some(),
            };
            if is_false {
                return Err(finding("a falsehood is accepted", &text, &changed));
            }
        }
    }
    Ok(tally)
}

/// The proof that the formulas are a model, if they are.
fn prove(system: &System, text: &str, models: &[Term]) -> Result<Option<Vec<u8>>, String> {
    let read = format_smtlib::read(text.as_bytes())
        .map_err(|error| finding(&format!("{error}"), text, b""))?;
    let mut definitions = String::new();
    for ((number, sorts), model) in system.predicates.iter().enumerate().zip(models) {
        let sorts: Vec<String> =
            sorts.iter().enumerate().map(|(v, sort)| format!("(p{v} {sort:?})")).collect();
        let (sorts, model) = (sorts.join(" "), model.text("p"));
        definitions += &format!("(define-fun P{number} ({sorts}) Bool {model})\n");
    }
    let formulas = format_smtlib::read_model(definitions.as_bytes(), &read)
        .map_err(|error| finding(&format!("{error}"), &definitions, b""))?;
    let mut out = Vec::new();
    let mut steps = 0;
    let mut stop = || {
        steps += 1;
        steps > 2000
    };
    let verdict = certify_model(&read, digest(text.as_bytes()), &formulas, 0, &mut out, &mut stop);
    match verdict {
        Ok(Verdict::Proved(_)) => Ok(Some(out)),
        Ok(_) => Ok(None),
        Err(error) => Err(finding(&format!("{error}"), text, definitions.as_bytes())),
    }
}

/// A small system and a certificate of this claim, if it holds. Most systems are such that
/// enumeration is complete.
pub(crate) fn sample(random: &mut Random, claim: Claim) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut system, models) = System::random(random);
    if !random.one_in(8) {
        system.confine(random);
    }
    let (text, orders) =
        if random.one_in(3) { system.rules() } else { (system.text(), Vec::new()) };
    let certificate = match claim {
        Claim::Safe => {
            let proof = prove(&system, &text, &models).ok()??;
            spice::enrich(random, &text, &proof)
        }
        Claim::Unsafe => {
            let steps = system.derive_false()?;
            // Most derivations are one instance.
            if steps.iter().all(|(_, premises, _)| premises.is_empty()) && !random.one_in(8) {
                return None;
            }
            derive(&system, &text, &orders, &steps)
        }
    };
    Some((text.into_bytes(), certificate))
}

/// The certificate of a derivation; the values of a clause stand in its order, if it has one.
fn derive(system: &System, text: &str, orders: &[Vec<usize>], steps: &[Step]) -> Vec<u8> {
    let header = Header { digest: digest(text.as_bytes()), is_safe: false };
    let Ok(mut writer) = Writer::new(Vec::new(), &header) else { return Vec::new() };
    for (number, premises, values) in steps {
        let sorts = &system.clauses[*number].variables;
        let values = values.iter().zip(sorts).map(|(value, sort)| match sort {
            Sort::Bool => Value::Bool(!value.is_zero()),
            _ => Value::Number(value.clone()),
        });
        let mut values: Vec<Value> = values.collect();
        if let Some(order) = orders.get(*number) {
            values = order.iter().map(|variable| values[*variable].clone()).collect();
        }
        let premises: Vec<u64> = premises.iter().map(|premise| *premise as u64 + 1).collect();
        let _written = writer.fact(*number as u32, &premises, &values);
    }
    writer.finish().unwrap_or_default()
}

/// Changes a token behind the header, or, if told so, often nothing.
fn mutate(random: &mut Random, certificate: &[u8], is_varied: bool) -> Vec<u8> {
    if is_varied && !random.one_in(4) {
        return certificate.to_vec();
    }
    let lines = certificate.split_inclusive(|byte| *byte == b'\n');
    let header: usize = lines.take(3).map(<[u8]>::len).sum();
    let (header, rest) = certificate.split_at(header);
    let mut changed = header.to_vec();
    changed.extend(mutate_text(random, rest));
    changed
}

/// The certificate with the digest of this text.
fn with_digest(text: &str, certificate: &[u8]) -> Vec<u8> {
    let certificate = String::from_utf8_lossy(certificate);
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    if let Some(line) = lines.get_mut(1) {
        *line = format!("system {}", digest(text.as_bytes()));
    }
    (lines.join("\n") + "\n").into_bytes()
}

fn finding(what: &str, text: &str, certificate: &[u8]) -> String {
    format!("horncheck: {what}\n{text}---\n{}", String::from_utf8_lossy(certificate))
}
