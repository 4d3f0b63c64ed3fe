//! Another tool's witness circuit (certifaiger, rIC3) as a certificate of ours.
//!
//! Its latches and gates become those of the certificate, and that its bad literals are false and
//! its constraints true becomes the invariant, clause by clause. All is proved again, over the
//! model. The mapping sends inputs and latches of the model to inputs and latches of the witness,
//! no two to one.

use super::evidence::Claimed;
use claim_invariant::{Circuit, Signal};
use format_aiger::{Lit, Model, SymbolKind};
use format_dimacs::Lit as Literal;
use std::collections::{HashMap, HashSet};

/// The extension and the invariant that a witness circuit stands for, or why it is refused.
pub(super) fn read(model: &Model, circuit: &Circuit, witness: &Model) -> Result<Claimed, String> {
    if !witness.justice.is_empty() || !witness.fairness.is_empty() {
        return Err("it has justice properties or fairness constraints".into());
    }
    let pairs = mapping(model, witness)?;
    let latches = model.latches.iter().zip(0..);
    let latches = latches.map(|(latch, number)| (latch.variable, circuit.latch(number)));
    let numbers: HashMap<u32, u32> = model.inputs.iter().zip(1..).chain(latches).collect();
    let mut signals: HashMap<u32, Signal> = HashMap::from([(0, Signal::FALSE)]);
    for (ours, theirs) in pairs {
        let number = numbers.get(&ours).copied().unwrap_or(0);
        signals.insert(theirs, Signal::positive(number));
    }
    // What an input of the witness alone is does not matter; 0 is as good as any value.
    for variable in witness.inputs.iter() {
        signals.entry(variable).or_insert(Signal::FALSE);
    }
    let is_own = |latch: &&format_aiger::Latch| !signals.contains_key(&latch.variable);
    let own: Vec<_> = witness.latches.iter().filter(is_own).collect();
    let mut shared = Shared::new(circuit);
    for latch in &own {
        signals.insert(latch.variable, shared.fresh());
    }
    shared.first_gate = shared.next;
    let get = |signals: &HashMap<u32, Signal>, lit: Lit| {
        let signal = signals.get(&lit.variable()).copied().unwrap_or(Signal::FALSE);
        if lit.is_negative() { !signal } else { signal }
    };
    for gate in &witness.gates {
        let signal = shared.and(gate.rhs.map(|lit| get(&signals, lit)));
        signals.insert(gate.variable, signal);
    }
    let get = |lit: Lit| get(&signals, lit);
    let bads = if witness.bad.is_empty() { &witness.outputs } else { &witness.bad };
    let good = bads.iter().map(|&bad| !get(bad));
    let invariant = shared.clauses(good.chain(witness.constraints.iter().copied().map(get)));
    let latches = own.iter().map(|latch| [get(latch.next), get(latch.reset)]).collect();
    Ok(needed(Claimed { latches, gates: shared.gates, invariant }, circuit.variables()))
}

/// The gates of a witness. Those that the model has are not made again.
struct Shared {
    /// By right-hand sides: the gate.
    known: HashMap<[Signal; 2], Signal>,
    gates: Vec<[Signal; 2]>,
    /// The variable of the first gate, and that of the next latch or gate.
    first_gate: u32,
    next: u32,
}

impl Shared {
    fn new(circuit: &Circuit) -> Self {
        let mut known = HashMap::new();
        for (&rhs, number) in circuit.gates.iter().zip(0..) {
            known.entry(sorted(rhs)).or_insert(Signal::positive(circuit.gate(number)));
        }
        let next = circuit.variables().saturating_add(1);
        Self { known, gates: Vec::new(), first_gate: next, next }
    }

    fn fresh(&mut self) -> Signal {
        let variable = self.next;
        self.next = self.next.saturating_add(1);
        Signal::positive(variable)
    }

    fn and(&mut self, rhs: [Signal; 2]) -> Signal {
        match sorted(rhs) {
            [Signal::FALSE, _] => Signal::FALSE,
            [Signal::TRUE, other] => other,
            [left, right] if left == right => left,
            [left, right] if left == !right => Signal::FALSE,
            rhs => {
                if let Some(&known) = self.known.get(&rhs) {
                    return known;
                }
                let gate = self.fresh();
                self.gates.push(rhs);
                self.known.insert(rhs, gate);
                gate
            }
        }
    }

