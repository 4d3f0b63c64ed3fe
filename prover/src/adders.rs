//! Two adders and the formula that says that they differ: the example of `certify demo`.

use format_dimacs::{Header, Lit, write_clause, write_header};
use std::io::{self, Write};

/// Writes a formula that has a model only if, for some numbers of so many bits, a ripple-carry
/// adder and a Kogge-Stone adder give different sums.
pub(crate) fn write_miter(out: &mut impl Write, width: u32) -> io::Result<()> {
    let mut gates = Gates::default();
    let left: Vec<Lit> = (0..width).filter_map(|_| gates.fresh()).collect();
    let right: Vec<Lit> = (0..width).filter_map(|_| gates.fresh()).collect();
    let ripple = gates.ripple_carry(&left, &right);
    let prefix = gates.kogge_stone(&left, &right);
    // Some bit of the two sums differs.
    let differences = ripple.iter().zip(&prefix).map(|(&x, &y)| gates.xor(x, y)).collect();
    gates.clauses.push(differences);
    writeln!(out, "c Do a ripple-carry and a Kogge-Stone adder of {width} bits ever differ?")?;
    writeln!(out, "c The numbers are the variables 1 to {width} and the next {width},")?;
    writeln!(out, "c the lowest bit first; each other variable is the output of a gate.")?;
    let clauses = u64::try_from(gates.clauses.len()).unwrap_or(u64::MAX);
    write_header(out, Header { variables: gates.variables, clauses })?;
    gates.clauses.iter().try_for_each(|clause| write_clause(out, clause))
}

/// Gates as clauses: Tseitin's encoding.
#[derive(Default)]
struct Gates {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl Gates {
    /// A new variable; there is none after 2^31 - 1 of them.
    fn fresh(&mut self) -> Option<Lit> {
        let variable = self.variables.checked_add(1)?;
        let lit = Lit::new(variable, false)?;
        self.variables = variable;
        Some(lit)
    }

    fn and(&mut self, x: Lit, y: Lit) -> Lit {
        let Some(out) = self.fresh() else { return x };
        self.clauses.extend([vec![!out, x], vec![!out, y], vec![out, !x, !y]]);
        out
    }

    fn or(&mut self, x: Lit, y: Lit) -> Lit {
        !self.and(!x, !y)
    }

    fn xor(&mut self, x: Lit, y: Lit) -> Lit {
        let Some(out) = self.fresh() else { return x };
        self.clauses.extend([vec![!out, x, y], vec![!out, !x, !y]]);
        self.clauses.extend([vec![out, !x, y], vec![out, x, !y]]);
        out
    }

    /// Bit by bit, from the lowest; the carry is the last bit of the sum.
    fn ripple_carry(&mut self, left: &[Lit], right: &[Lit]) -> Vec<Lit> {
        let mut sum = Vec::new();
        let mut carry = None;
        for (&x, &y) in left.iter().zip(right) {
            let (half, both) = (self.xor(x, y), self.and(x, y));
            carry = Some(match carry {
                None => {
                    sum.push(half);
                    both
                }
                Some(carry) => {
                    sum.push(self.xor(half, carry));
                    let passed = self.and(half, carry);
                    self.or(both, passed)
                }
            });
        }
        sum.extend(carry);
        sum
    }

    /// All carries at once, by a tree: a group of bits generates a carry or passes one on.
    fn kogge_stone(&mut self, left: &[Lit], right: &[Lit]) -> Vec<Lit> {
        let bits = || left.iter().zip(right);
        let halves: Vec<Lit> = bits().map(|(&x, &y)| self.xor(x, y)).collect();
        let mut passes = halves.clone();
        let mut carries: Vec<Lit> = bits().map(|(&x, &y)| self.and(x, y)).collect();
        let mut distance = 1;
        while distance < left.len() {
            let (lower_passes, lower_carries) = (passes.clone(), carries.clone());
            let lower = lower_passes.iter().zip(&lower_carries);
            let upper = passes.iter_mut().zip(&mut carries).skip(distance);
            for ((pass, carry), (&lower_pass, &lower_carry)) in upper.zip(lower) {
                let from_below = self.and(*pass, lower_carry);
                *carry = self.or(*carry, from_below);
                *pass = self.and(*pass, lower_pass);
            }
            distance = distance.saturating_mul(2);
        }
        let first = halves.first().copied();
        let others = halves.iter().skip(1).zip(&carries).map(|(&half, &carry)| (half, carry));
        let mut sum: Vec<Lit> = first.into_iter().collect();
        for (half, carry) in others {
            sum.push(self.xor(half, carry));
        }
        sum.extend(carries.last());
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use support_sat::{Options, Outcome, Solver};

    /// The sum of two numbers, as a solver finds it from the gates.
    fn sum(adder: fn(&mut Gates, &[Lit], &[Lit]) -> Vec<Lit>, x: u32, y: u32) -> u32 {
        let mut gates = Gates::default();
        let left: Vec<Lit> = (0..5).filter_map(|_| gates.fresh()).collect();
        let right: Vec<Lit> = (0..5).filter_map(|_| gates.fresh()).collect();
        let bits = adder(&mut gates, &left, &right);
        let mut solver = Solver::untraced(&Options::default()).unwrap();
        for clause in &gates.clauses {
            solver.add_clause(0, clause).unwrap();
        }
        let set = |lits: &[Lit], number: u32| -> Vec<Lit> {
            let bits = lits.iter().zip(0..);
            bits.map(|(&lit, bit)| if number >> bit & 1 == 1 { lit } else { !lit }).collect()
        };
        let assumptions = [set(&left, x), set(&right, y)].concat();
        assert_eq!(solver.solve(&assumptions).unwrap(), Outcome::Satisfiable);
        let values = bits.iter().zip(0..);
        values.map(|(&lit, bit)| u32::from(solver.value(lit).unwrap()) << bit).sum()
    }

    #[test]
    fn both_adders_add() {
        for (x, y) in [(0, 0), (1, 31), (31, 31), (21, 10), (16, 16), (13, 27)] {
            assert_eq!(sum(Gates::ripple_carry, x, y), x + y);
            assert_eq!(sum(Gates::kogge_stone, x, y), x + y);
        }
    }
}
