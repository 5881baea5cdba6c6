//! Placements of men by how far they have come.
//!
//! A *level* is the sum of the rows of men, each side's from its own end. The components of a level do not
//! lead to each other, a quiet move of a man leads one level up, and whatever else leads to another slice
//! changes it by a bounded amount: so levels are what is solved at a time, kept in memory and put on disk.

use super::geometry::Geometry;
use crate::checkers::binomial::choose;
use crate::checkers::subsets::unrank;

/// Bits of a place for the number within the level.
const NUMBER_BITS: u32 = 24;

/// All placements of so many men of a side, by level.
pub(super) struct MenSets {
    /// The sets of each level, in colexicographic order.
    pub(super) levels: Vec<Vec<u32>>,
    /// By rank the level, and below it the number within that.
    places: Vec<u32>,
}

impl MenSets {
    pub(super) fn new(geometry: &Geometry, men: u32) -> Self {
        let count = choose(geometry.men_squares, men);
        let mut levels: Vec<Vec<u32>> = vec![Vec::new()];
        let mut places = Vec::with_capacity(count as usize);
        for number in 0..count {
            let set = unrank(number, men, u32::MAX);
            let level = geometry.advancement(set) as usize;
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            places.push((level as u32) << NUMBER_BITS | levels[level].len() as u32);
            levels[level].push(set);
        }
        debug_assert!(levels.iter().all(|level| level.len() < 1 << NUMBER_BITS));
        Self { levels, places }
    }

    /// The number of sets.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The level of the set of a rank and its number there.
    #[inline(always)]
    pub(super) fn place_of_rank(&self, rank: usize) -> (usize, usize) {
        let place = self.places[rank];
        ((place >> NUMBER_BITS) as usize, (place & ((1 << NUMBER_BITS) - 1)) as usize)
    }
}

/// The number of placements of so many men of a side in each level, without listing them.
pub(super) fn level_counts(geometry: &Geometry, men: u32) -> Vec<u64> {
    let last = geometry.advancement(1 << (geometry.men_squares - 1)) as usize;
    // By the men placed and the level.
    let mut counts = vec![vec![0u64; last * men as usize + 1]; men as usize + 1];
    counts[0][0] = 1;
    for square in 0..geometry.men_squares {
        let row = geometry.advancement(1 << square) as usize;
        for placed in (1..=men as usize).rev() {
            for level in row..counts[placed].len() {
                counts[placed][level] += counts[placed - 1][level - row];
            }
        }
    }
    let mut counts = counts.swap_remove(men as usize);
    while counts.len() > 1 && counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

#[cfg(test)]
mod tests {
    use retrosolve_games::checkers::Board;

    use super::super::space::rank;
    use super::*;

    #[test]
    fn every_set_has_its_place() {
        for (board, most) in [(Board::EIGHT, 4), (Board::SIX, 6), (Board::FOUR, 4)] {
            let geometry = Geometry::new(board);
            for men in 0..=most {
                let sets = MenSets::new(&geometry, men);
                let mut seen = 0;
                for (level, of_level) in sets.levels.iter().enumerate() {
                    for (number, &set) in of_level.iter().enumerate() {
                        assert_eq!(geometry.advancement(set) as usize, level);
                        assert_eq!(sets.place_of_rank(rank(set)), (level, number));
                        seen += 1;
                    }
                }
                assert_eq!(seen, sets.len());
                let counts: Vec<_> = sets.levels.iter().map(|level| level.len() as u64).collect();
                assert_eq!(level_counts(&geometry, men), counts);
            }
        }
    }
}
