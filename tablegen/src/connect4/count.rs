use retrosolve_games::connect4::Board;

use super::error::Connect4Error;
use super::forward::PlyCount;
use super::ground::Ground;
use super::path::Path;
use super::plan::Plan;
use super::plies::Setting;
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
    count(&Ground::of_board(board), last, Path::best(), memory, progress)
}

/// The same from a root; `last` is how many plies after it.
///
/// # Errors
/// As there.
pub fn count(
    ground: &Ground,
    last: u32,
    path: Path,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Vec<PlyCount>, Connect4Error> {
    Plan::counting(ground, last).check_memory(memory)?;
    let setting = Setting::new(*ground, path);
    let plies = 0..last.min(ground.empties()) + 1;
    progress.begin(&format!("counting connect4 {ground}"), setting.parts(plies.clone()), "parts");
    let mut before = setting.nothing();
    let counts = plies.map(|stones| {
        let (unreached, count) = setting.reach_ply(stones, &before, progress);
        before = unreached;
        count
    });
    let counts = counts.collect();
    progress.end();
    Ok(counts)
}
