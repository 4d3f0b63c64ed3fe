//! Reads instances of clauses.

use crate::{Line, Reader};
use format_smtlib::{Error, Value};
use std::io::Read;

impl<R: Read> Reader<R> {
    /// What stands behind the letter.
    pub(crate) fn fact(&mut self) -> Result<Line, Error> {
        let clause = self.number("the number of a clause")?;
        let (mut premises, mut values) = (Vec::new(), Vec::new());
        while let premise @ 1.. = self.number("the number of a fact or 0")? {
            premises.push(premise);
        }
        while self.has_more() {
            let truth = ["true", "false"].into_iter().find(|word| self.rest().starts_with(word));
            values.push(match truth {
                Some(word) => {
                    self.word(word, "'true' or 'false'").map(|()| Value::Bool(word == "true"))?
                }
                None => Value::Number(self.rational()?),
            });
        }
        Ok(Line::Fact(clause, premises, values))
    }
}
