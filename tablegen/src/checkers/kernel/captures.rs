//! Captures with the mover's pieces in place, for all placements of the other side's kings at once.
//!
//! A path is legal for the kings that avoid some squares (occupied ones, landings) and hold others (the
//! captured ones). With the captured kings taken out, what is left is a set of fewer kings that avoids
//! squares: so a path works on rows of the space of the kings that are left, and what it finds is put back
//! king by king on the way up.

use super::cpu::Cpu;
use super::geometry::{ALL, FORWARD, NONE};
use super::mover::{Mover, Setting};
use super::rows::{add, and, any, clear, copy, with_two};
use super::space::Space;
use super::sparse::Rows;

/// A piece that captures.
#[derive(Clone, Copy)]
pub(super) struct Capturer<'a> {
    mover: Mover<'a>,
    start: u8,
    man: bool,
    /// The mover's other pieces.
    men: u32,
    kings: u32,
    /// Where it can't land, but for kings of the other side.
    blocked: u32,
    /// For every number of kings the sets that avoid all men; empty where rows have one word.
    men_free: &'a [Vec<u64>],
    /// Whether the first piece taken must be a man.
    man_first: bool,
}

/// Where a path stands.
#[derive(Clone, Copy)]
pub(super) struct At {
    square: u8,
    captured_men: u32,
    captured_kings: u32,
    /// Squares that the kings left must avoid besides the occupied ones: landings, captured kings.
    path: u32,
}

impl<'a> Capturer<'a> {
    #[inline(always)]
    pub(super) fn new(
        mover: Mover<'a>,
        own_kings: u32,
        start: u8,
        men_free: &'a [Vec<u64>],
        man_first: bool,
    ) -> Self {
        let rest = !(1u32 << start);
        let man = mover.own_men >> start & 1 != 0;
        let (men, kings) = (mover.own_men & rest, own_kings & rest);
        let blocked = men | kings | mover.other_men;
        Self { mover, start, man, men, kings, blocked, men_free, man_first }
    }

    #[inline(always)]
    fn root(&self) -> At {
        At { square: self.start, captured_men: 0, captured_kings: 0, path: 0 }
    }

    /// The piece's captures, for rows of one word: where it has any, where one leads to a loss of the other
    /// side, where one keeps the other side from winning.
    #[inline(always)]
    pub(super) fn word<C: Cpu>(&self, kings: usize) -> [u64; 3] {
        self.word_at::<C>(kings, self.root(), true)
    }

    /// The directions in which a jump from `at` is not ruled out: the square jumped and the landing.
    #[inline(always)]
    fn jumps(&self, at: At) -> impl Iterator<Item = (u8, u8)> {
        let geometry = self.mover.setting.geometry;
        let stops = self.man && geometry.crown >> at.square & 1 != 0;
        let directions = if stops {
            0..0
        } else if self.man {
            FORWARD
        } else {
            ALL
        };
        let blocked = self.blocked | at.captured_kings;
        let [step, jump] = [geometry.step, geometry.jump].map(|table| table[at.square as usize]);
        directions
            .map(move |direction| (step[direction], jump[direction]))
            .filter(move |&(_, land)| land != NONE && blocked >> land & 1 == 0)
    }

    /// Whether a king of the other side can be on a square and be jumped.
    #[inline(always)]
    fn may_hold_king(&self, at: At, square: u8) -> bool {
        let excluded = self.blocked | at.captured_kings | at.path | 1 << self.start;
        excluded >> square & 1 == 0
    }

    /// As [`Self::word`] from a place of the path on; `root` says that it is the start.
    #[inline(always)]
    pub(super) fn word_at<C: Cpu>(&self, kings: usize, at: At, root: bool) -> [u64; 3] {
        let Setting { geometry, spaces, .. } = self.mover.setting;
        let space = &spaces[kings];
        let avoided = self.blocked | 1 << self.start | at.path;
        let mask = match kings {
            0 => 1,
            1 => u64::from(geometry.all() & !geometry.turned_set(avoided)),
            _ => super::geometry::squares(avoided)
                .fold(space.full[0], |mask, o| mask & space.without(geometry.turned(o))[0]),
        };
        let mut end = mask;
        let (mut loses, mut escapes) = (0, 0);
        for (over, land) in self.jumps(at) {
            let landing = space.without(geometry.turned(land))[0];
            if (self.mover.other_men & !at.captured_men) >> over & 1 != 0 {
                let possible = mask & landing;
                if possible == 0 {
                    continue;
                }
                end &= !possible;
                let next = At {
                    square: land,
                    captured_men: at.captured_men | 1 << over,
                    path: at.path | 1 << land,
                    ..at
                };
                let [l, e] = C::deeper_word(self, kings, next);
                loses |= l;
                escapes |= e;
            } else if kings > 0 && !(root && self.man_first) && self.may_hold_king(at, over) {
                let turned = geometry.turned(over);
                let possible = mask & landing & space.with(turned)[0];
                if possible == 0 {
                    continue;
                }
                end &= !possible;
                let next = At {
                    square: land,
                    captured_kings: at.captured_kings | 1 << over,
                    path: at.path | 1 << land | 1 << over,
                    ..at
                };
                let [l, e] = C::deeper_word(self, kings - 1, next);
                let put = |word| put_word::<C>(space, &spaces[kings - 1], kings, turned, word);
                loses |= put(l);
                escapes |= put(e);
            }
        }
        if root {
            return [mask & !end, loses, escapes];
        }
        if end != 0 {
            let (mut l, mut e) = (!0, !0);
            if self.gathers(at) {
                let rows = [&mut l, &mut e].map(std::slice::from_mut);
                self.mover.gather_after(kings, self.men, at.square, rows);
            } else if let Some(rows) = self.rows_at(at, kings) {
                let (loses, escapes) = rows.slices();
                (l, e) = (loses[0], escapes[0]);
            }
            loses |= end & l;
            escapes |= end & e;
        }
        [0, loses, escapes]
    }

