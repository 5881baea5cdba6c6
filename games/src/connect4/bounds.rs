use super::{ConnectFour, Position};
use crate::Score;

impl ConnectFour {
    /// The playable cells that do not let the opponent complete a line on the next ply: a block where
    /// the opponent threatens to, and no cell under one of its winning cells.
    ///
    /// Blind to own wins: the caller looks for those first. Empty if every move loses in 2 plies.
    #[inline]
    pub const fn safe_cells(&self, position: Position) -> u64 {
        let playable = self.playable(position.mask());
        let dangers = self.winning_cells(position.other(), position.mask());
        let blocks = playable & dangers;
        let candidates = match blocks.count_ones() {
            0 => playable,
            1 => blocks,
            _ => 0,
        };
        candidates & !(dangers >> 1)
    }

    /// What a look at the next two plies and at the lines still open proves of a position that is not
    /// finished: `(lower, upper)`.
    ///
    /// A line to complete now is a win in 1. Otherwise no safe move is a loss in 2. Otherwise a win takes at least 3 plies and a loss at least 4, if so many cells are
    /// left, and a side that has no line even with all empty cells cannot win.
    #[inline]
    pub(super) const fn proved_bounds(&self, position: Position) -> (Score, Score) {
        let mask = position.mask();
        if self.winning_cells(position.own(), mask) & self.playable(mask) != 0 {
            return (Score::win_in(1), Score::win_in(1));
        }
        if self.safe_cells(position) == 0 {
            return (Score::loss_in(2), Score::loss_in(2));
        }
        let empty = self.cells() & !mask;
        let left = empty.count_ones();
        let can_lose = left >= 4 && self.has_four(position.other() | empty);
        let can_win = left >= 3 && self.has_four(position.own() | empty);
        (
            if can_lose { Score::loss_in(4) } else { Score::DRAW },
            if can_win { Score::win_in(3) } else { Score::DRAW },
        )
    }
}
