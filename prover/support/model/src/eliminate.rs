//! Gates that only serve other gates, substituted away: fewer variables for the solver to visit.
//!
//! A clause with the gate is replaced by its resolvents with the clauses that define the gate. The
//! clauses of what reads the gate define it as before, now over what the gate reads.

use format_aiger::Lit;
use format_input::index;

/// Clauses with more literals are not made.
const LONGEST: usize = 10;
/// Gates with more readers stay.
const MOST_READERS: usize = 8;

/// Gates by variable, each with the clauses that define it over others.
pub(crate) struct Definitions {
    /// By variable: the clauses that define it; empty if it is a leaf or gone.
    clauses: Vec<Vec<Vec<Lit>>>,
    /// By variable: those that it is a function of.
    fanins: Vec<Vec<u32>>,
    /// By variable: the gates that read it, perhaps some that no longer do.
    readers: Vec<Vec<u32>>,
}

impl Definitions {
    pub(crate) fn new(variables: u32) -> Self {
        let variables = index(variables);
        Self {
            clauses: vec![Vec::new(); variables],
            fanins: vec![Vec::new(); variables],
            readers: vec![Vec::new(); variables],
        }
    }

    /// Defines a gate.
    pub(crate) fn define(&mut self, variable: u32, fanins: &[Lit], clauses: Vec<Vec<Lit>>) {
        for lit in fanins {
            self.readers[index(lit.variable())].push(variable);
        }
        let mut fanins: Vec<u32> = fanins.iter().map(|lit| lit.variable()).collect();
        fanins.sort_unstable();
        fanins.dedup();
        self.fanins[index(variable)] = fanins;
        self.clauses[index(variable)] = clauses;
    }

    /// The gates that are left: a variable, what it is a function of, and its clauses.
    pub(crate) fn gates(&self) -> impl Iterator<Item = (u32, &[u32], &[Vec<Lit>])> {
        let all = (0_u32..).zip(&self.clauses).zip(&self.fanins);
        all.filter(|((_, clauses), _)| !clauses.is_empty())
            .map(|((variable, clauses), fanins)| (variable, &**fanins, &**clauses))
    }

    /// Substitutes gates away where that gives no more clauses, but for those that are needed.
    pub(crate) fn eliminate(&mut self, is_needed: impl Fn(u32) -> bool) {
        let mut is_open = vec![true; self.clauses.len()];
        for _ in 0..3 {
            let mut has_changed = false;
            for variable in 0..crate::system::as_u32(self.clauses.len()) {
                let at = index(variable);
                let is_gate = !self.clauses[at].is_empty() && !is_needed(variable);
                if is_gate && std::mem::take(&mut is_open[at]) && self.substitute(variable) {
                    has_changed = true;
                    let around = self.fanins[at].iter().chain(&self.readers[at]);
                    around.for_each(|&other| is_open[index(other)] = true);
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Substitutes a gate away, if that gives no more clauses.
    fn substitute(&mut self, variable: u32) -> bool {
        let at = index(variable);
        let mut readers = std::mem::take(&mut self.readers[at]);
        readers.sort_unstable();
        readers.dedup();
        readers.retain(|&reader| self.fanins[index(reader)].contains(&variable));
        let made = if readers.len() > MOST_READERS || readers.contains(&variable) {
            None
        } else {
            self.resolvents(variable, &readers)
        };
        let Some(made) = made else {
            self.readers[at] = readers;
            return false;
        };
        let fanins = std::mem::take(&mut self.fanins[at]);
        for (&reader, clauses) in readers.iter().zip(made) {
            let own = &mut self.fanins[index(reader)];
            own.retain(|&other| other != variable);
            own.extend(&fanins);
            own.sort_unstable();
            own.dedup();
            self.clauses[index(reader)] = clauses;
            for &fanin in &fanins {
                self.readers[index(fanin)].push(reader);
            }
        }
        self.clauses[at].clear();
        self.fanins[at] = fanins;
        self.readers[at] = readers;
        true
    }

    /// The clauses of the readers without a gate, if they are no more than now.
    fn resolvents(&self, variable: u32, readers: &[u32]) -> Option<Vec<Vec<Vec<Lit>>>> {
        let gate = Lit::positive(variable);
        let own = &self.clauses[index(variable)];
        let before = readers.iter().map(|&reader| self.clauses[index(reader)].len()).sum::<usize>();
        let mut left = before + own.len();
        let mut all = Vec::new();
        for &reader in readers {
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            for clause in &self.clauses[index(reader)] {
                let Some(&lit) = clause.iter().find(|lit| lit.variable() == gate.variable()) else {
                    left = left.checked_sub(1)?;
                    clauses.push(clause.clone());
                    continue;
                };
                for other in own.iter().filter(|other| other.contains(&!lit)) {
                    let Some(resolvent) = resolve(clause, other, lit) else { continue };
                    if resolvent.len() > LONGEST {
                        return None;
                    }
                    if !clauses.contains(&resolvent) {
                        left = left.checked_sub(1)?;
                        clauses.push(resolvent);
                    }
                }
            }
            all.push(clauses);
        }
        Some(all)
    }
}

/// The resolvent, sorted; none if it is always true.
fn resolve(clause: &[Lit], other: &[Lit], pivot: Lit) -> Option<Vec<Lit>> {
    let rest = clause.iter().filter(|&&lit| lit != pivot);
    let mut lits: Vec<Lit> =
        rest.chain(other.iter().filter(|&&lit| lit != !pivot)).copied().collect();
    lits.sort_unstable();
    lits.dedup();
    let is_true = lits.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_true).then_some(lits)
}
