//! The side with kings against no king: rows over the mover's own kings.
//!
//! With the other side's pieces in place every move of the mover is a row operation: a man's move leads to
//! another component's row, a king's move takes the king out of the square where it arrives and puts it in
//! where it came from. Also for the captures of the other side's only king, square by square.

use super::cpu::Cpu;
use super::geometry::{ALL, FORWARD, NONE, squares};
use super::mover::{ManMove, Mover, Setting};
use super::rows::{add, and, any, clear, copy, or};
use super::sparse::Rows;
use crate::checkers::Material;

/// The captures of pieces in place, for all placements of the mover's kings (or, over men, of its men) at
/// once.
#[derive(Clone, Copy)]
pub(super) struct Hunt<'a> {
    pub(super) mover: Mover<'a>,
    /// The other side's men and its king.
    pub(super) prey: u32,
    /// What must be taken first.
    pub(super) first: u32,
    /// For every number of own kings the sets that avoid the men of both sides.
    pub(super) men_free: &'a [Vec<u64>],
    /// What is left after one of the mover's kings has taken the other side's king alone: the same wherever
    /// that was. `None`: to be looked up.
    pub(super) after_king: Option<Rows<'a>>,
}

/// Where a path stands.
#[derive(Clone, Copy)]
pub(super) struct Trail {
    /// The mover's other kings.
    kings: usize,
    start: u8,
    man: bool,
    square: u8,
    captured: u32,
    /// Squares that the mover's other kings must avoid: landings.
    path: u32,
}

impl<'a> Hunt<'a> {
    /// Adds all captures: where there are any, where one leads to a loss of the other side, where one keeps
    /// it from winning. Rows over all of the mover's kings.
    #[inline(always)]
    pub(super) fn all<C: Cpu>(&self, sum: [&mut [u64]; 3], scratch: &mut [u64]) {
        let Setting { geometry, spaces, .. } = self.mover.setting;
        let Material { men, kings } = self.mover.slice.own;
        let over_men = self.mover.over_men;
        let kings = usize::from(if over_men { men } else { kings });
        let [has, loses, escapes] = sum;
        let blocked = self.mover.own_men | self.prey;
        for prey in squares(self.first) {
            for direction in ALL {
                let [start, land] = [direction, 3 - direction]
                    .map(|direction| geometry.step[prey as usize][direction]);
                if start == NONE || land == NONE || blocked >> land & 1 != 0 {
                    continue;
                }
                // A man moves forward: it stands behind its prey.
                let forward = FORWARD.contains(&(3 - direction));
                if over_men && !forward {
                    continue;
                }
                if forward && self.mover.own_men >> start & 1 != 0 {
                    self.begin::<C>(kings, start, true, prey, land, [has, loses, escapes], scratch);
                } else if kings > 0 && blocked >> start & 1 == 0 {
                    let (space, lower) = (&spaces[kings], &spaces[kings - 1]);
                    let (rest, scratch) = scratch.split_at_mut(3 * lower.words);
                    clear(rest);
                    let (h, rest) = rest.split_at_mut(lower.words);
                    let (l, e) = rest.split_at_mut(lower.words);
                    self.begin::<C>(kings - 1, start, over_men, prey, land, [h, l, e], scratch);
                    let start = usize::from(start);
                    space.put_in::<C>(lower, start, h, has, scratch);
                    space.put_in::<C>(lower, start, l, loses, scratch);
                    space.put_in::<C>(lower, start, e, escapes, scratch);
                }
            }
        }
    }

