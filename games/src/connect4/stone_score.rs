use super::Board;
use crate::{Score, Wdl};

impl Board {
    /// A score in Pascal Pons' convention, which counts stones instead of plies: 0 for a draw, +1 for
    /// a win with the winner's last stone, +2 with the last but one, and so on; negative for a loss.
    ///
    /// `stones` is the number of stones on the board of the position that has the score. With `last`
    /// the ply on which the game ends, counted from the empty board, the size of the score is
    /// `(cells + 2 - last) / 2`, rounded down.
    pub fn stone_score(self, stones: u32, score: Score) -> i32 {
        stones_of_score(self.cells(), stones, score)
    }

    /// The inverse of [`Self::stone_score`]: the score in plies of a position with `stones` stones, or
    /// `None` if the game cannot end like that after so many stones.
    pub fn score_from_stones(self, stones: u32, stone_score: i32) -> Option<Score> {
        score_of_stones(self.cells(), stones, stone_score)
    }
}

/// [`Board::stone_score`] on a board of so many cells.
pub(super) fn stones_of_score(cells: u32, stones: u32, score: Score) -> i32 {
    let Some(plies) = score.plies() else { return 0 };
    let size = (cells as i32 + 2 - stones as i32 - i32::from(plies)) / 2;
    if score.wdl() == Wdl::Win { size } else { -size }
}

/// [`Board::score_from_stones`] on a board of so many cells.
pub(super) fn score_of_stones(cells: u32, stones: u32, stone_score: i32) -> Option<Score> {
    if stone_score == 0 {
        return Some(Score::DRAW);
    }
    // The first player places the odd plies; the winner is the side to move if the score is positive.
    let first_wins = stones.is_multiple_of(2) == (stone_score > 0);
    let latest = cells + 2 - u32::from((cells % 2 == 1) != first_wins);
    let last = latest.checked_sub(stone_score.unsigned_abs().checked_mul(2)?)?;
    let plies = u16::try_from(last.checked_sub(stones)?).ok()?;
    Some(if stone_score > 0 { Score::win_in(plies) } else { Score::loss_in(plies) })
}
