use retrosolve_games::Game;
use retrosolve_games::checkers::{Checkers, Color, Move, Position};

use super::{Feature, Knowledge, Linear, Tension};
use crate::toolkit::Value;

/// Checkers: men, kings, how far men have come, the back row and the centre. A position is restless
/// while the side to move has to capture.
pub struct CheckersKnowledge {
    features: Linear<Checkers>,
}

impl Default for CheckersKnowledge {
    fn default() -> Self {
        let feature = |name, weight, measure| Feature { name, weight, measure };
        Self {
            features: Linear::new(vec![
                feature("men", 100, men),
                feature("kings", 150, kings),
                feature("rows that men have come", 3, advancement),
                feature("men on the back row", 8, back_row),
                feature("kings off the edge", 6, central_kings),
            ]),
        }
    }
}

/// Black's count less White's.
fn count(squares: impl Fn(Color) -> u32) -> i32 {
    let [black, white] = Color::ALL.map(|color| squares(color).count_ones() as i32);
    black - white
}

fn men(_: &Checkers, state: &Position) -> i32 {
    count(|color| state.men[color as usize])
}

fn kings(_: &Checkers, state: &Position) -> i32 {
    count(|color| state.kings[color as usize])
}

fn advancement(game: &Checkers, state: &Position) -> i32 {
    let size = game.board().size();
    (0..size)
        .map(|row| {
            let [black, white] = Color::ALL.map(|color| {
                (state.men[color as usize] & game.board().row(row)).count_ones() as i32
            });
            i32::from(row) * black - i32::from(size - 1 - row) * white
        })
        .sum()
}

fn back_row(game: &Checkers, state: &Position) -> i32 {
    count(|color| state.men[color as usize] & game.board().crown_row(!color))
}

fn central_kings(game: &Checkers, state: &Position) -> i32 {
    let board = game.board();
    let (top, bottom) = (board.crown_row(Color::Black), board.crown_row(Color::White));
    // On even rows the last place of a row is at the edge, on odd rows the first.
    let edge = (0..board.size()).fold(top | bottom, |edge, row| {
        let place = if row % 2 == 0 { board.width() - 1 } else { 0 };
        edge | 1 << (4 * row + place)
    });
    count(|color| state.kings[color as usize] & !edge)
}

impl Knowledge<Checkers> for CheckersKnowledge {
    fn estimate(&self, game: &Checkers, state: &Position) -> Value {
        self.features.estimate(game, state)
    }

    /// Captures are compulsory, so there is no standing pat.
    fn tension(&self, game: &Checkers, state: &Position, moves: &mut Vec<Move>) -> Tension {
        if !state.has_capture(game.board()) {
            return Tension::Quiet;
        }
        game.moves(state, moves);
        Tension::Forced
    }

    fn gain(&self, _: &Checkers, state: &Position, mv: Move) -> i32 {
        let kings = state.kings[!state.turn as usize] & mv.captured;
        2 * mv.captured.count_ones() as i32 + kings.count_ones() as i32
    }
}
