//! SHA-256 (FIPS 180-4) of a file's bytes.
//!
//! Digests prevent mix-ups between files; no soundness rule relies on them.

#[cfg(test)]
mod tests;

use std::fmt;

/// The digest of a byte string; shown as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The digest of these bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update(bytes);
    hasher.finish()
}

/// The digest of a stream, fed piece by piece.
pub struct Sha256 {
    state: [u32; 8],
    /// Bytes of a block that is not yet complete: fewer than 64.
    pending: Vec<u8>,
    /// The bytes fed so far; FIPS 180-4 ends at 2^61 of them, more than any file has.
    length: u64,
}

impl Default for Sha256 {
    fn default() -> Self {
        Self::new()
    }
}

impl Sha256 {
    /// The digest of nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { state: INITIAL, pending: Vec::new(), length: 0 }
    }

    /// Feeds the next bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.length = self.length.wrapping_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        if !self.pending.is_empty() {
            let missing = 64_usize.saturating_sub(self.pending.len()).min(bytes.len());
            let (head, tail) = bytes.split_at_checked(missing).unwrap_or((bytes, &[]));
            self.pending.extend_from_slice(head);
            bytes = tail;
            if let Some(block) = self.pending.first_chunk::<64>() {
                compress(&mut self.state, block);
                self.pending.clear();
            }
        }
        while let Some((block, rest)) = bytes.split_first_chunk::<64>() {
            compress(&mut self.state, block);
            bytes = rest;
        }
        self.pending.extend_from_slice(bytes);
    }

    /// Pads as section 5.1.1 says and gives the digest.
    #[must_use]
    pub fn finish(mut self) -> Digest {
        let bits = self.length.wrapping_mul(8);
        self.update(&[0x80]);
        while self.pending.len() != 56 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        let mut bytes = [0; 32];
        for (four, word) in bytes.chunks_exact_mut(4).zip(self.state) {
            four.copy_from_slice(&word.to_be_bytes());
        }
        Digest(bytes)
    }
}

/// Section 6.2.2: one block of 64 bytes.
fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut schedule = [0_u32; 16];
    for (word, four) in schedule.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*four);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for constants in ROUND.as_chunks::<16>().0 {
        for (&constant, &word) in constants.iter().zip(&schedule) {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let t1 = [s1, choice, constant, word].into_iter().fold(h, u32::wrapping_add);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & b) ^ (a & c) ^ (b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
            (d, c, b, a) = (c, b, a, t1.wrapping_add(s0).wrapping_add(majority));
        }
        schedule = next_schedule(schedule);
    }
    for (word, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(new);
    }
}

/// The next 16 words of the message schedule from the last 16.
fn next_schedule(mut words: [u32; 16]) -> [u32; 16] {
    for _ in 0..16 {
        let [w0, w1, .., w14, _] = words;
        let [_, _, _, _, _, _, _, _, _, w9, ..] = words;
        let s0 = w1.rotate_right(7) ^ w1.rotate_right(18) ^ (w1 >> 3);
        let s1 = w14.rotate_right(17) ^ w14.rotate_right(19) ^ (w14 >> 10);
        words.rotate_left(1);
        let [.., last] = &mut words;
        *last = w0.wrapping_add(s0).wrapping_add(w9).wrapping_add(s1);
    }
    words
}

/// Section 5.3.3.
#[rustfmt::skip]
const INITIAL: [u32; 8] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
];

/// Section 4.2.2.
#[rustfmt::skip]
const ROUND: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
];
