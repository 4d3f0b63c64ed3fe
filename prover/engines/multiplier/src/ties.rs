//! Clauses that tie the nodes of an adder to the carries of the chain.
//!
//! A node that depends on the columns from l to h of the rows generates or passes carries there,
//! or is a sum under some carry. What it has to do with the chain's carry out of column h, the
//! carry into column l, the sum of column h, or another node of the same columns, simulation
//! guesses. Each guess follows by unit propagation from the same facts about what the node reads,
//! however many columns there are. Carries look ahead in many ways; all end in such nodes.

use crate::hash::{Map, Set};
use crate::part::{Part, Span, simulate, spans};
use crate::window::{Clause, Source, Window};
use format_aiger::Lit;
use format_input::index;

/// So many nodes of the same columns are compared with a node: the first ones, which may be the
/// only ones that generate a carry there, and the latest.
const TWINS: usize = 6;

/// How many of them are the first ones.
const FIRST: usize = 2;

/// Gates so far below a node are looked at.
const DEPTH: u32 = 2;

/// So many carries are tried as cases.
const CASES: usize = 6;

/// A chain of full adders on rows: what goes into each column, out of the last, and the sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    pub(crate) bits: Vec<[Lit; 2]>,
    pub(crate) carries: Vec<Lit>,
    pub(crate) sums: Vec<Lit>,
}

/// A derived clause.
pub(crate) struct Tie {
    pub(crate) clause: Clause,
    pub(crate) hints: Vec<Source>,
}

/// Two equal literals, and the ties that say so: the first implies the second, and back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equal {
    pub(crate) pair: (Lit, Lit),
    pub(crate) ties: [u32; 2],
}

/// What three literals are: a node, and ...
#[derive(Clone, Copy)]
enum Kind {
    /// ... the sum of its last column and the carry into its first.
    Sum,
    /// ... the carry out of its last column and into its first.
    Carry,
    /// ... the carry out of its last column and another node; for some rows of the first two
    /// there are clauses.
    Twin { known: u8, splits: bool },
}

impl Kind {
    /// Of the rows that are missing, those that are worth a clause.
    fn of_interest(self, missing: u8) -> u8 {
        match self {
            Self::Carry => missing,
            // Under one carry or the other, the node is the sum or its negation.
            Self::Sum => {
                let of = |rows: u8| if missing & rows == rows { rows } else { 0 };
                of(0b0110) | of(0b1001) | of(0b0110_0000) | of(0b1001_0000)
            }
            // Not what the nodes have to do with each other under either carry.
            Self::Twin { known, .. } => {
                let swapped = missing >> 2 & 0b0011_0011 | missing << 2 & 0b1100_1100;
                missing & !swapped & !(known | known << 4)
            }
        }
    }
}

/// All that is known of the part of a circuit above the rows. Literals are the part's.
pub(crate) struct Ties<'a> {
    part: &'a Part,
    chain: Chain,
    /// By variable: its columns, if it depends on rows only.
    spans: Vec<Option<Span>>,
    /// By variable: so many words.
    values: Vec<u64>,
    words: usize,
    pub(crate) ties: Vec<Tie>,
    /// By variable: its ties.
    attached: Vec<Vec<u32>>,
    /// By columns, with those below that add one bit only: the nodes.
    twins: Map<Span, Vec<u32>>,
    /// By column: the lowest one from which on a carry is only passed to it.
    lows: Vec<u32>,
    /// By column: the gates of the chain.
    adders: Vec<Vec<u32>>,
    window: Window,
    /// By variable: whether it is a carry of the chain or a bit of the rows.
    is_case: Vec<bool>,
    pub(crate) equal: Vec<Equal>,
}

impl<'a> Ties<'a> {
    /// Derives all clauses that it can; nodes from `definitions` on are the chain's.
    pub(crate) fn new(
        part: &'a Part,
        chain: &Chain,
        patterns: &[Vec<u64>],
        definitions: u32,
    ) -> Self {
        let inner = |lits: &[Lit]| lits.iter().map(|&lit| part.inner(lit)).collect::<Vec<Lit>>();
        let bits = chain.bits.iter().map(|bits| bits.map(|lit| part.inner(lit))).collect();
        let chain = Chain { bits, carries: inner(&chain.carries), sums: inner(&chain.sums) };
        let variables = part.outer.len() + 1;
        let (values, words) = simulate(part, patterns);
        let mut ties = Self {
            part,
            spans: spans(part, &chain),
            values,
            words,
            ties: Vec::new(),
            attached: vec![Vec::new(); variables],
            twins: Map::default(),
            lows: lows(&chain),
            adders: Vec::new(),
            window: Window::new(variables),
            is_case: vec![false; variables],
            equal: Vec::new(),
            chain,
        };
        let rows = ties.chain.bits.iter().flatten();
        for lit in ties.chain.carries.iter().chain(rows) {
            ties.is_case[index(lit.variable())] = !lit.is_constant();
        }
        ties.adders = (0..ties.chain.sums.len()).map(|column| ties.adder(column)).collect();
        for (at, &node) in part.outer.iter().enumerate().skip(index(part.inputs())) {
            if node < definitions {
                ties.visit(u32::try_from(at + 1).unwrap_or(0));
            }
        }
        ties
    }

