//! Connect Four on a board of any size: columns of cells, lines found by scanning.

use crate::lines::has_line;
use crate::{Player, Rules};

/// How many stones in a row win.
const LINE: usize = 4;

/// The game on a board of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connect4 {
    columns: usize,
    rows: usize,
}

/// The stones of a position, column by column, each from the bottom up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    cells: Vec<Option<Player>>,
}

impl Position {
    /// How many stones have been played.
    pub fn stones(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The player to move, or that would be if the game were not over.
    pub fn to_move(&self) -> Player {
        Player::to_move_after(self.stones())
    }
}

impl Connect4 {
    /// The game on a board of this many columns and rows.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The empty board.
    pub fn start(&self) -> Position {
        Position { cells: vec![None; self.columns * self.rows] }
    }

    /// The stone on a cell, both counted from 0, rows from the bottom.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn at(&self, position: &Position, column: usize, row: usize) -> Option<Player> {
        assert!(column < self.columns && row < self.rows, "cell off the board");
        position.cells[column * self.rows + row]
    }

    /// The lowest empty row of a column; none if it is full or not on the board.
    fn landing_row(&self, position: &Position, column: usize) -> Option<usize> {
        if column >= self.columns {
            return None;
        }
        (0..self.rows).find(|&row| self.at(position, column, row).is_none())
    }

    /// Whether the player has four in a row.
    pub fn has_four(&self, position: &Position, player: Player) -> bool {
        has_line(self.columns, self.rows, LINE, |column, row| {
            self.at(position, column, row) == Some(player)
        })
    }

    /// The columns that can be played, counted from 0; none once the game is over.
    pub fn legal_columns(&self, position: &Position) -> Vec<usize> {
        if self.terminal(position).is_some() {
            return Vec::new();
        }
        (0..self.columns).filter(|&column| self.landing_row(position, column).is_some()).collect()
    }

    /// The position after a stone in the column (from 0); none if that is not legal: the game is
    /// over, the column is full or there is no such column.
    pub fn play(&self, position: &Position, column: usize) -> Option<Position> {
        if self.terminal(position).is_some() {
            return None;
        }
        let row = self.landing_row(position, column)?;
        let mut after = position.clone();
        after.cells[column * self.rows + row] = Some(position.to_move());
        Some(after)
    }

    /// The position after these columns (from 0), from the empty board; none if one is not legal.
    pub fn after(&self, columns: impl IntoIterator<Item = usize>) -> Option<Position> {
        columns.into_iter().try_fold(self.start(), |position, column| self.play(&position, column))
    }

    /// The position with left and right exchanged: it has the same value.
    pub fn mirrored(&self, position: &Position) -> Position {
        let mut mirror = self.start();
        for column in 0..self.columns {
            for row in 0..self.rows {
                mirror.cells[column * self.rows + row] =
                    self.at(position, self.columns - 1 - column, row);
            }
        }
        mirror
    }
}

impl Rules for Connect4 {
    type State = Position;

    /// Four in a row by the player that moved last is a loss for the side to move, a full board a
    /// draw.
    fn terminal(&self, position: &Position) -> Option<i8> {
        if self.has_four(position, position.to_move().other()) {
            Some(-1)
        } else if position.cells.iter().all(Option::is_some) {
            Some(0)
        } else {
            None
        }
    }

    fn successors(&self, position: &Position) -> Vec<Position> {
        (0..self.columns).filter_map(|column| self.play(position, column)).collect()
    }
}