    /// What a gate that was made reads.
    fn rhs(&self, signal: Signal) -> Option<[Signal; 2]> {
        let at = signal.variable().checked_sub(self.first_gate)?;
        self.gates.get(format_input::index(at)).copied()
    }

    /// Clauses that together say that signals are true. What joins them needs no gates then, and
    /// each is proved alone.
    fn clauses(&self, signals: impl Iterator<Item = Signal>) -> Vec<Vec<Literal>> {
        let mut open: Vec<Signal> = signals.collect();
        open.reverse();
        let (mut seen, mut clauses) = (HashSet::new(), Vec::new());
        while let Some(signal) = open.pop() {
            if !seen.insert(signal) {
                continue;
            }
            match self.rhs(signal).filter(|_| !signal.is_negative()) {
                Some([left, right]) => open.extend([right, left]),
                None => clauses.extend(self.clause(signal)),
            }
        }
        clauses
    }

    /// The clause that says that a signal is true; none if it is constant.
    fn clause(&self, signal: Signal) -> Option<Vec<Literal>> {
        let (mut open, mut seen) = (vec![signal], HashSet::new());
        let mut clause = Vec::new();
        while let Some(signal) = open.pop() {
            if signal == Signal::TRUE || seen.contains(&!signal) {
                return None;
            }
            if !seen.insert(signal) {
                continue;
            }
            match self.rhs(signal).filter(|_| signal.is_negative()) {
                Some(rhs) => open.extend(rhs.map(|signal| !signal)),
                None => clause.extend(Literal::from_code(signal.0)),
            }
        }
        Some(clause)
    }
}

fn sorted([left, right]: [Signal; 2]) -> [Signal; 2] {
    if left <= right { [left, right] } else { [right, left] }
}

/// The latches and gates that the invariant depends on, behind the variables of the model.
fn needed(claimed: Claimed, model: u32) -> Claimed {
    let Claimed { latches, gates, invariant } = claimed;
    let pairs: Vec<&[Signal; 2]> = latches.iter().chain(&gates).collect();
    let place = |variable: u32| variable.checked_sub(model)?.checked_sub(1);
    let mut is_needed = vec![false; pairs.len()];
    let mut open: Vec<u32> = invariant.iter().flatten().map(|lit| lit.variable()).collect();
    while let Some(variable) = open.pop() {
        let Some(at) = place(variable).map(format_input::index) else { continue };
        if !std::mem::replace(&mut is_needed[at], true) {
            open.extend(pairs[at].iter().map(|signal| signal.variable()));
        }
    }
    let mut next = model;
    let numbers = is_needed.iter().map(|&is_needed| {
        next = next.saturating_add(u32::from(is_needed));
        next
    });
    let numbers: Vec<u32> = numbers.collect();
    let variable = |old| place(old).map_or(old, |at| numbers[format_input::index(at)]);
    let signal = |old: Signal| {
        let new = Signal::positive(variable(old.variable()));
        if old.is_negative() { !new } else { new }
    };
    let kept = |pairs: &[[Signal; 2]], from: usize| {
        let pairs = pairs.iter().zip(&is_needed[from..]).filter(|(_, is_needed)| **is_needed);
        pairs.map(|(pair, _)| pair.map(signal)).collect()
    };
    let lit = |old: &Literal| Literal::new(variable(old.variable()), old.is_negative());
    Claimed {
        latches: kept(&latches, 0),
        gates: kept(&gates, latches.len()),
        invariant: invariant.iter().map(|clause| clause.iter().filter_map(lit).collect()).collect(),
    }
}

