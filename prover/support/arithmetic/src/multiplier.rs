//! Multipliers from parts.

use crate::booth::push_booth;
use crate::rows::Rows;
use crate::tree::reduce;
use crate::{Adder, AdderKind, Chain, Graph, Lit, Ppg, Tree};

/// Which parts a multiplier has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Architecture {
    /// Its partial products.
    pub ppg: Ppg,
    /// Its tree of adders.
    pub tree: Tree,
    /// Its last adder, and those of odd multiples.
    pub adder: AdderKind,
}

/// A multiplier in a graph.
#[derive(Clone, Debug)]
pub struct Multiplier {
    /// The product, the lowest bit first.
    pub outputs: Vec<Lit>,
    /// The adders of the tree; those of compressors are named too.
    pub adders: Vec<Adder>,
    /// The adders of odd multiples, in columns of their own.
    pub multiples: Vec<Chain>,
    /// The last adder. The outputs below its column come from the tree.
    pub last: Chain,
}

/// Adds the circuit of `a * b + c` modulo 2 to the power of `columns`. If `a` and `b` are the
/// same, simple partial products are those of a square. The sums and carries of `adders` are made
/// of their inputs only, if it is to be plain.
pub fn multiply(
    graph: &mut Graph,
    architecture: Architecture,
    signed: bool,
    [a, b]: [&[Lit]; 2],
    addend: Option<&[Lit]>,
    columns: usize,
    plain: bool,
) -> Multiplier {
    let mut rows = Rows::new(columns);
    let mut booth = |digit| push_booth(&mut rows, graph, [a, b], signed, digit, architecture.adder);
    let multiples = match architecture.ppg {
        Ppg::Simple => {
            if a == b {
                rows.push_square(graph, a, signed);
            } else {
                rows.push_simple(graph, a, b, signed);
            }
            Vec::new()
        }
        Ppg::Booth2 => booth(1),
        Ppg::Booth4 => booth(2),
        Ppg::Booth8 => booth(3),
        Ppg::Booth16 => booth(4),
    };
    if let Some(addend) = addend {
        rows.push_number(addend, signed);
    }
    rows.settle();
    let mut adders = Vec::new();
    let reduced = reduce(graph, &rows, architecture.tree, plain, &mut adders);
    let start = reduced.iter().position(|column| column.len() > 1).unwrap_or(columns);
    let bit = |column: &Vec<Lit>, place| column.get(place).copied().unwrap_or(Lit::FALSE);
    let row = |place| reduced[start..].iter().map(|column| bit(column, place)).collect();
    let last = Chain::new(graph, architecture.adder, start, [row(0), row(1)]);
    let low = reduced[..start].iter().map(|column| bit(column, 0));
    let outputs = low.chain(last.sums.iter().copied()).collect();
    Multiplier { outputs, adders, multiples, last }
}
