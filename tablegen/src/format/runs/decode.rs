use super::symbol::{ALL_FREE, CONTEXTS, END, FIRST, after, length, mantissa_bits, parts, value};
use super::{CODE_BITS, huffman};

/// Entries of a context's table: what each sequence of [`CODE_BITS`] bits begins with.
const TABLE: usize = 1 << CODE_BITS;

/// Walks over the tokens of chunks. 20 KB, so that those of the few slices that a search meets stay in the
/// cache.
pub(crate) struct Decoder(Box<[[Entry; TABLE]; CONTEXTS]>);

/// What a symbol does: its length in bits (0: no such code), and, by context, which first value or what run.
#[derive(Clone, Copy, Default)]
struct Entry(u16);

impl Entry {
    const END: u16 = 1 << 13;

    fn new(context: usize, symbol: u8, bits: u8) -> Self {
        let what = match symbol {
            _ if context == usize::from(FIRST) => u16::from(symbol) << 4,
            END => Self::END,
            _ => {
                let (exponent, digits, next) = parts(symbol);
                ((exponent - digits) << 4 | digits << 8) as u16 | u16::from(next) << 12
            }
        };
        Self(u16::from(bits) | what)
    }

    #[inline(always)]
    const fn bits(self) -> u32 {
        self.0 as u32 & 15
    }

    /// The first value of a chunk, or [`ALL_FREE`].
    #[inline(always)]
    const fn first(self) -> u8 {
        (self.0 >> 4) as u8
    }

    /// The zeros and digits of a run's length.
    #[inline(always)]
    const fn shape(self) -> (u32, u32) {
        (self.0 as u32 >> 4 & 15, self.0 as u32 >> 8 & 15)
    }

    #[inline(always)]
    const fn next(self) -> u8 {
        (self.0 >> 12) as u8 & 1
    }
}

/// The bits of a block from a place on.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    /// At least 56 bits; beyond the end there are zeros.
    #[inline(always)]
    fn window(&self) -> u64 {
        let byte = self.at / 8;
        let bytes = match self.bytes.get(byte..).and_then(<[u8]>::first_chunk) {
            Some(bytes) => *bytes,
            None => self.rest(byte),
        };
        u64::from_le_bytes(bytes) >> (self.at % 8)
    }

    #[cold]
    fn rest(&self, byte: usize) -> [u8; 8] {
        let mut bytes = [0; 8];
        let rest = self.bytes.get(byte..).unwrap_or_default();
        bytes[..rest.len()].copy_from_slice(rest);
        bytes
    }
}

impl Decoder {
    /// A decoder for codes of these lengths, context by context; `None` if they are no codes.
    pub(super) fn new(lengths: &[Vec<u8>]) -> Option<Self> {
        let mut tables = vec![[Entry::default(); TABLE]; CONTEXTS];
        for (context, (table, lengths)) in tables.iter_mut().zip(lengths).enumerate() {
            let codes = huffman::codes(lengths)?;
            for (symbol, (&length, &code)) in lengths.iter().zip(&codes).enumerate() {
                if length > 0 {
                    let entry = Entry::new(context, symbol as u8, length);
                    table[usize::from(code)..]
                        .iter_mut()
                        .step_by(1 << length)
                        .for_each(|e| *e = entry);
                }
            }
        }
        tables.into_boxed_slice().try_into().ok().map(Self)
    }

    #[inline(always)]
    fn entry(&self, context: u8, window: u64) -> Entry {
        self.0[usize::from(context)][window as usize % TABLE]
    }

