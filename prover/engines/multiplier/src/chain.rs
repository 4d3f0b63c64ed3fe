//! Chains of full adders, on the rows of the last adder or of a multiple, and what they replace.

use crate::columns::Columns;
use crate::rows::Rows;
use crate::steps::Step;
use crate::ties::Chain;
use format_aiger::Lit;

impl Columns<'_> {
    /// Replaces outputs by the sums of a chain on the rows, and those by the rows. The steps
    /// that use pairs number them from `first`. What leaves the last column is no carry of the
    /// chain.
    pub(crate) fn replace(&mut self, rows: &Rows, first: usize) -> (Vec<(Lit, Lit)>, Chain) {
        let mut pairs = Vec::new();
        let mut chain = Chain { bits: rows.bits.clone(), ..Chain::default() };
        let last = u32::try_from(self.outputs.len()).unwrap_or(u32::MAX);
        let mut carry = rows.carry;
        for (&[x, y], column) in rows.bits.iter().zip(rows.start..) {
            let output = self.outputs[column];
            let column = u32::try_from(column).unwrap_or(u32::MAX);
            let times = if self.signed && column + 1 == last { -1 } else { 1 };
            let (sum, next) = self.chain_adder(column, times, [x, y, carry]);
            self.replace_output(column, times, (output, sum), first, &mut pairs);
            chain.carries.push(carry);
            chain.sums.push(sum);
            carry = next;
        }
        self.cuts.extend(self.graph);
        (pairs, chain)
    }

    /// Replaces all outputs by the bits of a multiple of an operand that is added up here: one
    /// row after the other, by chains.
    pub(crate) fn replace_by_multiple(
        &mut self,
        operand: &[u32],
        times: u32,
        signed: bool,
        first: usize,
    ) -> Vec<(Lit, Lit)> {
        let sign = operand.last().filter(|_| signed);
        let bit =
            |at: usize| operand.get(at).or(sign).map_or(Lit::FALSE, |&bit| Lit::positive(bit));
        let width = self.outputs.len();
        let sign_of = |this: &Self, at: usize| if this.signed && at + 1 == width { -1 } else { 1 };
        let mut sums: Vec<Lit> = (0..width).map(bit).collect();
        for shift in (1..3).filter(|shift| times >> shift & 1 == 1) {
            let mut carry = Lit::FALSE;
            for (at, column) in (shift..width).zip(0..) {
                let inputs = [sums[at], bit(usize::try_from(column).unwrap_or(0)), carry];
                let number = u32::try_from(at).unwrap_or(u32::MAX);
                (sums[at], carry) = self.chain_adder(number, sign_of(self, at), inputs);
            }
        }
        let mut pairs = Vec::new();
        for (at, sum) in sums.into_iter().enumerate() {
            let (column, times) = (u32::try_from(at).unwrap_or(u32::MAX), sign_of(self, at));
            self.replace_output(column, times, (self.outputs[at], sum), first, &mut pairs);
        }
        self.cuts.extend(self.graph);
        pairs
    }

    /// Replaces an output, which is there so many times, by what it is equal to.
    fn replace_output(
        &mut self,
        column: u32,
        times: i32,
        (left, right): (Lit, Lit),
        first: usize,
        pairs: &mut Vec<(Lit, Lit)>,
    ) {
        if left != right {
            let pair = first + pairs.len();
            let (coefficient, factor) = (-times, Vec::new());
            self.steps.push(Step::Equal { column, coefficient, factor, left, right, pair });
            self.add(column, -times, left);
            self.add(column, times, right);
            pairs.push((left, right));
        }
    }

    /// Defines the sum and the carry of three literals, and adds the equation to the sum.
    fn chain_adder(&mut self, column: u32, times: i32, inputs: [Lit; 3]) -> (Lit, Lit) {
        let ones = inputs.iter().filter(|&&lit| lit == Lit::TRUE).count();
        let rest: Vec<Lit> = inputs.into_iter().filter(|lit| !lit.is_constant()).collect();
        let same = |one: Lit, two: Lit| one.variable() == two.variable();
        match (ones, &rest[..]) {
            (0, &[]) => (Lit::FALSE, Lit::FALSE),
            (1, &[]) => (Lit::TRUE, Lit::FALSE),
            (2, &[]) => (Lit::FALSE, Lit::TRUE),
            (_, &[]) => (Lit::TRUE, Lit::TRUE),
            (0, &[x]) => (x, Lit::FALSE),
            (1, &[x]) => (!x, x),
            (_, &[x]) => (x, Lit::TRUE),
            (0, &[x, y]) => self.half(column, times, x, y),
            (_, &[x, y]) => {
                let (sum, carry) = self.half(column, -times, !x, !y);
                (!sum, !carry)
            }
            (_, &[x, y, z]) if same(x, y) => twice(x, y, z),
            (_, &[x, y, z]) if same(x, z) => twice(x, z, y),
            (_, &[x, y, z]) if same(y, z) => twice(y, z, x),
            _ => {
                let [x, y, z] = inputs;
                let (sum, carry) = self.graph.define_adder(x, y, z);
                self.rewrite(column, times, sum, carry, inputs);
                (sum, carry)
            }
        }
    }

    fn half(&mut self, column: u32, coefficient: i32, x: Lit, y: Lit) -> (Lit, Lit) {
        if x == y {
            return (Lit::FALSE, x);
        }
        if x == !y {
            return (Lit::TRUE, Lit::FALSE);
        }
        let sum = self.graph.define_xor(x, y);
        let carry = self.graph.define(x, y);
        self.rewrite(column, coefficient, sum, carry, [x, y, Lit::FALSE]);
        (sum, carry)
    }
}

/// The sum and the carry of three literals, the first two of the same variable.
fn twice(x: Lit, y: Lit, z: Lit) -> (Lit, Lit) {
    if x == y { (z, x) } else { (!z, z) }
}
