//! Makes certificates: lines by splitting on inputs and latches, hints by plain propagation.

use super::sections;
use claim_invariant::{Id, Obligations, Section};
use format_input::Encoding;
use format_inv::Writer;
use format_lit::Lit;
use format_sha256::digest;

/// Which axioms a section takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loot {
    /// Its own.
    Own,
    /// Those of all sections, which a checker must not let it have.
    All,
}

/// The most lines of a certificate.
const MOST: usize = 2000;

pub(crate) struct Forger<'a> {
    obligations: &'a Obligations,
    loot: Loot,
    axioms: Vec<(Id, Vec<Lit>)>,
    lines: Vec<(Id, Vec<Lit>)>,
    /// What is split on.
    choices: Vec<u32>,
}

impl<'a> Forger<'a> {
    pub(crate) fn new(obligations: &'a Obligations, loot: Loot) -> Self {
        Self { obligations, loot, axioms: Vec::new(), lines: Vec::new(), choices: Vec::new() }
    }

    /// A certificate with all goals that can be derived.
    pub(crate) fn certificate(&mut self, model: &[u8], encoding: Encoding) -> Vec<u8> {
        let (witness, axioms) = (self.obligations.witness(), self.obligations.axioms());
        let writer = Writer::new(Vec::new(), encoding, &digest(model), witness, axioms);
        let written = writer.and_then(|mut writer| {
            for section in sections(self.obligations) {
                writer.section(section)?;
                self.begin(section);
                let goals = match section {
                    Section::Init | Section::Step => witness.invariant.len(),
                    _ => self.obligations.circuit().bad.len(),
                };
                for number in 0..goals as u32 {
                    let mut goal = Vec::new();
                    if self.obligations.goal(section, number, &mut goal) == Some(true)
                        && !(section == Section::Init
                            && self.obligations.is_initial(number as usize))
                        && self.prove(&mut writer, &goal, &mut Vec::new())?
                        && let Some(hints) = self.hints(&goal)
                    {
                        let id = writer.goal(number, &hints)?;
                        self.lines.push((id, goal));
                    }
                }
            }
            writer.finish()
        });
        written.unwrap_or_default()
    }

    fn begin(&mut self, section: Section) {
        if !matches!(section, Section::Base(1..)) {
            self.lines.clear();
        }
        let circuit = self.obligations.circuit();
        let all = sections(self.obligations);
        let sources = if self.loot == Loot::All { &all[..] } else { &[section] };
        self.axioms.clear();
        for id in 1..=self.obligations.axioms() {
            let mut clause = Vec::new();
            if sources.iter().any(|&source| self.obligations.axiom(id, source, &mut clause)) {
                self.axioms.push((id, clause));
            }
        }
        let latches = (0..circuit.latches.len() as u32).map(|number| circuit.latch(number));
        let frames = self.obligations.variables(section) / circuit.variables().max(1);
        let frames = if section == Section::Induction { frames.min(4) } else { frames };
        let inputs = (0..frames)
            .flat_map(|frame| (1..=circuit.inputs).map(move |input| (input, frame)))
            .map(|(input, frame)| self.obligations.var(input, frame));
        self.choices = latches.chain(inputs).collect();
    }

    /// Derives a clause, by more lines if it needs them; false if it does not follow.
    fn prove(
        &mut self,
        writer: &mut Writer<Vec<u8>>,
        goal: &[Lit],
        prefix: &mut Vec<Lit>,
    ) -> std::io::Result<bool> {
        let clause: Vec<Lit> = goal.iter().chain(&*prefix).copied().collect();
        if self.hints(&clause).is_none() {
            let choice = self.choices.get(prefix.len()).copied();
            let Some(choice) = choice.filter(|_| self.lines.len() < MOST) else {
                return Ok(false);
            };
            for negative in [false, true] {
                prefix.extend(Lit::new(choice, negative));
                let proved = self.prove(writer, goal, prefix)?;
                prefix.pop();
                if !proved {
                    return Ok(false);
                }
            }
        }
        let Some(hints) = self.hints(&clause) else { return Ok(false) };
        if !prefix.is_empty() {
            let id = writer.derive(&clause, &hints)?;
            self.lines.push((id, clause));
        }
        Ok(true)
    }

    /// Plain unit propagation over all clauses until one is false; what it used, in order.
    fn hints(&self, clause: &[Lit]) -> Option<Vec<Id>> {
        let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        if clause.iter().any(|lit| clause.contains(&!*lit)) {
            return Some(Vec::new());
        }
        let mut used = Vec::new();
        loop {
            let before = used.len();
            for (id, clause) in self.lines.iter().rev().chain(&self.axioms) {
                let mut open = clause.iter().filter(|&&lit| !truths.contains(&!lit));
                match (open.next(), open.next()) {
                    (None, _) => {
                        used.push(*id);
                        return Some(used);
                    }
                    (Some(&only), None) if !truths.contains(&only) => {
                        truths.push(only);
                        used.push(*id);
                    }
                    _ => {}
                }
            }
            if used.len() == before {
                return None;
            }
        }
    }
}
