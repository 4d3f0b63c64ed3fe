//! Unit propagation with watched literals: the part that searches.
//!
//! No conflict found here is believed: it becomes a list of hints, which hinted propagation must
//! confirm (`backward.rs`). What is believed are the clauses, which are only permuted, and which
//! of them were marked as needed.
//!
//! Clauses that are already needed (the core) are propagated before all others, so that few
//! others become needed.

use crate::clauses::{Clauses, NONE, Number};
use crate::watch::{CORE, Fate, Kind, Progress, Visit, Watch};
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

/// The clause takes part.
const ACTIVE: u8 = 1;
/// The clause stands in the list of its first literal.
const FIRST_WATCHED: u8 = 4;
/// The clause stands in the list of its second literal.
const SECOND_WATCHED: u8 = 8;

/// What is known of a variable that has a value.
#[derive(Clone, Copy)]
struct Assigned {
    /// The clause that forced it, or `NONE`.
    reason: Number,
    /// Its place on the trail.
    position: u32,
}

/// An assignment, closed under unit propagation with the active clauses.
#[derive(Default)]
pub struct Search {
    /// All clauses; the first two literals of an active one are watched.
    pub clauses: Clauses,
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
        let variables = index(variables).saturating_add(1);
        let codes = variables.saturating_mul(2);
        let lists = || vec![Vec::new(); codes];
        Self {
            clauses,
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
        self.clauses.flags(number) & ACTIVE != 0
    }

    /// Whether a clause is needed.
    pub fn is_core(&self, number: Number) -> bool {
        self.clauses.flags(number) & CORE != 0
    }

    /// Marks a clause as needed; true if it was not.
    pub fn make_core(&mut self, number: Number) -> bool {
        let was = self.is_core(number);
        self.clauses.set_flags(number, CORE, 0);
        !was
    }

    /// Lets a clause take part. Gives the literal that it forces, or its number if it is false.
    pub fn activate(&mut self, number: Number) -> Result<Option<Lit>, Number> {
        self.clauses.set_flags(number, ACTIVE, 0);
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
        self.clauses.set_flags(number, ACTIVE, 0);
        self.watch(number);
    }

    /// Ends a clause's part. Its watches go when they are next met.
    pub fn deactivate(&mut self, number: Number) {
        self.clauses.set_flags(number, 0, ACTIVE);
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
        // Among the others, a literal that is forced sends us back to the core.
        let mut progress = Progress::default();
        let conflict = loop {
            if let Some(&lit) = self.trail.get(core) {
                core = core.saturating_add(1);
                if let Visit::Conflict(number) = self.visit(Kind::Core, !lit, Progress::default()) {
                    break Some(number);
                }
            } else if let Some(&lit) = self.trail.get(other) {
                match self.visit(Kind::Other, !lit, progress) {
                    Visit::Forced(made) => progress = made,
                    done => {
                        progress = Progress::default();
                        other = other.saturating_add(1);
                        if let Visit::Conflict(number) = done {
                            break Some(number);
                        }
                    }
                }
            } else {
                break None;
            }
        };
        if let Some(&lit) = self.trail.get(other).filter(|_| progress.write < progress.read)
            && let Some(watches) = self.list(Kind::Other, !lit)
        {
            progress.close(watches);
        }
        self.heads = [core, other];
        conflict
    }

    /// Visits the clauses that watch a literal that became false.
    fn visit(&mut self, kind: Kind, lit: Lit, mut progress: Progress) -> Visit {
        let mut watches = self.list(kind, lit).map(std::mem::take).unwrap_or_default();
        let mut result = Visit::Done;
        while let Some(&watch) = watches.get(progress.read) {
            progress.read = progress.read.saturating_add(1);
            if self.value(watch.blocker) == Value::True {
                progress.keep(&mut watches, watch);
                continue;
            }
            let (fate, watch) = self.meet(kind, lit, watch);
            match fate {
                Fate::Moves => {}
                Fate::Stays => progress.keep(&mut watches, watch),
                Fate::Conflict => {
                    progress.keep(&mut watches, watch);
                    result = Visit::Conflict(watch.number());
                    break;
                }
                Fate::Forces if kind == Kind::Core => progress.keep(&mut watches, watch),
                Fate::Forces | Fate::ForcesAndMoves => {
                    if fate == Fate::Forces {
                        progress.keep(&mut watches, watch);
                    }
                    result = Visit::Forced(progress);
                    break;
                }
            }
        }
        if !matches!(result, Visit::Forced(_)) {
            progress.close(&mut watches);
        }
        if let Some(place) = self.list(kind, lit) {
            *place = watches;
        }
        result
    }

    /// Meets one clause in the list of the false literal `lit`; the blocker is not true.
    #[inline]
    fn meet(&mut self, kind: Kind, lit: Lit, mut watch: Watch) -> (Fate, Watch) {
        let number = watch.number();
        let mut forced = watch.blocker;
        let (flags, lits) = self.clauses.get_mut(number);
        if flags & ACTIVE == 0 {
            let is_first = lits.first() == Some(&lit);
            let flag = if is_first { FIRST_WATCHED } else { SECOND_WATCHED };
            self.clauses.set_flags(number, 0, flag);
            return (Fate::Moves, watch);
        }
        if !watch.is_binary() {
            let [first, second, others @ ..] = lits else { return (Fate::Stays, watch) };
            if *first == lit {
                std::mem::swap(first, second);
            }
            forced = *first;
            watch.blocker = forced;
            if value_in(&self.values, forced) == Value::True {
                return (Fate::Stays, watch);
            }
            for other in others {
                if value_in(&self.values, *other) != Value::False {
                    std::mem::swap(second, other);
                    let new = *second;
                    if let Some(watches) = self.list(Kind::of(flags), new) {
                        watches.push(watch);
                    }
                    return (Fate::Moves, watch);
                }
            }
        }
        if self.value(forced) == Value::False {
            return (Fate::Conflict, watch);
        }
        self.assign(forced, number);
        // A clause that joined the core is met among the others once more, and then moves.
        if kind == Kind::Other && Kind::of(flags) == Kind::Core {
            if let Some(watches) = self.list(Kind::Core, lit) {
                watches.push(watch);
            }
            return (Fate::ForcesAndMoves, watch);
        }
        (Fate::Forces, watch)
    }

    /// Enters a clause into the lists of its first two literals where it is not there yet.
    fn watch(&mut self, number: Number) {
        let flags = self.clauses.flags(number);
        let kind = Kind::of(flags);
        let lits = self.clauses.get(number);
        let length = lits.len();
        let [first, second, ..] = *lits else { return };
        let entries = [(first, second, FIRST_WATCHED), (second, first, SECOND_WATCHED)];
        for (lit, blocker, flag) in entries {
            if flags & flag == 0
                && let Some(list) = self.list(kind, lit)
            {
                list.push(Watch::new(blocker, number, length));
            }
        }
        self.clauses.set_flags(number, FIRST_WATCHED | SECOND_WATCHED, 0);
    }

    /// Puts two literals first that are not false or, if there are none, became so last.
    fn put_best_first(&mut self, number: Number) {
        let (_, mut lits) = self.clauses.get_mut(number);
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
    fn set_value(&mut self, lit: Lit, new: Value) {
        if let Some(value) = self.values.get_mut(index(lit.code())) {
            *value = new;
        }
    }
}

#[inline]
fn value_in(values: &[Value], lit: Lit) -> Value {
    values.get(index(lit.code())).copied().unwrap_or(Value::Free)
}
