use std::hash::{BuildHasherDefault, Hasher};

/// A hasher for keys that are a few machine words: one multiplication a word, high and low halves folded.
///
/// The standard one costs several times as much, and keys of positions come from no adversary.
#[derive(Clone, Copy, Default)]
pub(super) struct KeyHasher(u64);

/// Builds [`KeyHasher`]s.
pub(super) type BuildKeyHasher = BuildHasherDefault<KeyHasher>;

// 2^64 divided by the golden ratio, made odd.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        let product = u128::from((self.0 ^ n).wrapping_add(FACTOR)) * u128::from(FACTOR);
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, n: u128) {
        self.write_u64(n as u64);
        self.write_u64((n >> 64) as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
