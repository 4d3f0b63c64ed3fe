//! Simulation: many operands at once, also such that make long carries.

use crate::graph::Graph;
use crate::random::{Random, mix};
use format_aiger::Lit;
use format_input::index;

/// How many words of 64 vectors each are simulated.
pub(crate) const WORDS: usize = 16;

/// The values of one literal under all vectors.
pub(crate) type Signature = [u64; WORDS];

/// The values of all nodes.
pub(crate) struct Simulation {
    values: Vec<Signature>,
}

/// How often a bit is one, in 64ths.
const DENSITIES: [u64; 10] = [32, 32, 32, 60, 4, 62, 2, 63, 1, 64];

/// How many vectors have special operands.
const CORNERS: usize = 64;

/// The bits of special operands: the largest, the smallest and what is near them.
fn is_one(corner: usize, at: usize, width: usize) -> bool {
    let (is_first, is_last) = (at == 0, at + 1 == width);
    match corner {
        0 => is_last,
        1 => true,
        2 => !is_last,
        3 => is_last || is_first,
        4 => !is_first,
        5 => is_first,
        6 => at + 2 == width,
        _ => false,
    }
}

impl Simulation {
    /// Simulates operands, given by their input nodes, least significant bit first.
    pub(crate) fn new(graph: &Graph, operands: &[Vec<u32>], seed: u32) -> Self {
        let mut simulation = Self::of_inputs(graph, operands, seed);
        simulation.extend(graph, |_| false);
        simulation
    }

    /// The same; none if it had to stop, as is asked now and then.
    pub(crate) fn new_unless(
        graph: &Graph,
        operands: &[Vec<u32>],
        seed: u32,
        stop: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let mut simulation = Self::of_inputs(graph, operands, seed);
        simulation.extend(graph, stop).then_some(simulation)
    }

    /// The values of the inputs.
    fn of_inputs(graph: &Graph, operands: &[Vec<u32>], seed: u32) -> Self {
        let mut values = vec![[0; WORDS]; index(graph.inputs() + 1)];
        let mut random = Random::new(seed);
        for lane in 0..WORDS * 64 {
            let (word, bit) = (lane / 64, lane % 64);
            for (number, operand) in (0..).zip(operands) {
                if lane < CORNERS {
                    let corner = lane >> (3 * number) & 7;
                    for (at, &node) in operand.iter().enumerate() {
                        if is_one(corner, at, operand.len()) {
                            values[index(node)][word] |= 1 << bit;
                        }
                    }
                    continue;
                }
                let bits = u64::try_from(operand.len()).unwrap_or(0);
                let mut density = || {
                    let kinds = if lane % 4 == 0 { 3 } else { 10 };
                    DENSITIES[usize::try_from(random.below(kinds)).unwrap_or(0)]
                };
                let (low, mut high) = (density(), density());
                let split = match lane % 4 {
                    0 => 0,
                    1 => {
                        // Some ones at the top, few more often than many.
                        high = 64;
                        let digits = u64::from(bits.max(2).ilog2()) + 1;
                        let length = 1 << random.below(digits);
                        bits.saturating_sub(random.below(length) + 1)
                    }
                    _ => random.below(bits + 1),
                };
                for (&node, at) in operand.iter().zip(0..) {
                    let density = if at < split { low } else { high };
                    if random.next() >> 58 < density {
                        values[index(node)][word] |= 1 << bit;
                    }
                }
            }
        }
        Self { values }
    }

    /// Computes the values of the other nodes; false if it had to stop.
    fn extend(&mut self, graph: &Graph, stop: impl Fn(u32) -> bool) -> bool {
        let first = graph.inputs() + 1;
        self.values.reserve_exact(index(graph.nodes() - first));
        for node in first..graph.nodes() {
            if node % 1024 == 0 && stop(node) {
                return false;
            }
            if let Some([left, right]) = graph.fan(node) {
                let (left, right) = (self.of(left), self.of(right));
                self.values.push(std::array::from_fn(|word| left[word] & right[word]));
            }
        }
        true
    }

    /// The value of a literal under one vector.
    pub(crate) fn of_lane(&self, lit: Lit, lane: usize) -> bool {
        let word = self.values[index(lit.variable())][lane / 64];
        (word >> (lane % 64) & 1 == 1) != lit.is_negative()
    }

    /// The values of a literal.
    #[inline]
    pub(crate) fn of(&self, lit: Lit) -> Signature {
        let values = self.values[index(lit.variable())];
        if lit.is_negative() { values.map(|word| !word) } else { values }
    }
}

/// The sum of two without carry.
pub(crate) fn xor(one: &Signature, two: &Signature) -> Signature {
    std::array::from_fn(|word| one[word] ^ two[word])
}

/// The carry of three.
pub(crate) fn carry(one: &Signature, two: &Signature, three: &Signature) -> Signature {
    std::array::from_fn(|word| one[word] & two[word] | (one[word] | two[word]) & three[word])
}

/// Nodes by their values.
pub(crate) struct Index {
    /// By hash of the values that begin with zero: the last node.
    heads: crate::hash::Map<u64, u32>,
    /// By node: the node before it with the same hash.
    nexts: Vec<u32>,
}

impl Index {
    pub(crate) fn new(graph: &Graph, simulation: &Simulation) -> Self {
        Self::new_unless(graph, simulation, |_| false).0
    }

    /// The same; and whether it came to the end, for it may have to stop, as is asked now and then.
    pub(crate) fn new_unless(
        graph: &Graph,
        simulation: &Simulation,
        stop: impl Fn(u32) -> bool,
    ) -> (Self, bool) {
        let mut index = Self { heads: crate::hash::Map::default(), nexts: Vec::new() };
        for node in 0..graph.nodes() {
            if node % 1024 == 0 && stop(node) {
                return (index, false);
            }
            let (hash, _) = hash(&simulation.of(Lit::positive(node)));
            let next = index.heads.insert(hash, node);
            index.nexts.push(next.unwrap_or(u32::MAX));
        }
        (index, true)
    }

    /// The literals that have these values, the latest first.
    pub(crate) fn find<'a>(
        &'a self,
        simulation: &'a Simulation,
        values: &Signature,
    ) -> impl Iterator<Item = Lit> + 'a {
        let (hash, is_flipped) = hash(values);
        let wanted = *values;
        let mut next = self.heads.get(&hash).copied().unwrap_or(u32::MAX);
        std::iter::from_fn(move || {
            let node = next;
            next = *self.nexts.get(index(node))?;
            Some(Lit::positive(node))
        })
        .filter_map(move |lit| {
            let values = simulation.of(lit);
            let lit = if (values[0] & 1 == 1) == is_flipped { lit } else { !lit };
            (simulation.of(lit) == wanted).then_some(lit)
        })
    }
}

/// A hash that is the same for a function and its negation, and whether the values begin with one.
fn hash(values: &Signature) -> (u64, bool) {
    let is_flipped = values[0] & 1 == 1;
    let flip = if is_flipped { u64::MAX } else { 0 };
    let hash = values.iter().fold(0, |hash, word| mix(hash ^ word ^ flip).wrapping_add(hash << 7));
    (hash, is_flipped)
}
