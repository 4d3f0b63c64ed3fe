//! The claim in words, for verdicts.

use crate::Claim;

impl Claim {
    /// What is claimed, in sentences with a name each: the operands, the outputs, the claim.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let options = self.options();
        let kind = if options.signed { "in two's complement" } else { "unsigned" };
        let names = ["a", "b", "c"];
        let operands = names.iter().zip(self.operands()).map(|(name, operand)| {
            let numbers: Vec<u32> = operand.iter().map(|bit| bit.saturating_sub(1)).collect();
            format!("{name} = {} ({} bits)", list("input", &numbers), operand.len())
        });
        let operands = operands.collect::<Vec<_>>().join(", ");
        let order = format!("{operands}, {kind}, lowest bit first, order {}", options.order);
        let formula = match &options.constant {
            Some(constant) => format!("a * {constant}"),
            None if options.square => "a * a".into(),
            None if options.accumulate => "a * b + c".into(),
            None => "a * b".into(),
        };
        let bits = self.modulus();
        let outputs = list("output", self.output_numbers());
        vec![
            ("operands", order),
            ("outputs", format!("{outputs} as a number of {bits} bits, lowest bit first")),
            (
                "claim",
                format!("outputs = {formula} modulo 2^{bits}{}, for all inputs", self.part()),
            ),
        ]
    }

    /// How the outputs relate to all bits of a product of two operands.
    fn part(&self) -> String {
        let width: usize = self.operands().iter().map(Vec::len).sum();
        let width = if self.options().square { width.saturating_mul(2) } else { width };
        let bits = usize::try_from(self.modulus()).unwrap_or(usize::MAX);
        if self.options().constant.is_some() || self.options().accumulate {
            String::new()
        } else if bits == width {
            ", which is the whole product".into()
        } else if bits < width {
            format!(", truncated: the whole product has {width} bits")
        } else {
            format!(", extended: the whole product has {width} bits")
        }
    }
}

/// `inputs 0 to 3`, `inputs 0 to 6 in steps of 2`, or all numbers.
fn list(kind: &str, numbers: &[u32]) -> String {
    match numbers {
        [] => format!("no {kind}s"),
        [only] => format!("{kind} {only}"),
        [first, second, ..] => {
            let last = numbers.last().unwrap_or(second);
            let step = second.wrapping_sub(*first);
            let regular = numbers.is_sorted()
                && numbers
                    .windows(2)
                    .all(|pair| matches!(pair, [low, high] if high.wrapping_sub(*low) == step));
            match (regular, step) {
                (true, 1) => format!("{kind}s {first} to {last}"),
                (true, _) => format!("{kind}s {first} to {last} in steps of {step}"),
                (false, _) => {
                    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                    format!("{kind}s {}", numbers.join(" "))
                }
            }
        }
    }
}
