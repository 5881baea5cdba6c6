//! m,n,k games, tic-tac-toe among them: stones anywhere on a grid, `k` in a row win.

use crate::lines::has_line;
use crate::{Player, Rules};

/// The game on a board of `width` x `height` with `line` in a row to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mnk {
    width: usize,
    height: usize,
    line: usize,
}

/// The stones of a position, row by row.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    cells: Vec<Option<Player>>,
}

impl Position {
    /// The cells, row by row.
    pub fn cells(&self) -> &[Option<Player>] {
        &self.cells
    }

    /// The player to move, or that would be if the game were not over.
    pub fn to_move(&self) -> Player {
        Player::to_move_after(self.cells.iter().flatten().count())
    }
}

impl Mnk {
    /// 3,3,3.
    pub const TIC_TAC_TOE: Self = Self { width: 3, height: 3, line: 3 };

    /// The m,n,k game: `m` columns, `n` rows, `k` in a row.
    pub fn new(m: usize, n: usize, k: usize) -> Self {
        Self { width: m, height: n, line: k }
    }

    /// The empty board.
    pub fn start(&self) -> Position {
        Position { cells: vec![None; self.width * self.height] }
    }

    /// The position after a stone on the cell (row by row from 0); none if that is not legal: the
    /// game is over, the cell is taken or there is no such cell.
    pub fn play(&self, position: &Position, cell: usize) -> Option<Position> {
        if self.terminal(position).is_some() || position.cells.get(cell)?.is_some() {
            return None;
        }
        let mut after = position.clone();
        after.cells[cell] = Some(position.to_move());
        Some(after)
    }

    /// The position under all symmetries of the board, itself included: 8 on a square board, 4 on
    /// another. They are every choice of left-right, top-bottom and (on a square) diagonal reflection.
    pub fn images(&self, position: &Position) -> Vec<Position> {
        let mut images = Vec::new();
        for flip_x in [false, true] {
            for flip_y in [false, true] {
                for transpose in [false, true] {
                    if transpose && self.width != self.height {
                        continue;
                    }
                    images.push(self.image(position, flip_x, flip_y, transpose));
                }
            }
        }
        images
    }

    fn image(&self, position: &Position, flip_x: bool, flip_y: bool, transpose: bool) -> Position {
        let mut image = self.start();
        for y in 0..self.height {
            for x in 0..self.width {
                let from_x = if flip_x { self.width - 1 - x } else { x };
                let from_y = if flip_y { self.height - 1 - y } else { y };
                let (from_x, from_y) = if transpose { (from_y, from_x) } else { (from_x, from_y) };
                image.cells[y * self.width + x] = position.cells[from_y * self.width + from_x];
            }
        }
        image
    }

    /// One position for all images: the least.
    pub fn canonical(&self, position: &Position) -> Position {
        self.images(position).into_iter().min().expect("a position is an image of itself")
    }
}

impl Rules for Mnk {
    type State = Position;

    /// A line by the player that moved last is a loss for the side to move, a full board a draw.
    fn terminal(&self, position: &Position) -> Option<i8> {
        let last = position.to_move().other();
        let won = has_line(self.width, self.height, self.line, |x, y| {
            position.cells[y * self.width + x] == Some(last)
        });
        if won {
            Some(-1)
        } else if position.cells.iter().all(Option::is_some) {
            Some(0)
        } else {
            None
        }
    }

    fn successors(&self, position: &Position) -> Vec<Position> {
        (0..position.cells.len()).filter_map(|cell| self.play(position, cell)).collect()
    }
}
