//! Small cuts: sets of at most three nodes that separate a node from the inputs, each with the
//! function that it has of them.

use crate::graph::Graph;
use format_aiger::Lit;
use format_input::index;

/// Stands for a leaf that is not there.
pub(crate) const NONE: u32 = u32::MAX;

/// The most cuts kept for a node.
const MOST: usize = 12;

/// A cut: leaves in rising order, then [`NONE`]; and the value of the node by row, where bit 0 of
/// the row's number is the value of the first leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) leaves: [u32; 3],
    pub(crate) table: u8,
}

/// What a function of two or three leaves is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The sum without carry, negated or not.
    Xor { negated: bool },
    /// At least two of three, where bit i of `phases` negates leaf i; and negated or not.
    /// Of two equal descriptions the one that is not negated.
    Majority { phases: u8 },
    /// All, where bit i of `phases` negates leaf i; and negated or not.
    And { phases: u8, negated: bool },
    /// If the leaf `selector` is true, the leaf `then`, else the third; where bit i of `phases`
    /// negates leaf i, but not the selector.
    Choice { selector: u8, then: u8, phases: u8 },
    /// Anything else.
    Other,
}

impl Cut {
    /// The number of leaves.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        self.leaves.iter().filter(|&&leaf| leaf != NONE).count()
    }

    pub(crate) fn leaves(&self) -> impl Iterator<Item = u32> {
        self.leaves.into_iter().filter(|&leaf| leaf != NONE)
    }

    /// The constant or the literal that the function is, if it is one.
    #[inline]
    pub(crate) fn copy(&self) -> Option<Lit> {
        let leaf = |at: usize| Lit::positive(self.leaves[at]);
        Some(match self.table {
            0x00 => Lit::FALSE,
            0xff => Lit::TRUE,
            0xaa => leaf(0),
            0x55 => !leaf(0),
            0xcc => leaf(1),
            0x33 => !leaf(1),
            0xf0 => leaf(2),
            0x0f => !leaf(2),
            _ => return None,
        })
    }

    /// What the function is.
    #[inline]
    pub(crate) fn kind(&self) -> Kind {
        KINDS[usize::from(self.size() == 3)][usize::from(self.table)]
    }
}

/// The kinds of functions of two leaves and of three.
static KINDS: [[Kind; 256]; 2] = [kinds(2), kinds(3)];

#[expect(clippy::as_conversions, reason = "there is no other way at compile time")]
const fn kinds(leaves: u32) -> [Kind; 256] {
    let mut kinds = [Kind::Other; 256];
    let mut phases = 0_u8;
    while phases < 1 << leaves {
        let mut all = 0_u8;
        let mut most = 0_u8;
        let mut odd = 0_u8;
        let mut row = 0_u8;
        while row < 8 {
            let seen = (row ^ phases) & ((1 << leaves) - 1);
            let ones = seen.count_ones();
            all |= if ones == leaves { 1 << row } else { 0 };
            most |= if ones >= 2 { 1 << row } else { 0 };
            odd |= if ones % 2 == 1 { 1 << row } else { 0 };
            row += 1;
        }
        kinds[all as usize] = Kind::And { phases, negated: false };
        kinds[!all as usize] = Kind::And { phases, negated: true };
        if leaves == 3 {
            kinds[most as usize] = Kind::Majority { phases };
        }
        let mut selector = 0;
        while leaves == 3 && selector < 3 {
            if phases >> selector & 1 == 1 {
                selector += 1;
                continue;
            }
            let mut then = 0;
            while then < 3 {
                if then != selector {
                    let chosen = choice(selector, then, phases);
                    kinds[chosen as usize] = Kind::Choice { selector, then, phases };
                }
                then += 1;
            }
            selector += 1;
        }
        if phases < 2 {
            kinds[odd as usize] = Kind::Xor { negated: phases == 1 };
        }
        phases += 1;
    }
    kinds
}

/// The table of a choice between two leaves.
const fn choice(selector: u8, then: u8, phases: u8) -> u8 {
    let mut table = 0;
    let mut row = 0_u8;
    while row < 8 {
        let seen = row ^ phases;
        let data = if row >> selector & 1 == 1 { then } else { 3 - selector - then };
        table |= (seen >> data & 1) << row;
        row += 1;
    }
    table
}

/// The cuts of all nodes of a graph, those of one leaf that is the node itself not kept.
pub(crate) struct Cuts {
    starts: Vec<u32>,
    cuts: Vec<Cut>,
}

impl Cuts {
    pub(crate) fn new() -> Self {
        Self { starts: vec![0], cuts: Vec::new() }
    }

    /// Finds the cuts of the nodes that have come to the graph.
    pub(crate) fn extend(&mut self, graph: &Graph) {
        self.extend_unless(graph, |_| false);
    }

