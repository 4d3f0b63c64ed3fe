//! The claim in words, for verdicts.

use crate::Claim;
use format_input::index;
use std::cmp::Ordering;

impl Claim {
    /// What is claimed, in sentences with a name each: the operands, the outputs, the claim.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let options = self.options();
        let operands = ["a", "b", "c"].iter().zip(self.operands()).map(|(name, operand)| {
            let numbers: Vec<u32> = operand.iter().map(|bit| bit.saturating_sub(1)).collect();
            format!("{name} = {} ({} bits)", list("input", &numbers), operand.len())
        });
        let operands = operands.collect::<Vec<_>>().join(", ");
        let kind = if options.signed { "in two's complement" } else { "unsigned" };
        let (formula, product) = match (&options.constant, self.operands()) {
            (Some(constant), _) => (format!("a * {constant}"), None),
            (None, [a]) => ("a * a".into(), a.len().checked_add(a.len())),
            (None, [a, b]) => ("a * b".into(), a.len().checked_add(b.len())),
            (None, _) => ("a * b + c".into(), None),
        };
        let bits = self.modulus();
        let part = match product.map(|width| (width, width.cmp(&index(bits)))) {
            Some((_, Ordering::Equal)) => ", the whole product".into(),
            Some((width, Ordering::Greater)) => format!(", truncated from {width} bits"),
            Some((width, Ordering::Less)) => format!(", extended from {width} bits"),
            None => String::new(),
        };
        let outputs = list("output", self.output_numbers());
        vec![
            ("operands", format!("{operands}, {kind}, lowest bit first, order {}", options.order)),
            ("outputs", format!("{outputs} ({bits} bits), lowest bit first")),
            ("claim", format!("outputs = {formula} modulo 2^{bits}{part}, for all inputs")),
        ]
    }
}

/// `inputs 0 to 3`, `inputs 0 to 6 in steps of 2`, or all numbers.
fn list(kind: &str, numbers: &[u32]) -> String {
    let step =
        numbers.get(1).zip(numbers.first()).and_then(|(second, first)| second.checked_sub(*first));
    let is_step = |pair: &[u32]| matches!(pair, [low, high] if high.checked_sub(*low) == step);
    match numbers {
        [only] => format!("{kind} {only}"),
        [first, .., last] if step.is_some() && numbers.windows(2).all(is_step) => match step {
            Some(step) if step > 1 => format!("{kind}s {first} to {last} in steps of {step}"),
            _ => format!("{kind}s {first} to {last}"),
        },
        _ => {
            format!("{kind}s {}", numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
        }
    }
}
