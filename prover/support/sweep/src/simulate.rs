//! Simulation: many input vectors at once, random ones and those that told two nodes apart.

use crate::graph::Graph;
use crate::random::{Random, mix};
use claim_miter::Signal;
use format_input::index;

/// How many words of 64 vectors each are simulated together.
pub(crate) const WORDS: usize = 4;

type Block = [u64; WORDS];

/// The values of all nodes under the current vectors.
pub(crate) struct Simulation {
    values: Vec<Block>,
    random: Random,
    /// Vectors that told two nodes apart and are not simulated yet: values of some inputs, the
    /// end of each vector, and how many there are.
    waiting: Vec<Signal>,
    ends: Vec<usize>,
}

impl Simulation {
    pub(crate) fn new(graph: &Graph, seed: u32) -> Self {
        let values = vec![[0; WORDS]; index(graph.nodes())];
        Self { values, random: Random::new(seed), waiting: Vec::new(), ends: Vec::new() }
    }

    /// Simulates random vectors. In later rounds most have few ones or few zeros.
    pub(crate) fn random_round(&mut self, graph: &Graph, round: u32) {
        let columns: [u64; 4] = std::array::from_fn(|_| self.random.next());
        for node in 1..graph.first_gate() {
            self.values[index(node)] = std::array::from_fn(|_| {
                let mut word = self.random.next();
                if round % 2 == 1 {
                    for mask in &columns[..3] {
                        word &= self.random.next() | mask;
                    }
                    word ^= columns[3];
                }
                word
            });
        }
        self.propagate(graph);
    }

    /// Simulates 64 given vectors, one word for each input, and random ones.
    pub(crate) fn given_round(&mut self, graph: &Graph, words: &[u64]) {
        for (node, &given) in (1..graph.first_gate()).zip(words) {
            let mut block: Block = std::array::from_fn(|_| self.random.next());
            block[0] = given;
            self.values[index(node)] = block;
        }
        self.propagate(graph);
    }

    /// Keeps a vector: the true signals among inputs, the others are random.
    pub(crate) fn keep(&mut self, vector: impl Iterator<Item = Signal>) {
        self.waiting.extend(vector);
        self.ends.push(self.waiting.len());
    }

    /// How many vectors wait.
    pub(crate) fn waiting(&self) -> usize {
        self.ends.len()
    }

    /// Simulates the vectors that wait, up to 64 of them, and vectors near to them.
    pub(crate) fn waiting_round(&mut self, graph: &Graph) {
        for node in 1..graph.first_gate() {
            self.values[index(node)] = std::array::from_fn(|_| self.random.next());
        }
        if self.ends.is_empty() {
            return;
        }
        for column in 0..64 {
            // The last one has a place even if there are more than columns.
            let at = self.ends.len() - 1 - column % self.ends.len();
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            let range = start..self.ends[at];
            let bit = 1_u64 << column;
            let is_copy = column >= self.ends.len();
            for word in 0..WORDS {
                // The first word holds the vectors themselves, the others differ a little.
                let flips = if word == 0 && !is_copy { u64::MAX } else { 7 };
                for place in range.clone() {
                    let signal = self.waiting[place];
                    let flip = flips != u64::MAX && self.random.next() & flips == 0;
                    let value = &mut self.values[index(signal.variable())][word];
                    let is_true = signal.is_negative() == flip;
                    *value = if is_true { *value | bit } else { *value & !bit };
                }
            }
        }
        self.waiting.clear();
        self.ends.clear();
        self.propagate(graph);
    }

    fn propagate(&mut self, graph: &Graph) {
        let first = index(graph.first_gate());
        for (at, &[left, right]) in graph.fans().iter().enumerate() {
            let (left, right) = (self.value(left), self.value(right));
            self.values[first + at] = std::array::from_fn(|word| left[word] & right[word]);
        }
    }

    #[inline]
    fn value(&self, signal: Signal) -> Block {
        let mask = u64::from(signal.0 & 1).wrapping_neg();
        self.values[index(signal.variable())].map(|word| word ^ mask)
    }

    /// The value of a node under the first vector.
    #[inline]
    pub(crate) fn first_value(&self, node: u32) -> bool {
        self.values[index(node)][0] & 1 == 1
    }

    /// A number that nodes share if they have the same values, or, for one of them negated, the
    /// opposite ones.
    #[inline]
    pub(crate) fn signature(&self, node: u32, negated: bool) -> u64 {
        let block = self.value(Signal(node << 1 | u32::from(negated)));
        block.iter().fold(0, |sum, &word| mix(sum ^ word))
    }

    /// Whether two signals differ under some vector: then the vector.
    pub(crate) fn difference(&self, graph: &Graph, pair: (Signal, Signal)) -> Option<Vec<bool>> {
        let (first, second) = (self.value(pair.0), self.value(pair.1));
        let word = (0..WORDS).find(|&word| first[word] != second[word])?;
        let column = (first[word] ^ second[word]).trailing_zeros();
        let inputs = 1..graph.first_gate();
        Some(inputs.map(|node| self.values[index(node)][word] >> column & 1 == 1).collect())
    }
}
