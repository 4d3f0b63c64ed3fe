//! Unit propagation with watched literals: the part that searches.
//!
//! Nothing here is believed: every conflict found becomes a list of hints, which the hinted
//! propagation of `lratcheck` must confirm (`backward.rs`). Here only speed is at stake.
//!
//! Clauses that are already needed (the core) are propagated before all others, so that few
//! others become needed.

use crate::clauses::{Clauses, NONE, Number};
use format_dimacs::Lit;
use format_input::index;

/// What the current assignment says of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Free,
    /// It holds.
    True,
    /// Its negation holds.
    False,
}

/// A clause in the list of a literal that it watches.
#[derive(Clone, Copy)]
struct Watch {
    /// Another literal of the clause; if it is true, there is nothing to do.
    blocker: Lit,
    /// The clause's number, doubled, and whether it has just two literals.
    tagged: u32,
}

impl Watch {
    fn new(blocker: Lit, number: Number, length: usize) -> Self {
        Self { blocker, tagged: number << 1 | u32::from(length == 2) }
    }

    #[inline]
    fn number(self) -> Number {
        self.tagged >> 1
    }

    #[inline]
    fn is_binary(self) -> bool {
        self.tagged & 1 == 1
    }
}

/// The clause takes part.
const ACTIVE: u8 = 1;
/// The clause is needed.
const CORE: u8 = 2;
/// The clause stands in the list of its first literal, or of its second.
const WATCHED: [u8; 2] = [4, 8];

/// What is known of a variable that has a value.
#[derive(Clone, Copy)]
struct Assigned {
    /// The clause that forced it, or `NONE`.
    reason: Number,
    /// Its place on the trail.
    position: u32,
}

/// The two kinds of lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Core,
    Other,
}

/// An assignment, closed under unit propagation with the active clauses.
#[derive(Default)]
pub struct Search {
    /// All clauses; the first two literals of an active one are watched.
    pub clauses: Clauses,
    /// By clause number: the flags above.
    states: Vec<u8>,
    /// By literal code.
    values: Vec<Value>,
    /// By variable.
    assigned: Vec<Assigned>,
    /// The true literals in the order in which they became so.
    trail: Vec<Lit>,
    /// By literal code: the clauses that watch it, those of the core and the others.
    watches: [Vec<Vec<Watch>>; 2],
    /// How far the trail was propagated with the clauses of each kind.
    heads: [usize; 2],
}

impl Search {
    /// No clause is active yet.
    pub fn new(clauses: Clauses, variables: u32) -> Self {
        let numbers = index(clauses.last()).saturating_add(1);
        let variables = index(variables).saturating_add(1);
        let codes = variables.saturating_mul(2);
        let lists = || vec![Vec::new(); codes];
        Self {
            clauses,
            states: vec![0; numbers],
            values: vec![Value::Free; codes],
            assigned: vec![Assigned { reason: NONE, position: 0 }; variables],
            trail: Vec::new(),
            watches: [lists(), lists()],
            heads: [0, 0],
        }
    }

    /// The value of a literal.
    #[inline]
    pub fn value(&self, lit: Lit) -> Value {
        value_in(&self.values, lit)
    }

    /// The clause that forced a literal, or `NONE`.
    pub fn reason(&self, lit: Lit) -> Number {
        self.assigned.get(index(lit.variable())).map_or(NONE, |assigned| assigned.reason)
    }

    /// Replaces the clause that is said to have forced a literal.
    pub fn set_reason(&mut self, lit: Lit, reason: Number) {
        if let Some(assigned) = self.assigned.get_mut(index(lit.variable())) {
            assigned.reason = reason;
        }
    }

    /// The place of a literal, or of its negation, on the trail.
    pub fn position(&self, lit: Lit) -> u32 {
        self.assigned.get(index(lit.variable())).map_or(0, |assigned| assigned.position)
    }

    /// The true literals in the order in which they became so.
    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Whether a clause takes part.
    pub fn is_active(&self, number: Number) -> bool {
        self.state(number) & ACTIVE != 0
    }

