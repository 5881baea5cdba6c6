//! From the kernel's form to that of table files: the positions alone, in the order of
//! [`SliceIndex`](crate::checkers::SliceIndex), two bits each.

use std::marker::PhantomData;

use rayon::prelude::*;

use super::codes::Stream;
use super::components::{Components, Kept};
use super::cpu::{Cpu, Portable};
use super::order::{Order, Visit};
use super::solve::{Kernel, Processor};
use super::sparse::{Place, SparseTable};
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
        let codes = |first: u32, before: u64| -> Result<Stream, StoreError> {
            let mut out = Stream::behind(before);
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
            let mut before = 0;
            let parts: Vec<(u32, u64)> = (0..placements)
                .step_by(part as usize)
                .map(|first| {
                    let here = (first, before);
                    let own = first..placements.min(first + part);
                    before += own.map(|own| dense.positions_of(own)).sum::<u64>();
                    here
                })
                .collect();
            for parts in parts.chunks(2 * rayon::current_num_threads()) {
                let made: Vec<Result<Stream, StoreError>> =
                    parts.par_iter().map(|&(first, before)| codes(first, before)).collect();
                for stream in made {
                    out.append(stream?);
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
            let count = dense.positions();
            let places = (0..dense.own_placements())
                .flat_map(|own| (0..dense.other_placements()).map(move |other| (own, other)));
            for (own, other) in places {
                let Some(all_men) = dense.men(own, other) else { continue };
                codes.clear();
                read(count, &mut codes)?;
                let mut next = codes.iter();
                let men = [own as usize, other as usize];
                if dense.table.positions().is_some() {
                    let words = codes.chunks(32).map(|codes| {
                        let places = codes.iter().zip((0..).step_by(2));
                        places.fold(0, |word, (&code, place)| word | u64::from(code) << place)
                    });
                    // SAFETY: the kernel is borrowed mutably, so nobody else has the table.
                    let kept = unsafe { dense.table.kept_mut(men[0], men[1]) };
                    kept.iter_mut().zip(words).for_each(|(kept, word)| *kept = word);
                    continue;
                }
                dense.order.rows(all_men, |row: usize, legal: &[u64]| {
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
        let order = Order { geometry: self.geometry(), spaces: self.spaces(), slice: table.slice };
        Some(Dense { table, order })
    }
}

/// A table with the order of its positions.
pub(super) struct Dense<'a> {
    table: &'a SparseTable,
    order: Order<'a>,
}

impl Dense<'_> {
    fn own_placements(&self) -> u32 {
        choose(self.order.geometry.men_squares, self.table.slice.own.men.into())
    }

    fn other_placements(&self) -> u32 {
        choose(self.order.geometry.men_squares, self.table.slice.other.men.into())
    }

    /// The positions of a component.
    fn positions(&self) -> u64 {
        Order::positions(self.order.geometry, self.table.slice)
    }

    /// The positions with the mover's men of rank `own`.
    fn positions_of(&self, own: u32) -> u64 {
        let Slice { own: mine, other } = self.table.slice;
        let geometry = self.order.geometry;
        let men = geometry.turned_set(unrank(own, mine.men.into(), u32::MAX));
        let free = geometry.men_squares - (men & !geometry.crown).count_ones();
        u64::from(choose(free, other.men.into())) * self.positions()
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
            match components.get(own as usize, other as usize)? {
                Kept::Codes(words) => out.copy(self.positions(), words),
                Kept::Rows(place) => {
                    self.order.rows(men, Write::<C> { table, place, out, cpu: PhantomData });
                }
            }
        }
        Ok(())
    }

    /// All men by the ranks of both sides', as the mover sees them; `None` if they overlap.
    #[inline(always)]
    fn men(&self, own: u32, other: u32) -> Option<u32> {
        let slice = self.table.slice;
        let own = unrank(own, slice.own.men.into(), u32::MAX);
        let other = unrank(other, slice.other.men.into(), u32::MAX);
        let other = self.order.geometry.turned_set(other);
        (own & other == 0).then_some(own | other)
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
