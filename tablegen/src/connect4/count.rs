use retrosolve_games::connect4::Board;

use super::error::Connect4Error;
use super::forward::{PlyCount, open_positions};
use super::solve::blocks;
use super::{Index, Plan};
use crate::Progress;

/// Counts the positions that play can reach from the empty board, ply by ply from 0 to `last` (or to
/// the full board, if that comes first). Play stops at four in a row; finished positions count, and
/// mirror images count separately.
///
/// Runs on the current rayon pool. `memory` is the most that may be used, in bytes; without it what the
/// system has available.
///
/// # Errors
/// [`Connect4Error::Memory`] before anything is done, if that does not suffice.
pub fn count_positions(
    board: Board,
    last: u32,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Vec<PlyCount>, Connect4Error> {
    let plan = Plan::counting(board, last);
    plan.check_memory(memory)?;
    let index = Index::new(board);
    let plies = 0..=last.min(index.last_ply());
    let total = blocks(&index, 0..plies.end() + 1);
    progress.begin(&format!("counting connect4 {board}"), total, "blocks");
    let mut layer = Vec::new();
    let counts = plies.map(|ply| {
        let (next, count) = open_positions(&index, ply, &layer, progress);
        layer = next;
        count
    });
    let counts = counts.collect();
    progress.end();
    Ok(counts)
}
