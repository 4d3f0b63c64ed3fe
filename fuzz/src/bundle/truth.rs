//! Whether a claim is true, by brute force on the problem files. `None`: too large to say.

use super::clauses::derive_false;
use crate::invariant::reach::{Reach, Values};
use format_aiger::{Model, SymbolKind};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The most inputs and latches, or variables, of what is tried out.
const MOST: usize = 12;

/// Whether a claim of a manifest is true.
pub(super) fn is_true(root: &Path, claim: &Value) -> Option<bool> {
    let problems = claim["problems"].as_array()?.iter();
    let problems = problems.map(|path| fs::read(root.join(path.as_str()?)).ok());
    let problems: Vec<Vec<u8>> = problems.collect::<Option<_>>()?;
    let option = |key: &str| claim["options"][key].as_str();
    let first = problems.first()?;
    match claim["kind"].as_str()? {
        "lrat" | "drat" => has_model(first).map(|has| !has),
        "model" => has_model(first),
        "miter" => are_equal(first, problems.get(1)?, option("match")?),
        "difference" => are_equal(first, problems.get(1)?, option("match")?).map(|equal| !equal),
        "constant" => {
            let model = circuit(first)?;
            Some((0..1 << model.inputs.len()).all(|inputs| {
                let values = Values::new(&model, 0, inputs);
                model.outputs.iter().all(|&output| !values.get(output))
            }))
        }
        "inv" => {
            let holds = properties(first)?;
            let asked = option("property")?;
            if asked == "all" {
                return Some(holds.iter().all(|holds| *holds));
            }
            let mut asked = asked.split(',').map(|number| holds.get(number.parse::<usize>().ok()?));
            Some(asked.all(|holds| holds == Some(&true)))
        }
        "trace" => {
            let number: usize = option("property")?.parse().ok()?;
            properties(first)?.get(number).map(|holds| !holds)
        }
        "pac" => multiplies(first, option("multiplier")?),
        "product" => multiplies(first, option("multiplier")?).map(|right| !right),
        "horn" => derive_false(first).map(|derives| !derives),
        "derivation" => derive_false(first),
        _ => Some(false),
    }
}

/// Whether every property of a claim's model is named by some claim about it, or proved by the
/// certificate of one: properties that are constant need no line.
pub(super) fn is_settled(root: &Path, claim: &Value, claims: &[Value]) -> Option<bool> {
    let read = |path: &Value| fs::read(root.join(path.as_str()?)).ok();
    let model = read(&claim["problems"][0])?;
    let count = properties(&model)?.len();
    let mut settled = vec![false; count];
    let same = claims.iter().filter(|other| {
        ["inv", "trace"].contains(&other["kind"].as_str().unwrap_or_default())
            && read(&other["problems"][0]).as_ref() == Some(&model)
    });
    for other in same {
        let named = other["options"]["property"].as_str().unwrap_or_default();
        let certificate = read(&other["certificate"])?;
        let safety = invcheck::check(&model, certificate.as_slice(), None).ok();
        let proved = safety.as_ref().filter(|_| other["kind"] == "inv");
        for (number, settled) in settled.iter_mut().enumerate() {
            let is_named = named == "all" || named.split(',').any(|n| n == number.to_string());
            let proved = proved.and_then(|safety| safety.properties.get(number));
            *settled |= is_named || proved.is_some_and(Result::is_ok);
        }
    }
    Some(!settled.contains(&false))
}

fn circuit(bytes: &[u8]) -> Option<Model> {
    let model = format_aiger::read(bytes).ok()?;
    let size = model.inputs.len() + model.latches.len();
    (size <= MOST && model.justice.is_empty() && model.max_variable < 1000).then_some(model)
}

/// By property: whether it holds.
fn properties(bytes: &[u8]) -> Option<Vec<bool>> {
    Some(Reach::new(&circuit(bytes)?).holds().collect())
}

