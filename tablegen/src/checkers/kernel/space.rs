use std::sync::OnceLock;

use super::cpu::Cpu;
use super::geometry::{Geometry, NONE, squares};
use super::rows::clear;
use crate::checkers::binomial::choose;

/// All sets of `size` squares in colexicographic order, as the places of bits in a row.
///
/// Every row has whole words; bits beyond `len` are zero. Taking a square out of the sets that have it, or
/// adding it to those that lack it, keeps the order: so a row passes between the spaces of `size` and
/// `size - 1` by extracting bits and depositing them.
pub(super) struct Space {
    /// The sets.
    pub(super) sets: Vec<u32>,
    /// The words of a row.
    pub(super) words: usize,
    /// All sets.
    pub(super) full: Vec<u64>,
    with: Vec<Selection>,
    without: Vec<Selection>,
    neighbours: OnceLock<(Vec<u32>, Vec<u32>)>,
}

/// Some bits of a row, and how many of them come before each word.
struct Selection {
    mask: Vec<u64>,
    before: Vec<u32>,
}

impl Selection {
    fn new(mask: Vec<u64>) -> Self {
        let mut sum = 0;
        let before = mask.iter().map(|word| {
            let before = sum;
            sum += word.count_ones();
            before
        });
        let before = before.collect();
        Self { mask, before }
    }
}

impl Space {
    pub(super) fn new(geometry: &Geometry, size: u32) -> Self {
        let all = geometry.squares;
        let sets: Vec<u32> = (0..choose(all, size))
            .map(|rank| crate::checkers::subsets::unrank(rank, size, u32::MAX))
            .collect();
        let words = row_words(all, size);
        let select = |wanted: &dyn Fn(u32) -> bool| {
            let mut mask = vec![0u64; words];
            for (rank, &set) in sets.iter().enumerate() {
                mask[rank / 64] |= u64::from(wanted(set)) << (rank % 64);
            }
            mask
        };
        let full = select(&|_| true);
        let with = (0..all).map(|square| Selection::new(select(&|set| set >> square & 1 != 0)));
        let without = (0..all).map(|square| Selection::new(select(&|set| set >> square & 1 == 0)));
        let (with, without) = (with.collect(), without.collect());
        Self { sets, words, full, with, without, neighbours: OnceLock::new() }
    }

    /// The sets with a square.
    #[inline(always)]
    pub(super) fn with(&self, square: usize) -> &[u64] {
        &self.with[square].mask
    }

    /// The sets without a square.
    #[inline(always)]
    pub(super) fn without(&self, square: usize) -> &[u64] {
        &self.without[square].mask
    }

    /// The ranks of the sets that differ from that of rank `rank` by one king's step.
    #[inline(always)]
    pub(super) fn neighbours(&self, geometry: &Geometry, rank: usize) -> &[u32] {
        let (starts, list) = self.neighbours.get_or_init(|| self.find_neighbours(geometry));
        &list[starts[rank] as usize..starts[rank + 1] as usize]
    }

    fn find_neighbours(&self, geometry: &Geometry) -> (Vec<u32>, Vec<u32>) {
        let (mut starts, mut list) = (vec![0], Vec::new());
        for &set in &self.sets {
            for from in squares(set) {
                for to in geometry.step[from as usize] {
                    if to != NONE && set >> to & 1 == 0 {
                        list.push(rank(set ^ 1 << from ^ 1 << to) as u32);
                    }
                }
            }
            starts.push(list.len() as u32);
        }
        (starts, list)
    }

    /// The words of scratch that [`Self::take_out`] and [`Self::put_in`] use.
    pub(super) fn scratch(&self) -> usize {
        self.words + 2
    }

    /// From a row of this space to one of the next lower: the sets with `square`, without it.
    #[inline(always)]
    pub(super) fn take_out<C: Cpu>(
        &self,
        lower: &Self,
        square: usize,
        row: &[u64],
        out: &mut [u64],
        scratch: &mut [u64],
    ) {
        pass::<C>(&self.with[square], &lower.without[square], row, out, scratch, |_, new| new);
    }

    /// From a row of the next lower space to one of this space, added to what is there: the sets without
    /// `square`, with it.
    #[inline(always)]
    pub(super) fn put_in<C: Cpu>(
        &self,
        lower: &Self,
        square: usize,
        row: &[u64],
        out: &mut [u64],
        scratch: &mut [u64],
    ) {
        pass::<C>(&lower.without[square], &self.with[square], row, out, scratch, |old, new| {
            old | new
        });
    }
}

