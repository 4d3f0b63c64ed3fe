//! What a conflict teaches: a clause with one literal of the highest level.

use crate::Lit;
use crate::clauses::{Kind, literal};
use crate::propagate::{Conflict, sum_lemma};
use crate::solver::{Reason, Solver};
use crate::trace::{UNTRACED, Use};

impl Solver {
    /// Puts the literals of the conflict into a vector; its step.
    fn conflict_literals(&mut self, conflict: Conflict, into: &mut Vec<Lit>) -> u32 {
        if let Conflict::Clause(clause) = conflict {
            into.extend(self.clauses.codes(clause).iter().map(|&code| literal(code)));
            return self.clauses.step(clause);
        }
        self.statistics.theory_conflicts += 1;
        let lemma = sum_lemma(&self.arithmetic.conflict);
        into.extend(&lemma.literals);
        self.trace.lemma(lemma)
    }

    /// Learns from a conflict and backtracks; false if there is nothing to backtrack to.
    pub(crate) fn learn(&mut self, conflict: Conflict) -> bool {
        self.statistics.conflicts += 1;
        let mut start = Vec::new();
        let step = self.conflict_literals(conflict, &mut start);
        let is_lemma = conflict == Conflict::Theory;
        let highest = start.iter().map(|lit| self.level_of(*lit)).max().unwrap_or(0);
        if highest == 0 {
            self.is_refuted = true;
            self.conclusion = self.uses(&start, step, is_lemma, &mut Vec::new());
            return false;
        }
        self.backtrack(highest);
        let mut clause = self.first_uip(&start, highest);
        self.minimise(&mut clause);
        let uses = {
            for lit in &clause {
                self.variables[lit.variable() as usize].is_seen = true;
            }
            let uses = self.uses(&start, step, is_lemma, &mut Vec::new());
            for lit in &clause {
                self.variables[lit.variable() as usize].is_seen = false;
            }
            uses
        };
        let step = self.trace.derived(&clause, &uses);
        self.order.decay();
        self.attach_learned(&mut clause, step);
        true
    }

    fn level_of(&self, lit: Lit) -> u32 {
        self.variables[lit.variable() as usize].level
    }

    /// Adds a clause all of whose literals are false, the first of them alone on its level;
    /// backtracks as far as it stays a unit, and assigns it.
    pub(crate) fn attach_learned(&mut self, clause: &mut [Lit], step: u32) {
        let asserting = clause[0];
        let Some(second) = (1..clause.len()).max_by_key(|&place| self.level_of(clause[place]))
        else {
            self.backtrack(0);
            self.enqueue(asserting, Reason::None);
            self.variables[asserting.variable() as usize].step = step;
            return;
        };
        clause.swap(1, second);
        let mut levels: Vec<u32> = clause.iter().map(|lit| self.level_of(*lit)).collect();
        levels.sort_unstable();
        levels.dedup();
        self.backtrack(self.level_of(clause[1]));
        let name = self.clauses.add(clause, Kind::Learned(levels.len() as u32), step);
        self.enqueue(asserting, Reason::Clause(name));
    }

    /// Resolves until one literal of the highest level is left; it comes first.
    fn first_uip(&mut self, start: &[Lit], highest: u32) -> Vec<Lit> {
        let mut clause = vec![start[0]];
        let mut open = 0;
        let mut others = start.to_vec();
        let mut index = self.trail.len();
        loop {
            for lit in others.drain(..) {
                let variable = &mut self.variables[lit.variable() as usize];
                if variable.is_seen || variable.level == 0 {
                    continue;
                }
                variable.is_seen = true;
                self.order.bump(lit.variable());
                if self.level_of(lit) == highest {
                    open += 1;
                } else {
                    clause.push(lit);
                }
            }
            let lit = loop {
                index -= 1;
                let lit = self.trail[index];
                if self.variables[lit.variable() as usize].is_seen && self.level_of(lit) == highest
                {
                    break lit;
                }
            };
            open -= 1;
            self.variables[lit.variable() as usize].is_seen = false;
            if open == 0 {
                clause[0] = !lit;
                break;
            }
            self.reason_literals(lit, &mut others);
        }
        for lit in &clause {
            self.variables[lit.variable() as usize].is_seen = false;
        }
        clause
    }

