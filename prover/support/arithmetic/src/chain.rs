//! Adders of two rows, in nine ways.

use crate::{Adder, AdderKind, Graph, Lit};

/// Two rows, and their sum.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The column of the first bits.
    pub column: u32,
    /// The rows, of equal lengths.
    pub rows: [Vec<Lit>; 2],
    /// The bits of the sum, as many as a row has.
    pub sums: Vec<Lit>,
    /// The carry out of the last bit.
    pub carry: Lit,
    /// The adders it is made of, if carries ripple; none otherwise.
    pub adders: Vec<Adder>,
}

/// Whether a group of bits makes a carry, and whether it passes one on.
#[derive(Clone, Copy)]
struct Group {
    makes: Lit,
    passes: Lit,
}

impl Chain {
    /// Adds two rows of equal lengths.
    #[must_use]
    pub fn new(graph: &mut Graph, kind: AdderKind, column: usize, rows: [Vec<Lit>; 2]) -> Self {
        let column = column as u32;
        let [x, y] = &rows;
        if kind == AdderKind::Ripple {
            let adders = ripple(graph, column, x, y, Lit::FALSE);
            let sums = adders.iter().map(|adder| adder.sum).collect();
            let carry = adders.last().map_or(Lit::FALSE, |adder| adder.carry);
            return Self { column, rows, sums, carry, adders };
        }
        let (sums, carry) = match kind {
            AdderKind::CarrySelect => select(graph, x, y),
            AdderKind::ConditionalSum => {
                let [(sums, carry), _] = conditional(graph, x, y);
                (sums, carry)
            }
            _ => by_carries(graph, kind, x, y),
        };
        Self { column, rows, sums, carry, adders: Vec::new() }
    }
}

fn ripple(graph: &mut Graph, column: u32, x: &[Lit], y: &[Lit], mut carry: Lit) -> Vec<Adder> {
    let mut adders = Vec::with_capacity(x.len());
    for ((&x, &y), column) in x.iter().zip(y).zip(column..) {
        let adder = Adder::new(graph, column as usize, [x, y, carry]);
        carry = adder.carry;
        adders.push(adder);
    }
    adders
}

/// Blocks as long as there are blocks.
fn block(width: usize) -> usize {
    width.isqrt().max(2)
}

/// The sums and the carry for both carries into the rows, of which one is selected.
fn select(graph: &mut Graph, x: &[Lit], y: &[Lit]) -> (Vec<Lit>, Lit) {
    let mut sums = Vec::with_capacity(x.len());
    let mut carry = Lit::FALSE;
    let block = block(x.len());
    for (x, y) in x.chunks(block).zip(y.chunks(block)) {
        let [zero, one] = [Lit::FALSE, Lit::TRUE].map(|carry| ripple(graph, 0, x, y, carry));
        for (zero, one) in zero.iter().zip(&one) {
            sums.push(graph.choose(carry, one.sum, zero.sum));
        }
        if let (Some(zero), Some(one)) = (zero.last(), one.last()) {
            carry = graph.choose(carry, one.carry, zero.carry);
        }
    }
    (sums, carry)
}

/// Sums and carries for both carries into the rows, from two halves.
fn conditional(graph: &mut Graph, x: &[Lit], y: &[Lit]) -> [(Vec<Lit>, Lit); 2] {
    if let (&[x], &[y]) = (x, y) {
        return [Lit::FALSE, Lit::TRUE].map(|carry| {
            let [sum, carry] = graph.add([x, y, carry]);
            (vec![sum], carry)
        });
    }
    let middle = x.len() / 2;
    if middle == 0 {
        return [(Vec::new(), Lit::FALSE), (Vec::new(), Lit::TRUE)];
    }
    let low = conditional(graph, &x[..middle], &y[..middle]);
    let [zero, one] = conditional(graph, &x[middle..], &y[middle..]);
    low.map(|(mut sums, carry)| {
        for (&zero, &one) in zero.0.iter().zip(&one.0) {
            sums.push(graph.choose(carry, one, zero));
        }
        (sums, graph.choose(carry, one.1, zero.1))
    })
}

