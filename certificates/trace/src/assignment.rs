//! The claim that a formula has a model.

use claim_unsat::Vocabulary;
use format_dimacs::Lit;
use format_input::index;

/// Values for some variables. A formula has a model if every clause has a literal that is true;
/// variables without a value may then have any.
#[derive(Default)]
pub struct Assignment {
    vocabulary: Vocabulary,
    /// By number in the vocabulary, from 0.
    values: Vec<Option<bool>>,
}

impl Assignment {
    /// Makes a literal true; false if its variable has a value already.
    pub fn assign(&mut self, lit: Lit) -> bool {
        let position = self.position(lit);
        if position >= self.values.len() {
            self.values.resize(position.saturating_add(1), None);
        }
        match self.values.get_mut(position) {
            Some(value @ None) => {
                *value = Some(!lit.is_negative());
                true
            }
            _ => false,
        }
    }

    /// Whether some literal is true; those without a value are not.
    pub fn satisfies(&mut self, clause: &[Lit]) -> bool {
        clause.iter().any(|&lit| {
            let position = self.position(lit);
            self.values.get(position) == Some(&Some(!lit.is_negative()))
        })
    }

    fn position(&mut self, lit: Lit) -> usize {
        index(self.vocabulary.renumber(lit).variable()).saturating_sub(1)
    }
}