    /// [`Self::all`] for one king.
    #[inline(always)]
    pub(super) fn all_word<C: Cpu>(&self) -> [u64; 3] {
        let geometry = self.mover.setting.geometry;
        let [mut has, mut loses, mut escapes] = [0; 3];
        let blocked = self.mover.own_men | self.prey;
        for prey in squares(self.first) {
            let step = geometry.step[usize::from(prey)];
            for direction in ALL {
                let (start, land) = (step[direction], step[3 - direction]);
                if start == NONE || land == NONE || blocked >> land & 1 != 0 {
                    continue;
                }
                let man =
                    FORWARD.contains(&(3 - direction)) && self.mover.own_men >> start & 1 != 0;
                if !man && blocked >> start & 1 != 0 {
                    continue;
                }
                let (captured, path) = (1 << prey, 1 << land);
                let kings = usize::from(man);
                let trail = Trail { kings, start, man, square: land, captured, path };
                let [l, e] = C::deeper_hunt_word(self, trail);
                if man {
                    has |= self.mask_word(trail);
                    loses |= l;
                    escapes |= e;
                } else {
                    has |= 1 << start;
                    loses |= l << start;
                    escapes |= e << start;
                }
            }
        }
        [has, loses, escapes]
    }

    /// [`Self::mask`] for at most one other king.
    #[inline(always)]
    fn mask_word(&self, trail: Trail) -> u64 {
        let avoided = self.mover.own_men | self.prey | trail.path;
        if trail.kings == 0 { 1 } else { u64::from(self.mover.setting.geometry.all() & !avoided) }
    }

    /// [`Self::follow`] for at most one other king; not over men.
    #[inline(always)]
    pub(super) fn follow_word<C: Cpu>(&self, trail: Trail) -> [u64; 2] {
        let geometry = self.mover.setting.geometry;
        let mut end = self.mask_word(trail);
        let [mut loses, mut escapes] = [0; 2];
        let here = 1u32 << trail.square;
        let men = self.mover.own_men & !(1 << trail.start);
        let crowned = trail.man && here & geometry.crown != 0;
        let left = self.prey & !trail.captured;
        if !crowned && left != 0 {
            for direction in if trail.man { FORWARD } else { ALL } {
                let over = geometry.step[usize::from(trail.square)][direction];
                let land = geometry.jump[usize::from(trail.square)][direction];
                if land == NONE || left >> over & 1 == 0 || (men | self.prey) >> land & 1 != 0 {
                    continue;
                }
                // A king stops all others from landing where it stands.
                end &= if trail.kings == 0 { 0 } else { 1 << land };
                let next = Trail {
                    square: land,
                    captured: trail.captured | 1 << over,
                    path: trail.path | 1 << land,
                    ..trail
                };
                let [l, e] = C::deeper_hunt_word(self, next);
                loses |= l;
                escapes |= e;
            }
        }
        if end == 0 {
            return [loses, escapes];
        }
        let stays_man = trail.man && !crowned;
        let men = if stays_man { men | here } else { men };
        let kings = trail.kings as u8 + u8::from(!stays_man);
        let (l, e) = match self.after(trail, men, kings) {
            None => (!0, !0),
            Some(rows) => {
                let (l, e) = rows.slices();
                if stays_man {
                    (l[0], e[0])
                } else if trail.kings == 0 {
                    (l[0] >> trail.square & 1, e[0] >> trail.square & 1)
                } else {
                    let [lower, space] = [1, 2].map(|kings| &self.mover.setting.spaces[kings]);
                    let mut scratch = [0; 10];
                    let mut out = [[0]; 2];
                    let square = usize::from(trail.square);
                    space.take_out::<C>(lower, square, l, &mut out[0], &mut scratch);
                    space.take_out::<C>(lower, square, e, &mut out[1], &mut scratch);
                    (out[0][0], out[1][0])
                }
            }
        };
        [loses | end & l, escapes | end & e]
    }

    /// Adds the captures of a piece that begin with one jump.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "inlined twice")]
    fn begin<C: Cpu>(
        &self,
        kings: usize,
        start: u8,
        man: bool,
        prey: u8,
        land: u8,
        [has, loses, escapes]: [&mut [u64]; 3],
        scratch: &mut [u64],
    ) {
        let trail = Trail { kings, start, man, square: land, captured: 1 << prey, path: 1 << land };
        let (mask, scratch) = scratch.split_at_mut(has.len());
        self.mask(trail, mask);
        or(has, mask);
        C::deeper_hunt(self, trail, [loses, escapes], scratch);
    }

