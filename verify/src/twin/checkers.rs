use retrosolve_games::checkers::{Board, Checkers, Color, Move, Position};
use retrosolve_oracle::checkers::{self as oracle, Colour, Kind, MoveResult, Piece, Size};

use super::Twin;

/// Checkers on a board.
pub(crate) struct CheckersTwin {
    game: Checkers,
    size: Size,
}

impl CheckersTwin {
    pub(crate) fn new(board: Board) -> Self {
        let size = match board.size() {
            4 => Size::Four,
            6 => Size::Six,
            _ => Size::Eight,
        };
        Self { game: Checkers::new(board), size }
    }

    /// The oracle's name of the board.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The oracle's position for ours, piece by piece.
    pub(crate) fn theirs(&self, position: &Position) -> oracle::Position {
        let board = self.game.board();
        let turn = match position.turn {
            Color::Black => Colour::Black,
            Color::White => Colour::White,
        };
        let mut theirs = oracle::Position::empty(self.size, turn);
        for number in 1..=board.squares() {
            let holds = |set: u32| set & board.bit(number).unwrap_or(0) != 0;
            for (color, colour) in [(Color::Black, Colour::Black), (Color::White, Colour::White)] {
                let kind = match color as usize {
                    side if holds(position.men[side]) => Kind::Man,
                    side if holds(position.kings[side]) => Kind::King,
                    _ => continue,
                };
                theirs.set(number as usize, Some(Piece { colour, kind }));
            }
        }
        theirs
    }

    /// Our move in the oracle's words: square numbers.
    pub(crate) fn move_result(&self, mv: Move) -> MoveResult {
        let board = self.game.board();
        let number = |index: u8| board.number(index) as usize;
        let captured = (0..32).filter(|&i| mv.captured >> i & 1 != 0).map(number).collect();
        MoveResult { from: number(mv.from), to: number(mv.to), captured }
    }
}

impl Twin for CheckersTwin {
    type Game = Checkers;
    type Rules = oracle::Checkers;

    fn game(&self) -> &Checkers {
        &self.game
    }

    fn rules(&self) -> &oracle::Checkers {
        &oracle::Checkers
    }

    fn start(&self) -> oracle::Position {
        oracle::Position::start(self.size)
    }

    fn converts(&self, before: &oracle::Position, after: &oracle::Position) -> bool {
        oracle::Checkers::converts(before, after)
    }

    fn ours(&self, state: &oracle::Position) -> Position {
        let turn = match state.turn() {
            Colour::Black => Color::Black,
            Colour::White => Color::White,
        };
        let mut ours = Position { men: [0; 2], kings: [0; 2], turn };
        for (square, piece) in state.pieces() {
            let side = match piece.colour {
                Colour::Black => Color::Black as usize,
                Colour::White => Color::White as usize,
            };
            let bit = self.game.board().bit(square as u32).unwrap_or(0);
            match piece.kind {
                Kind::Man => ours.men[side] |= bit,
                Kind::King => ours.kings[side] |= bit,
            }
        }
        ours
    }
}
