//! The proof so far: every derived clause with its hints, in flat memory.

use crate::graph::Graph;
use claim_miter::Signal;
use format_input::index;
use format_lrat::Id;

/// The id of a clause: those of the gates come first, see [`Graph::axiom`]; 0 names none.
pub(crate) type ClauseId = u32;

/// Where the literals and hints of a step end; they begin where those of the step before end.
#[derive(Clone, Copy)]
struct Ends {
    literals: usize,
    hints: usize,
}

/// All derived clauses.
pub(crate) struct Log {
    axioms: u32,
    literals: Vec<Signal>,
    hints: Vec<ClauseId>,
    steps: Vec<Ends>,
    /// By signal: 0 is free, 1 true, 2 false.
    values: Vec<u8>,
    trail: Vec<Signal>,
    /// The first steps are no steps but clauses that were known before: their ids there.
    pub(crate) known: Vec<Id>,
    /// By pair: the steps that are asked for; none for tautologies, and if it is not proved.
    pub(crate) obligations: Vec<[Option<usize>; 2]>,
    /// More clauses were derived than there are ids.
    pub(crate) is_full: bool,
}

/// What a clause does under the current values.
enum Effect {
    Conflict,
    Unit,
    Nothing,
}

impl Log {
    pub(crate) fn new(graph: &Graph) -> Self {
        let mut values = vec![0; index(graph.nodes()) * 2];
        values[0] = 2;
        values[1] = 1;
        let (literals, hints, steps) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            axioms: graph.axioms(),
            literals,
            hints,
            steps,
            values,
            trail: Vec::new(),
            known: Vec::new(),
            obligations: vec![[None; 2]; graph.pairs.len()],
            is_full: false,
        }
    }

    /// The number of derived clauses.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The literals of a derived clause.
    #[inline]
    pub(crate) fn literals(&self, step: usize) -> &[Signal] {
        let start = step.checked_sub(1).map_or(0, |before| self.steps[before].literals);
        &self.literals[start..self.steps[step].literals]
    }

    /// The hints of a derived clause.
    #[inline]
    pub(crate) fn hints(&self, step: usize) -> &[ClauseId] {
        let start = step.checked_sub(1).map_or(0, |before| self.steps[before].hints);
        &self.hints[start..self.steps[step].hints]
    }

    /// The number of the step that derived a clause.
    #[inline]
    pub(crate) fn step(&self, id: ClauseId) -> Option<usize> {
        id.checked_sub(self.axioms + 1).map(index)
    }

    /// Adds a clause whose hints are known to be right.
    pub(crate) fn add(
        &mut self,
        clause: impl IntoIterator<Item = Signal>,
        hints: impl IntoIterator<Item = ClauseId>,
    ) -> ClauseId {
        self.literals.extend(clause);
        self.hints.extend(hints);
        self.close()
    }

    /// Adds a clause that was known before; all of them come before the first step.
    pub(crate) fn add_known(&mut self, clause: &[Signal], known: Id) -> ClauseId {
        if clause.contains(&Signal::TRUE) {
            return 0;
        }
        self.known.push(known);
        self.add(clause.iter().copied().filter(|signal| !signal.is_constant()), [])
    }

    fn close(&mut self) -> ClauseId {
        self.steps.push(Ends { literals: self.literals.len(), hints: self.hints.len() });
        let id =
            u32::try_from(self.steps.len()).ok().and_then(|step| self.axioms.checked_add(step));
        self.is_full |= id.is_none();
        id.unwrap_or(0)
    }

    /// Adds a clause that follows by unit propagation from some of the candidates, in their
    /// order, and keeps those as hints. Constants in the clause are left out. None if it does not
    /// follow; candidates of id 0 are passed over.
    pub(crate) fn derive(
        &mut self,
        graph: &Graph,
        clause: &[Signal],
        candidates: &[ClauseId],
    ) -> Option<ClauseId> {
        for &signal in clause {
            match self.values[index(signal.0)] {
                0 => {
                    self.set(!signal);
                    self.literals.push(signal);
                }
                1 => {
                    // True: the constant, or both a signal and its negation.
                    self.undo();
                    let end = self.steps.last().map_or(0, |ends| ends.literals);
                    self.literals.truncate(end);
                    return None;
                }
                _ => {}
            }
        }
        let mut follows = false;
        for &id in candidates.iter().filter(|&&id| id != 0) {
            match self.apply(graph, id) {
                Effect::Nothing => {}
                Effect::Unit => self.hints.push(id),
                Effect::Conflict => {
                    self.hints.push(id);
                    follows = true;
                    break;
                }
            }
        }
        self.undo();
        if follows {
            return Some(self.close());
        }
        let (literals, hints) =
            self.steps.last().map_or((0, 0), |ends| (ends.literals, ends.hints));
        self.literals.truncate(literals);
        self.hints.truncate(hints);
        None
    }

    #[inline]
    fn apply(&mut self, graph: &Graph, id: ClauseId) -> Effect {
        let mut free = Signal::FALSE;
        let axiom;
        let clause = if let Some(step) = self.step(id) {
            self.literals(step)
        } else {
            axiom = graph.axiom_clause(id);
            &axiom.0[..axiom.1]
        };
        for &signal in clause {
            match self.values[index(signal.0)] {
                0 if free == Signal::FALSE || free == signal => free = signal,
                0 | 1 => return Effect::Nothing,
                _ => {}
            }
        }
        if free == Signal::FALSE {
            return Effect::Conflict;
        }
        self.set(free);
        Effect::Unit
    }

    #[inline]
    fn set(&mut self, signal: Signal) {
        self.values[index(signal.0)] = 1;
        self.values[index((!signal).0)] = 2;
        self.trail.push(signal);
    }

    fn undo(&mut self) {
        for signal in self.trail.drain(..) {
            self.values[index(signal.0)] = 0;
            self.values[index((!signal).0)] = 0;
        }
    }
}