    /// The gates of the chain's adder of a column.
    fn adder(&self, column: usize) -> Vec<u32> {
        let mut gates = Vec::new();
        let into = self.chain.carries[column].variable();
        let mut stack = vec![self.chain.sums[column].variable()];
        stack.extend(self.chain.carries.get(column + 1).map(|lit| lit.variable()));
        while let Some(node) = stack.pop() {
            if node != into
                && let Some(fan) = self.part.fan(node)
                && !gates.contains(&node)
            {
                gates.push(node);
                stack.extend(fan.iter().map(|lit| lit.variable()));
            }
        }
        gates
    }

    /// Derives what ties a node to the chain.
    fn visit(&mut self, node: u32) {
        let Some((low, high)) = self.spans[index(node)] else { return };
        let own = Lit::positive(node);
        let into = self.chain.carries[index(low)];
        let sum = self.chain.sums[index(high)];
        let out = self.chain.carries.get(index(high) + 1).copied();
        self.open(node, self.is_same(own, sum).then_some(high));
        if !sum.is_constant() {
            self.relate([own, sum, into], Kind::Sum);
        }
        let first = self.ties.len();
        let Some(out) = out.filter(|out| !out.is_constant()) else { return };
        let known = self.relate([own, out, into], Kind::Carry);
        let is_tied = self.ties.len() > first;
        // In a column with a constant bit a group of columns may begin or not.
        let span = (self.lows[index(low)], high);
        for twin in self.twins.get(&span).cloned().unwrap_or_default().into_iter().rev() {
            self.look(twin, DEPTH);
            self.relate([own, out, Lit::positive(twin)], Kind::Twin { known, splits: low == high });
        }
        if is_tied {
            let twins = self.twins.entry(span).or_default();
            twins.push(node);
            if twins.len() > TWINS {
                twins.remove(FIRST);
            }
        }
    }

    /// Begins with the clauses around a node, with the chain's adder of a column if asked for.
    fn open(&mut self, node: u32, column: Option<u32>) {
        self.window.clear();
        self.look(node, DEPTH + u32::from(column.is_some()));
        if let Some(column) = column {
            self.look_at_chain(column);
        }
    }

    /// Adds the clauses of a node and of what is below it.
    fn look(&mut self, node: u32, depth: u32) {
        let Some(is_new) = self.window.enter(node, depth) else { return };
        let Some(fan) = self.part.fan(node) else {
            // What a bit of the rows does, the chain's adder of its column says.
            if let Some((column, _)) = self.spans[index(node)] {
                self.look_at_chain(column);
            }
            return;
        };
        if is_new {
            self.window.add_gate(node, fan);
            for &tie in &self.attached[index(node)] {
                self.window.add(self.ties[index(tie)].clause, Source::Tie(tie));
            }
        }
        if depth > 0 {
            for lit in fan {
                self.look(lit.variable(), depth - 1);
            }
        }
    }

    /// Adds the clauses of the chain's adder of a column.
    fn look_at_chain(&mut self, column: u32) {
        for &gate in &self.adders[index(column)] {
            if self.window.enter(gate, 0).is_some()
                && let Some(fan) = self.part.fan(gate)
            {
                self.window.add_gate(gate, fan);
            }
        }
    }