    /// Adds the cuts of nodes that are new; false if it had to stop, as is asked at every
    /// thousandth node or so.
    pub(crate) fn extend_unless(&mut self, graph: &Graph, stop: impl Fn(u32) -> bool) -> bool {
        let mut found = Vec::with_capacity(64);
        let first = u32::try_from(self.starts.len() - 1).unwrap_or(0);
        for node in first..graph.nodes() {
            if node % 1024 == 0 && stop(node) {
                return false;
            }
            found.clear();
            if let Some([left, right]) = graph.fan(node) {
                self.merge(left, right, &mut found);
            } else if node == 0 {
                found.push(Cut { leaves: [NONE; 3], table: 0 });
            }
            self.cuts.extend_from_slice(&found);
            self.starts.push(u32::try_from(self.cuts.len()).unwrap_or(u32::MAX));
        }
        true
    }

    /// Forgets the cuts from this node on.
    pub(crate) fn forget(&mut self, node: u32) {
        if let Some(&end) = self.starts.get(index(node)) {
            self.cuts.truncate(index(end));
            self.starts.truncate(index(node) + 1);
        }
    }

    /// The cuts of a node.
    #[inline]
    pub(crate) fn of(&self, node: u32) -> &[Cut] {
        let start = index(self.starts[index(node)]);
        &self.cuts[start..index(self.starts[index(node) + 1])]
    }

    fn merge(&self, left: Lit, right: Lit, found: &mut Vec<Cut>) {
        let own = |lit: Lit| Cut { leaves: [lit.variable(), NONE, NONE], table: 0xaa };
        let (first, second) = (own(left), own(right));
        let left_cuts = self.of(left.variable());
        let right_cuts = self.of(right.variable());
        let flip = |lit: Lit| if lit.is_negative() { 0xff } else { 0 };
        let (flip_left, flip_right) = (flip(left), flip(right));
        // Constants have the empty cut only, and a copy stands for what it is a copy of.
        let is_copy = |cut: &Cut| cut.size() == 1 && (cut.table == 0xaa || cut.table == 0x55);
        let is_own = |lit: Lit, cuts: &[Cut]| lit.variable() != 0 && !cuts.iter().any(is_copy);
        let own_left = is_own(left, left_cuts).then_some(&first);
        let own_right = is_own(right, right_cuts).then_some(&second);
        for one in own_left.into_iter().chain(left_cuts) {
            for two in own_right.into_iter().chain(right_cuts) {
                let Some(leaves) = union(&one.leaves, &two.leaves) else { continue };
                if found.iter().any(|cut| is_subset(&cut.leaves, &leaves)) {
                    continue;
                }
                let table =
                    (spread(one, &leaves) ^ flip_left) & (spread(two, &leaves) ^ flip_right);
                found.retain(|cut| !is_subset(&leaves, &cut.leaves));
                if found.len() < MOST {
                    found.push(Cut { leaves, table });
                }
            }
        }
    }
}

/// The union of two sorted sets, if it has at most three members.
#[inline]
fn union(one: &[u32; 3], two: &[u32; 3]) -> Option<[u32; 3]> {
    let mut result = [NONE; 3];
    let (mut i, mut j, mut size) = (0, 0, 0);
    loop {
        let left = if i < 3 { one[i] } else { NONE };
        let right = if j < 3 { two[j] } else { NONE };
        let next = left.min(right);
        if next == NONE {
            return Some(result);
        }
        if size == 3 {
            return None;
        }
        result[size] = next;
        size += 1;
        i += usize::from(left == next);
        j += usize::from(right == next);
    }
}

/// Whether all leaves of a set are in another.
#[inline]
fn is_subset(small: &[u32; 3], large: &[u32; 3]) -> bool {
    small.iter().all(|&leaf| leaf == NONE || large.contains(&leaf))
}

/// The table of a cut over more leaves.
#[inline]
fn spread(cut: &Cut, leaves: &[u32; 3]) -> u8 {
    let swap_low = |table: u8| table & 0x99 | (table & 0x22) << 1 | (table & 0x44) >> 1;
    let swap_high = |table: u8| table & 0xc3 | (table & 0x0c) << 2 | (table & 0x30) >> 2;
    let [first, second, third] = cut.leaves;
    if first == NONE || third != NONE {
        return cut.table;
    }
    if second == NONE {
        return match () {
            () if first == leaves[0] => cut.table,
            () if first == leaves[1] => swap_low(cut.table),
            () => swap_high(swap_low(cut.table)),
        };
    }
    match () {
        () if second == leaves[1] => cut.table,
        () if first == leaves[0] => swap_high(cut.table),
        () => swap_low(swap_high(cut.table)),
    }
}
