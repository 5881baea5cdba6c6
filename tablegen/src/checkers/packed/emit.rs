use std::ops::Range;

use retrosolve_games::checkers::Board;

use super::cpu::{Cpu, LOW, Processor};
use super::lanes::{Free, Heads, Lanes, Shape};
use super::numbering::{Inner, Numbering, Scheme};
use super::order::Permutation;
use super::stream::Stream;
use super::{FreeSet, View};
use crate::checkers::binomial::choose;
use crate::checkers::{SliceIndex, subsets};

/// From the values of a slice in plain order to the entries of its packed table.
///
/// Works row by row: the free entries of many rows are found together ([`Free`]); then each row's codes are
/// put by squares, permuted, and moved together. Rows are over the kings of the side to move if it has any.
pub(super) struct Emitter<'a> {
    index: &'a SliceIndex,
    /// Codes in plain order, 32 to a word.
    values: &'a [u64],
    numbering: Numbering,
    permutation: &'static Permutation,
    inner: Inner,
    set: FreeSet,
    heads: Heads,
    /// Kings of the inner and of the outer side.
    kings: [u32; 2],
}

/// Buffers of a thread.
#[derive(Default)]
pub(super) struct Work {
    free: Free,
    row: Stream,
    pub(super) out: Stream,
    /// The number of the first row of the batch.
    first: u64,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(index: &'a SliceIndex, values: &'a [u64], scheme: &Scheme) -> Self {
        let (board, slice) = (index.board(), index.slice());
        let permutation = scheme.order.on(board);
        let kings = match scheme.inner {
            Inner::Own => [slice.own.kings, slice.other.kings],
            Inner::Other => [slice.other.kings, slice.own.kings],
        };
        let kings = kings.map(u32::from);
        debug_assert_eq!(scheme.inner, Self::inner(index), "others are read, but not written");
        Self {
            index,
            values,
            numbering: Numbering::new(board, slice, scheme),
            permutation,
            inner: scheme.inner,
            set: scheme.free_set(slice),
            heads: Heads::new(board, permutation, kings[0].saturating_sub(1)),
            kings,
        }
    }

    /// Whose kings rows are over.
    pub(super) fn inner(index: &SliceIndex) -> Inner {
        if index.slice().own.kings > 0 { Inner::Own } else { Inner::Other }
    }

