use std::collections::HashSet;

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Game, ZeroSum};
use retrosolve_tablegen::connect4::count_positions;

use super::run::Run;
use crate::VerifyError;
use crate::published;

/// The ply of the data set.
const PLY: u32 = 8;

/// From all positions after 8 plies to those of the data set.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::connect4_8ply();
    let game = ConnectFour::new(Board::STANDARD);
    let all = after(&game, PLY);
    let (finished, open): (Vec<Position>, Vec<Position>) =
        all.iter().partition(|state| game.outcome(state).is_some());
    let quiet: Vec<_> = open.into_iter().filter(|&state| is_quiet(&game, state)).collect();
    let classes: HashSet<_> = quiet.iter().map(|state| game.canonical(state)).collect();
    let plies = count_positions(Board::STANDARD, PLY, None, run.progress)?;
    let sets = plies.last().copied().unwrap_or_default();
    for row in &figures.rows {
        let one_by_one = |count: usize| ("one by one", count.to_string());
        let by_sets = |count: u64| ("sets of positions", count.to_string());
        let found = match row.item {
            "positions" => vec![one_by_one(all.len()), by_sets(sets.positions)],
            "finished" => vec![one_by_one(finished.len()), by_sets(sets.finished)],
            "quiet" => vec![one_by_one(quiet.len())],
            _ => vec![one_by_one(classes.len())],
        };
        run.line(format!("ply {PLY}, {}", row.item), row.figure, figures.source, &found);
    }
    Ok(())
}

/// The positions after so many plies.
fn after(game: &ConnectFour, plies: u32) -> HashSet<Position> {
    let mut layer = HashSet::from([game.root()]);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut next = HashSet::new();
        for state in &layer {
            moves.clear();
            game.moves(state, &mut moves);
            next.extend(moves.iter().map(|&mv| game.play(state, mv)));
        }
        layer = next;
    }
    layer
}

/// Whether neither side could complete a line by playing at once.
fn is_quiet(game: &ConnectFour, state: Position) -> bool {
    let mask = state.mask();
    let winning = game.winning_cells(state.own(), mask) | game.winning_cells(state.other(), mask);
    winning & game.playable(mask) == 0
}
