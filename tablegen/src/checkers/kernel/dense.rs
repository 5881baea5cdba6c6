//! From the kernel's form to that of table files: the positions alone, in the order of
//! [`SliceIndex`](crate::checkers::SliceIndex), two bits each.

use std::marker::PhantomData;

use super::captures::and;
use super::cpu::{Cpu, Portable};
use super::geometry::{Geometry, squares};
use super::solve::{Kernel, Processor};
use super::space::Space;
use super::sparse::{Rows, SparseTable};
use crate::Totals;
use crate::checkers::Slice;
use crate::checkers::binomial::choose;
use crate::checkers::subsets::unrank;

/// Bytes handed out at a time, about.
const BATCH: usize = 1 << 16;

impl Kernel {
    /// Calls `write` for the entries of a slice in their order, as codes of the metric wdl, four to a byte;
    /// all but the last call end on a full byte. `None` if the slice is not here.
    ///
    /// # Errors
    /// The first that `write` returns.
    pub fn export<E>(
        &self,
        slice: Slice,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let dense = self.dense(slice)?;
        let mut out = Stream::default();
        for own in 0..dense.own_placements() {
            match self.processor() {
                Processor::Portable => Portable::codes(&dense, own, &mut out),
                #[cfg(target_arch = "x86_64")]
                Processor::Bmi2 => super::x86::Bmi2::codes(&dense, own, &mut out),
                #[cfg(target_arch = "x86_64")]
                Processor::Avx512 => super::x86::Avx512::codes(&dense, own, &mut out),
            }
            if out.bytes.len() >= BATCH {
                if let Err(error) = write(&out.bytes) {
                    return Some(Err(error));
                }
                out.bytes.clear();
            }
        }
        out.finish();
        Some(write(&out.bytes))
    }

    /// Takes over a slice that was solved before. `read` appends so many of its next entries, as codes of
    /// the metric wdl.
    ///
    /// # Errors
    /// The first that `read` returns; the slice is then not here.
    pub fn import<E>(
        &mut self,
        slice: Slice,
        mut read: impl FnMut(u64, &mut Vec<u16>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.add_empty(slice);
        let mut read = || -> Result<(), E> {
            let Some(dense) = self.dense(slice) else { return Ok(()) };
            let mut codes = Vec::new();
            for own in 0..dense.own_placements() {
                // Two passes over the rows: one to count what to read, one to fill in.
                let mut count = 0;
                dense.rows(own, |_: [usize; 2], _: usize, legal: &[u64]| {
                    count += legal.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                });
                codes.clear();
                read(count, &mut codes)?;
                let mut next = codes.iter();
                dense.rows(own, |men: [usize; 2], row: usize, legal: &[u64]| {
                    for (at, &word) in legal.iter().enumerate() {
                        let (mut left, mut loses, mut survives) = (word, 0, 0);
                        while left != 0 {
                            let bit = left & left.wrapping_neg();
                            left ^= bit;
                            let code = next.next().copied().unwrap_or_default();
                            loses |= if code == 1 { bit } else { 0 };
                            survives |= if code == 3 { 0 } else { bit };
                        }
                        // SAFETY: the kernel is borrowed mutably, so nobody else has the table.
                        unsafe { dense.table.fill(men, row, at, loses, survives) };
                    }
                });
            }
            Ok(())
        };
        let done = read();
        if done.is_err() {
            self.remove(slice);
        }
        done
    }

    /// Wins, draws and losses of a slice; `None` if it is not here.
    pub fn totals(&self, slice: Slice) -> Option<Totals> {
        let mut totals = Totals::default();
        let mut count = |bytes: &[u8]| -> Result<(), std::convert::Infallible> {
            let mut add = |word: u64| {
                let (low, high) = (word & 0x5555_5555_5555_5555, word >> 1 & 0x5555_5555_5555_5555);
                totals.losses += u64::from((low & !high).count_ones());
                totals.draws += u64::from((high & !low).count_ones());
                totals.wins += u64::from((high & low).count_ones());
            };
            let (words, rest) = bytes.as_chunks::<8>();
            words.iter().for_each(|&word| add(u64::from_le_bytes(word)));
            rest.iter().for_each(|&byte| add(byte.into()));
            Ok(())
        };
        let Ok(()) = self.export(slice, &mut count)?;
        Some(totals)
    }

    fn dense(&self, slice: Slice) -> Option<Dense<'_>> {
        let table = self.table(slice)?;
        Some(Dense { table, geometry: self.geometry(), spaces: self.spaces() })
    }
}

/// A table with the order of its positions.
pub(super) struct Dense<'a> {
    table: &'a SparseTable,
    geometry: &'a Geometry,
    spaces: &'a [Space],
}