    /// The numbering of the entries.
    pub(super) const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.index.len() / self.numbering.row_len()
    }

    /// The entries of a range of rows, in their order; 0 where free.
    pub(super) fn entries(&self, range: Range<u64>, processor: Processor) -> Stream {
        if self.kings == [0, 0] {
            return self.men_alone(range);
        }
        let board = self.index.board();
        let per_component = self.numbering.rows();
        let most = (16384 / self.heads.sets.len()).clamp(1, 256);
        let (mut work, mut lanes) = (Work::default(), Lanes::default());
        let mut row = range.start;
        work.first = row;
        while row < range.end {
            // A placement of the mover's men, with the other side's from one on.
            let first = row / per_component;
            let at = self.index.unrank(first * self.index.component_len());
            let left = men_squares(board) & !board.half_turn(at.own_men);
            let others = u32::from(self.index.slice().other.men);
            let last = u64::from(choose(left.count_ones(), others));
            let mut other_men = at.other_men;
            let skipped = u64::from(subsets::rank(other_men, left));
            for component in first..first - skipped + last {
                if row >= range.end {
                    break;
                }
                if component > first {
                    other_men = subsets::next(other_men, left);
                }
                let end = range.end.min((component + 1) * per_component);
                self.add_rows(
                    component,
                    at.own_men,
                    other_men,
                    &mut row,
                    end,
                    &mut lanes,
                    |lanes| {
                        if lanes.len() == most {
                            processor.batch(self, lanes, &mut work);
                            work.first += most as u64;
                            lanes.clear();
                        }
                    },
                );
            }
            processor.batch(self, &lanes, &mut work);
            work.first = row;
            lanes.clear();
        }
        work.out
    }

    /// Adds the rows of a component from `row` to before `end`, and moves `row` there.
    #[allow(clippy::too_many_arguments, reason = "the state of one loop")]
    fn add_rows(
        &self,
        component: u64,
        own_men: u32,
        other_men: u32,
        row: &mut u64,
        end: u64,
        lanes: &mut Lanes,
        mut added: impl FnMut(&mut Lanes),
    ) {
        let board = self.index.board();
        let turned = |set| board.half_turn(set);
        let start = component * self.index.component_len();
        let (men, outer_men) = match self.inner {
            Inner::Own => (own_men, turned(other_men)),
            Inner::Other => (other_men, turned(own_men)),
        };
        // As the outer side sees them.
        let free = board.mask() & !turned(men | outer_men);
        let numbers = self.permutation.of(free);
        let rank = (*row - component * self.numbering.rows()) as u32;
        let mut set = subsets::unrank(rank, self.kings[1], numbers);
        let plain_row = match self.inner {
            Inner::Own => choose(free.count_ones() - self.kings[1], self.kings[0]),
            Inner::Other => 0,
        };
        while *row < end {
            let outer_kings = self.permutation.back(set);
            let plain = subsets::rank(outer_kings, free);
            lanes.men.push(men);
            lanes.outer_men.push(outer_men);
            lanes.outer_kings.push(turned(outer_kings));
            lanes.start.push(start + u64::from(plain) * u64::from(plain_row));
            added(lanes);
            *row += 1;
            if *row < end {
                set = subsets::next(set, numbers);
            }
        }
    }

    /// The entries of a slice without kings: a row is one position.
    fn men_alone(&self, range: Range<u64>) -> Stream {
        let board = self.index.board();
        let mut out = Stream::default();
        for (number, placement) in range.clone().zip(self.index.placements(range)) {
            let free = self.set.has(board, &View::of(board, &placement));
            out.push(if free { 0 } else { self.window(number) & 3 }, 2);
        }
        out
    }

    /// Adds the entries of a batch of rows to `work.out`.
    #[inline(always)]
    pub(super) fn batch<C: Cpu>(&self, lanes: &Lanes, work: &mut Work) {
        let Work { free, row, out, first } = work;
        let (inner, set) = (self.inner, self.set);
        let shape = Shape { board: self.index.board(), set, inner, heads: &self.heads };
        free.find(&shape, lanes);
        for lane in 0..lanes.len() {
            row.clear();
            match self.kings[0] {
                1 => self.single::<C>(lanes, lane, free, row),
                2 => self.double::<C>(lanes, lane, free, row),
                _ => self.several::<C>(lanes, lane, free, row),
            }
            out.append(row, (*first + lane as u64) % 2 == 1);
        }
    }

    /// The squares for the inner side's kings.
    #[inline(always)]
    fn squares(&self, lanes: &Lanes, lane: usize) -> u32 {
        let occupied = lanes.men[lane] | lanes.outer_men[lane] | lanes.outer_kings[lane];
        self.index.board().mask() & !occupied
    }

    /// 32 codes from a plain number on; beyond the end there are zeros.
    #[inline(always)]
    fn window(&self, number: u64) -> u64 {
        let (at, shift) = ((number / 32) as usize, 2 * (number % 32) as u32);
        let word = |at: usize| self.values.get(at).copied().unwrap_or_default();
        word(at) >> shift | word(at + 1) << 1 << (63 - shift)
    }

    /// The low and the high bits of `count` codes (at most 31) from a plain number on, moved to the places of
    /// `squares`.
    #[inline(always)]
    fn codes<C: Cpu>(&self, number: u64, count: u32, squares: u32) -> [u32; 2] {
        let window = self.window(number) & ((1 << (2 * count)) - 1);
        // No closures: they are not always inlined where the processor is known.
        let low = C::deposit(C::extract(window, LOW), squares.into());
        let high = C::deposit(C::extract(window >> 1, LOW), squares.into());
        [low as u32, high as u32]
    }

    /// Adds the codes of the squares in `allowed`, in the order of their numbers.
    #[inline(always)]
    fn push<C: Cpu>(&self, codes: [u32; 2], allowed: u32, free: u32, row: &mut Stream) {
        let places = u64::from(self.permutation.of(allowed));
        let [low, high] = codes;
        let low = C::extract(self.permutation.of(low & !free).into(), places);
        let high = C::extract(self.permutation.of(high & !free).into(), places);
        let (low, high) = (C::deposit(low, LOW), C::deposit(high, LOW));
        row.push(low | high << 1, 2 * allowed.count_ones());
    }

    #[inline(always)]
    fn single<C: Cpu>(&self, lanes: &Lanes, lane: usize, free: &Free, row: &mut Stream) {
        let squares = self.squares(lanes, lane);
        let codes = self.codes::<C>(lanes.start[lane], squares.count_ones(), squares);
        self.push::<C>(codes, squares, free.get(0, lane), row);
    }

    #[inline(always)]
    fn double<C: Cpu>(&self, lanes: &Lanes, lane: usize, free: &Free, row: &mut Stream) {
        let squares = self.squares(lanes, lane);
        // By the square of one king the codes by that of the other, low bits and high bits in halves: first
        // those of the lower one.
        let mut lower = [0u64; 32];
        let (mut left, mut place) = (squares, 0u32);
        while left != 0 {
            let start = lanes.start[lane] + u64::from(place * (place.wrapping_sub(1)) / 2);
            let [low, high] = self.codes::<C>(start, place, squares);
            lower[left.trailing_zeros() as usize] = u64::from(low) | u64::from(high) << 32;
            left &= left - 1;
            place += 1;
        }
        let mut codes = lower;
        turn_over(&mut codes);
        for (head, &king) in self.heads.sets.iter().enumerate() {
            if king & squares == 0 {
                continue;
            }
            let square = king.trailing_zeros() as usize;
            let both = lower[square] | codes[square];
            let allowed = squares & self.heads.below[head];
            let mask = u64::from(allowed) | u64::from(allowed) << 32;
            let both = both & mask;
            let codes = [both as u32, (both >> 32) as u32];
            self.push::<C>(codes, allowed, free.get(head, lane), row);
        }
    }

    /// Three kings and more: with the last king below the others codes lie together; else they are looked up
    /// one by one.
    #[inline(always)]
    fn several<C: Cpu>(&self, lanes: &Lanes, lane: usize, free: &Free, row: &mut Stream) {
        let squares = self.squares(lanes, lane);
        for (head, &kings) in self.heads.sets.iter().enumerate() {
            if kings & !squares != 0 {
                continue;
            }
            let allowed = squares & self.heads.below[head];
            let is_free = free.get(head, lane);
            let mut number = lanes.start[lane] + u64::from(rank_with_lower(kings, squares));
            let mut king = kings & kings.wrapping_neg();
            let lower = squares & (king - 1);
            let mut codes = self.codes::<C>(number, lower.count_ones(), lower);
            // Between each king and the next one.
            let (mut rest, mut k) = (kings, 1);
            while rest != 0 {
                let place = (squares & (king - 1)).count_ones();
                number = number + u64::from(choose(place, k)) - u64::from(choose(place, k + 1));
                rest ^= king;
                k += 1;
                let next = rest & rest.wrapping_neg();
                let between = !(king | (king - 1)) & next.wrapping_sub(1);
                let mut left = allowed & between & !is_free;
                while left != 0 {
                    let square = left & left.wrapping_neg();
                    left ^= square;
                    let place = (squares & (square - 1)).count_ones();
                    let code = self.window(number + u64::from(choose(place, k))) as u32;
                    codes[0] |= square * (code & 1);
                    codes[1] |= square * (code >> 1 & 1);
                }
                king = next;
            }
            codes = [codes[0] & allowed, codes[1] & allowed];
            self.push::<C>(codes, allowed, is_free, row);
        }
    }
}

