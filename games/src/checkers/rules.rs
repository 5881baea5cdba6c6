use super::{Board, Color, Move, Position};
use crate::{Actor, Game, Score, Wdl, ZeroSum};

/// English checkers on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Checkers {
    board: Board,
}

impl Checkers {
    /// The game on that board.
    pub const fn new(board: Board) -> Self {
        Self { board }
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }
}

impl Game for Checkers {
    type State = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "checkers"
    }

    fn board(&self) -> String {
        self.board.to_string()
    }

    fn root(&self) -> Position {
        self.board.start()
    }

    fn actor(&self, state: &Position) -> Actor {
        Actor::Player(state.turn as u8)
    }

    fn moves(&self, state: &Position, moves: &mut Vec<Move>) {
        state.for_each_move(self.board, |mv| moves.push(mv));
    }

    fn play(&self, state: &Position, mv: Move) -> Position {
        state.after(self.board, mv)
    }

    fn utilities(&self, state: &Position) -> Option<Vec<i32>> {
        self.outcome(state).map(|_| match state.turn {
            Color::Black => vec![-1, 1],
            Color::White => vec![1, -1],
        })
    }
}

impl ZeroSum for Checkers {
    /// From the low bits: Black's pieces, White's pieces, the kings, the side to move.
    type Key = u128;

    fn outcome(&self, state: &Position) -> Option<Wdl> {
        (!state.has_move(self.board)).then_some(Wdl::Loss)
    }

    fn key(&self, state: &Position) -> u128 {
        let low =
            u64::from(state.pieces(Color::Black)) | u64::from(state.pieces(Color::White)) << 32;
        let high = u64::from(state.kings[0] | state.kings[1]) | (state.turn as u64) << 32;
        u128::from(low) | u128::from(high) << 64
    }

    /// Black to move: the half-turn with the colours swapped is the only symmetry.
    fn canonical(&self, state: &Position) -> Position {
        match state.turn {
            Color::Black => *state,
            Color::White => state.mirrored(self.board),
        }
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn is_irreversible(&self, state: &Position, mv: Move) -> bool {
        mv.is_capture() || state.men[state.turn as usize] >> mv.from & 1 != 0
    }

    /// Captures are compulsory, and each leaves fewer pieces.
    fn is_forcing(&self, state: &Position) -> bool {
        state.has_capture(self.board)
    }

    /// The game ends when the side to move is stuck: a win takes an odd number of plies, a loss an even
    /// number, and neither is 0 while the game goes on.
    fn bounds(&self, _: &Position) -> (Score, Score) {
        (Score::loss_in(2), Score::win_in(1))
    }

    /// Captures of more pieces first, then men by how far they come, so crownings before all others.
    fn order_hint(&self, state: &Position, mv: Move) -> i32 {
        let taken = 100 * mv.captured.count_ones() as i32;
        if state.men[state.turn as usize] >> mv.from & 1 == 0 {
            return taken;
        }
        let row = i32::from(mv.to / 4);
        match state.turn {
            Color::Black => taken + row,
            Color::White => taken + i32::from(self.board.size()) - 1 - row,
        }
    }
}
