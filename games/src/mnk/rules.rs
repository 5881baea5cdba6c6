use super::{Cell, Marks, Mnk};
use crate::{Actor, Game, Wdl, ZeroSum};

/// Moves come row by row from the bottom, left to right.
impl Game for Mnk {
    type State = Marks;
    type Move = Cell;

    /// `tictactoe` for 3,3,3, else `mnk`.
    fn name(&self) -> &'static str {
        if self.is_tictactoe() { "tictactoe" } else { "mnk" }
    }

    fn board(&self) -> String {
        if self.is_tictactoe() { String::new() } else { self.to_string() }
    }

    fn root(&self) -> Marks {
        Marks::default()
    }

    fn actor(&self, state: &Marks) -> Actor {
        Actor::Player((state.mask.count_ones() % 2) as u8)
    }

    fn moves(&self, state: &Marks, moves: &mut Vec<Cell>) {
        if self.has_line(state.other()) {
            return;
        }
        let mut empty = self.cells() & !state.mask;
        while empty != 0 {
            moves.push(Cell(empty.trailing_zeros() as u8));
            empty &= empty - 1;
        }
    }

    fn play(&self, state: &Marks, mv: Cell) -> Marks {
        Marks { own: state.other(), mask: state.mask | 1 << mv.0 }
    }

    fn utilities(&self, state: &Marks) -> Option<Vec<i32>> {
        // Only the last mover can have a line.
        self.outcome(state).map(|outcome| match (outcome, state.mask.count_ones() % 2) {
            (Wdl::Draw, _) => vec![0, 0],
            (_, 0) => vec![-1, 1],
            (_, _) => vec![1, -1],
        })
    }
}

/// The key is the two bitboards; the symmetries are those of the board, and the least key stands for
/// its class.
impl ZeroSum for Mnk {
    type Key = (u64, u64);

    fn outcome(&self, state: &Marks) -> Option<Wdl> {
        if self.has_line(state.other()) {
            Some(Wdl::Loss)
        } else if state.mask == self.cells() {
            Some(Wdl::Draw)
        } else {
            None
        }
    }

    fn key(&self, state: &Marks) -> (u64, u64) {
        (state.own, state.mask)
    }

    fn canonical(&self, state: &Marks) -> Marks {
        self.images(*state).fold(*state, Marks::min)
    }

    fn may_repeat(&self) -> bool {
        false
    }
}

impl Mnk {
    fn is_tictactoe(&self) -> bool {
        (self.columns(), self.rows(), self.line()) == (3, 3, 3)
    }
}