    /// The code at a place of a chunk, whose tokens begin at byte `start` of `bytes`: 0 if no entry of the
    /// chunk is stored. At a free entry any code. `None` if the tokens make no sense.
    #[inline]
    pub(crate) fn code(&self, bytes: &[u8], start: usize, place: u32) -> Option<u8> {
        let mut bits = Bits { bytes, at: 8 * start };
        let first = self.entry(FIRST, bits.window());
        bits.at += first.bits() as usize;
        let mut context = first.first();
        if first.bits() == 0 || context == ALL_FREE {
            return (first.bits() > 0).then_some(0);
        }
        let mut left = place;
        loop {
            let window = bits.window();
            let entry = self.entry(context, window);
            let (zeros, digits) = entry.shape();
            let mantissa = window >> entry.bits() & ((1 << mantissa_bits(digits)) - 1);
            // No code and the end are rare: one branch for both and the run that is looked for.
            let run = length(zeros + digits, digits, mantissa as u32);
            if left < run || entry.0 & Entry::END != 0 || entry.bits() == 0 {
                return (entry.bits() > 0).then_some(value(context) + 1);
            }
            left -= run;
            bits.at += (entry.bits() + mantissa_bits(digits)) as usize;
            context = after(context, entry.next());
        }
    }

    /// Decodes a chunk whose tokens begin at byte `start` of `bytes` into `out`, which has its codes, 32 to a
    /// word: all of them 0 if no entry is stored, else any code at free entries. `None` if the tokens make
    /// no sense.
    pub(crate) fn chunk(
        &self,
        bytes: &[u8],
        start: usize,
        entries: u32,
        out: &mut [u64],
    ) -> Option<()> {
        let mut bits = Bits { bytes, at: 8 * start };
        let first = self.entry(FIRST, bits.window());
        bits.at += first.bits() as usize;
        let mut context = first.first();
        if first.bits() == 0 || context == ALL_FREE {
            out.fill(0);
            return (first.bits() > 0).then_some(());
        }
        let mut at = 0;
        loop {
            let window = bits.window();
            let entry = self.entry(context, window);
            if entry.bits() == 0 {
                return None;
            }
            let is_last = entry.0 & Entry::END != 0;
            let (zeros, digits) = entry.shape();
            let mantissa = window >> entry.bits() & ((1 << mantissa_bits(digits)) - 1);
            let run = length(zeros + digits, digits, mantissa as u32);
            let end = if is_last { entries } else { at + run };
            if end > entries {
                return None;
            }
            fill(out, at, end, value(context) + 1);
            if is_last {
                return Some(());
            }
            at = end;
            bits.at += (entry.bits() + mantissa_bits(digits)) as usize;
            context = after(context, entry.next());
        }
    }

    /// Whether the tokens in `bytes` are those of one chunk of `entries`: the runs end where the chunk does,
    /// in the last byte, and the bits behind are zero.
    pub(crate) fn is_chunk(&self, bytes: &[u8], entries: u32) -> bool {
        let mut bits = Bits { bytes, at: 0 };
        let first = self.entry(FIRST, bits.window());
        bits.at += first.bits() as usize;
        if first.bits() == 0 {
            return false;
        }
        let mut context = first.first();
        let mut left = entries;
        if context != ALL_FREE {
            loop {
                let window = bits.window();
                let entry = self.entry(context, window);
                bits.at += entry.bits() as usize;
                if entry.bits() == 0 {
                    return false;
                }
                if entry.0 & Entry::END != 0 {
                    break;
                }
                let (zeros, digits) = entry.shape();
                let mantissa = window >> entry.bits() & ((1 << mantissa_bits(digits)) - 1);
                bits.at += mantissa_bits(digits) as usize;
                let run = length(zeros + digits, digits, mantissa as u32);
                if run >= left {
                    return false;
                }
                left -= run;
                context = after(context, entry.next());
            }
        }
        let rest = bits.at % 8;
        bits.at.div_ceil(8) == bytes.len() && (rest == 0 || bytes[bits.at / 8] >> rest == 0)
    }
}

/// Sets the codes from `start` to `end`, 32 to a word; in the words of those behind, nothing is set yet.
fn fill(words: &mut [u64], start: u32, end: u32, code: u8) {
    let all = 0x5555_5555_5555_5555 * u64::from(code);
    for word in start / 32..end.div_ceil(32) {
        let from = start.saturating_sub(32 * word);
        let to = (end - 32 * word).min(32);
        let part = all >> (2 * (32 - (to - from))) << (2 * from);
        let kept = if from == 0 { 0 } else { words[word as usize] };
        words[word as usize] = kept | part;
    }
}