impl Dense<'_> {
    fn own_placements(&self) -> u32 {
        choose(self.geometry.men_squares, self.table.slice.own.men.into())
    }

    /// Adds the codes of all positions with the mover's men of rank `own`.
    #[inline(always)]
    pub(super) fn codes<C: Cpu>(&self, own: u32, out: &mut Stream) {
        let others = self.geometry.men_sets(self.table.slice.other.men.into());
        self.rows(own, Write::<C> { table: self.table, others, out, cpu: PhantomData });
    }

    /// Calls `visit` for the rows of all components with the mover's men of rank `own`, in their order:
    /// with the ranks of both sides' men, the row, and which of its bits are positions.
    #[inline(always)]
    fn rows(&self, own: u32, mut visit: impl Visit) {
        let Self { geometry, spaces, table } = *self;
        let slice = table.slice;
        let own_men = unrank(own, slice.own.men.into(), u32::MAX);
        let [own_kings, other_kings] = [slice.own.kings, slice.other.kings].map(usize::from);
        let mut free = Vec::new();
        let mut legal = Vec::new();
        for other in 0..choose(geometry.men_squares, slice.other.men.into()) {
            let other_turned = unrank(other, slice.other.men.into(), u32::MAX);
            let men = own_men | geometry.turned_set(other_turned);
            if own_men & geometry.turned_set(other_turned) != 0 {
                continue;
            }
            let turned = geometry.turned_set(men);
            // Without own kings there is one row, over the other side's.
            let (axis, avoided) =
                if own_kings == 0 { (other_kings, turned) } else { (own_kings, men) };
            free.clear();
            free.extend_from_slice(&spaces[axis].full);
            for square in squares(avoided) {
                and(&mut free, spaces[axis].without(usize::from(square)));
            }
            if own_kings == 0 {
                visit.row([own as usize, other as usize], 0, &free);
                continue;
            }
            for (row, &kings) in spaces[other_kings].sets.iter().enumerate() {
                if kings & turned != 0 {
                    continue;
                }
                legal.clear();
                legal.extend_from_slice(&free);
                for square in squares(kings) {
                    and(&mut legal, spaces[axis].without(geometry.turned(square)));
                }
                visit.row([own as usize, other as usize], row, &legal);
            }
        }
    }
}

/// What is done with a row: given the ranks of both sides' men, the row's number, and which of its bits are
/// positions.
trait Visit {
    fn row(&mut self, men: [usize; 2], row: usize, legal: &[u64]);
}

impl<F: FnMut([usize; 2], usize, &[u64])> Visit for F {
    #[inline(always)]
    fn row(&mut self, men: [usize; 2], row: usize, legal: &[u64]) {
        self(men, row, legal);
    }
}

/// Writes codes. No closure, since those are not always inlined where the processor is known.
struct Write<'a, C> {
    table: &'a SparseTable,
    others: usize,
    out: &'a mut Stream,
    cpu: PhantomData<C>,
}

impl<C: Cpu> Visit for Write<'_, C> {
    #[inline(always)]
    fn row(&mut self, [own, other]: [usize; 2], row: usize, legal: &[u64]) {
        self.out.rows::<C>(self.table.rows(own * self.others + other, row), legal);
    }
}

/// Codes of two bits one after the other.
#[derive(Default)]
pub(super) struct Stream {
    bytes: Vec<u8>,
    word: u64,
    bits: u32,
}

impl Stream {
    #[inline(always)]
    fn rows<C: Cpu>(&mut self, rows: Rows<'_>, legal: &[u64]) {
        let (loses, survives) = rows.slices();
        for ((&loses, &survives), &legal) in loses.iter().zip(survives).zip(legal) {
            self.codes::<C>(loses, survives, legal);
        }
    }

    /// Adds the codes of a word's positions: 1 loss, 2 draw, 3 win.
    #[inline(always)]
    fn codes<C: Cpu>(&mut self, loses: u64, survives: u64, legal: u64) {
        let count = legal.count_ones();
        let low = C::extract(loses | !survives, legal);
        let high = C::extract(!loses, legal);
        self.push(spread(low as u32) | spread(high as u32) << 1, 2 * count.min(32));
        if count > 32 {
            let (low, high) = ((low >> 32) as u32, (high >> 32) as u32);
            self.push(spread(low) | spread(high) << 1, 2 * (count - 32));
        }
    }

    /// Adds bits, those beyond them being zero.
    #[inline(always)]
    fn push(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.bits;
        if self.bits + count >= 64 {
            self.bytes.extend_from_slice(&self.word.to_le_bytes());
            self.word = if self.bits == 0 { 0 } else { bits >> (64 - self.bits) };
            self.bits = self.bits + count - 64;
        } else {
            self.bits += count;
        }
    }

    fn finish(&mut self) {
        let bytes = (self.bits as usize).div_ceil(8);
        self.bytes.extend_from_slice(&self.word.to_le_bytes()[..bytes]);
        (self.word, self.bits) = (0, 0);
    }
}

/// Moves the bits of a word to the even places.
#[inline(always)]
fn spread(word: u32) -> u64 {
    let mut word = u64::from(word);
    word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & 0x5555_5555_5555_5555
}