    /// Whether a clause is needed.
    pub fn is_core(&self, number: Number) -> bool {
        self.state(number) & CORE != 0
    }

    /// Marks a clause as needed; true if it was not.
    pub fn make_core(&mut self, number: Number) -> bool {
        let was = self.is_core(number);
        self.change_state(number, |state| state | CORE);
        !was
    }

    /// Lets a clause take part. Gives the literal that it forces, or its number if it is false.
    pub fn activate(&mut self, number: Number) -> Result<Option<Lit>, Number> {
        self.change_state(number, |state| state | ACTIVE);
        self.put_best_first(number);
        self.watch(number);
        match *self.clauses.get(number) {
            [] => Err(number),
            [first, ..] if self.value(first) == Value::False => Err(number),
            [first] if self.value(first) == Value::Free => Ok(Some(first)),
            [first, second, ..]
                if self.value(first) == Value::Free && self.value(second) == Value::False =>
            {
                Ok(Some(first))
            }
            _ => Ok(None),
        }
    }

    /// Lets a clause take part again, under the assignment it had when it left.
    pub fn reactivate(&mut self, number: Number) {
        self.change_state(number, |state| state | ACTIVE);
        self.watch(number);
    }

    /// Ends a clause's part. Its watches go when they are next met.
    pub fn deactivate(&mut self, number: Number) {
        self.change_state(number, |state| state & !ACTIVE);
    }

    /// The true literal that an active clause forced, if any: one of the first two.
    pub fn forced_by(&self, number: Number) -> Option<Lit> {
        let forced = |lit: &&Lit| self.value(**lit) == Value::True && self.reason(**lit) == number;
        self.clauses.get(number).iter().take(2).find(forced).copied()
    }

    /// Makes a free literal true.
    pub fn assign(&mut self, lit: Lit, reason: Number) {
        let position = u32::try_from(self.trail.len()).unwrap_or(u32::MAX);
        if let Some(assigned) = self.assigned.get_mut(index(lit.variable())) {
            *assigned = Assigned { reason, position };
        }
        self.set_value(lit, Value::True);
        self.set_value(!lit, Value::False);
        self.trail.push(lit);
    }

    /// Frees all literals from this position of the trail on.
    pub fn undo(&mut self, position: usize) {
        while self.trail.len() > position
            && let Some(lit) = self.trail.pop()
        {
            self.set_value(lit, Value::Free);
            self.set_value(!lit, Value::Free);
        }
        self.heads = self.heads.map(|head| head.min(position));
    }

    /// The next propagation begins at the start of the trail.
    pub fn restart(&mut self) {
        self.heads = [0, 0];
    }

    /// Closes the assignment under the active clauses, or gives one that is false.
    pub fn propagate(&mut self) -> Option<Number> {
        let [mut core, mut other] = self.heads;
        let mut conflict = None;
        while conflict.is_none() {
            if let Some(&lit) = self.trail.get(core) {
                core = core.saturating_add(1);
                conflict = self.visit(Kind::Core, !lit);
            } else if let Some(&lit) = self.trail.get(other) {
                other = other.saturating_add(1);
                conflict = self.visit(Kind::Other, !lit);
            } else {
                break;
            }
        }
        self.heads = [core, other];
        conflict
    }

    /// Visits the clauses that watch a literal that became false.
    fn visit(&mut self, kind: Kind, lit: Lit) -> Option<Number> {
        let mut watches = std::mem::take(self.list(kind, lit)?);
        let mut conflict = None;
        watches.retain_mut(|watch| {
            if conflict.is_some() || self.value(watch.blocker) == Value::True {
                return true;
            }
            let fate = self.meet(kind, lit, watch);
            if fate == Fate::Conflict {
                conflict = Some(watch.number());
            }
            fate != Fate::Moves
        });
        *self.list(kind, lit)? = watches;
        conflict
    }