/// Moves the bits of `row` at `from` to the places `to` of `out`.
#[inline(always)]
fn pass<C: Cpu>(
    from: &Selection,
    to: &Selection,
    row: &[u64],
    out: &mut [u64],
    scratch: &mut [u64],
    join: impl Fn(u64, u64) -> u64,
) {
    let joined = |before: u32, low: u64, high: u64| {
        let shift = before % 64;
        low >> shift | high << 1 << (63 - shift)
    };
    if row.len() == 1 {
        let stream = C::extract(row[0], from.mask[0]);
        for ((out, &mask), &before) in out.iter_mut().zip(&to.mask).zip(&to.before) {
            // All bits of a one-word row fit one word; none are left beyond it.
            let bits = if before < 64 { stream >> before } else { 0 };
            *out = join(*out, C::deposit(bits, mask));
        }
        return;
    }
    if out.len() == 1 {
        // What is left of the row fits one word.
        let mut stream = 0;
        for ((&word, &mask), &before) in row.iter().zip(&from.mask).zip(&from.before) {
            stream |= C::extract(word, mask).checked_shl(before).unwrap_or(0);
        }
        out[0] = join(out[0], C::deposit(stream, to.mask[0]));
        return;
    }
    let total = from.before[row.len() - 1] as usize + 64;
    let stream = &mut scratch[..total / 64 + 2];
    clear(stream);
    for ((&word, &mask), &before) in row.iter().zip(&from.mask).zip(&from.before) {
        let bits = C::extract(word, mask);
        let (at, shift) = ((before / 64) as usize, before % 64);
        stream[at] |= bits << shift;
        stream[at + 1] |= bits >> 1 >> (63 - shift);
    }
    for ((out, &mask), &before) in out.iter_mut().zip(&to.mask).zip(&to.before) {
        let at = (before / 64) as usize;
        if at + 1 >= stream.len() {
            *out = join(*out, 0);
            continue;
        }
        *out = join(*out, C::deposit(joined(before, stream[at], stream[at + 1]), mask));
    }
}

/// The words of a row over the sets of `size` squares: never fewer than for smaller sets, so that what has
/// one word has only one-word rows below it.
pub(super) fn row_words(squares: u32, size: u32) -> usize {
    let widest = (0..=size).map(|size| choose(squares, size)).max().unwrap_or(1);
    let words = widest.div_ceil(64) as usize;
    // Long rows fill vector registers.
    if words > 8 { words.next_multiple_of(8) } else { words }
}

/// The rank of a set among those of its size.
#[inline(always)]
pub(super) fn rank(mut set: u32) -> usize {
    let (mut number, mut k) = (0, 1);
    while set != 0 {
        number += choose(set.trailing_zeros(), k);
        set &= set - 1;
        k += 1;
    }
    number as usize
}

#[cfg(test)]
mod tests {
    use retrosolve_games::checkers::Board;

    use super::super::cpu::Portable;
    use super::*;

    #[test]
    fn a_square_goes_in_and_out_of_every_set() {
        for board in Board::ALL {
            let geometry = Geometry::new(board);
            for size in 1..4 {
                let (lower, higher) =
                    (Space::new(&geometry, size - 1), Space::new(&geometry, size));
                let mut scratch = vec![0; higher.scratch()];
                for square in 0..geometry.squares as usize {
                    for (place, &set) in higher.sets.iter().enumerate() {
                        assert_eq!(rank(set), place);
                        let mut row = vec![0; higher.words];
                        row[place / 64] |= 1 << (place % 64);
                        let mut out = vec![0; lower.words];
                        higher.take_out::<Portable>(&lower, square, &row, &mut out, &mut scratch);
                        let mut expected = vec![0; lower.words];
                        if set >> square & 1 != 0 {
                            let place = rank(set ^ 1 << square);
                            expected[place / 64] |= 1 << (place % 64);
                        }
                        assert_eq!(out, expected);
                        let mut back = vec![0; higher.words];
                        higher.put_in::<Portable>(&lower, square, &out, &mut back, &mut scratch);
                        assert_eq!(back == row, set >> square & 1 != 0);
                    }
                }
            }
        }
    }
}
