use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_oracle::connect4::{self as oracle, Connect4};
use retrosolve_tablegen::connect4::Ground;

use super::Twin;

/// Connect Four on a board.
pub(crate) struct ConnectFourTwin {
    game: ConnectFour,
    rules: Connect4,
    start: oracle::Position,
}

impl ConnectFourTwin {
    pub(crate) fn new(board: Board) -> Self {
        let rules = Connect4::new(board.columns() as usize, board.rows() as usize);
        Self { game: ConnectFour::new(board), start: rules.start(), rules }
    }

    /// The game from a root on.
    pub(crate) fn under(ground: &Ground) -> Self {
        let empty = Self::new(ground.board());
        let line = ground.line().into_iter().map(|column| usize::from(column.0));
        match empty.rules.after(line) {
            Some(start) => Self { start, ..empty },
            None => empty,
        }
    }
}

impl Twin for ConnectFourTwin {
    type Game = ConnectFour;
    type Rules = Connect4;

    fn game(&self) -> &ConnectFour {
        &self.game
    }

    fn rules(&self) -> &Connect4 {
        &self.rules
    }

    fn start(&self) -> oracle::Position {
        self.start.clone()
    }

    fn ours(&self, state: &oracle::Position) -> Position {
        let (mut own, mut mask) = (0, 0);
        for column in 0..self.rules.columns() {
            for row in 0..self.rules.rows() {
                let Some(player) = self.rules.at(state, column, row) else { continue };
                let cell = self.game.cell(Column(column as u8), row as u32);
                mask |= cell;
                if player == state.to_move() {
                    own |= cell;
                }
            }
        }
        Position::from_bits(own, mask)
    }
}
