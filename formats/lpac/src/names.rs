//! Variables by name, numbered as they first appear.

use format_hash::Multiplier;
use std::collections::HashMap;

/// A map from words of the machine, with a hash of one multiplication, random so that no file can choose
/// words that collide.
pub type WordMap<V> = HashMap<u64, V, Multiplier>;

/// The variables of all files of one question. Names that differ in a letter are different.
#[derive(Default)]
pub struct Names {
    /// Names of up to eight letters, which are no zero bytes, as one word.
    short: WordMap<u32>,
    long: HashMap<Vec<u8>, u32>,
    count: u32,
}

impl Names {
    /// How many variables there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of a name; `word` holds its letters if there are at most eight. Nothing if
    /// there would be too many.
    #[inline]
    pub(crate) fn number(&mut self, name: &[u8], word: u64) -> Option<u32> {
        let known = if name.len() <= 8 { self.short.get(&word) } else { self.long.get(name) };
        match known {
            Some(&number) => Some(number),
            None => self.add(name, word),
        }
    }

    fn add(&mut self, name: &[u8], word: u64) -> Option<u32> {
        let number = self.count;
        self.count = number.checked_add(1)?;
        if name.len() <= 8 {
            self.short.insert(word, number);
        } else {
            self.long.insert(name.to_vec(), number);
        }
        Some(number)
    }
}
