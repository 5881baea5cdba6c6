use std::fmt;
use std::str::FromStr;

use retrosolve_games::checkers::Board;

use super::order::{Permutation, SquareOrder};
use super::{FreeSet, Sides};
use crate::checkers::binomial::choose;
use crate::checkers::{Placement, Slice, SliceIndex, subsets};

/// The name of the family of numberings of packed tables, with its version.
const FAMILY: &str = "checkers-packed/1";

/// Which positions the table of a slice stores, and in which order: what the name of the index scheme in a
/// file says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::checkers) struct Scheme {
    /// Which sides to move are stored.
    pub(in crate::checkers) sides: Sides,
    /// Whether the slice is the one of its pair that is left out.
    pub(in crate::checkers) left_out: bool,
    /// The order of the squares in the ranks of kings.
    pub(in crate::checkers) order: SquareOrder,
    /// Whose kings differ from entry to entry in a row: those of the side to move or of the other.
    pub(in crate::checkers) inner: Inner,
}

/// Whose kings differ from entry to entry in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::checkers) enum Inner {
    /// Those of the side to move.
    Own,
    /// Those of the other side.
    Other,
}

impl Scheme {
    /// What is free in a slice.
    pub(in crate::checkers) fn free_set(&self, slice: Slice) -> FreeSet {
        FreeSet::of(self.sides, slice)
    }
}

impl fmt::Display for Scheme {
    /// `checkers-packed/1 both rows own`, `checkers-packed/1 one` for a slice that is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = match self.inner {
            Inner::Own => "own",
            Inner::Other => "other",
        };
        match self.left_out {
            true => write!(f, "{FAMILY} {}", self.sides.name()),
            false => write!(f, "{FAMILY} {} {} {inner}", self.sides.name(), self.order),
        }
    }
}

impl FromStr for Scheme {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let rest = text.strip_prefix(FAMILY).and_then(|rest| rest.strip_prefix(' ')).ok_or(())?;
        let words: Vec<&str> = rest.split(' ').collect();
        match words[..] {
            ["one"] => Ok(Self {
                sides: Sides::One,
                left_out: true,
                order: SquareOrder::Rows,
                inner: Inner::Own,
            }),
            [sides, order, inner] => Ok(Self {
                sides: Sides::from_name(sides).ok_or(())?,
                left_out: false,
                order: SquareOrder::from_name(order).ok_or(())?,
                inner: match inner {
                    "own" => Inner::Own,
                    "other" => Inner::Other,
                    _ => return Err(()),
                },
            }),
            _ => Err(()),
        }
    }
}

/// The numbering of the entries of a packed table: from 0, without gaps, all positions of the slice, free
/// ones included.
///
/// Components come as in [`SliceIndex`]. In each, rows by the outer side's kings and in a row the inner
/// side's; kings by colexicographic rank of the numbers of their squares in the scheme's order, the occupied
/// squares taken out. Every second row of the table runs backwards.
#[derive(Clone, Copy)]
pub(in crate::checkers) struct Numbering {
    board: Board,
    permutation: &'static Permutation,
    inner: Inner,
    rows: u64,
    row_len: u64,
}

impl Numbering {
    /// The numbering of a slice.
    pub(in crate::checkers) fn new(board: Board, slice: Slice, scheme: &Scheme) -> Self {
        let free = board.squares() - u32::from(slice.men());
        let (outer, inner) = match scheme.inner {
            Inner::Own => (slice.other.kings, slice.own.kings),
            Inner::Other => (slice.own.kings, slice.other.kings),
        };
        let rows = u64::from(choose(free, outer.into()));
        let row_len = u64::from(choose(free - u32::from(outer), inner.into()));
        Self { board, permutation: scheme.order.on(board), inner: scheme.inner, rows, row_len }
    }

    /// The number of rows of a component.
    pub(super) const fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of entries in a row.
    pub(super) const fn row_len(&self) -> u64 {
        self.row_len
    }

    /// The number of a placement of the slice, whose [`SliceIndex`] is given.
    #[inline]
    pub(in crate::checkers) fn rank(&self, index: &SliceIndex, placement: &Placement) -> u64 {
        let Self { board, permutation, .. } = *self;
        let component = index.component(placement);
        let (own, other) = (placement.own_kings, placement.other_kings);
        // The squares free of men as the outer side sees them, and free of its kings too as the inner does.
        let own_free = board.mask() & !(placement.own_men | board.half_turn(placement.other_men));
        let (outer, outer_free, inner, inner_free) = match self.inner {
            Inner::Own => {
                (other, board.half_turn(own_free), own, own_free & !board.half_turn(other))
            }
            Inner::Other => {
                let other_free = board.half_turn(own_free);
                (own, own_free, other, other_free & !board.half_turn(own))
            }
        };
        let rank = |set, free| u64::from(subsets::rank(permutation.of(set), permutation.of(free)));
        let row = component * self.rows + rank(outer, outer_free);
        let place = rank(inner, inner_free);
        let place = if row.is_multiple_of(2) { place } else { self.row_len - 1 - place };
        row * self.row_len + place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::pairs_up_to;

    #[test]
    fn a_scheme_is_read_back_from_its_name() {
        for sides in [Sides::Both, Sides::One] {
            for order in SquareOrder::ALL {
                for inner in [Inner::Own, Inner::Other] {
                    let scheme = Scheme { sides, left_out: false, order, inner };
                    assert_eq!(scheme.to_string().parse(), Ok(scheme));
                }
            }
        }
        let left_out: Scheme = "checkers-packed/1 one".parse().unwrap();
        assert!(left_out.left_out);
        assert_eq!(left_out.to_string(), "checkers-packed/1 one");
        for wrong in ["checkers-dense/1", "checkers-packed/1", "checkers-packed/1 both", ""] {
            assert_eq!(wrong.parse::<Scheme>(), Err(()));
        }
    }

    #[test]
    fn every_position_has_a_number_of_its_own() {
        for (board, pieces) in [(Board::EIGHT, 3), (Board::SIX, 4), (Board::FOUR, 6)] {
            for slice in pairs_up_to(board, pieces).iter().flat_map(|pair| pair.slices()) {
                let index = SliceIndex::new(board, slice).unwrap();
                for order in SquareOrder::ALL {
                    for inner in [Inner::Own, Inner::Other] {
                        let scheme = Scheme { sides: Sides::Both, left_out: false, order, inner };
                        let numbering = Numbering::new(board, slice, &scheme);
                        let mut seen = bitvec::bitvec![0; index.len() as usize];
                        for placement in index.placements(0..index.len()) {
                            let number = numbering.rank(&index, &placement) as usize;
                            assert!(!seen.replace(number, true), "{board} {slice} {scheme}");
                        }
                    }
                }
            }
        }
    }
}
