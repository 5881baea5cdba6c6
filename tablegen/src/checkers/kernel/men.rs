//! Slices without kings: rows over the men of one side, for one placement of the other's at a time.
//!
//! Men move forward, so there is no cycle at all: with the given men farther advanced first, the side with
//! the given men needs rows of placements that are done, and after it the other side needs that one's row.

use super::captures::Capturer;
use super::cpu::Cpu;
use super::geometry::{FORWARD, NONE, squares};
use super::mover::{Mover, Setting};
use super::rows::{and, clear, or};
use super::space::rank;
use super::sparse::{SparseTable, both};
use super::vectors::{Hunt, quiet_men};
use crate::checkers::{Material, Slice};

/// Buffers of one thread.
#[derive(Default)]
pub(super) struct MenWork {
    men_free: Vec<Vec<u64>>,
    rows: Vec<u64>,
    scratch: Vec<u64>,
}

/// The men of one side in place, those of the other anywhere.
#[derive(Clone, Copy)]
pub(super) struct MenRow<'a> {
    pub(super) setting: Setting<'a>,
    /// With the side first whose men are in place.
    pub(super) slice: Slice,
    pub(super) men: u32,
}

impl MenRow<'_> {
    /// The tables of the slice and of its flip.
    pub(super) fn tables(&self) -> [&SparseTable; 2] {
        [self.slice, self.slice.flipped()]
            .map(|slice| self.setting.tables.get(slice).expect("the tables of the pair are there"))
    }

    /// Solves both sides to move and stores them.
    ///
    /// # Safety
    /// Nobody else may read or write the rows of these men in the tables of the pair meanwhile.
    pub(super) unsafe fn solve<C: Cpu>(&self, work: &mut MenWork) {
        let [mine, theirs] = self.tables();
        let place = rank(self.men);
        // SAFETY: the caller's promise; the rows lie apart.
        let out = unsafe { [mine.over_other_mut(place), theirs.over_own_mut(place)] };
        C::men(self, work, out);
    }

    /// Solves the side with the given men to move, then the other.
    #[inline(always)]
    pub(super) fn solve_into<C: Cpu>(&self, work: &mut MenWork, [mine, theirs]: [&mut [u64]; 2]) {
        let Setting { geometry, spaces, .. } = self.setting;
        let count = usize::from(self.slice.other.men);
        let words = spaces[count].words;
        let turned = geometry.turned_set(self.men);
        work.prepare(&self.setting, self.slice, turned);
        let MenWork { men_free, rows, scratch } = work;
        let [_, flip] = self.tables();

        let mover = Mover {
            setting: self.setting,
            slice: self.slice,
            own_men: self.men,
            other_men: 0,
            over_men: true,
        };
        clear(rows);
        let mut parts = rows.chunks_exact_mut(words);
        let [has, l, e, quiet_l, quiet_e] =
            std::array::from_fn(|_| parts.next().unwrap_or_default());
        for start in squares(self.men) {
            let capturer = Capturer::new(mover, 0, start, men_free, false);
            if words == 1 {
                let found = capturer.word::<C>(count);
                (has[0], l[0], e[0]) = (has[0] | found[0], l[0] | found[1], e[0] | found[2]);
            } else {
                capturer.words::<C>(count, [has, l, e], scratch);
            }
        }
        for from in squares(self.men) {
            for to in geometry.step[usize::from(from)][FORWARD].iter().copied() {
                if to == NONE || self.men >> to & 1 != 0 {
                    continue;
                }
                let rest = self.men & !(1 << from);
                if geometry.crown >> to & 1 == 0 {
                    let found = flip.over_own(rank(rest | 1 << to));
                    let (loses, survives) = found.slices();
                    or(quiet_l, loses);
                    or(quiet_e, survives);
                } else {
                    let (loses, scratch) = scratch.split_at_mut(words);
                    let survives = &mut scratch[..words];
                    clear(loses);
                    clear(survives);
                    // Somebody is left: nothing was taken.
                    let _ = mover.gather_after(count, rest, to, [&mut *loses, &mut *survives]);
                    or(quiet_l, loses);
                    or(quiet_e, survives);
                }
            }
        }
        decide(&men_free[count], [has, l, e, quiet_l, quiet_e], mine);

        let mover = Mover {
            setting: self.setting,
            slice: self.slice.flipped(),
            own_men: 0,
            other_men: turned,
            over_men: true,
        };
        let hunt = Hunt { mover, prey: turned, first: turned, men_free, after_king: None };
        clear(rows);
        let mut parts = rows.chunks_exact_mut(words);
        let [has, l, e, quiet_l, quiet_e] =
            std::array::from_fn(|_| parts.next().unwrap_or_default());
        hunt.all::<C>([has, l, e], scratch);
        quiet_men::<C>(mover, &both(mine), [quiet_l, quiet_e], scratch);
        decide(&men_free[count], [has, l, e, quiet_l, quiet_e], theirs);
    }
}

impl MenWork {
    /// Fills what the given men determine, seen by the other side.
    fn prepare(&mut self, setting: &Setting<'_>, slice: Slice, turned: u32) {
        let Setting { geometry, spaces, .. } = *setting;
        let Material { men, .. } = slice.other;
        let men = usize::from(men);
        self.men_free.resize_with(men + 1, Vec::new);
        for (count, row) in self.men_free.iter_mut().enumerate() {
            let sets = geometry.men_sets(count);
            row.clear();
            row.resize(spaces[count].words, 0);
            row[..sets / 64].fill(!0);
            if sets % 64 != 0 {
                row[sets / 64] = !0 >> (64 - sets % 64);
            }
            for square in squares(turned) {
                and(row, spaces[count].without(usize::from(square)));
            }
        }
        let words = spaces[men].words;
        self.rows.resize(5 * words, 0);
        let lower = spaces[men - 1].words;
        let needed = (4 * usize::from(slice.pieces()) + 8) * spaces[men].scratch();
        self.scratch.resize(needed + 2 * geometry.squares as usize * lower + 64, 0);
    }
}

/// Stores what was found: where there are captures, where one wins, where one does not lose, and the same
/// two of quiet moves.
#[inline(always)]
fn decide(legal: &[u64], [has, l, e, quiet_l, quiet_e]: [&mut [u64]; 5], out: &mut [u64]) {
    let (loses, survives) = out.split_at_mut(out.len() / 2);
    for (at, (loses, survives)) in loses.iter_mut().zip(survives).enumerate() {
        let quiet = legal[at] & !has[at];
        *loses = legal[at] & !(e[at] | quiet & quiet_e[at]);
        *survives = legal[at] & !(l[at] | quiet & quiet_l[at]);
    }
}
