use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::{Metric, Probe};
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::connect4::{Index, Slot};
use retrosolve_tablegen::format::Table;

use crate::compare::Comparison;
use crate::entries;
use crate::numbers::Numbers;

/// Every entry of a ply's table that is a position, as `probe` has it, from its successors by our
/// rules.
pub(crate) fn fast<P: Probe<ConnectFour>>(
    game: &ConnectFour,
    probe: &P,
    index: &Index,
    ply: u32,
    table: &Table,
    progress: &dyn Progress,
) -> Comparison {
    let numbers = Numbers::all(table.header().info.entries);
    let state = |entry| match table.get(entry) {
        Ok(None) => None,
        // What cannot be read fails when it is probed.
        Ok(Some(_)) | Err(_) => index.position(Slot { ply, entry }),
    };
    entries::fast(game, probe, Metric::Wdl, &numbers, state, progress)
}