    /// Takes out literals that follow from the negations of the others.
    fn minimise(&mut self, clause: &mut Vec<Lit>) {
        for lit in clause.iter() {
            self.variables[lit.variable() as usize].is_seen = true;
        }
        let mut marked: Vec<Lit> = clause.clone();
        let mut place = 1;
        while place < clause.len() {
            if self.is_redundant(clause[place], &mut marked) {
                clause.swap_remove(place);
            } else {
                place += 1;
            }
        }
        for lit in marked {
            self.variables[lit.variable() as usize].is_seen = false;
        }
    }

    /// Whether a false literal follows from seen ones. Literals found to follow are seen, too.
    fn is_redundant(&mut self, lit: Lit, marked: &mut Vec<Lit>) -> bool {
        if self.variables[lit.variable() as usize].reason == Reason::None {
            return false;
        }
        let before = marked.len();
        let mut stack = Vec::new();
        self.reason_literals(!lit, &mut stack);
        while let Some(other) = stack.pop() {
            let variable = &mut self.variables[other.variable() as usize];
            if variable.is_seen || variable.level == 0 {
                continue;
            }
            if variable.reason == Reason::None || marked.len() > before + 64 {
                for lit in marked.drain(before..) {
                    self.variables[lit.variable() as usize].is_seen = false;
                }
                return false;
            }
            variable.is_seen = true;
            marked.push(other);
            self.reason_literals(!other, &mut stack);
        }
        true
    }

    /// What the derivation of the seen literals from a false clause uses, in the order of the
    /// trail. Choices that are not seen go to `chosen`.
    pub(crate) fn uses(
        &mut self,
        start: &[Lit],
        step: u32,
        is_lemma: bool,
        chosen: &mut Vec<Lit>,
    ) -> Vec<Use> {
        let mut uses = Vec::new();
        let mut touched: Vec<(u32, Lit)> = Vec::new();
        let mut others = start.to_vec();
        let mut from_clause = !is_lemma && !self.trace.is_known(step);
        let mut next = 0;
        loop {
            for lit in others.drain(..) {
                let at = lit.variable() as usize;
                let variable = self.variables[at];
                if variable.level == 0 && !self.trace.is_proof {
                    continue;
                }
                if from_clause && variable.is_assumption {
                    uses.push(Use::Assumption(!lit));
                }
                if variable.is_seen {
                    continue;
                }
                self.variables[at].is_seen = true;
                touched.push((variable.position, !lit));
            }
            let Some(&(_, lit)) = touched.get(next) else { break };
            next += 1;
            let variable = self.variables[lit.variable() as usize];
            if variable.level == 0 {
                from_clause = false;
                continue;
            }
            if variable.reason == Reason::None {
                chosen.push(lit);
                continue;
            }
            let is_clause = matches!(variable.reason, Reason::Clause(_));
            let step = self.reason_step(lit);
            from_clause = is_clause && !self.trace.is_known(step);
            self.reason_literals(lit, &mut others);
        }
        self.name_steps(touched, &mut uses);
        if self.trace.is_known(step) {
            uses.push(Use::Step(step));
        }
        uses
    }

    /// The steps of touched literals, which are seen no more.
    fn name_steps(&mut self, mut touched: Vec<(u32, Lit)>, uses: &mut Vec<Use>) {
        if self.trace.is_proof {
            touched.sort_unstable();
        }
        for (_, lit) in touched {
            let variable = &mut self.variables[lit.variable() as usize];
            variable.is_seen = false;
            let step = match *variable {
                crate::solver::Variable { level: 0, step, .. } => step,
                crate::solver::Variable { reason: Reason::None, .. } => UNTRACED,
                _ => self.reason_step(lit),
            };
            if self.trace.is_known(step) {
                uses.push(Use::Step(step));
            }
        }
    }

    /// The assumptions that make a literal false that is assumed as well.
    pub(crate) fn fail(&mut self, assumption: Lit) {
        let mut core = Vec::new();
        self.conclusion = self.uses(&[assumption], UNTRACED, true, &mut core);
        // A chosen literal is an assumption: nothing else was chosen yet.
        core.push(assumption);
        core.sort_unstable();
        core.dedup();
        if self.level_of(assumption) == 0 {
            core = vec![assumption];
        }
        self.set_core(core);
    }
}
