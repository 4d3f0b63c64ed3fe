//! Gates that compute the same function of the same two or three signals are equal: exclusive
//! ors and majorities, the sums and carries of adders, however they are built.

use crate::graph::Graph;
use crate::merges::flip;
use crate::window::Context;
use claim_miter::Signal;
use format_input::index;
use std::collections::HashMap;

/// So many cuts are kept for a node at most.
const CUTS: usize = 5;
/// The tables of the leaves.
const ROWS: [u8; 3] = [0xaa, 0xcc, 0xf0];

/// A node as a function of earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cut {
    /// Nodes that are equal to no earlier ones, in increasing order; 0 stands for none.
    leaves: [u32; 3],
    /// By row: the value; bit i of the number of a row is the value of leaf i. The function
    /// depends on every leaf.
    table: u8,
}

const NONE: Cut = Cut { leaves: [0; 3], table: 0 };

/// The functions of nodes that are equal to no earlier one.
pub(crate) struct Functions {
    /// By gate, from 0: its cuts; the trivial one is left out.
    cuts: Vec<[Cut; CUTS]>,
    /// By function that is false in the first row: who computes it.
    signals: HashMap<Cut, Signal>,
}

/// An earlier signal with the same function.
pub(crate) struct Twin {
    pub(crate) signal: Signal,
    pub(crate) leaves: [u32; 3],
}

impl Functions {
    pub(crate) fn new(graph: &Graph) -> Self {
        Self { cuts: vec![[NONE; CUTS]; graph.fans().len()], signals: HashMap::new() }
    }

    /// Finds the cuts of a gate that is equal to no earlier node so far, and an earlier one with
    /// the same function.
    pub(crate) fn twin(&mut self, context: &mut Context<'_>, node: u32) -> Option<Twin> {
        let Context { graph, log, merges } = context;
        let roots = graph.fan(node)?.map(|fan| merges.find(graph, log, fan));
        let mut cuts = [NONE; CUTS];
        let mut count = 0;
        let [lefts, rights] = roots.map(|root| self.sides(graph, root));
        let is_stale = |cut: &Cut| cut.leaves.iter().any(|&leaf| merges.is_merged(leaf));
        for left in lefts.iter().filter(|cut| **cut != NONE && !is_stale(cut)) {
            for right in rights.iter().filter(|cut| **cut != NONE && !is_stale(cut)) {
                if let Some(cut) = join(left, right) {
                    count = insert(&mut cuts, count, cut);
                }
            }
        }
        *self.cuts.get_mut(index(node - graph.first_gate()))? = cuts;
        let mut twin = None;
        for cut in &cuts[..count] {
            let own = Signal(node << 1 | u32::from(cut.table & 1));
            let key = if own.is_negative() { Cut { table: !cut.table, ..*cut } } else { *cut };
            let entry = self.signals.entry(key).or_insert(own);
            let root = flip(merges.find(graph, log, *entry), own);
            if root.variable() < node {
                twin.get_or_insert(Twin { signal: root, leaves: cut.leaves });
            } else {
                *entry = own;
            }
        }
        twin
    }

    /// The cuts of a signal, itself first.
    fn sides(&self, graph: &Graph, signal: Signal) -> [Cut; CUTS + 1] {
        let node = signal.variable();
        let mut cuts = [NONE; CUTS + 1];
        cuts[0] = Cut { leaves: [node, 0, 0], table: ROWS[0] };
        if let Some(own) = self.cuts.get(index(node.wrapping_sub(graph.first_gate()))) {
            cuts[1..].copy_from_slice(own);
        }
        for cut in cuts.iter_mut().filter(|cut| signal.is_negative() && **cut != NONE) {
            cut.table = !cut.table;
        }
        cuts
    }
}

/// Adds a cut to so many unless one has some of its leaves and no others; those that have all of
/// its leaves and others go. The result is how many there are then.
fn insert(cuts: &mut [Cut; CUTS], count: usize, new: Cut) -> usize {
    let is_part = |small: &Cut, large: &Cut| {
        small.leaves.iter().all(|leaf| *leaf == 0 || large.leaves.contains(leaf))
    };
    if cuts[..count].iter().any(|cut| is_part(cut, &new)) {
        return count;
    }
    let mut kept = 0;
    for at in 0..count {
        if !is_part(&new, &cuts[at]) {
            cuts[kept] = cuts[at];
            kept += 1;
        }
    }
    cuts[kept..].fill(NONE);
    if let Some(place) = cuts.get_mut(kept) {
        *place = new;
        kept += 1;
    }
    kept
}