    /// The sets of the mover's other kings for which a path has come as far as this.
    #[inline(always)]
    fn mask(&self, trail: Trail, mask: &mut [u64]) {
        let space = &self.mover.setting.spaces[trail.kings];
        copy(mask, &self.men_free[trail.kings]);
        let king = self.prey & !self.mover.other_men;
        for square in squares(trail.path | 1 << trail.start | king) {
            and(mask, space.without(usize::from(square)));
        }
    }

    /// The rows over the mover's kings after a path that ends here; `None` if nothing is left of the other
    /// side.
    #[inline(always)]
    fn after(&self, trail: Trail, men: u32, kings: u8) -> Option<Rows<'a>> {
        match self.after_king {
            Some(rows) if !trail.man && trail.captured & self.mover.other_men == 0 => Some(rows),
            _ => self.mover.vector_after(trail.captured, men, kings),
        }
    }

    /// Adds what a path leads to that has come as far as this.
    #[inline(always)]
    pub(super) fn follow<C: Cpu>(
        &self,
        trail: Trail,
        [loses, escapes]: [&mut [u64]; 2],
        scratch: &mut [u64],
    ) {
        let Setting { geometry, spaces, .. } = self.mover.setting;
        let space = &spaces[trail.kings];
        let (end, scratch) = scratch.split_at_mut(space.words);
        self.mask(trail, end);
        let here = 1u32 << trail.square;
        let men = self.mover.own_men & !(1 << trail.start);
        let crowned = trail.man && here & geometry.crown != 0;
        let directions = if crowned {
            0..0
        } else if trail.man {
            FORWARD
        } else {
            ALL
        };
        for direction in directions {
            let [over, land] =
                [geometry.step, geometry.jump].map(|table| table[trail.square as usize][direction]);
            if land == NONE
                || (self.prey & !trail.captured) >> over & 1 == 0
                || (men | self.prey) >> land & 1 != 0
            {
                continue;
            }
            and(end, space.with(usize::from(land)));
            let next = Trail {
                square: land,
                captured: trail.captured | 1 << over,
                path: trail.path | 1 << land,
                ..trail
            };
            C::deeper_hunt(self, next, [loses, escapes], scratch);
        }
        if !any(end) {
            return;
        }
        if crowned && self.mover.over_men {
            let (l, scratch) = scratch.split_at_mut(space.words);
            let e = &mut scratch[..space.words];
            clear(l);
            clear(e);
            let left = self.prey & !trail.captured;
            if self.mover.gather_crowned(left, trail.square, [&mut *l, &mut *e]).is_some() {
                add(loses, end, l);
                add(escapes, end, e);
            } else {
                or(loses, end);
                or(escapes, end);
            }
            return;
        }
        let stays_man = trail.man && !crowned && !self.mover.over_men;
        let men = if stays_man { men | here } else { men };
        let kings = trail.kings as u8 + u8::from(!stays_man);
        let Some(rows) = self.after(trail, men, kings) else {
            or(loses, end);
            or(escapes, end);
            return;
        };
        let (l, e) = rows.slices();
        if stays_man {
            add(loses, end, l);
            add(escapes, end, e);
            return;
        }
        let (out, scratch) = scratch.split_at_mut(space.words);
        let higher = &spaces[trail.kings + 1];
        higher.take_out::<C>(space, usize::from(trail.square), l, out, scratch);
        add(loses, end, out);
        higher.take_out::<C>(space, usize::from(trail.square), e, out, scratch);
        add(escapes, end, out);
    }
}

