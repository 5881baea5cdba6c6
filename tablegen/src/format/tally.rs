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
    /// How often each byte (entries of 2 and 8 bits) or code (16 bits) occurs: the sum over the lanes.
    /// Four lanes, since in runs each count would wait for the one before.
    counts: Vec<[u64; 4]>,
    hasher: blake3::Hasher,
    widened: Vec<u8>,
}

impl Tally {
    pub(crate) fn new(metric: Metric, bits: u8) -> Self {
        Self {
            metric,
            bits,
            entries: 0,
            counts: vec![[0; 4]; if bits == 16 { 1 << 16 } else { 1 << 8 }],
            hasher: blake3::Hasher::new(),
            widened: Vec::new(),
        }
    }

    /// Adds the next `entries` entries, packed. All but the last call end on a full byte; unused bits
    /// are zero.
    pub(crate) fn add(&mut self, packed: &[u8], entries: u64) {
        self.entries += entries;
        if self.bits == 16 {
            let (codes, _) = packed.as_chunks();
            count(&mut self.counts, codes.iter().map(|&pair| u16::from_le_bytes(pair).into()));
        } else {
            count(&mut self.counts, packed.iter().map(|&byte| byte.into()));
        }
        if self.bits == 8 {
            self.widened.clear();
            self.widened.extend(packed.iter().flat_map(|&byte| [byte, 0]));
            self.hasher.update(&self.widened);
        } else {
            self.hasher.update(packed);
        }
    }

    /// The totals and the digest of all that was added.
    pub(crate) fn finish(mut self) -> (Totals, Digest) {
        self.hasher.update(&self.entries.to_le_bytes());
        let mut totals = Totals::default();
        for (code, count) in self.codes() {
            let Some(value) = code::decode(code, self.metric) else { continue };
            // In the order of the codes: the last distance is the longest.
            let longest = value.distance.map_or(0, |_| count);
            match value.wdl {
                Wdl::Win => {
                    totals.wins += count;
                    (totals.longest_win, totals.longest_wins) = (value.distance, longest);
                }
                Wdl::Draw => totals.draws += count,
                Wdl::Loss => {
                    totals.losses += count;
                    (totals.longest_loss, totals.longest_losses) = (value.distance, longest);
                }
            }
        }
        (totals, self.hasher.finalize().into())
    }

    /// The codes that occur, in order, with their counts (but for code 0, which has the unused bits
    /// too).
    fn codes(&self) -> impl Iterator<Item = (u16, u64)> {
        let mut counts: Vec<u64> = self.counts.iter().map(|lanes| lanes.iter().sum()).collect();
        if self.bits == 2 {
            let mut codes = vec![0; 4];
            for (byte, count) in counts.into_iter().enumerate() {
                for slot in 0..4 {
                    codes[byte >> (2 * slot) & 3] += count;
                }
            }
            counts = codes;
        }
        (0..=u16::MAX).zip(counts).filter(|&(_, count)| count > 0)
    }
}

/// Counts symbols, neighbours in different lanes.
fn count(counts: &mut [[u64; 4]], symbols: impl Iterator<Item = usize>) {
    for (at, symbol) in symbols.enumerate() {
        counts[symbol][at % 4] += 1;
    }
}