/// All carries first, then the sums.
fn by_carries(graph: &mut Graph, kind: AdderKind, x: &[Lit], y: &[Lit]) -> (Vec<Lit>, Lit) {
    let groups: Vec<Group> = (x.iter().zip(y))
        .map(|(&x, &y)| Group { makes: graph.and(x, y), passes: graph.xor(x, y) })
        .collect();
    // The carry into bit i + 1.
    let carries: Vec<Lit> = match kind {
        AdderKind::Lookahead => {
            let mut carries = lookahead(graph, &groups, Lit::FALSE);
            carries.remove(0);
            carries
        }
        AdderKind::CarrySkip => skip(graph, &groups),
        _ => prefix(graph, kind, groups.clone()).iter().map(|group| group.makes).collect(),
    };
    let arriving = std::iter::once(&Lit::FALSE).chain(&carries);
    let sums = groups.iter().zip(arriving).map(|(group, &carry)| graph.xor(group.passes, carry));
    (sums.collect(), carries.last().copied().unwrap_or(Lit::FALSE))
}

fn join(graph: &mut Graph, high: Group, low: Group) -> Group {
    let from_below = graph.and(high.passes, low.makes);
    Group { makes: graph.or(high.makes, from_below), passes: graph.and(high.passes, low.passes) }
}

/// Groups that reach down to the first bit, by a prefix network.
fn prefix(graph: &mut Graph, kind: AdderKind, mut groups: Vec<Group>) -> Vec<Group> {
    let width = groups.len();
    let mut distance = 1;
    match kind {
        AdderKind::LadnerFischer => {
            while distance < width {
                for place in (0..width).filter(|place| place & distance != 0) {
                    let low = groups[(place & !(distance - 1)) - 1];
                    groups[place] = join(graph, groups[place], low);
                }
                distance *= 2;
            }
        }
        AdderKind::BrentKung => {
            while distance < width {
                for place in (2 * distance - 1..width).step_by(2 * distance) {
                    groups[place] = join(graph, groups[place], groups[place - distance]);
                }
                distance *= 2;
            }
            while distance > 1 {
                distance /= 2;
                for place in (3 * distance - 1..width).step_by(2 * distance) {
                    groups[place] = join(graph, groups[place], groups[place - distance]);
                }
            }
        }
        AdderKind::HanCarlson => {
            for place in (1..width).step_by(2) {
                groups[place] = join(graph, groups[place], groups[place - 1]);
            }
            distance = 2;
            while distance < width {
                let before = groups.clone();
                for place in (distance + 1..width).filter(|place| place % 2 == 1) {
                    groups[place] = join(graph, groups[place], before[place - distance]);
                }
                distance *= 2;
            }
            for place in (2..width).step_by(2) {
                groups[place] = join(graph, groups[place], groups[place - 1]);
            }
        }
        // Kogge and Stone.
        _ => {
            while distance < width {
                let before = groups.clone();
                for place in distance..width {
                    groups[place] = join(graph, groups[place], before[place - distance]);
                }
                distance *= 2;
            }
        }
    }
    groups
}

/// Carries into all groups and out of the last, looking ahead over four groups, then over four
/// groups of four, and so on.
fn lookahead(graph: &mut Graph, groups: &[Group], carry: Lit) -> Vec<Lit> {
    if groups.len() <= 4 {
        let ends = 0..=groups.len();
        return ends.map(|end| expand(graph, &groups[..end], carry).makes).collect();
    }
    let blocks: Vec<Group> =
        groups.chunks(4).map(|block| expand(graph, block, Lit::FALSE)).collect();
    let into = lookahead(graph, &blocks, carry);
    let mut carries = Vec::with_capacity(groups.len() + 1);
    for (block, &carry) in groups.chunks(4).zip(&into) {
        carries.extend(lookahead(graph, block, carry).iter().take(block.len()));
    }
    carries.extend(into.last());
    carries
}

/// A group of groups, as a flat sum of products.
fn expand(graph: &mut Graph, groups: &[Group], carry: Lit) -> Group {
    let mut passes = Lit::TRUE;
    let mut makes = Lit::FALSE;
    for group in groups.iter().rev() {
        let term = graph.and(passes, group.makes);
        makes = graph.or(makes, term);
        passes = graph.and(passes, group.passes);
    }
    let term = graph.and(passes, carry);
    Group { makes: graph.or(makes, term), passes }
}

/// Carries ripple within blocks; a block that passes its carry on is skipped.
fn skip(graph: &mut Graph, groups: &[Group]) -> Vec<Lit> {
    let mut carries = Vec::with_capacity(groups.len());
    let mut into = Lit::FALSE;
    for block in groups.chunks(block(groups.len())) {
        let (mut carry, mut passes) = (into, Lit::TRUE);
        for group in block {
            let from_below = graph.and(group.passes, carry);
            carry = graph.or(group.makes, from_below);
            passes = graph.and(passes, group.passes);
            carries.push(carry);
        }
        into = graph.choose(passes, into, carry);
        if let Some(last) = carries.last_mut() {
            *last = into;
        }
    }
    carries
}