    fn value(&self, lit: Lit) -> impl Iterator<Item = u64> + '_ {
        let start = index(lit.variable()) * self.words;
        let flip = if lit.is_negative() { u64::MAX } else { 0 };
        self.values[start..start + self.words].iter().map(move |word| word ^ flip)
    }

    /// Whether two literals, or one and the other's negation, have the same values.
    fn is_same(&self, one: Lit, two: Lit) -> bool {
        self.value(one).eq(self.value(two)) || self.value(one).eq(self.value(!two))
    }

    /// Derives the clauses over three literals that hold in simulation, those over the first two
    /// before those over all. The result says for which rows of the first two there is a clause.
    fn relate(&mut self, lits: [Lit; 3], kind: Kind) -> u8 {
        let [own, other, third] = lits;
        let same = |one: Lit, two: Lit| one.variable() == two.variable();
        if same(own, other) || same(own, third) || same(other, third) {
            return 0;
        }
        let mut missing = kind.of_interest(!self.seen(lits));
        if missing == 0 {
            return 0;
        }
        // The literal that is false in a row.
        let lit = |row: u8, at: u8| Lit(lits[usize::from(at)].0 ^ u32::from(row >> at & 1));
        let (mut rows, mut found) = (0, [None; 4]);
        for row in (0..4_u8).filter(|_| !matches!(kind, Kind::Twin { .. })) {
            if missing & (0x11 << row) == 0x11 << row {
                let clause = [lit(row, 0), lit(row, 1), Lit::FALSE, Lit::FALSE];
                found[usize::from(row)] = self.derive(clause, true);
                if found[usize::from(row)].is_some() {
                    rows |= 1 << row;
                    missing &= !(0x11 << row);
                }
            }
        }
        for row in (0..8_u8).filter(|row| !third.is_constant() && missing >> row & 1 == 1) {
            let clause = [lit(row, 0), lit(row, 1), lit(row, 2), Lit::FALSE];
            self.derive(clause, !matches!(kind, Kind::Twin { splits: false, .. }));
        }
        // In row 1 only the first is true, in row 2 only the second.
        let pairs = [((own, other), [found[1], found[2]]), ((own, !other), [found[3], found[0]])];
        for (pair, ties) in pairs {
            if let [Some(up), Some(down)] = ties {
                self.equal.push(Equal { pair, ties: [up, down] });
            }
        }
        rows
    }

    /// The rows of three literals that simulation has seen.
    fn seen(&self, [one, two, three]: [Lit; 3]) -> u8 {
        let mut seen = 0;
        for ((one, two), three) in self.value(one).zip(self.value(two)).zip(self.value(three)) {
            for row in 0..8 {
                let pick = |word: u64, at: u8| if row >> at & 1 == 1 { word } else { !word };
                let is_there = pick(one, 0) & pick(two, 1) & pick(three, 2) != 0;
                seen |= u8::from(is_there) << row;
            }
        }
        seen
    }

    /// The equalities that the pairs are, if all of them are known, or else all that are known.
    pub(crate) fn goals(&self, pairs: &[(Lit, Lit)]) -> Vec<Equal> {
        let asked: Set<(Lit, Lit)> = pairs.iter().copied().collect();
        let mut goals: Vec<Equal> = (self.equal.iter())
            .map(|&Equal { pair: (one, two), ties: [up, down] }| {
                if asked.contains(&(!one, !two)) {
                    Equal { pair: (!one, !two), ties: [down, up] }
                } else {
                    Equal { pair: (one, two), ties: [up, down] }
                }
            })
            .collect();
        let known: Set<(Lit, Lit)> = goals.iter().map(|goal| goal.pair).collect();
        if asked.is_subset(&known) {
            goals.retain(|goal| asked.contains(&goal.pair));
        }
        goals
    }

    /// By tie: whether equalities need it.
    pub(crate) fn needed(&self, goals: &[Equal]) -> Vec<bool> {
        let mut needed = vec![false; self.ties.len()];
        for tie in goals.iter().flat_map(|goal| goal.ties) {
            needed[index(tie)] = true;
        }
        for (at, tie) in self.ties.iter().enumerate().rev() {
            if !needed[at] {
                continue;
            }
            for hint in &tie.hints {
                if let &Source::Tie(other) = hint {
                    needed[index(other)] = true;
                }
            }
        }
        needed
    }

    /// Derives a clause, if it follows.
    fn derive(&mut self, clause: Clause, splits: bool) -> Option<u32> {
        if clause.contains(&Lit::TRUE) {
            return None;
        }
        if let Some(hints) = self.window.follows(clause) {
            return Some(self.push(clause, hints));
        }
        let place = clause.iter().position(|&lit| lit == Lit::FALSE).filter(|_| splits)?;
        for case in self.window.cases(&self.is_case, CASES) {
            if clause.iter().any(|lit| lit.variable() == case.variable()) {
                continue;
            }
            let [mut one, mut two] = [clause; 2];
            (one[place], two[place]) = (case, !case);
            if let Some(first) = self.window.follows(one)
                && let Some(second) = self.window.follows(two)
            {
                let hints = [(one, first), (two, second)].map(|(clause, hints)| {
                    self.ties.push(Tie { clause, hints });
                    Source::Tie(u32::try_from(self.ties.len() - 1).unwrap_or(u32::MAX))
                });
                return Some(self.push(clause, hints.to_vec()));
            }
        }
        None
    }

    /// Keeps a derived clause.
    fn push(&mut self, clause: Clause, hints: Vec<Source>) -> u32 {
        let tie = u32::try_from(self.ties.len()).unwrap_or(u32::MAX);
        self.ties.push(Tie { clause, hints });
        self.attached[index(clause[0].variable())].push(tie);
        self.window.add(clause, Source::Tie(tie));
        tie
    }
}

/// By column: the lowest one such that all from there to the one before it have a constant bit.
fn lows(chain: &Chain) -> Vec<u32> {
    let mut lows = Vec::with_capacity(chain.bits.len());
    let mut low = 0;
    for (bits, column) in chain.bits.iter().zip(0..) {
        lows.push(low);
        if bits.iter().all(|bit| !bit.is_constant()) {
            low = column + 1;
        }
    }
    lows
}
