use std::fmt;

use retrosolve_games::checkers::Board;

use super::{Slice, index};

/// A slice and its flip: what is solved together, since quiet moves pass from one to the other.
///
/// A mirror slice is a pair by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    first: Slice,
}

impl Pair {
    /// The pair that a slice belongs to.
    pub fn of(slice: Slice) -> Self {
        let strength = |side: super::Material| (side.pieces(), side.kings);
        let swap = strength(slice.other) > strength(slice.own);
        Self { first: if swap { slice.flipped() } else { slice } }
    }

    /// The one or two slices, first the one in which the side with more pieces (then kings) moves.
    pub fn slices(self) -> impl Iterator<Item = Slice> + Clone {
        let flipped = (!self.first.is_mirror()).then(|| self.first.flipped());
        std::iter::once(self.first).chain(flipped)
    }

    /// The slice in which the side with more pieces (then kings) moves.
    pub const fn first(self) -> Slice {
        self.first
    }

    /// The number of positions in the one or two slices.
    pub fn positions(self, board: Board) -> u64 {
        self.slices().map(|slice| index::positions(board, slice)).sum()
    }

    /// Orders pairs so that all that a pair leads to comes before it: captures leave fewer pieces,
    /// crownings fewer men. Pieces as evenly spread as can be come first, and pairs together that lead to
    /// each other.
    fn order(self) -> (u8, u8, u8, std::cmp::Reverse<super::Material>, super::Material) {
        let Slice { own, other } = self.first;
        let excess = own.pieces().abs_diff(other.pieces());
        (self.first.pieces(), excess, self.first.men(), std::cmp::Reverse(own), other)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.first.to_string())
    }
}

/// All pairs of 2 to `pieces` pieces that fit on the board, each after those it leads to.
pub fn pairs_up_to(board: Board, pieces: u8) -> Vec<Pair> {
    let sides: Vec<_> = super::Material::new(pieces, 0).descendants().collect();
    ordered(board, sides.iter().flat_map(|&own| sides.iter().map(move |&other| (own, other))))
        .into_iter()
        .filter(|pair| pair.first.pieces() <= pieces)
        .collect()
}

/// The pair of a slice after all pairs that play from it can lead to.
pub fn pairs_needed_by(board: Board, slice: Slice) -> Vec<Pair> {
    let Slice { own, other } = Pair::of(slice).first;
    ordered(board, own.descendants().flat_map(|own| other.descendants().map(move |o| (own, o))))
}

fn ordered(
    board: Board,
    sides: impl Iterator<Item = (super::Material, super::Material)>,
) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = sides
        .map(|(own, other)| Pair::of(Slice::new(own, other)))
        .filter(|pair| pair.positions(board) > 0)
        .collect();
    pairs.sort_unstable_by_key(|pair| pair.order());
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_comes_after_the_pairs_that_it_leads_to() {
        for board in Board::ALL {
            let pairs = pairs_up_to(board, 5);
            for (place, pair) in pairs.iter().enumerate() {
                let needed = pairs_needed_by(board, pair.first());
                assert_eq!(needed.last(), Some(pair));
                for other in &needed[..needed.len() - 1] {
                    assert!(pairs[..place].contains(other), "{board}: {pair} needs {other}");
                }
            }
        }
    }

    #[test]
    fn every_slice_is_in_one_pair() {
        let slices: Vec<Slice> =
            pairs_up_to(Board::EIGHT, 4).iter().flat_map(|p| p.slices()).collect();
        // 2 x 2 with 2 pieces; 2 x 3 and 3 x 2 with 3; 2 x 4, 3 x 3 and 4 x 2 with 4.
        assert_eq!(slices.len(), 4 + 12 + 25);
        for &slice in &slices {
            assert_eq!(slices.iter().filter(|&&s| s == slice).count(), 1);
            assert!(slices.contains(&slice.flipped()));
        }
        assert_eq!(Pair::of("k2-m2k1".parse().unwrap()), Pair::of("m2k1-k2".parse().unwrap()));
    }
}
