use retrosolve_games::{Metric, Wdl};

use super::{Digest, Totals, code};

/// Counts and hashes entries as they pass: the totals and the digest of a table.
///
/// The digest is BLAKE3 over a form that depends neither on the encoding nor on the width: the codes in
/// index order, 2 bits each and four to a byte (metric wdl) or 16 bits each (metrics with distances),
/// followed by the number of entries as 64 bits.
pub(crate) struct Tally {
    metric: Metric,
    bits: u8,
    entries: u64,
    /// How often each code occurs.
    counts: Vec<u64>,
    hasher: blake3::Hasher,
    widened: Vec<u8>,
}

impl Tally {
    pub(crate) fn new(metric: Metric, bits: u8) -> Self {
        Self {
            metric,
            bits,
            entries: 0,
            counts: vec![0; 1 << bits],
            hasher: blake3::Hasher::new(),
            widened: Vec::new(),
        }
    }

    /// Adds the next `entries` entries, packed. All but the last call end on a full byte.
    pub(crate) fn add(&mut self, packed: &[u8], entries: u64) {
        self.entries += entries;
        match self.bits {
            2 => {
                self.count_pairs(packed, entries);
                self.hasher.update(packed);
            }
            8 => {
                self.widened.clear();
                self.widened.resize(packed.len() * 2, 0);
                for (wide, &byte) in self.widened.chunks_exact_mut(2).zip(packed) {
                    wide[0] = byte;
                    self.counts[usize::from(byte)] += 1;
                }
                self.hasher.update(&self.widened);
            }
            _ => {
                for pair in packed.chunks_exact(2) {
                    self.counts[usize::from(u16::from_le_bytes([pair[0], pair[1]]))] += 1;
                }
                self.hasher.update(packed);
            }
        }
    }

    /// Counts 2-bit codes 32 at a time, by population count.
    fn count_pairs(&mut self, packed: &[u8], entries: u64) {
        const LOW: u64 = 0x5555_5555_5555_5555;
        let (words, rest) = packed.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let mut found = [0u64; 3];
        for &bytes in words.iter().chain([&last]) {
            let word = u64::from_le_bytes(bytes);
            let (low, high) = (word & LOW, word >> 1 & LOW);
            for (count, mask) in found.iter_mut().zip([low & !high, high & !low, low & high]) {
                *count += u64::from(mask.count_ones());
            }
        }
        self.counts[0] += entries.saturating_sub(found.iter().sum());
        for (count, found) in self.counts[1..].iter_mut().zip(found) {
            *count += found;
        }
    }

    /// The totals and the digest of all that was added.
    pub(crate) fn finish(mut self) -> (Totals, Digest) {
        self.hasher.update(&self.entries.to_le_bytes());
        let mut totals = Totals::default();
        for (code, &count) in self.counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let Some(value) = code::decode(code as u16, self.metric) else { continue };
            match value.wdl {
                Wdl::Win => {
                    totals.wins += count;
                    (totals.longest_win, totals.longest_wins) =
                        (value.distance, value.distance.map_or(0, |_| count));
                }
                Wdl::Draw => totals.draws += count,
                Wdl::Loss => {
                    totals.losses += count;
                    (totals.longest_loss, totals.longest_losses) =
                        (value.distance, value.distance.map_or(0, |_| count));
                }
            }
        }
        (totals, self.hasher.finalize().into())
    }
}