/// The quiet moves of the side over whose men rows are: as [`quiet_moves`].
#[inline(always)]
pub(super) fn quiet_men<C: Cpu>(
    mover: Mover<'_>,
    opposite: &Rows<'_>,
    [loses, escapes]: [&mut [u64]; 2],
    scratch: &mut [u64],
) {
    let Setting { geometry, spaces, .. } = mover.setting;
    let men = usize::from(mover.slice.own.men);
    let (space, lower) = (&spaces[men], &spaces[men - 1]);
    let free = geometry.all() & !mover.other_men;
    let (l, e) = opposite.slices();
    let (taken, scratch) = scratch.split_at_mut(2 * geometry.squares as usize * lower.words);
    let (rest, scratch) = scratch.split_at_mut(lower.words);
    clear(taken);
    let at = |square: u8| 2 * usize::from(square) * lower.words;
    for square in squares(free) {
        let (l_out, e_out) = taken[at(square)..].split_at_mut(lower.words);
        let e_out = &mut e_out[..lower.words];
        if geometry.crown >> square & 1 == 0 {
            space.take_out::<C>(lower, square.into(), l, l_out, scratch);
            space.take_out::<C>(lower, square.into(), e, e_out, scratch);
        } else {
            // Somebody is left: nothing was taken.
            let _ = mover.gather_crowned(mover.other_men, square, [l_out, e_out]);
        }
    }
    for from in squares(free & !geometry.crown) {
        for (kind, sum) in [(0, &mut *loses), (1, &mut *escapes)] {
            clear(rest);
            for to in geometry.step[usize::from(from)][FORWARD].iter().copied() {
                if to != NONE && free >> to & 1 != 0 {
                    or(rest, &taken[at(to) + kind * lower.words..]);
                }
            }
            space.put_in::<C>(lower, from.into(), rest, sum, scratch);
        }
    }
}

/// The quiet moves of the side with kings against none: where one leads to a loss of the other side, and
/// where one keeps it from winning. `opposite` are the rows of the same component with the other side to
/// move.
#[inline(always)]
pub(super) fn quiet_moves<C: Cpu>(
    mover: Mover<'_>,
    man_moves: &[ManMove<'_>],
    opposite: &Rows<'_>,
    [loses, escapes]: [&mut [u64]; 2],
    scratch: &mut [u64],
) {
    let Setting { geometry, spaces, .. } = mover.setting;
    let kings = usize::from(mover.slice.own.kings);
    let (space, lower) = (&spaces[kings], &spaces[kings - 1]);
    for man_move in man_moves {
        let rows = man_move.vector();
        let (l, e) = rows.slices();
        if man_move.crowned == 0 {
            or(loses, l);
            or(escapes, e);
        } else {
            let higher = &spaces[kings + 1];
            let (out, scratch) = scratch.split_at_mut(space.words);
            let square = man_move.to.trailing_zeros() as usize;
            higher.take_out::<C>(space, square, l, out, scratch);
            or(loses, out);
            higher.take_out::<C>(space, square, e, out, scratch);
            or(escapes, out);
        }
    }
    let (l, e) = opposite.slices();
    if kings == 1 {
        loses[0] |= u64::from(geometry.around(l[0] as u32));
        escapes[0] |= u64::from(geometry.around(e[0] as u32));
        return;
    }
    let free = geometry.all() & !(mover.own_men | mover.other_men);
    for (row, sum) in [(l, loses), (e, escapes)] {
        let (taken, scratch) = scratch.split_at_mut(geometry.squares as usize * lower.words);
        let (rest, scratch) = scratch.split_at_mut(lower.words);
        for (square, taken) in taken.chunks_mut(lower.words).enumerate() {
            if free >> square & 1 != 0 {
                space.take_out::<C>(lower, square, row, taken, scratch);
            } else {
                clear(taken);
            }
        }
        for from in squares(free) {
            clear(rest);
            for to in squares(geometry.around(1 << from) & free) {
                or(rest, &taken[usize::from(to) * lower.words..]);
            }
            space.put_in::<C>(lower, usize::from(from), rest, sum, scratch);
        }
    }
}
