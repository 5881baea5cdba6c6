use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::connect4::{Board, Position};
use retrosolve_games::{TableValue, ZeroSum};
use retrosolve_oracle::value_iteration;
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, EngineError, Limits};

use crate::compare::Comparison;
use crate::searched::Found;
use crate::twin::{ConnectFourTwin, Twin, table_value};
use crate::{Check, Method};

/// The transposition table of an engine in bytes, one of which each task has.
const TABLE_BYTES: usize = 1 << 20;
/// Positions that one engine takes after another.
const CHUNK: usize = 256;

/// The value of a position by the fast engine, with its distance.
pub(crate) fn value(engine: &mut Engine, position: Position) -> Found {
    let outcome = engine.score(position, Mode::Strong, &Limits::default());
    match outcome.bounds.score() {
        Some(score) => Found::Value(TableValue::dtw(score.wdl(), score.plies().unwrap_or(0))),
        None => Found::Unproved("not proved".to_owned()),
    }
}

/// Solves positions that are not finished by the fast engine and compares each as `judge` says.
pub(super) fn compare<T: Sync>(
    board: Board,
    positions: &[T],
    judge: impl Fn(&T, &mut Engine, &mut Comparison) + Sync,
) -> Result<Comparison, EngineError> {
    positions
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut engine = Engine::new(board, TABLE_BYTES)?;
            let mut comparison = Comparison::default();
            chunk.iter().for_each(|position| judge(position, &mut engine, &mut comparison));
            Ok(comparison)
        })
        .try_reduce(Comparison::default, |a, b| Ok(a.merge(b)))
}

/// Solves every position of a small board that is not finished by the fast engine, and compares with
/// value iteration by the oracle. `None` if there is no engine for the board.
pub(crate) fn check_whole(twin: &ConnectFourTwin, name: &str) -> Option<Check> {
    let board = twin.game().board();
    if !Engine::takes(board) {
        return None;
    }
    let since = Instant::now();
    let solution = value_iteration(twin.rules(), [twin.start()]);
    let open: Vec<_> = solution
        .iter()
        .map(|(state, value)| (twin.ours(state), table_value(value)))
        .filter(|(state, _)| twin.game().outcome(state).is_none())
        .collect();
    let compared = compare(board, &open, |(state, right), engine, comparison| {
        let found = Ok(value(engine, *state));
        Found::judge(twin.game(), state, found, *right, comparison);
    });
    let comparison = compared.unwrap_or_else(|error| {
        let mut failed = Comparison::default();
        failed.error(|| "fast engine".into(), &error);
        failed
    });
    let title = format!("{name}: every position by the fast engine against value iteration");
    Some(comparison.check(title, Method::Search, open.len() as u64, since))
}
