use retrosolve_games::Game;
use retrosolve_games::connect4::{Column, ConnectFour, Position};

use super::{Feature, Knowledge, Linear, Tension};
use crate::toolkit::Value;

/// Connect Four: threats, their rows, and the centre. A position is restless while someone can win at
/// once.
pub struct Connect4Knowledge {
    features: Linear<ConnectFour>,
}

impl Default for Connect4Knowledge {
    fn default() -> Self {
        let feature = |name, weight, measure| Feature { name, weight, measure };
        Self {
            features: Linear::new(vec![
                feature("cells that complete a four", 24, threats),
                feature(
                    "such cells in the rows that zugzwang gives to the side",
                    40,
                    lasting_threats,
                ),
                feature("nearness to the centre, over all stones", 2, centre),
            ]),
        }
    }
}

/// The stones of the first player and of the second.
fn sides(state: &Position) -> [u64; 2] {
    match state.stones() % 2 {
        0 => [state.own(), state.other()],
        _ => [state.other(), state.own()],
    }
}

fn count([first, second]: [u64; 2]) -> i32 {
    first.count_ones() as i32 - second.count_ones() as i32
}

fn threats(game: &ConnectFour, state: &Position) -> i32 {
    count(sides(state).map(|stones| game.winning_cells(stones, state.mask())))
}

/// The first player comes to fill the odd rows in the end, the second the even ones (Allis 1988).
fn lasting_threats(game: &ConnectFour, state: &Position) -> i32 {
    let rows = |from: u32| {
        (from..game.board().rows()).step_by(2).fold(0, |rows, row| rows | game.row_mask(row))
    };
    let [first, second] = sides(state).map(|stones| game.winning_cells(stones, state.mask()));
    // Counted from 0: the third row is an odd one.
    count([first & rows(2), second & rows(1)])
}

fn centre(game: &ConnectFour, state: &Position) -> i32 {
    let last = game.board().columns() - 1;
    (0..=last)
        .map(|c| {
            let column = game.column_mask(Column(c as u8));
            let near = (last - last.abs_diff(2 * c)) as i32;
            near * count(sides(state).map(|stones| stones & column))
        })
        .sum()
}

impl Knowledge<ConnectFour> for Connect4Knowledge {
    fn estimate(&self, game: &ConnectFour, state: &Position) -> Value {
        self.features.estimate(game, state)
    }

    /// Who can win does, and who would lose otherwise stops it.
    fn tension(&self, game: &ConnectFour, state: &Position, moves: &mut Vec<Column>) -> Tension {
        let playable = game.playable(state.mask());
        let wins = game.winning_cells(state.own(), state.mask()) & playable;
        let stops = game.winning_cells(state.other(), state.mask()) & playable;
        let cells = if wins != 0 { wins } else { stops };
        game.moves(state, moves);
        moves.retain(|&mv| game.column_mask(mv) & cells != 0);
        if moves.is_empty() { Tension::Quiet } else { Tension::Forced }
    }
}
