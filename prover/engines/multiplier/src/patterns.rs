//! Values for the rows of an adder under which carries go far.
//!
//! Under random values a carry passes few columns, and what looks far ahead is nearly constant.

use crate::random::Random;
use crate::rows::Rows;
use format_aiger::Lit;

/// Words of 64 vectors with some columns, at random places, where the carry does not pass.
const WORDS: usize = 16;

/// What a column does with its carry.
#[derive(Clone, Copy)]
enum Column {
    Pass,
    Kill,
    Generate,
}

impl Rows {
    /// Vectors, 64 in a word: one word for each of the [`Rows::nodes`].
    pub(crate) fn patterns(&self) -> Vec<Vec<u64>> {
        let mut random = Random::new(0);
        let columns = self.bits.len();
        // First all columns pass but one.
        let single = (2 * columns).div_ceil(64);
        let mut patterns = Vec::new();
        for word in 0..single + WORDS {
            let mut kinds = vec![[Column::Pass; 64]; columns];
            for lane in 0..64 {
                let vector = 64 * word + lane;
                if word < single {
                    let kind = if vector < columns { Column::Kill } else { Column::Generate };
                    if let Some(column) = kinds.get_mut(vector % columns.max(1)) {
                        column[lane] = kind;
                    }
                    continue;
                }
                for _ in 0..2 + lane % 4 {
                    let bound = u64::try_from(columns).unwrap_or(1);
                    let at = usize::try_from(random.below(bound)).unwrap_or(0);
                    let is_one = random.next() & 1 == 1;
                    kinds[at][lane] = if is_one { Column::Generate } else { Column::Kill };
                }
            }
            patterns.push(self.pattern(&kinds, &mut random));
        }
        patterns
    }

    fn pattern(&self, kinds: &[[Column; 64]], random: &mut Random) -> Vec<u64> {
        let mut words = Vec::new();
        let mut push = |lit: Lit, word: u64| {
            if !lit.is_constant() {
                words.push(if lit.is_negative() { !word } else { word });
            }
        };
        for (&[x, y], kinds) in self.bits.iter().zip(kinds) {
            let (mut pass, mut generate) = (0, 0);
            for (lane, kind) in kinds.iter().enumerate() {
                pass |= u64::from(matches!(kind, Column::Pass)) << lane;
                generate |= u64::from(matches!(kind, Column::Generate)) << lane;
            }
            let side = match [x, y].map(Lit::is_constant) {
                [false, false] => random.next(),
                [_, true] => u64::MAX,
                _ => 0,
            };
            push(x, generate | pass & side);
            push(y, generate | pass & !side);
        }
        push(self.carry, random.next());
        words
    }
}
