use super::Move;
use super::shift::{
    down_left, down_right, jump_down_left, jump_down_right, jump_up_left, jump_up_right, up_left,
    up_right,
};
use super::view::{backward, count, forward};

/// The square next to each square, by direction, from the lowest to the highest; empty beyond 8x8.
pub(super) const STEP: [[u32; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut i = 0;
    while i < 32 {
        let at = 1 << i;
        table[i] = [down_left(at), down_right(at), up_left(at), up_right(at)];
        i += 1;
    }
    table
};

/// The square behind the next one, by direction.
pub(super) const JUMP: [[u32; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut i = 0;
    while i < 32 {
        let at = 1 << i;
        table[i] = [jump_down_left(at), jump_down_right(at), jump_up_left(at), jump_up_right(at)];
        i += 1;
    }
    table
};

/// The squares from which a jump is possible, by direction: next to a piece of the other side that has
/// an empty square behind it.
///
/// For a man these hold throughout its capture, since all that it changes is behind it. That it stops on
/// its crown row needs no code: there is nothing ahead to jump.
#[derive(Clone, Copy)]
pub(super) struct Leaps<const WHITE: bool> {
    left: u32,
    right: u32,
    back_left: u32,
    back_right: u32,
}

impl<const WHITE: bool> Leaps<WHITE> {
    #[inline]
    pub(super) const fn new(other: u32, empty: u32) -> Self {
        let [left_behind, right_behind] = backward::<WHITE>(other);
        let [left_ahead, right_ahead] = forward::<WHITE>(other);
        let [left_landing, right_landing] = jump_backward::<WHITE>(empty);
        let [back_left_landing, back_right_landing] = jump_forward::<WHITE>(empty);
        Self {
            left: right_behind & right_landing,
            right: left_behind & left_landing,
            back_left: right_ahead & back_right_landing,
            back_right: left_ahead & back_left_landing,
        }
    }

    /// Where a man can jump.
    #[inline]
    pub(super) const fn forward(self) -> u32 {
        self.left | self.right
    }

    /// Where a king can jump.
    #[inline]
    pub(super) const fn any(self) -> u32 {
        self.forward() | self.back_left | self.back_right
    }

    /// Calls `visit` for every path of the man on a square from which it can jump.
    #[inline]
    pub(super) fn man(self, from: u8, visit: &mut impl FnMut(Move)) {
        self.man_from(from, 1 << from, 0, visit);
    }

    #[inline]
    fn man_from(self, from: u8, at: u32, captured: u32, visit: &mut impl FnMut(Move)) {
        let ([left, right], [over_left, over_right]) =
            (jump_forward::<WHITE>(at), forward::<WHITE>(at));
        if at & self.left != 0 {
            self.man_landed(from, left, captured | over_left, visit);
        }
        if at & self.right != 0 {
            self.man_landed(from, right, captured | over_right, visit);
        }
    }

    /// Most captures are one jump, and those involve no call.
    #[inline]
    fn man_landed(self, from: u8, at: u32, captured: u32, visit: &mut impl FnMut(Move)) {
        if at & self.forward() == 0 {
            visit(Move { from, to: at.trailing_zeros() as u8, captured });
        } else {
            self.man_continues(from, at, captured, visit);
        }
    }

    #[inline(never)]
    fn man_continues(self, from: u8, at: u32, captured: u32, visit: &mut impl FnMut(Move)) {
        self.man_from(from, at, captured, visit);
    }

    /// The number of paths of a set of men, each on a square from which it can jump.
    ///
    /// A jump in one direction takes different squares to different ones, so a set of landing squares
    /// stands for as many paths as it has members.
    pub(super) fn count_men(self, men: u32) -> u64 {
        let [left, _] = jump_forward::<WHITE>(men & self.left);
        let [_, right] = jump_forward::<WHITE>(men & self.right);
        let mut paths = count(left & !self.forward(), right & !self.forward());
        if (left | right) & self.forward() != 0 {
            paths += self.count_men(left & self.forward());
            paths += self.count_men(right & self.forward());
        }
        paths
    }
}

/// The capture of a king. What it has jumped still blocks, but cannot be jumped again.
pub(super) struct KingCapture {
    from: u8,
    /// The empty squares of the board and the king's own start.
    empty: u32,
}

impl KingCapture {
    #[inline]
    pub(super) const fn new(from: u8, empty: u32) -> Self {
        Self { from, empty: empty | 1 << from }
    }

    /// Calls `visit` for every path over pieces of `other`, of which the king must be able to jump one.
    #[inline]
    pub(super) fn paths(&self, other: u32, visit: &mut impl FnMut(Move)) {
        self.continues(self.from, other, 0, visit);
    }

    fn continues(&self, at: u8, left: u32, captured: u32, visit: &mut impl FnMut(Move)) {
        let mut ended = true;
        for (step, jump) in STEP[at as usize].into_iter().zip(JUMP[at as usize]) {
            if step & left != 0 && jump & self.empty != 0 {
                ended = false;
                let land = jump.trailing_zeros() as u8;
                self.continues(land, left & !step, captured | step, visit);
            }
        }
        if ended {
            visit(Move { from: self.from, to: at, captured });
        }
    }
}

/// Tells results that came before from new ones, in the order that [`super::view::View::paths`] visits.
///
/// Jumps divide the squares into four classes, of which a piece never leaves its own, and within a class
/// a piece of the other side is jumped along one diagonal only. So the captured pieces are the edges of
/// a graph, a path is a trail that uses each once, start and edges determine the end, and two trails
/// over the same edges need a cycle: four pieces at least, and a king.
pub(super) struct Results {
    from: u8,
    seen: [u32; Self::CAPACITY],
    len: usize,
}

impl Results {
    /// A king has at most so many results that take four pieces or more: counted in the tests over all
    /// arrangements of the pieces that matter.
    const CAPACITY: usize = 7;

    #[inline]
    pub(super) const fn new() -> Self {
        Self { from: u8::MAX, seen: [0; Self::CAPACITY], len: 0 }
    }

    /// Whether no earlier path had this result.
    #[inline]
    pub(super) fn is_new(&mut self, mv: Move) -> bool {
        mv.captured.count_ones() < 4 || self.remember(mv)
    }

    #[inline(never)]
    fn remember(&mut self, mv: Move) -> bool {
        if mv.from != self.from {
            (self.from, self.len) = (mv.from, 0);
        }
        if self.seen[..self.len].contains(&mv.captured) {
            return false;
        }
        self.seen[self.len] = mv.captured;
        self.len += 1;
        true
    }
}

/// One jump forward, to the left and to the right.
#[inline]
const fn jump_forward<const WHITE: bool>(set: u32) -> [u32; 2] {
    if WHITE {
        [jump_down_left(set), jump_down_right(set)]
    } else {
        [jump_up_left(set), jump_up_right(set)]
    }
}

/// One jump back, to the left and to the right.
#[inline]
const fn jump_backward<const WHITE: bool>(set: u32) -> [u32; 2] {
    if WHITE {
        [jump_up_left(set), jump_up_right(set)]
    } else {
        [jump_down_left(set), jump_down_right(set)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::view::indices;

    /// A king jumps within its class, so of the board only the pieces that it can jump over and the
    /// squares of its class matter. All arrangements of both are tried, for all classes.
    #[test]
    fn the_results_of_a_king_that_need_a_memory_fit_it() {
        let mut left = u32::MAX;
        let mut most = Vec::new();
        while left != 0 {
            let class = class_of(left.trailing_zeros() as u8);
            left &= !class;
            most.push(most_results(class));
        }
        assert_eq!(most, [Results::CAPACITY; 4]);
    }

    /// The squares that jumps connect with one.
    fn class_of(from: u8) -> u32 {
        let mut class = 1 << from;
        loop {
            let more = indices(class).flat_map(|i| JUMP[i as usize]).fold(class, |a, b| a | b);
            if more == class {
                return class;
            }
            class = more;
        }
    }

    /// The greatest number of distinct results of four pieces or more that one king has.
    fn most_results(class: u32) -> usize {
        let over = indices(class)
            .flat_map(|i| STEP[i as usize].into_iter().zip(JUMP[i as usize]))
            .fold(0, |over, (step, jump)| if jump == 0 { over } else { over | step });
        let mut most = 0;
        for other in subsets(over) {
            for empty in subsets(class) {
                for from in indices(class) {
                    let mut seen = Vec::new();
                    KingCapture::new(from, empty).paths(other, &mut |mv| {
                        if mv.captured.count_ones() >= 4 && !seen.contains(&mv.captured) {
                            seen.push(mv.captured);
                        }
                    });
                    most = most.max(seen.len());
                }
            }
        }
        most
    }

    /// All subsets of a set.
    fn subsets(set: u32) -> impl Iterator<Item = u32> {
        let mut next = Some(set);
        std::iter::from_fn(move || {
            let subset = next?;
            next = (subset != 0).then(|| (subset - 1) & set);
            Some(subset)
        })
    }
}
