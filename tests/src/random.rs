//! Random numbers that are the same in every run.

/// A generator (`SplitMix64`) with a seed.
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let limit = u64::try_from(limit).unwrap_or(u64::MAX).max(1);
        usize::try_from((mixed ^ mixed >> 31) % limit).unwrap_or(0)
    }
}
