use retrosolve_games::connect4::{Column, ConnectFour, WideConnectFour};
use retrosolve_games::{Score, ZeroSum};

/// Connect Four in any form whose positions the engine can read.
pub trait Rules: ZeroSum<Move = Column, State: Copy + Send + Sync> + Copy {
    /// The columns of the board.
    fn columns(&self) -> u32;

    /// The rows of the board.
    fn rows(&self) -> u32;

    /// The stones of the side to move and those of the other side: column `c`, row `r`, both from 0, is
    /// bit `c * (rows + 1) + r`.
    fn sides(&self, state: &Self::State) -> (u128, u128);

    /// A score in stones in plies, for a position of so many stones; `None` if no game ends like that.
    fn score_from_stones(&self, stones: u32, stone_score: i32) -> Option<Score>;
}

impl Rules for ConnectFour {
    fn columns(&self) -> u32 {
        self.board().columns()
    }

    fn rows(&self) -> u32 {
        self.board().rows()
    }

    fn sides(&self, state: &Self::State) -> (u128, u128) {
        (state.own().into(), state.other().into())
    }

    fn score_from_stones(&self, stones: u32, stone_score: i32) -> Option<Score> {
        self.board().score_from_stones(stones, stone_score)
    }
}

impl Rules for WideConnectFour {
    fn columns(&self) -> u32 {
        self.size().columns()
    }

    fn rows(&self) -> u32 {
        self.size().rows()
    }

    fn sides(&self, state: &Self::State) -> (u128, u128) {
        (state.own(), state.other())
    }

    fn score_from_stones(&self, stones: u32, stone_score: i32) -> Option<Score> {
        self.size().score_from_stones(stones, stone_score)
    }
}
