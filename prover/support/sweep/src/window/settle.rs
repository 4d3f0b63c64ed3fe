//! From the search to the proof.

use super::{Context, Lit, NONE, Reason, Verdict, Window};
use claim_miter::Signal;
use format_input::index;

impl Window {
    /// Writes the proof of a clause: `last` is a clause that is false if it is.
    pub(super) fn settle(
        &mut self,
        context: &mut Context<'_>,
        clause: [Signal; 2],
        last: Reason,
    ) -> Verdict {
        let start = self.hints.len();
        self.hints.push((last, NONE));
        self.mark(last, |_, _, _| ());
        self.explain(self.trail.len());
        self.forget_marks();
        let range = start..self.hints.len();
        self.need(range.clone());
        for number in (0..self.learned.len()).rev() {
            let learned = &self.learned[number];
            if learned.is_needed && learned.id == 0 {
                let (start, end) = learned.hints;
                self.need(index(start)..index(end));
            }
        }
        for number in 0..self.learned.len() {
            let learned = &self.learned[number];
            if !learned.is_needed || learned.id != 0 {
                continue;
            }
            let (from, to) = learned.literals;
            let hints = index(learned.hints.0)..index(learned.hints.1);
            self.collect(context, hints);
            let mut signals = std::mem::take(&mut self.signals);
            signals.clear();
            signals.extend(self.literals[index(from)..index(to)].iter().map(|&l| self.signal(l)));
            let id = context.log.derive(context.graph, &signals, &self.candidates);
            self.signals = signals;
            debug_assert!(id.is_some(), "a learned clause has no proof");
            let Some(id) = id else { return Verdict::GaveUp };
            self.learned[number].id = id;
        }
        self.collect(context, range);
        self.hints.truncate(start);
        let id = context.log.derive(context.graph, &clause, &self.candidates);
        debug_assert!(id.is_some(), "the question has no proof");
        id.map_or(Verdict::GaveUp, Verdict::Proved)
    }

    fn need(&mut self, hints: std::ops::Range<usize>) {
        for &(reason, _) in &self.hints[hints] {
            if reason & 3 == 3 {
                self.learned[index(reason >> 2)].is_needed = true;
            }
        }
    }

    /// The ids of the clauses that stand for the hints, in the order in which they are unit.
    fn collect(&mut self, context: &Context<'_>, hints: std::ops::Range<usize>) {
        self.candidates.clear();
        for &(reason, implied) in self.hints[hints].iter().rev() {
            let number = reason >> 2;
            if reason & 3 == 3 {
                self.candidates.push(self.learned[index(number)].id);
                continue;
            }
            let variable = &self.variables[index(number)];
            let Some([left, right]) = context.graph.fan(variable.node) else { continue };
            let axiom = context.graph.axiom(variable.node) + (reason & 3);
            let merges = &*context.merges;
            let is_gate = implied != NONE && implied >> 1 == number;
            match reason & 3 {
                2 => {
                    let (left, right) = (merges.down(left), merges.down(right));
                    let is = |fan: Lit| implied != NONE && implied >> 1 == fan >> 1 && !is_gate;
                    self.candidates.extend(if is(variable.fans[0]) {
                        [right, axiom, left]
                    } else if is(variable.fans[1]) {
                        [left, axiom, right]
                    } else {
                        [left, right, axiom]
                    });
                }
                side => {
                    let up = merges.up(if side == 0 { left } else { right });
                    self.candidates.extend(if is_gate { [up, axiom] } else { [axiom, up] });
                }
            }
        }
    }
}