/// Whether a formula has a model. The file is one, for a checker read it.
fn has_model(bytes: &[u8]) -> Option<bool> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['c', 'p']));
    let numbers = lines.flat_map(str::split_ascii_whitespace).map(|word| word.parse::<i64>().ok());
    let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    let most = numbers.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0);
    if most > MOST as u64 {
        return None;
    }
    let clauses: Vec<&[i64]> = numbers.split_inclusive(|&number| number == 0).collect();
    Some((0..1_u64 << most).any(|model| {
        let is_one =
            |lit: i64| lit != 0 && (model >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
        clauses.iter().all(|clause| clause.iter().any(|&lit| is_one(lit)))
    }))
}

fn are_equal(first: &[u8], second: &[u8], matching: &str) -> Option<bool> {
    let (first, second) = (circuit(first)?, circuit(second)?);
    let inputs = partners(&first, &second, SymbolKind::Input, first.inputs.len(), matching)?;
    let outputs = partners(&first, &second, SymbolKind::Output, first.outputs.len(), matching)?;
    Some((0..1 << first.inputs.len()).all(|word: usize| {
        let other = inputs.iter().enumerate().map(|(to, from)| (word >> from & 1) << to).sum();
        let (one, two) = (Values::new(&first, 0, word), Values::new(&second, 0, other));
        let mut pairs = second.outputs.iter().zip(&outputs);
        pairs.all(|(&output, &partner)| two.get(output) == one.get(first.outputs[partner]))
    }))
}

/// By number in the second circuit: its number in the first.
fn partners(
    first: &Model,
    second: &Model,
    kind: SymbolKind,
    count: usize,
    matching: &str,
) -> Option<Vec<usize>> {
    if matching == "position" {
        return Some((0..count).collect());
    }
    let names = |model: &Model| {
        let symbols = model.symbols.iter().filter(|symbol| symbol.kind == kind);
        symbols.map(|symbol| (symbol.index as usize, symbol.name.clone())).collect::<Vec<_>>()
    };
    let known: BTreeMap<Vec<u8>, usize> =
        names(first).into_iter().map(|(number, name)| (name, number)).collect();
    let others: BTreeMap<usize, Vec<u8>> = names(second).into_iter().collect();
    (0..count).map(|number| known.get(others.get(&number)?).copied()).collect()
}

/// Whether a circuit multiplies: two operands, separate or interleaved.
fn multiplies(bytes: &[u8], options: &str) -> Option<bool> {
    let words: Vec<&str> = options.split(' ').collect();
    let value = |name: &str| words.get(words.iter().position(|word| *word == name)? + 1).copied();
    let (n, k) = value("--shape")?.split_once('x')?;
    let (n, k): (usize, usize) = (n.parse().ok()?, k.parse().ok()?);
    let model = circuit(bytes)?;
    let places: Vec<usize> = match value("--order")? {
        "separate" => (0..n + k).collect(),
        "interleaved" if n == k => {
            (0..n).map(|at| 2 * at).chain((0..k).map(|at| 2 * at + 1)).collect()
        }
        _ => return None,
    };
    if n + k != model.inputs.len() || words.contains(&"--accumulate") {
        return None;
    }
    let is_signed = words.contains(&"--signed");
    let number = |word: usize, places: &[usize]| {
        let bits = places.iter().enumerate();
        let sum: i64 = bits.map(|(bit, place)| ((word >> place & 1) as i64) << bit).sum();
        let top = 1_i64 << places.len();
        if is_signed && sum >= top / 2 { sum - top } else { sum }
    };
    Some((0..1 << (n + k)).all(|word: usize| {
        let product = number(word, &places[..n]) * number(word, &places[n..]);
        let values = Values::new(&model, 0, word);
        let mut outputs = model.outputs.iter().enumerate();
        outputs.all(|(bit, &output)| values.get(output) == (product >> bit & 1 == 1))
    }))
}