/// Pairs of variables, of the model and of the witness: by comment, by names, or by position.
fn mapping(model: &Model, witness: &Model) -> Result<Vec<(u32, u32)>, String> {
    let named = by_comment(witness)?.map_or_else(|| by_names(witness), |pairs| Ok(Some(pairs)))?;
    let Some(named) = named else { return by_position(model, witness) };
    let kinds = |model: &Model| {
        let inputs = model.inputs.iter().map(|variable| (variable, SymbolKind::Input));
        let latches = model.latches.iter().map(|latch| (latch.variable, SymbolKind::Latch));
        inputs.chain(latches).collect::<HashMap<u32, SymbolKind>>()
    };
    let (ours, theirs) = (kinds(model), kinds(witness));
    let (mut seen, mut used) = (HashSet::new(), HashSet::new());
    for &(old, new) in &named {
        let pair = format!("literal {old} of the model to literal {new} of the witness");
        if old.is_negative() || new.is_negative() {
            return Err(format!("it maps {pair}: only literals that are not negated are taken"));
        }
        match (ours.get(&old.variable()), theirs.get(&new.variable())) {
            (Some(kind), Some(other)) if kind == other => {}
            (Some(_), Some(_)) => return Err(format!("it maps {pair}: an input and a latch")),
            (None, _) => {
                return Err(format!("it maps {pair}: the first is no input or latch"));
            }
            (_, None) => {
                return Err(format!("it maps {pair}: the second is no input or latch"));
            }
        }
        if !seen.insert(old) {
            return Err(format!("it maps {pair}: the first is mapped twice"));
        }
        if !used.insert(new) {
            return Err(format!("it maps {pair}: the second is mapped to twice"));
        }
    }
    Ok(named.iter().map(|(old, new)| (old.variable(), new.variable())).collect())
}

/// `MAPPING n` in the comment, and n lines of a witness literal and a model literal.
fn by_comment(witness: &Model) -> Result<Option<Vec<(Lit, Lit)>>, String> {
    let comment = witness.comment.as_deref().unwrap_or_default();
    let text = String::from_utf8_lossy(comment);
    let mut lines = text.lines().skip_while(|line| !line.starts_with("MAPPING"));
    let Some(first) = lines.next() else { return Ok(None) };
    let count = first.strip_prefix("MAPPING ").and_then(|count| count.trim().parse().ok());
    let count: usize = count.ok_or("expected 'MAPPING' with a number in its comment")?;
    let mut pairs = Vec::new();
    for line in lines.take(count) {
        let mut words = line.split_whitespace().map(str::parse::<u32>);
        match (words.next(), words.next(), words.next()) {
            (Some(Ok(new)), Some(Ok(old)), None) => pairs.push((Lit(old), Lit(new))),
            _ => return Err(format!("expected two literals in its mapping, found '{line}'")),
        }
    }
    if pairs.len() < count {
        return Err(format!("its mapping has {} lines of {count}", pairs.len()));
    }
    Ok(Some(pairs))
}

/// Names of inputs and latches that begin with `= ` and a model literal.
fn by_names(witness: &Model) -> Result<Option<Vec<(Lit, Lit)>>, String> {
    let mut pairs = Vec::new();
    for symbol in &witness.symbols {
        let Some(name) = symbol.name.strip_prefix(b"= ") else { continue };
        let name = String::from_utf8_lossy(name);
        let word = name.split_whitespace().next().unwrap_or_default();
        let old = word.parse().map_err(|_| format!("expected a literal in the name '= {name}'"))?;
        let at = format_input::index(symbol.index);
        let variable = match symbol.kind {
            SymbolKind::Input => witness.inputs.iter().nth(at),
            SymbolKind::Latch => witness.latches.get(at).map(|latch| latch.variable),
            _ => return Err(format!("its name '= {name}' is not that of an input or a latch")),
        };
        let variable = variable.ok_or("one of its names has no object")?;
        pairs.push((Lit(old), Lit::positive(variable)));
    }
    Ok(Some(pairs).filter(|pairs| !pairs.is_empty()))
}

/// The first inputs and latches of the witness are those of the model.
fn by_position(model: &Model, witness: &Model) -> Result<Vec<(u32, u32)>, String> {
    if witness.inputs.len() < model.inputs.len() || witness.latches.len() < model.latches.len() {
        return Err("it names no literals of the model and has fewer inputs or latches".into());
    }
    let inputs = model.inputs.iter().zip(witness.inputs.iter());
    let variable = |latch: &format_aiger::Latch| latch.variable;
    let latches = model.latches.iter().map(variable).zip(witness.latches.iter().map(variable));
    Ok(inputs.chain(latches).collect())
}
