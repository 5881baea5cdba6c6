use std::collections::HashSet;

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Game, Wdl, ZeroSum};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_tablegen::connect4::count_positions;

use super::run::Run;
use crate::VerifyError;
use crate::published;

/// The ply of the data set.
const PLY: u32 = 8;

/// The transposition table for the values in bytes.
const TABLE_BYTES: usize = 256 << 20;
/// Positions between two reports of progress.
const CHUNK: usize = 128;

/// From all positions after 8 plies to those of the data set; and, if all is asked for, who wins them.
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
            "classes" => vec![one_by_one(classes.len())],
            // Values come below.
            _ => continue,
        };
        run.line(format!("ply {PLY}, {}", row.item), row.figure, figures.source, &found);
    }
    if run.full {
        let values = values(run, classes)?;
        for row in &figures.rows {
            let Some(wdl) = outcome(row.item) else { continue };
            let count = values.iter().filter(|&&value| value == Some(wdl)).count();
            let found = [("fast engine", count.to_string())];
            run.line(format!("ply {PLY}, {}", row.item), row.figure, figures.source, &found);
        }
    }
    Ok(())
}

/// The value that an item of the data counts.
fn outcome(item: &str) -> Option<Wdl> {
    match item {
        "won" => Some(Wdl::Win),
        "drawn" => Some(Wdl::Draw),
        "lost" => Some(Wdl::Loss),
        _ => None,
    }
}

/// Who wins each position, by the fast engine on all threads.
fn values(run: &Run, positions: HashSet<Position>) -> Result<Vec<Option<Wdl>>, VerifyError> {
    let mut positions: Vec<_> = positions.into_iter().collect();
    // Neighbours have much in common, and the engine remembers.
    positions.sort_by_key(|position| (position.mask(), position.own()));
    let mut engine = Engine::new(Board::STANDARD, TABLE_BYTES)?;
    engine.set_threads(rayon::current_num_threads())?;
    run.progress.begin("who wins after 8 plies", positions.len() as u64, "positions");
    let mut values = Vec::with_capacity(positions.len());
    for chunk in positions.chunks(CHUNK) {
        let found = engine.score_all(chunk, Mode::Weak, &Limits::default());
        values.extend(found.iter().map(|outcome| outcome.bounds.wdl()));
        run.progress.advance(chunk.len() as u64);
    }
    run.progress.end();
    Ok(values)
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
