//! Which levels of which tables the moves of a component read.

use retrosolve_games::checkers::Board;

use crate::checkers::{Material, Slice};

/// A table that moves read, and the levels of it that those from a given level can lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// The table, with the side to move after the move.
    pub(super) slice: Slice,
    /// How many levels down a move can lead at most.
    pub(super) down: usize,
    /// How many levels up, at most; negative if every move leads down.
    pub(super) up: isize,
}

impl Window {
    /// The levels that moves from `level` lead to, of a table of `levels`.
    pub(super) fn levels(&self, level: usize, levels: usize) -> std::ops::Range<usize> {
        let end = (level as isize + self.up + 1).max(0) as usize;
        level.saturating_sub(self.down).min(levels)..end.min(levels)
    }
}

/// What the moves of the first side of a slice read, other than its quiet moves that crown nobody.
///
/// A man that captures goes two rows a jump; a captured man of row `r` takes `r` off the level, as does a
/// crowned one.
pub(super) fn windows(board: Board, slice: Slice) -> Vec<Window> {
    let Slice { own, other } = slice;
    let last = usize::from(board.size()) - 2;
    let mut found = Vec::new();
    let mut add = |own: Material, other: Material, down: usize, up: isize| {
        if other.pieces() > 0 {
            found.push(Window { slice: Slice::new(other, own), down, up });
        }
    };
    for men in 0..=other.men {
        for kings in 0..=other.kings {
            let left = Material::new(men, kings);
            let captured_men = usize::from(other.men - men);
            let jumps = captured_men + usize::from(other.kings - kings);
            if jumps > 0 {
                let up = if own.men > 0 { 2 * jumps as isize } else { 0 };
                add(own, left, last * captured_men, up);
            }
            if own.men == 0 || 2 * jumps > last + 1 {
                continue;
            }
            let crowned = Material::new(own.men - 1, own.kings + 1);
            let row = if jumps == 0 { last } else { last + 1 - 2 * jumps };
            add(crowned, left, row + last * captured_men, -(row as isize));
        }
    }
    found
}