    /// Meets one clause in the list of the false literal `lit`; the blocker is not true.
    #[inline]
    fn meet(&mut self, kind: Kind, lit: Lit, watch: &mut Watch) -> Fate {
        let number = watch.number();
        let state = self.state(number);
        if state & ACTIVE == 0 {
            let [first, second] = WATCHED;
            let is_first = self.clauses.get(number).first() == Some(&lit);
            self.change_state(number, |state| state & !(if is_first { first } else { second }));
            return Fate::Moves;
        }
        let mut forced = watch.blocker;
        if !watch.is_binary() {
            let [first, second, others @ ..] = self.clauses.get_mut(number) else {
                return Fate::Stays;
            };
            if *first == lit {
                std::mem::swap(first, second);
            }
            forced = *first;
            if value_in(&self.values, forced) == Value::True {
                watch.blocker = forced;
                return Fate::Stays;
            }
            let free =
                others.iter_mut().find(|other| value_in(&self.values, **other) != Value::False);
            if let Some(free) = free {
                std::mem::swap(second, free);
                let (new, watch) = (*second, Watch { blocker: forced, ..*watch });
                let kind = if state & CORE == 0 { Kind::Other } else { Kind::Core };
                if let Some(list) = self.list(kind, new) {
                    list.push(watch);
                }
                return Fate::Moves;
            }
        }
        if self.value(forced) == Value::False {
            return Fate::Conflict;
        }
        self.assign(forced, number);
        // A clause that joined the core is met among the others once more, and then moves.
        if kind == Kind::Other && state & CORE != 0 {
            let watch = *watch;
            if let Some(list) = self.list(Kind::Core, lit) {
                list.push(watch);
            }
            return Fate::Moves;
        }
        Fate::Stays
    }

    /// Enters a clause into the lists of its first two literals where it is not there yet.
    fn watch(&mut self, number: Number) {
        let state = self.state(number);
        let kind = if state & CORE == 0 { Kind::Other } else { Kind::Core };
        let lits = self.clauses.get(number);
        let length = lits.len();
        let [first, second, ..] = *lits else { return };
        for ((lit, blocker), flag) in [(first, second), (second, first)].into_iter().zip(WATCHED) {
            if state & flag == 0
                && let Some(list) = self.list(kind, lit)
            {
                list.push(Watch::new(blocker, number, length));
            }
        }
        self.change_state(number, |state| WATCHED.into_iter().fold(state, |all, flag| all | flag));
    }

    /// Puts two literals first that are not false or, if there are none, became so last.
    fn put_best_first(&mut self, number: Number) {
        let mut lits = self.clauses.get_mut(number);
        for _ in 0..2 {
            let rank = |lit: &Lit| match value_in(&self.values, *lit) {
                Value::False => {
                    let assigned = self.assigned.get(index(lit.variable()));
                    assigned.map_or(0, |assigned| assigned.position)
                }
                _ => u32::MAX,
            };
            let best = lits.iter().enumerate().rev().max_by_key(|(_, lit)| rank(lit));
            if let Some((best, _)) = best {
                lits.swap(0, best);
            }
            lits = match lits {
                [_, rest @ ..] => rest,
                [] => return,
            };
        }
    }

    #[inline]
    fn list(&mut self, kind: Kind, lit: Lit) -> Option<&mut Vec<Watch>> {
        let [core, other] = &mut self.watches;
        let lists = if kind == Kind::Core { core } else { other };
        lists.get_mut(index(lit.code()))
    }

    #[inline]
    fn state(&self, number: Number) -> u8 {
        self.states.get(index(number)).copied().unwrap_or(0)
    }

    fn change_state(&mut self, number: Number, change: impl FnOnce(u8) -> u8) {
        if let Some(state) = self.states.get_mut(index(number)) {
            *state = change(*state);
        }
    }

    #[inline]
    fn set_value(&mut self, lit: Lit, new: Value) {
        if let Some(value) = self.values.get_mut(index(lit.code())) {
            *value = new;
        }
    }
}

/// What becomes of a watch that was met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    Moves,
    Conflict,
}

#[inline]
fn value_in(values: &[Value], lit: Lit) -> Value {
    values.get(index(lit.code())).copied().unwrap_or(Value::Free)
}