/// The conjunction; none if it has too many leaves, or is no function of at least two.
fn join(left: &Cut, right: &Cut) -> Option<Cut> {
    let mut leaves = [0; 3];
    let mut count = 0;
    let (mut at, mut other) = (0, 0);
    loop {
        let [one, two] = [left.leaves.get(at), right.leaves.get(other)]
            .map(|leaf| leaf.copied().filter(|&leaf| leaf != 0).unwrap_or(u32::MAX));
        let next = one.min(two);
        if next == u32::MAX {
            break;
        }
        *leaves.get_mut(count)? = next;
        count += 1;
        at += usize::from(one == next);
        other += usize::from(two == next);
    }
    let cut = Cut { leaves, table: stretch(left, &leaves) & stretch(right, &leaves) };
    shrink(cut)
}

/// The table over more leaves.
fn stretch(cut: &Cut, leaves: &[u32; 3]) -> u8 {
    // By own leaf: where it stands in the larger cut.
    let places = cut.leaves.map(|leaf| leaves.iter().position(|&other| other == leaf));
    let mut table = 0;
    for row in 0..8_u8 {
        let mut own = 0;
        for (leaf, place) in places.iter().enumerate().filter(|(leaf, _)| cut.leaves[*leaf] != 0) {
            own |= (row >> place.unwrap_or(0) & 1) << leaf;
        }
        table |= (cut.table >> own & 1) << row;
    }
    table
}

/// The cut without leaves on which the function does not depend.
fn shrink(cut: Cut) -> Option<Cut> {
    let mut leaves = [0; 3];
    let mut count = 0;
    for (leaf, rows) in cut.leaves.into_iter().zip(ROWS).filter(|(leaf, _)| *leaf != 0) {
        let shift = rows.trailing_zeros();
        if (cut.table & rows) >> shift != cut.table & !rows {
            leaves[count] = leaf;
            count += 1;
        }
    }
    if count < 2 {
        return None;
    }
    if leaves == cut.leaves {
        return Some(cut);
    }
    // Any value of the lost leaf gives the same table: take 0.
    let mut table = 0;
    for row in 0..8_u8 {
        let mut old = 0;
        for (place, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| **leaf != 0) {
            let at = cut.leaves.iter().position(|other| other == leaf).unwrap_or(0);
            old |= (row >> place & 1) << at;
        }
        table |= (cut.table >> old & 1) << row;
    }
    Some(Cut { leaves, table })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::{Cut, ROWS, join};

    const fn leaf(node: u32) -> Cut {
        Cut { leaves: [node, 0, 0], table: ROWS[0] }
    }

    fn not(cut: Cut) -> Cut {
        Cut { table: !cut.table, ..cut }
    }

    fn or(left: Cut, right: Cut) -> Option<Cut> {
        join(&not(left), &not(right)).map(not)
    }

    #[test]
    fn functions_do_not_depend_on_how_they_are_built() {
        let (a, b, c) = (leaf(3), leaf(5), leaf(9));
        let and = |left: Cut, right: Cut| join(&left, &right).unwrap();
        let xor = |left, right| and(or(left, right).unwrap(), not(and(left, right)));
        assert_eq!(xor(a, b), Cut { leaves: [3, 5, 0], table: 0x66 });
        assert!(xor(xor(a, b), c) == xor(a, xor(c, b)));
        assert_eq!(xor(xor(a, c), b).table, 0x96);
        let carry = or(and(a, b), and(xor(a, b), c)).unwrap();
        assert_eq!(carry.table, 0xe8);
        assert!(carry == or(and(b, or(a, c).unwrap()), and(c, a)).unwrap());
        // a and (not a or b) is a and b; a and (a or b) is a, which is left to structure.
        assert!(and(a, or(not(a), b).unwrap()) == and(a, b));
        assert!(join(&a, &or(a, b).unwrap()).is_none());
        assert!(join(&and(a, b), &and(c, leaf(12))).is_none());
    }
}
