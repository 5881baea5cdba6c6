use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};

use super::profile::Profile;

/// Where a position stands in the tables of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The number of stones, which names the table.
    pub ply: u32,
    /// The entry in that table, from 0.
    pub entry: u64,
}

/// The perfect index of the positions on a board, ply by ply, in both directions.
///
/// A *profile* is how many stones each column holds; its positions differ in the colours of the stones
/// alone. The table of the ply with `n` stones holds all profiles with that many in lexicographic order
/// of the heights, the leftmost column first, and for each of them `2^n` entries, one for every
/// colouring. Bit `i` of `colours` is 1 if stone `i` is the first player's; stones are numbered column
/// by column from the left, in a column from the bottom. So entry `rank * 2^n + colours` is the position
/// with the profile of that rank and those colours. Colourings with the wrong number of stones of either
/// side have an entry too: it is never reachable.
///
/// All entries together are fewer than `2^64` on any board: `(2^(rows + 1) - 1)^columns`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    game: ConnectFour,
    /// `ways[columns][stones]`: in how many ways that many columns hold that many stones.
    ways: Vec<Vec<u64>>,
}

impl Index {
    /// The index of a board.
    pub fn new(board: Board) -> Self {
        let (rows, cells) = (board.rows() as usize, board.cells() as usize);
        let mut ways = vec![vec![0; cells + 1]];
        ways[0][0] = 1;
        for columns in 1..=board.columns() as usize {
            let fewer = &ways[columns - 1];
            let row = (0..=cells)
                .map(|stones| (0..=rows.min(stones)).map(|height| fewer[stones - height]).sum())
                .collect();
            ways.push(row);
        }
        Self { game: ConnectFour::new(board), ways }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// The last ply, that of the full board. Plies are numbered from 0, the empty board.
    pub fn last_ply(&self) -> u32 {
        self.board().cells()
    }

    /// The number of profiles of a ply; 0 beyond the last.
    pub fn profiles(&self, ply: u32) -> u64 {
        let ways = &self.ways[self.board().columns() as usize];
        ways.get(ply as usize).copied().unwrap_or(0)
    }

    /// The number of entries of a ply; 0 beyond the last.
    pub fn entries(&self, ply: u32) -> u64 {
        self.profiles(ply).checked_shl(ply).unwrap_or(0)
    }

    /// The profile of a rank below [`Self::profiles`].
    pub(super) fn profile(&self, ply: u32, mut rank: u64) -> Profile {
        debug_assert!(rank < self.profiles(ply));
        let mut profile = Profile::empty(self.board());
        let mut stones = ply as usize;
        let columns = self.board().columns() as usize;
        for column in 0..columns {
            let ways = &self.ways[columns - column - 1];
            let mut height = 0;
            while rank >= ways[stones - height] {
                rank -= ways[stones - height];
                height += 1;
            }
            profile = profile.with(column, height as u8);
            stones -= height;
        }
        profile
    }

    /// The rank of a profile among those of its ply. Inverse of [`Self::profile`].
    pub(super) fn rank(&self, profile: &Profile) -> u64 {
        let mut stones = profile.stones() as usize;
        let mut rank = 0;
        for (column, &height) in profile.heights().iter().enumerate() {
            let ways = &self.ways[profile.heights().len() - column - 1];
            let height = usize::from(height);
            rank += (0..height).map(|lower| ways[stones - lower]).sum::<u64>();
            stones -= height;
        }
        rank
    }

    /// The slot of a position, or `None` if it is none of this board: stones off the board, floating,
    /// or of no side.
    pub fn slot(&self, position: Position) -> Option<Slot> {
        let mask = position.mask();
        if mask & !self.game.cells() != 0 || position.own() & !mask != 0 {
            return None;
        }
        let ply = position.stones();
        let first = if ply.is_multiple_of(2) { position.own() } else { position.other() };
        let mut profile = Profile::empty(self.board());
        let (mut colors, mut bottom) = (0, 0);
        for column in 0..self.board().columns() as usize {
            let shift = column as u32 * self.game.column_bits();
            let column_mask = self.game.column_mask(Column(column as u8));
            let stones = (mask & column_mask) >> shift;
            if stones & (stones + 1) != 0 {
                return None;
            }
            let height = stones.count_ones();
            colors |= (first & column_mask) >> shift << bottom;
            profile = profile.with(column, height as u8);
            bottom += height;
        }
        Some(Slot { ply, entry: (self.rank(&profile) << ply) + colors })
    }

    /// The position of a slot, or `None` if there is no such entry. Inverse of [`Self::slot`].
    ///
    /// It need not be one that play can reach.
    pub fn position(&self, slot: Slot) -> Option<Position> {
        if slot.entry >= self.entries(slot.ply) {
            return None;
        }
        let profile = self.profile(slot.ply, slot.entry >> slot.ply);
        let mut colors = slot.entry & ((1 << slot.ply) - 1);
        let (mut first, mut mask) = (0, 0);
        for (column, &height) in profile.heights().iter().enumerate() {
            let shift = column as u32 * self.game.column_bits();
            let stones = (1 << height) - 1;
            mask |= stones << shift;
            first |= (colors & stones) << shift;
            colors >>= height;
        }
        let own = if slot.ply.is_multiple_of(2) { first } else { first ^ mask };
        Some(Position::from_bits(own, mask))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn boards() -> impl Iterator<Item = Board> {
        Board::all().filter(|b| ((1u128 << (b.rows() + 1)) - 1).pow(b.columns()) < 100_000)
    }

    #[test]
    fn every_entry_is_a_position_of_its_own_and_ranks_back() {
        for board in boards() {
            let index = Index::new(board);
            let mut seen = HashSet::new();
            for ply in 0..=index.last_ply() {
                for entry in 0..index.entries(ply) {
                    let slot = Slot { ply, entry };
                    let position = index.position(slot).unwrap();
                    assert_eq!(position.stones(), ply);
                    assert_eq!(index.slot(position), Some(slot), "{board} {position:?}");
                    assert!(seen.insert(position));
                }
                assert_eq!(index.position(Slot { ply, entry: index.entries(ply) }), None);
            }
            let all = ((1u64 << (board.rows() + 1)) - 1).pow(board.columns());
            assert_eq!(seen.len() as u64, all, "{board}");
        }
    }

    #[test]
    fn entries_never_overflow() {
        for board in Board::all() {
            let index = Index::new(board);
            let all: u128 = (0..=index.last_ply())
                .map(|ply| u128::from(index.profiles(ply)) << ply)
                .inspect(|entries| assert!(u64::try_from(*entries).is_ok()))
                .sum();
            assert_eq!(all, ((1u128 << (board.rows() + 1)) - 1).pow(board.columns()), "{board}");
        }
    }

    #[test]
    fn profiles_are_in_lexicographic_order() {
        let index = Index::new(Board::new(3, 2).unwrap());
        let heights: Vec<_> =
            (0..index.profiles(3)).map(|rank| index.profile(3, rank).heights().to_vec()).collect();
        let expected =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 1, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        assert_eq!(heights, expected);
    }

    #[test]
    fn what_is_no_position_of_the_board_has_no_slot() {
        let index = Index::new(Board::new(4, 3).unwrap());
        let floating = Position::from_bits(0, 0b0100);
        let beyond_the_columns = Position::from_bits(0, 1 << 16);
        let above_the_rows = Position::from_bits(0, 0b1111);
        for position in [floating, beyond_the_columns, above_the_rows] {
            assert_eq!(index.slot(position), None, "{position:?}");
        }
    }
}
