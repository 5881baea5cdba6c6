//! From the kernel's form to that of table files: the positions alone, in the order of
//! [`SliceIndex`](crate::checkers::SliceIndex), two bits each.

use super::captures::and;
use super::cpu::{Cpu, Portable};
use super::geometry::squares;
use super::solve::Kernel;
use super::sparse::{Rows, SparseTable};
use crate::Totals;
use crate::checkers::Slice;
use crate::checkers::binomial::choose;
use crate::checkers::subsets::unrank;

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
        let table = self.table(slice)?;
        let geometry = self.geometry();
        let mut out = Stream::default();
        let mut avoiding = Avoiding::default();
        let men = choose(geometry.men_squares, slice.own.men.into());
        let others = choose(geometry.men_squares, slice.other.men.into());
        for own in 0..men {
            let own_men = unrank(own, slice.own.men.into(), u32::MAX);
            for other in 0..others {
                let other_turned = unrank(other, slice.other.men.into(), u32::MAX);
                let other_men = geometry.turned_set(other_turned);
                if own_men & other_men != 0 {
                    continue;
                }
                let component = table.component(own_men, other_turned);
                self.component_codes(
                    table,
                    component,
                    own_men | other_men,
                    &mut avoiding,
                    &mut out,
                );
            }
            if out.bytes.len() >= 1 << 16 {
                if let Err(error) = write(&out.bytes) {
                    return Some(Err(error));
                }
                out.bytes.clear();
            }
        }
        out.finish();
        Some(write(&out.bytes))
    }

    /// Wins, draws and losses of a slice; `None` if it is not here.
    pub fn totals(&self, slice: Slice) -> Option<Totals> {
        let mut totals = Totals::default();
        let mut count = |bytes: &[u8]| -> Result<(), std::convert::Infallible> {
            for &byte in bytes {
                let (low, high) = (byte & 0x55, byte >> 1 & 0x55);
                totals.losses += u64::from((low & !high).count_ones());
                totals.draws += u64::from((high & !low).count_ones());
                totals.wins += u64::from((high & low).count_ones());
            }
            Ok(())
        };
        let Ok(()) = self.export(slice, &mut count)?;
        Some(totals)
    }

    #[inline(always)]
    fn component_codes(
        &self,
        table: &SparseTable,
        component: usize,
        men: u32,
        avoiding: &mut Avoiding,
        out: &mut Stream,
    ) {
        let (geometry, spaces) = (self.geometry(), self.spaces());
        let [own, other] =
            [table.slice.own.kings, table.slice.other.kings].map(|kings| usize::from(kings));
        if own == 0 {
            // One row over the other side's kings.
            let legal = &mut avoiding.men;
            legal.clear();
            legal.extend_from_slice(&spaces[other].full);
            for square in squares(geometry.turned_set(men)) {
                and(legal, spaces[other].without(usize::from(square)));
            }
            return out.rows(table.rows(component, 0), legal);
        }
        let legal = &mut avoiding.men;
        legal.clear();
        legal.extend_from_slice(&spaces[own].full);
        for square in squares(men) {
            and(legal, spaces[own].without(usize::from(square)));
        }
        let turned_men = geometry.turned_set(men);
        for (row, &kings) in spaces[other].sets.iter().enumerate() {
            if kings & turned_men != 0 {
                continue;
            }
            let all = &mut avoiding.all;
            all.clear();
            all.extend_from_slice(legal);
            for square in squares(kings) {
                and(all, spaces[own].without(geometry.turned(square)));
            }
            out.rows(table.rows(component, row), all);
        }
    }
}

/// The sets of kings that avoid men, and men and kings.
#[derive(Default)]
struct Avoiding {
    men: Vec<u64>,
    all: Vec<u64>,
}

/// Codes of two bits one after the other.
#[derive(Default)]
struct Stream {
    bytes: Vec<u8>,
    word: u64,
    bits: u32,
}

impl Stream {
    #[inline(always)]
    fn rows(&mut self, rows: Rows<'_>, legal: &[u64]) {
        match rows {
            Rows::Word(loses, escapes) => self.codes(loses, escapes, legal[0]),
            Rows::Words(loses, escapes) => {
                for ((&loses, &escapes), &legal) in loses.iter().zip(escapes).zip(legal) {
                    self.codes(loses, escapes, legal);
                }
            }
        }
    }

    /// Adds the codes of a word's positions: 1 loss, 2 draw, 3 win.
    #[inline(always)]
    fn codes(&mut self, loses: u64, survives_not_winning: u64, legal: u64) {
        let count = legal.count_ones();
        let low = Portable::extract(loses | !survives_not_winning, legal);
        let high = Portable::extract(!loses, legal);
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