    /// Whether what a path leads to that ends here has to be collected: rows are over men, and a man is
    /// crowned.
    #[inline(always)]
    fn gathers(&self, at: At) -> bool {
        self.mover.over_men && self.mover.setting.geometry.crown >> at.square & 1 != 0
    }

    /// What a path leads to that ends here; `None` if nothing is left of the other side.
    #[inline(always)]
    fn rows_at(&self, at: At, kings: usize) -> Option<Rows<'a>> {
        let here = 1 << at.square;
        let stays_man = self.man && here & self.mover.setting.geometry.crown == 0;
        let (men, own_kings) =
            if stays_man { (self.men | here, self.kings) } else { (self.men, self.kings | here) };
        self.mover.rows_after(at.captured_men, kings as u8, men, own_kings)
    }

    /// Adds the piece's captures, for rows of several words; `sum` has the three rows of
    /// [`Self::word`].
    #[inline(always)]
    pub(super) fn words<C: Cpu>(&self, kings: usize, sum: [&mut [u64]; 3], scratch: &mut [u64]) {
        self.words_at::<C>(kings, self.root(), true, sum, scratch);
    }

    /// As [`Self::words`] from a place of the path on; `root` says that it is the start.
    #[inline(always)]
    pub(super) fn words_at<C: Cpu>(
        &self,
        kings: usize,
        at: At,
        root: bool,
        sum: [&mut [u64]; 3],
        scratch: &mut [u64],
    ) {
        let Setting { geometry, spaces, .. } = self.mover.setting;
        let space = &spaces[kings];
        let words = space.words;
        let [has, loses, escapes] = sum;
        if root && self.jumps(at).next().is_none() {
            return;
        }
        let (mask, scratch) = scratch.split_at_mut(words);
        let (end, scratch) = scratch.split_at_mut(words);
        copy(mask, &self.men_free[kings]);
        // The men of both sides are avoided already, but for a man that moves: its start too.
        for square in super::geometry::squares(self.kings | 1 << self.start | at.path) {
            and(mask, space.without(geometry.turned(square)));
        }
        copy(end, mask);
        for (over, land) in self.jumps(at) {
            let landing = space.with(geometry.turned(land));
            if (self.mover.other_men & !at.captured_men) >> over & 1 != 0 {
                and(end, landing);
                let next = At {
                    square: land,
                    captured_men: at.captured_men | 1 << over,
                    path: at.path | 1 << land,
                    ..at
                };
                C::deeper_words(self, kings, next, [loses, escapes], scratch);
            } else if !(root && self.man_first) && self.may_hold_king(at, over) {
                let turned = geometry.turned(over);
                with_two(end, space.with(turned), landing, |end, taken, landing| {
                    *end &= !taken | landing;
                });
                let next = At {
                    square: land,
                    captured_kings: at.captured_kings | 1 << over,
                    path: at.path | 1 << land | 1 << over,
                    ..at
                };
                let lower = &spaces[kings - 1];
                if lower.words == 1 {
                    let [l, e] = C::deeper_word(self, kings - 1, next);
                    if l != 0 {
                        space.put_in::<C>(lower, turned, &[l], loses, scratch);
                    }
                    if e != 0 {
                        space.put_in::<C>(lower, turned, &[e], escapes, scratch);
                    }
                } else {
                    let (l, scratch) = scratch.split_at_mut(lower.words);
                    let (e, scratch) = scratch.split_at_mut(lower.words);
                    clear(l);
                    clear(e);
                    C::deeper_words(self, kings - 1, next, [l, e], scratch);
                    space.put_in::<C>(lower, turned, l, loses, scratch);
                    space.put_in::<C>(lower, turned, e, escapes, scratch);
                }
            }
        }
        if root {
            with_two(has, mask, end, |has, mask, end| *has |= mask & !end);
            return;
        }
        if !any(end) {
            return;
        }
        if self.gathers(at) {
            // The mask is of no more use; another row is.
            let l = mask;
            let e = &mut scratch[..words];
            clear(l);
            clear(e);
            self.mover.gather_after(kings, self.men, at.square, [&mut *l, &mut *e]);
            add(loses, end, l);
            add(escapes, end, e);
        } else if let Some(rows) = self.rows_at(at, kings) {
            let (l, e) = rows.slices();
            add(loses, end, l);
            add(escapes, end, e);
        }
    }
}

/// From a row of the lower space to one of `space`, both of one word.
#[inline(always)]
fn put_word<C: Cpu>(space: &Space, lower: &Space, kings: usize, square: usize, word: u64) -> u64 {
    match kings {
        1 => (word & 1) << square,
        _ => C::deposit(C::extract(word, lower.without(square)[0]), space.with(square)[0]),
    }
}
