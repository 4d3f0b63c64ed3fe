//! Problems of any size, for curves and pairs.

use std::path::Path;
use std::process::Command;

/// `certify generate KIND OPTIONS --width N -o FILE`.
pub fn circuit(kind: &str, options: &str, width: u32, file: &Path) -> Result<(), String> {
    if file.is_file() {
        return Ok(());
    }
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut certify = Command::new(this.with_file_name("certify"));
    certify.args(["generate", kind]).args(options.split_whitespace());
    certify.args(["--width", &width.to_string(), "-o"]).arg(file);
    let output = certify.output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("certify generate: {said}")) }
}

/// A program of nested calls, each level calling the next twice, that negates and must give back
/// its argument after two rounds: Horn clauses that are satisfiable.
pub fn levels(count: usize) -> String {
    let mut text = String::from("(set-logic HORN)\n");
    for level in 1..=count {
        text += &format!("(declare-fun L{level} (Bool Bool) Bool)\n");
    }
    let two = "(forall ((a Bool) (b Bool))";
    let four = "(forall ((a Bool) (b Bool) (c Bool) (d Bool))";
    text += &format!("(assert {two} (=> (= b (not a)) (L{count} a b))))\n");
    for level in (1..count).rev() {
        let next = level + 1;
        text += &format!("(assert {two} (=> (and a (= b (not a))) (L{level} a b))))\n");
        text += &format!(
            "(assert {four} (=> (and (not a) (L{next} a c) (L{next} c d) (= b (not d))) (L{level} a b))))\n"
        );
    }
    text + "(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (and (L1 a b) (L1 b c) (not (= a c))) false)))\n(check-sat)\n"
}

/// One pigeon more than holes.
pub fn pigeons(holes: usize) -> String {
    let variable = |pigeon: usize, hole: usize| pigeon * holes + hole;
    let mut clauses = String::new();
    let mut count = 0;
    for pigeon in 0..=holes {
        for hole in 1..=holes {
            clauses += &format!("{} ", variable(pigeon, hole));
        }
        clauses += "0\n";
        count += 1;
        for other in 0..pigeon {
            for hole in 1..=holes {
                clauses += &format!("-{} -{} 0\n", variable(pigeon, hole), variable(other, hole));
                count += 1;
            }
        }
    }
    format!("p cnf {} {count}\n{clauses}", (holes + 1) * holes)
}

/// Gates of a binary circuit that grows.
struct Circuit {
    next: u32,
    gates: Vec<u8>,
    count: u32,
}

impl Circuit {
    /// A circuit whose inputs and latches have the variables up to `used`.
    fn after(used: u32) -> Self {
        Self { next: 2 * used + 2, gates: Vec::new(), count: 0 }
    }

    fn and(&mut self, one: u32, other: u32) -> u32 {
        let output = self.next;
        self.next += 2;
        self.count += 1;
        let (large, small) = (one.max(other), one.min(other));
        self.gates.extend(varint(output - large));
        self.gates.extend(varint(large - small));
        output
    }

    fn or(&mut self, one: u32, other: u32) -> u32 {
        self.and(one ^ 1, other ^ 1) ^ 1
    }

    fn choose(&mut self, condition: u32, yes: u32, no: u32) -> u32 {
        let (yes, no) = (self.and(condition, yes), self.and(condition ^ 1, no));
        self.or(yes, no)
    }

    /// A model with one input, these latches (next, reset), and one bad state property.
    fn model(&self, latches: &[(u32, u32)], bad: u32) -> Vec<u8> {
        let most = self.next / 2 - 1;
        let mut text = format!("aig {most} 1 {} 0 {} 1\n", latches.len(), self.count);
        for (next, reset) in latches {
            text += &format!("{next} {reset}\n");
        }
        text += &format!("{bad}\n");
        [text.as_bytes(), &self.gates].concat()
    }
}

/// Seven bits a byte, the lowest first.
fn varint(mut value: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 128 {
        bytes.push(u8::try_from(value % 128 + 128).unwrap_or(0));
        value /= 128;
    }
    bytes.push(u8::try_from(value).unwrap_or(0));
    bytes
}

/// A counter that counts when its input says so; its bad state is that many steps away.
pub fn counter(steps: u32) -> Vec<u8> {
    let width = 32 - steps.leading_zeros();
    let mut circuit = Circuit::after(1 + width);
    let mut carry = 2;
    let mut bad = 1;
    let mut latches = Vec::new();
    for bit in 0..width {
        let value = 4 + 2 * bit;
        let flipped = circuit.choose(carry, value ^ 1, value);
        latches.push((flipped, 0));
        carry = circuit.and(carry, value);
        let is_one = steps >> bit & 1 == 1;
        bad = circuit.and(bad, if is_one { value } else { value ^ 1 });
    }
    circuit.model(&latches, bad)
}

/// A ring through which one token moves; two opposite places never have it both.
pub fn ring(places: u32) -> Vec<u8> {
    let mut circuit = Circuit::after(1 + places);
    let latch = |place: u32| 4 + 2 * (place % places);
    let moved: Vec<(u32, u32)> = (0..places)
        .map(|place| {
            let before = latch(place + places - 1);
            (circuit.choose(2, before, latch(place)), u32::from(place == 0))
        })
        .collect();
    let bad = circuit.and(latch(0), latch(places / 2));
    circuit.model(&moved, bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pigeons_are_counted() {
        assert_eq!(pigeons(1), "p cnf 2 3\n1 0\n2 0\n-2 -1 0\n");
        assert_eq!(pigeons(3).lines().count(), 1 + 4 + 3 * 6);
    }

    #[test]
    fn a_ring_of_two() {
        let expected = b"aig 10 1 2 0 7 1\n13 1\n19 0\n20\n\x02\x04\x06\x01\x01\x02\x0a\x02";
        assert!(ring(2).starts_with(expected), "{:?}", ring(2));
    }

    #[test]
    fn a_counter_of_one_step() {
        let expected = b"aig 7 1 1 0 5 1\n11 0\n14\n\x01\x03\x04\x01\x01\x02\x08\x02";
        assert!(counter(1).starts_with(expected), "{:?}", counter(1));
    }

    #[test]
    fn numbers_of_several_bytes() {
        assert_eq!(varint(127), [127]);
        assert_eq!(varint(300), [172, 2]);
    }

    #[test]
    fn levels_call_each_other() {
        let text = levels(4);
        assert_eq!(text.matches("declare-fun").count(), 4);
        assert!(text.contains("(L2 a c) (L2 c d) (= b (not d))) (L1 a b)"));
    }
}
