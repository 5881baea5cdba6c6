//! m,n,k for three players, who mark cells in turn: the first with k marks in a row takes 3 points, the
//! others nothing; a full board without a line gives each 1. The points always sum to 3.

use crate::mnk::{Cell, Mnk};
use crate::{Actor, Game, Notation, ParseError};

/// The game on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trio {
    board: Mnk,
}

/// The marks of each player, in the layout of [`Marks`](crate::mnk::Marks).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TrioMarks([u64; 3]);

impl TrioMarks {
    fn mask(self) -> u64 {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// The player to move.
    fn turn(self) -> usize {
        self.mask().count_ones() as usize % 3
    }
}

impl Trio {
    /// The points that are shared out at the end of every game.
    pub const POINTS: i32 = 3;

    /// The game on the board of an m,n,k game, with its k.
    pub fn new(board: Mnk) -> Self {
        Self { board }
    }

    /// The cells of a player's marks, one that completes a line last.
    fn in_order(&self, marks: u64) -> Vec<Cell> {
        let has_line = self.board.has_line(marks);
        let cells = (0..64_u8).filter(|i| marks >> i & 1 != 0);
        let completes = |i: &u8| has_line && !self.board.has_line(marks & !(1 << i));
        let last = cells.clone().find(completes);
        cells.filter(|&i| Some(i) != last).chain(last).map(Cell).collect()
    }

    fn winner(&self, state: &TrioMarks) -> Option<usize> {
        state.0.iter().position(|&marks| self.board.has_line(marks))
    }
}

/// Moves come row by row from the bottom, left to right.
impl Game for Trio {
    type State = TrioMarks;
    type Move = Cell;

    fn name(&self) -> &'static str {
        "trio"
    }

    fn board(&self) -> String {
        self.board.to_string()
    }

    fn root(&self) -> TrioMarks {
        TrioMarks::default()
    }

    fn players(&self) -> u8 {
        3
    }

    fn actor(&self, state: &TrioMarks) -> Actor {
        Actor::Player(state.turn() as u8)
    }

    fn moves(&self, state: &TrioMarks, moves: &mut Vec<Cell>) {
        if self.winner(state).is_some() {
            return;
        }
        let mut empty = self.board.cells() & !state.mask();
        while empty != 0 {
            moves.push(Cell(empty.trailing_zeros() as u8));
            empty &= empty - 1;
        }
    }

    fn play(&self, state: &TrioMarks, mv: Cell) -> TrioMarks {
        let mut next = *state;
        next.0[state.turn()] |= 1 << mv.0;
        next
    }

    fn utilities(&self, state: &TrioMarks) -> Option<Vec<i32>> {
        match self.winner(state) {
            Some(winner) => {
                Some((0..3).map(|p| if p == winner { Self::POINTS } else { 0 }).collect())
            }
            None if state.mask() == self.board.cells() => Some(vec![1; 3]),
            None => None,
        }
    }
}

/// A position is the cells marked from the empty board, separated by blanks, as in
/// [`Mnk`]; it is written in an order that leads to it.
impl Notation for Trio {
    fn parse_state(&self, text: &str) -> Result<TrioMarks, ParseError> {
        text.split_whitespace().try_fold(self.root(), |state, word| {
            Ok(self.play(&state, self.parse_move(&state, word)?))
        })
    }

    fn format_state(&self, state: &TrioMarks) -> String {
        let marks = state.0.map(|marks| self.in_order(marks));
        let name = |ply: usize| self.board.cell_name(marks[ply % 3][ply / 3]);
        let words: Vec<_> = (0..state.mask().count_ones() as usize).map(name).collect();
        words.join(" ")
    }

    fn parse_move(&self, state: &TrioMarks, text: &str) -> Result<Cell, ParseError> {
        let error = |reason| ParseError::new("trio move", reason);
        let cell = self.board.cell_named(text.trim()).map_err(error)?;
        if self.utilities(state).is_some() {
            return Err(error("the game is over".to_owned()));
        }
        match state.mask() >> cell.0 & 1 {
            0 => Ok(cell),
            _ => Err(error(format!("{} is taken", self.board.cell_name(cell)))),
        }
    }

    fn format_move(&self, _: &TrioMarks, mv: Cell) -> String {
        self.board.cell_name(mv)
    }
}
