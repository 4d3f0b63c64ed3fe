//! Trees of adders that reduce rows to two.

use crate::rows::Rows;
use crate::{Adder, Graph, Lit, Tree};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

type Columns = Vec<Vec<Lit>>;

/// Reduces the rows until no column has more than two bits.
pub(crate) fn reduce(
    graph: &mut Graph,
    rows: &Rows,
    tree: Tree,
    plain: bool,
    adders: &mut Vec<Adder>,
) -> Columns {
    let mut work = Work { graph, adders, plain };
    match tree {
        Tree::Array => return work.array(rows),
        Tree::RippleRows => return work.ripple_rows(rows),
        Tree::WallaceRows => return work.wallace_rows(rows),
        _ => {}
    }
    let mut columns = vec![Vec::new(); rows.columns()];
    for row in &rows.rows {
        for (&bit, column) in row.bits.iter().zip(row.start..) {
            put(&mut columns, column, bit);
        }
    }
    match tree {
        Tree::Array | Tree::RippleRows | Tree::WallaceRows => {}
        Tree::ArrayColumns => columns = work.array_columns(columns),
        Tree::Balanced => columns = work.balanced(columns),
        Tree::Dadda => columns = work.dadda(columns),
        Tree::Wallace | Tree::Compressor42 | Tree::Counter73 => {
            while tallest(&columns) > 2 {
                columns = work.stage(&columns, tree);
            }
        }
    }
    columns
}

/// Adds a bit to a column, unless there is no such column or the bit is 0.
fn put(columns: &mut Columns, column: usize, bit: Lit) {
    if let Some(entry) = columns.get_mut(column).filter(|_| bit != Lit::FALSE) {
        entry.push(bit);
    }
}

fn tallest(columns: &Columns) -> usize {
    columns.iter().map(Vec::len).max().unwrap_or(0)
}

struct Work<'a> {
    graph: &'a mut Graph,
    adders: &'a mut Vec<Adder>,
    /// Whether compressors are made of adders.
    plain: bool,
}