/// What a set of squares adds to the colexicographic rank, among sets of squares of `squares`, of itself
/// and one lower square.
#[inline(always)]
fn rank_with_lower(mut set: u32, squares: u32) -> u32 {
    let (mut rank, mut k) = (0, 2);
    while set != 0 {
        let place = (squares & ((set & set.wrapping_neg()) - 1)).count_ones();
        rank += choose(place, k);
        set &= set - 1;
        k += 1;
    }
    rank
}

/// The squares that men can stand on.
fn men_squares(board: Board) -> u32 {
    crate::checkers::index::men_squares(board)
}

/// Turns two squares of 32 x 32 bits over, those of the low and of the high halves of words: bit `j` of a half
/// of word `i` goes to bit `i` of that half of word `j`.
#[inline(always)]
fn turn_over(block: &mut [u64; 32]) {
    let mut mask = 0x0000_ffff_0000_ffff_u64;
    let mut width = 16;
    while width != 0 {
        let mut start = 0;
        while start < 32 {
            for low in start..start + width {
                let high = low + width;
                let change = (block[low] >> width ^ block[high]) & mask;
                block[low] ^= change << width;
                block[high] ^= change;
            }
            start += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sides;
    use super::super::order::SquareOrder;
    use super::*;
    use crate::checkers::{KernelPath, Slice, pairs_up_to};

    /// Values that are none, but reproducible, so that every code shows where it went.
    fn values(entries: u64) -> Vec<u64> {
        let mut state = entries | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // No code 0.
            state | (!(state | state >> 1) & LOW)
        };
        (0..entries.div_ceil(32)).map(|_| next()).collect()
    }

    fn code(words: &[u64], number: u64) -> u8 {
        (words[(number / 32) as usize] >> (2 * (number % 32)) & 3) as u8
    }

    /// The entries of the whole table position by position.
    fn slowly(index: &SliceIndex, values: &[u64], scheme: &Scheme) -> Vec<u8> {
        let (board, slice) = (index.board(), index.slice());
        let numbering = Numbering::new(board, slice, scheme);
        let set = scheme.free_set(slice);
        let mut entries = vec![9; index.len() as usize];
        for (number, placement) in (0..).zip(index.placements(0..index.len())) {
            let free = set.has(board, &View::of(board, &placement));
            let code = if free { 0 } else { code(values, number) };
            entries[numbering.rank(index, &placement) as usize] = code;
        }
        entries
    }

    fn compare(board: Board, slice: Slice, scheme: &Scheme, path: KernelPath) {
        let index = SliceIndex::new(board, slice).unwrap();
        let values = values(index.len());
        let emitter = Emitter::new(&index, &values, scheme);
        let expected = slowly(&index, &values, scheme);
        let processor = Processor::find(path);
        let rows = emitter.rows();
        // The whole, and in three parts.
        for cuts in [&[0, rows][..], &[0, rows / 3, rows / 2 + 1, rows]] {
            let mut start = 0;
            for two in cuts.windows(2).filter(|two| two[0] < two[1]) {
                let stream = emitter.entries(two[0]..two[1], processor);
                let (len, words) = (stream.len(), stream.into_words());
                for number in 0..len {
                    let expected = expected[(start + number) as usize];
                    assert_eq!(code(&words, number), expected, "{board} {slice} {scheme} {number}");
                }
                start += len;
            }
            assert_eq!(start, index.len());
        }
    }

    fn compare_all(board: Board, pieces: u8) {
        let mut schemes = [Sides::Both, Sides::One].into_iter().cycle();
        let mut orders = SquareOrder::ALL.into_iter().cycle();
        for slice in pairs_up_to(board, pieces).iter().flat_map(|pair| pair.slices()) {
            let index = SliceIndex::new(board, slice).unwrap();
            for path in [KernelPath::Portable, KernelPath::Native] {
                let (sides, order) = (schemes.next().unwrap(), orders.next().unwrap());
                let inner = Emitter::inner(&index);
                let scheme = Scheme { sides, left_out: false, order, inner };
                compare(board, slice, &scheme, path);
                let sides = schemes.next().unwrap();
                compare(board, slice, &Scheme { sides, ..scheme }, path);
                schemes.next();
            }
        }
    }

    #[test]
    fn the_entries_of_three_pieces_on_8x8_are_those_of_the_single_positions() {
        compare_all(Board::EIGHT, 3);
    }

    #[test]
    fn the_entries_of_four_pieces_on_6x6_are_those_of_the_single_positions() {
        compare_all(Board::SIX, 4);
    }

    #[test]
    fn the_entries_of_seven_pieces_on_4x4_are_those_of_the_single_positions() {
        compare_all(Board::FOUR, 7);
    }
}
