//! From the kernel's form to that of table files: the positions alone, in the order of
//! [`SliceIndex`](crate::checkers::SliceIndex), two bits each.

use std::marker::PhantomData;

use rayon::prelude::*;

use super::components::Components;
use super::cpu::{Cpu, Portable};
use super::geometry::{Geometry, squares};
use super::rows::and;
use super::solve::{Kernel, Processor};
use super::space::Space;
use super::sparse::{Place, Rows, SparseTable};
use super::store::StoreError;
use crate::Totals;
use crate::checkers::Slice;
use crate::checkers::binomial::choose;
use crate::checkers::subsets::unrank;

/// Parts that a slice is exported in at most; each has some of the placements of the mover's men.
const PARTS: u32 = 256;

impl Kernel {
    /// Calls `write` for the entries of a slice in their order, as codes of the metric wdl, four to a byte;
    /// all but the last call end on a full byte. `None` if the slice is not here.
    ///
    /// # Errors
    /// The first that `write` returns, or if a level cannot be read back.
    pub fn export<E: From<StoreError>>(
        &self,
        slice: Slice,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let dense = self.dense(slice)?;
        let placements = dense.own_placements();
        // Few enough that blocks on disk are not read often, many enough for all threads.
        let part = placements.div_ceil(PARTS).max(1);
        let codes = |first: u32| -> Result<Stream, StoreError> {
            let mut out = Stream::default();
            let table = dense.table;
            let mut components = Components::new(table, self.store());
            for own in first..placements.min(first + part) {
                match self.processor() {
                    Processor::Portable => Portable::codes(&dense, own, &mut components, &mut out),
                    #[cfg(target_arch = "x86_64")]
                    Processor::Bmi2 => {
                        super::x86::Bmi2::codes(&dense, own, &mut components, &mut out)
                    }
                    #[cfg(target_arch = "x86_64")]
                    Processor::Avx512 => {
                        super::x86::Avx512::codes(&dense, own, &mut components, &mut out)
                    }
                }?;
            }
            Ok(out)
        };
        let mut export = || -> Result<(), E> {
            let mut out = Stream::default();
            let parts: Vec<u32> = (0..placements).step_by(part as usize).collect();
            for parts in parts.chunks(2 * rayon::current_num_threads()) {
                let made: Vec<Result<Stream, StoreError>> =
                    parts.par_iter().map(|&first| codes(first)).collect();
                for stream in made {
                    out.append(&stream?);
                    write(&out.bytes)?;
                    out.bytes.clear();
                }
            }
            out.finish();
            write(&out.bytes)
        };
        Some(export())
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
            let places = (0..dense.own_placements())
                .flat_map(|own| (0..dense.other_placements()).map(move |other| (own, other)));
            for (own, other) in places {
                let Some(all_men) = dense.men(own, other) else { continue };
                // Two passes over the rows: one to count what to read, one to fill in.
                let mut count = 0;
                dense.rows(all_men, |_: usize, legal: &[u64]| {
                    count += legal.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                });
                codes.clear();
                read(count, &mut codes)?;
                let mut next = codes.iter();
                let men = [own as usize, other as usize];
                dense.rows(all_men, |row: usize, legal: &[u64]| {
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
            self.forget(slice);
        }
        done
    }

    /// Wins, draws and losses of a slice; `None` if it is not here.
    ///
    /// # Errors
    /// If a level cannot be read back.
    pub fn totals(&self, slice: Slice) -> Option<Result<Totals, StoreError>> {
        let mut totals = Totals::default();
        let mut count = |bytes: &[u8]| -> Result<(), StoreError> {
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
        let counted = self.export(slice, &mut count)?;
        Some(counted.map(|()| totals))
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
    pub(super) fn codes<C: Cpu>(
        &self,
        own: u32,
        components: &mut Components<'_>,
        out: &mut Stream,
    ) -> Result<(), StoreError> {
        let table = self.table;
        for other in 0..self.other_placements() {
            let Some(men) = self.men(own, other) else { continue };
            let place = components.get(own as usize, other as usize)?;
            self.rows(men, Write::<C> { table, place, out, cpu: PhantomData });
        }
        Ok(())
    }

    fn other_placements(&self) -> u32 {
        choose(self.geometry.men_squares, self.table.slice.other.men.into())
    }

    /// All men by the ranks of both sides', as the mover sees them; `None` if they overlap.
    #[inline(always)]
    fn men(&self, own: u32, other: u32) -> Option<u32> {
        let slice = self.table.slice;
        let own = unrank(own, slice.own.men.into(), u32::MAX);
        let other = unrank(other, slice.other.men.into(), u32::MAX);
        let other = self.geometry.turned_set(other);
        (own & other == 0).then_some(own | other)
    }

    /// Calls `visit` for the rows of the component of all men, in their order.
    #[inline(always)]
    fn rows(&self, men: u32, mut visit: impl Visit) {
        let Self { geometry, spaces, table } = *self;
        let slice = table.slice;
        let [own_kings, other_kings] = [slice.own.kings, slice.other.kings].map(usize::from);
        let turned = geometry.turned_set(men);
        // Without own kings there is one row, over the other side's.
        let (axis, avoided) = if own_kings == 0 { (other_kings, turned) } else { (own_kings, men) };
        let mut free = spaces[axis].full.clone();
        for square in squares(avoided) {
            and(&mut free, spaces[axis].without(usize::from(square)));
        }
        if own_kings == 0 {
            visit.row(0, &free);
            return;
        }
        let mut legal = Vec::with_capacity(free.len());
        for (row, &kings) in spaces[other_kings].sets.iter().enumerate() {
            if kings & turned != 0 {
                continue;
            }
            legal.clear();
            legal.extend_from_slice(&free);
            for square in squares(kings) {
                and(&mut legal, spaces[axis].without(geometry.turned(square)));
            }
            visit.row(row, &legal);
        }
    }
}

/// What is done with a row: given its number, and which of its bits are positions.
trait Visit {
    fn row(&mut self, row: usize, legal: &[u64]);
}

impl<F: FnMut(usize, &[u64])> Visit for F {
    #[inline(always)]
    fn row(&mut self, row: usize, legal: &[u64]) {
        self(row, legal);
    }
}

/// Writes codes. No closure, since those are not always inlined where the processor is known.
struct Write<'a, C> {
    table: &'a SparseTable,
    place: Place<'a>,
    out: &'a mut Stream,
    cpu: PhantomData<C>,
}

impl<C: Cpu> Visit for Write<'_, C> {
    #[inline(always)]
    fn row(&mut self, row: usize, legal: &[u64]) {
        self.out.rows::<C>(self.table.rows(self.place, row), legal);
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

    /// Adds the codes of another stream.
    fn append(&mut self, other: &Self) {
        let (words, rest) = other.bytes.as_chunks::<8>();
        debug_assert!(rest.is_empty(), "a stream hands out whole words until it is finished");
        for &word in words {
            self.push(u64::from_le_bytes(word), 64);
        }
        self.push(other.word, other.bits);
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
