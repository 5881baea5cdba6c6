//! The positions of a component in the order of table files, that of
//! [`SliceIndex`](crate::checkers::SliceIndex): row by row, in a row bit by bit.

use super::geometry::{Geometry, squares};
use super::rows::and;
use super::space::Space;
use crate::checkers::Slice;
use crate::checkers::binomial::choose;

/// What tells the positions of a slice.
#[derive(Clone, Copy)]
pub(super) struct Order<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) spaces: &'a [Space],
    pub(super) slice: Slice,
}

impl Order<'_> {
    /// The positions of a component of a slice, as many whatever the men.
    pub(super) fn positions(geometry: &Geometry, slice: Slice) -> u64 {
        let Slice { own, other } = slice;
        let left = |taken: u8| geometry.squares.saturating_sub(taken.into());
        let free = left(own.men + other.men);
        let rest = left(own.men + other.men + other.kings);
        u64::from(choose(free, other.kings.into())) * u64::from(choose(rest, own.kings.into()))
    }

    /// Calls `visit` for the rows of the component of all men, in their order.
    #[inline(always)]
    pub(super) fn rows(&self, men: u32, mut visit: impl Visit) {
        let Self { geometry, spaces, slice } = *self;
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
pub(super) trait Visit {
    fn row(&mut self, row: usize, legal: &[u64]);
}

impl<F: FnMut(usize, &[u64])> Visit for F {
    #[inline(always)]
    fn row(&mut self, row: usize, legal: &[u64]) {
        self(row, legal);
    }
}
