//! Variables by name, numbered as they first appear.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from words of the machine, with a hash of one multiplication.
pub type WordMap<V> = HashMap<u64, V, BuildHasherDefault<WordHasher>>;

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

/// A multiplication spreads a word over the high bits, a rotation brings them to the low ones.
#[derive(Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.wrapping_add(word).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