impl Work<'_> {
    fn adder(&mut self, column: usize, inputs: [Lit; 3]) -> [Lit; 2] {
        let adder = Adder::new(self.graph, column, inputs);
        self.adders.push(adder);
        [adder.sum, adder.carry]
    }

    /// One row after the other, carries saved for the next.
    fn array(&mut self, rows: &Rows) -> Columns {
        let mut columns: Columns = vec![Vec::new(); rows.columns()];
        for row in &rows.rows {
            // A carry travels one column for each row, so the row's neighbourhood is enough.
            let mut carried = None;
            let mut column = row.start;
            while column < columns.len() {
                let own = column.checked_sub(row.start).and_then(|place| row.bits.get(place));
                if own.is_none() && carried.is_none() {
                    break;
                }
                let own = own.copied().filter(|&bit| bit != Lit::FALSE);
                let there: Vec<Lit> = columns[column].iter().copied().chain(own).collect();
                let arrived = carried.take();
                let (kept, carry) = match (&*there, arrived.is_some()) {
                    (&[x, y, z], _) => self.saved(column, [x, y, z]),
                    (&[x, y], true) => self.saved(column, [x, y, Lit::FALSE]),
                    _ => (there, None),
                };
                columns[column] = kept;
                columns[column].extend(arrived);
                carried = carry;
                column += 1;
            }
        }
        columns
    }

    fn saved(&mut self, column: usize, inputs: [Lit; 3]) -> (Vec<Lit>, Option<Lit>) {
        let [sum, carry] = self.adder(column, inputs).map(there);
        (sum.into_iter().collect(), carry)
    }

    /// One row after the other is added to the sum of those before.
    fn ripple_rows(&mut self, rows: &Rows) -> Columns {
        let mut sum = vec![Lit::FALSE; rows.columns()];
        for row in &rows.rows {
            let mut carry = Lit::FALSE;
            for (column, sum) in sum.iter_mut().enumerate().skip(row.start) {
                let own = row.bits.get(column - row.start).copied();
                if own.is_none() && carry == Lit::FALSE {
                    break;
                }
                let bits = [*sum, own.unwrap_or(Lit::FALSE), carry];
                let mut there: Vec<Lit> = bits.into_iter().filter_map(there).collect();
                [*sum, carry] = if there.len() > 1 {
                    there.resize(3, Lit::FALSE);
                    self.adder(column, [there[0], there[1], there[2]])
                } else {
                    [there.pop().unwrap_or(Lit::FALSE), Lit::FALSE]
                };
            }
        }
        sum.into_iter().map(|bit| there(bit).into_iter().collect()).collect()
    }

    /// Column by column: a partial product and a carry are added to what there is, in their order.
    /// Columns with fewer carries than partial products are added up, of others two bits are left.
    fn array_columns(&mut self, columns: Columns) -> Columns {
        let mut reduced: Columns = Vec::new();
        let mut carries: Vec<Lit> = Vec::new();
        for (column, bits) in columns.into_iter().enumerate() {
            let is_low = carries.len() < bits.len();
            let mut arrived = std::mem::take(&mut carries).into_iter();
            let mut bits = bits.into_iter();
            let mut sum = if is_low { bits.next() } else { arrived.next() };
            let mut left = Vec::new();
            loop {
                let inputs = match (sum, bits.next(), arrived.next()) {
                    (Some(x), Some(y), Some(z)) => [x, y, z],
                    (Some(x), Some(y), None) if is_low || bits.len() > 0 => [x, y, Lit::FALSE],
                    (_, bit, carry) => {
                        left.extend(sum.into_iter().chain(bit).chain(carry));
                        left.extend(bits.by_ref().chain(arrived.by_ref()));
                        break;
                    }
                };
                let [now, carry] = self.adder(column, inputs);
                sum = there(now);
                carries.extend(there(carry));
            }
            while let [x, y, z, ref others @ ..] = *left {
                let others = others.to_vec();
                let [sum, carry] = self.adder(column, [x, y, z]);
                left = there(sum).into_iter().chain(others).collect();
                carries.extend(there(carry));
            }
            reduced.push(left);
        }
        reduced
    }

    /// Three rows become a row of sums and a row of carries, until there are two rows.
    fn wallace_rows(&mut self, rows: &Rows) -> Columns {
        let width = rows.columns();
        let mut rows: Vec<Vec<Lit>> = rows.rows.iter().map(|row| row.dense(width)).collect();
        while rows.len() > 2 {
            let mut next = Vec::new();
            for group in rows.chunks(3) {
                let [one, two, three] = group else {
                    next.extend_from_slice(group);
                    continue;
                };
                let (mut sums, mut carries) =
                    (vec![Lit::FALSE; width], vec![Lit::FALSE; width + 1]);
                for column in 0..width {
                    let bits = [one[column], two[column], three[column]];
                    let there: Vec<Lit> = bits.into_iter().filter_map(there).collect();
                    [sums[column], carries[column + 1]] = match *there {
                        [x, y, z] => self.adder(column, [x, y, z]),
                        [x, y] => self.adder(column, [x, y, Lit::FALSE]),
                        [x] => [x, Lit::FALSE],
                        _ => [Lit::FALSE; 2],
                    };
                }
                carries.truncate(width);
                next.extend([sums, carries]);
            }
            rows = next;
        }
        let column = |column: usize| rows.iter().filter_map(|row| there(row[column])).collect();
        (0..width).map(column).collect()
    }

    /// One stage over all columns: what it makes is used in the next one, after what it leaves.
    fn stage(&mut self, columns: &Columns, tree: Tree) -> Columns {
        let count = columns.len();
        let [mut left, mut carries, mut sums] = [(); 3].map(|()| vec![Vec::new(); count]);
        // Carries between the compressors of a stage.
        let mut chained: Vec<Lit> = Vec::new();
        for (column, bits) in columns.iter().enumerate() {
            let mut rest = &**bits;
            let mut passed = Vec::new();
            loop {
                let ([sum, carry], others) = match (tree, rest) {
                    (Tree::Compressor42, &[w, x, y, z, ref others @ ..]) => {
                        let arrived = chained.pop().unwrap_or(Lit::FALSE);
                        let (sum, carry, out) = self.compress([w, x, y, z], arrived, column);
                        passed.push(out);
                        ([sum, carry], others)
                    }
                    (Tree::Counter73, &[a, b, c, d, e, f, g, ref others @ ..]) => {
                        let [sum, twos, fours] = self.count([a, b, c, d, e, f, g], column);
                        put(&mut carries, column + 2, fours);
                        ([sum, twos], others)
                    }
                    (_, &[x, y, z, ref others @ ..]) => (self.adder(column, [x, y, z]), others),
                    (_, &[x, y]) => (self.adder(column, [x, y, Lit::FALSE]), &[][..]),
                    (_, &[x]) => {
                        put(&mut left, column, x);
                        break;
                    }
                    (_, []) => break,
                };
                put(&mut sums, column, sum);
                put(&mut carries, column + 1, carry);
                rest = others;
            }
            for bit in chained.drain(..) {
                put(&mut left, column, bit);
            }
            chained = passed;
        }
        for (column, (carries, sums)) in left.iter_mut().zip(carries.into_iter().zip(sums)) {
            column.extend(carries.into_iter().chain(sums));
        }
        left
    }

    /// Five bits as a sum and two carries. The circuit shares the exclusive or of four bits, so
    /// that of three, which the adders name, is a gate of its own that no output needs.
    fn compress(&mut self, bits: [Lit; 4], arrived: Lit, column: usize) -> (Lit, Lit, Lit) {
        let [w, x, y, z] = bits;
        if self.plain {
            let [between, passed] = self.adder(column, [w, x, y]);
            let [sum, carry] = self.adder(column, [between, z, arrived]);
            return (sum, carry, passed);
        }
        let graph = &mut *self.graph;
        let [first, second] = [graph.xor(w, x), graph.xor(y, z)];
        let odd = graph.xor(first, second);
        let sum = graph.xor(odd, arrived);
        let passed = graph.choose(first, y, w);
        let carry = graph.choose(odd, arrived, z);
        let between = graph.xor(first, y);
        let column = column as u32;
        self.adders.push(Adder { column, inputs: [w, x, y], sum: between, carry: passed });
        self.adders.push(Adder { column, inputs: [between, z, arrived], sum, carry });
        (sum, carry, passed)
    }

    /// Seven bits as a number of three.
    fn count(&mut self, [a, b, c, d, e, f, g]: [Lit; 7], column: usize) -> [Lit; 3] {
        let [first, one] = self.adder(column, [a, b, c]);
        let [second, two] = self.adder(column, [d, e, f]);
        let [sum, three] = self.adder(column, [first, second, g]);
        let [twos, fours] = self.adder(column + 1, [one, two, three]);
        [sum, twos, fours]
    }

    /// As few adders in each stage as make the columns 2, 3, 4, 6, 9, 13 and so on high.
    fn dadda(&mut self, mut columns: Columns) -> Columns {
        let mut heights = vec![2];
        while let Some(&last) = heights.last().filter(|&&last| last < tallest(&columns)) {
            heights.push(last * 3 / 2);
        }
        for &height in heights.iter().rev().skip(1) {
            let mut carries: Vec<Lit> = Vec::new();
            for (column, entry) in columns.iter_mut().enumerate() {
                let bits = std::mem::take(entry);
                let mut made = std::mem::take(&mut carries);
                let mut rest = &*bits;
                while rest.len() + made.len() > height {
                    let is_half = rest.len() + made.len() == height + 1;
                    let (inputs, others) = match *rest {
                        [x, y, ref others @ ..] if is_half => ([x, y, Lit::FALSE], others),
                        [x, y, z, ref others @ ..] => ([x, y, z], others),
                        _ => break,
                    };
                    let [sum, carry] = self.adder(column, inputs);
                    made.extend(there(sum));
                    carries.extend(there(carry));
                    rest = others;
                }
                *entry = rest.iter().copied().chain(made).collect();
            }
        }
        columns
    }

    /// Column by column, always the three bits that are there first.
    fn balanced(&mut self, columns: Columns) -> Columns {
        let mut reduced: Columns = Vec::new();
        let mut carries: Vec<(u32, Lit)> = Vec::new();
        for (column, bits) in columns.into_iter().enumerate() {
            let first = bits.into_iter().map(|bit| (0, bit));
            let mut waiting: BinaryHeap<Reverse<(u32, Lit)>> =
                first.chain(carries.drain(..)).map(Reverse).collect();
            while waiting.len() > 2 {
                let three =
                    [(); 3].map(|()| waiting.pop().map_or((0, Lit::FALSE), |first| first.0));
                let time = three[2].0;
                let [sum, carry] = self.adder(column, three.map(|(_, bit)| bit));
                waiting.extend(there(sum).map(|sum| Reverse((time + 2, sum))));
                carries.extend(there(carry).map(|carry| (time + 1, carry)));
            }
            reduced.push(waiting.into_iter().map(|Reverse((_, bit))| bit).collect());
        }
        reduced
    }
}

fn there(bit: Lit) -> Option<Lit> {
    Some(bit).filter(|&bit| bit != Lit::FALSE)
}
