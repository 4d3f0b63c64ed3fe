//! Graphs of and-gates in which equal gates are one.

use format_aiger::Lit;

/// A circuit that grows: variables are the inputs from 1, then the gates.
#[derive(Clone, Debug)]
pub struct Graph {
    inputs: u32,
    gates: Vec<[Lit; 2]>,
    /// Open addressing by fan-ins: the variable of a gate, or 0.
    table: Vec<u32>,
}

impl Graph {
    /// A graph without gates.
    #[must_use]
    pub fn new(inputs: u32) -> Self {
        Self { inputs, gates: Vec::new(), table: vec![0; 1 << 10] }
    }

    /// The number of inputs; they are the variables from 1.
    #[must_use]
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The fan-ins of all gates, each after the gates it reads, the larger fan-in first.
    #[must_use]
    pub fn gates(&self) -> &[[Lit; 2]] {
        &self.gates
    }

    /// The conjunction: a constant, one of the two, a gate that is there, or a new one.
    pub fn and(&mut self, x: Lit, y: Lit) -> Lit {
        let [high, low] = if x > y { [x, y] } else { [y, x] };
        if low == Lit::FALSE || low == !high {
            return Lit::FALSE;
        }
        if low == Lit::TRUE || low == high {
            return high;
        }
        if self.gates.len() * 2 > self.table.len() {
            self.grow();
        }
        let mut slot = self.slot([high, low]);
        loop {
            match self.table[slot] {
                0 => break,
                variable if self.gates[self.gate(variable)] == [high, low] => {
                    return Lit::positive(variable);
                }
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
        let variable = self.variable(self.gates.len());
        self.table[slot] = variable;
        self.gates.push([high, low]);
        Lit::positive(variable)
    }

    /// The disjunction.
    pub fn or(&mut self, x: Lit, y: Lit) -> Lit {
        !self.and(!x, !y)
    }

    /// The exclusive or, of three gates, one of them the conjunction.
    pub fn xor(&mut self, x: Lit, y: Lit) -> Lit {
        let both = self.and(x, y);
        let none = self.and(!x, !y);
        self.and(!both, !none)
    }

    /// `yes` if the condition is true, else `no`.
    pub fn choose(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        let first = self.and(condition, yes);
        let second = self.and(!condition, no);
        self.or(first, second)
    }

    /// The sum and the carry of three bits, of seven gates.
    pub fn add(&mut self, [x, y, z]: [Lit; 3]) -> [Lit; 2] {
        let half = self.xor(x, y);
        let both = self.and(x, y);
        let sum = self.xor(half, z);
        let passed = self.and(half, z);
        [sum, self.or(both, passed)]
    }

    fn gate(&self, variable: u32) -> usize {
        (variable - self.inputs - 1) as usize
    }

    fn variable(&self, gate: usize) -> u32 {
        self.inputs + 1 + gate as u32
    }

    fn slot(&self, [high, low]: [Lit; 2]) -> usize {
        let key = u64::from(high.0) << 32 | u64::from(low.0);
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 20) as usize & (self.table.len() - 1)
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 4];
        for gate in 0..self.gates.len() {
            let mut slot = self.slot(self.gates[gate]);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = self.variable(gate);
        }
    }
}
