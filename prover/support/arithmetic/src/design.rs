//! Whole circuits with names.

use crate::{AdderKind, Architecture, Chain, Graph, Lit, multiply};
use format_aiger::{Gate, Model, Parts, Symbol, SymbolKind, Variables};

/// The second operand of a multiplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Second {
    /// Inputs, so many.
    Width(u32),
    /// The first operand again.
    Same,
    /// A constant, the lowest bit first; the last bit is the sign if the multiplier is signed.
    Constant(Vec<bool>),
}

/// A multiplier as a circuit of its own.
#[derive(Clone, Debug)]
pub struct Design {
    /// Its parts.
    pub architecture: Architecture,
    /// Whether all operands are in two's complement.
    pub signed: bool,
    /// The width of the first operand.
    pub width: u32,
    /// The second operand.
    pub second: Second,
    /// Whether a number of the product's width is added; the result has one more bit.
    pub accumulate: bool,
    /// The number of outputs, if it is not that of the whole result.
    pub outputs: Option<u32>,
    /// Whether the bits of both operands take turns among the inputs.
    pub interleaved: bool,
}

impl Design {
    /// The multiplier of two operands of one width with all outputs.
    #[must_use]
    pub fn new(architecture: Architecture, width: u32, signed: bool) -> Self {
        Self {
            architecture,
            signed,
            width,
            second: Second::Width(width),
            accumulate: false,
            outputs: None,
            interleaved: false,
        }
    }

    /// The circuit; inputs are named `a[i]`, `b[i]`, `c[i]` and outputs `s[i]`.
    #[must_use]
    pub fn model(&self) -> Model {
        let product = self.width
            + match &self.second {
                Second::Width(width) => *width,
                Second::Same => self.width,
                Second::Constant(bits) => bits.len() as u32,
            };
        let mut names = Names::default();
        let (a, b) = match &self.second {
            Second::Width(width) if self.interleaved => {
                let both = 0..self.width.max(*width);
                let [mut a, mut b] = [Vec::new(), Vec::new()];
                for place in both {
                    a.extend((place < self.width).then(|| names.input('a', place)));
                    b.extend((place < *width).then(|| names.input('b', place)));
                }
                (a, b)
            }
            Second::Width(width) => (names.inputs('a', self.width), names.inputs('b', *width)),
            Second::Same => {
                let a = names.inputs('a', self.width);
                (a.clone(), a)
            }
            Second::Constant(bits) => {
                let bits = bits.iter().map(|&bit| if bit { Lit::TRUE } else { Lit::FALSE });
                (names.inputs('a', self.width), bits.collect())
            }
        };
        let addend = self.accumulate.then(|| names.inputs('c', product));
        let whole = product + u32::from(self.accumulate);
        let columns = self.outputs.unwrap_or(whole) as usize;
        let mut graph = Graph::new(names.count());
        let operands = [&*a, &*b];
        let made = multiply(
            &mut graph,
            self.architecture,
            self.signed,
            operands,
            addend.as_deref(),
            columns,
            false,
        );
        names.model(&graph, &made.outputs)
    }
}

/// The circuit of `a + b` with the carry as the last output; names are as in [`Design::model`].
#[must_use]
pub fn adder(kind: AdderKind, width: u32) -> Model {
    let mut names = Names::default();
    let rows = ['a', 'b'].map(|letter| names.inputs(letter, width));
    let mut graph = Graph::new(names.count());
    let chain = Chain::new(&mut graph, kind, 0, rows);
    let mut outputs = chain.sums;
    outputs.push(chain.carry);
    names.model(&graph, &outputs)
}

/// The inputs made so far, by name.
#[derive(Default)]
struct Names(Vec<Symbol>);

impl Names {
    fn count(&self) -> u32 {
        self.0.len() as u32
    }

    fn input(&mut self, letter: char, place: u32) -> Lit {
        let index = self.count();
        let name = format!("{letter}[{place}]").into_bytes();
        self.0.push(Symbol { kind: SymbolKind::Input, index, name });
        Lit::positive(index + 1)
    }

    fn inputs(&mut self, letter: char, width: u32) -> Vec<Lit> {
        (0..width).map(|place| self.input(letter, place)).collect()
    }

    /// The circuit of the gates that outputs need.
    fn model(self, graph: &Graph, outputs: &[Lit]) -> Model {
        let inputs = graph.inputs();
        let gate = |lit: Lit| lit.variable().checked_sub(inputs + 1).map(|gate| gate as usize);
        let mut is_needed = vec![false; graph.gates().len()];
        outputs.iter().filter_map(|&lit| gate(lit)).for_each(|gate| is_needed[gate] = true);
        for (number, fan_ins) in graph.gates().iter().enumerate().rev() {
            if is_needed[number] {
                let below = fan_ins.iter().filter_map(|&lit| gate(lit));
                below.for_each(|gate| is_needed[gate] = true);
            }
        }
        let mut variables: Vec<u32> = vec![0; graph.gates().len()];
        let mut gates: Vec<Gate> = Vec::new();
        let renamed = |lit: Lit, variables: &[u32]| match gate(lit) {
            Some(gate) => Lit(Lit::positive(variables[gate]).0 | lit.0 & 1),
            None => lit,
        };
        for (number, fan_ins) in graph.gates().iter().enumerate() {
            if is_needed[number] {
                let variable = inputs + 1 + gates.len() as u32;
                // The order of the fan-ins stays, for numbers grow as they did.
                let rhs = fan_ins.map(|lit| renamed(lit, &variables));
                gates.push(Gate { variable, rhs });
                variables[number] = variable;
            }
        }
        let outputs: Vec<Lit> = outputs.iter().map(|&lit| renamed(lit, &variables)).collect();
        let mut symbols = self.0;
        symbols.extend((0..outputs.len() as u32).map(|index| {
            let name = format!("s[{index}]").into_bytes();
            Symbol { kind: SymbolKind::Output, index, name }
        }));
        let parts = Parts {
            max_variable: inputs + gates.len() as u32,
            inputs: Variables::first(inputs),
            outputs,
            gates,
            symbols,
            ..Parts::default()
        };
        crate::fault::whole(parts)
    }
}
