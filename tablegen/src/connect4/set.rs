use retrosolve_games::Metric;
use retrosolve_games::connect4::Board;

use super::ground::Ground;
use crate::format::{Encoding, TableInfo, TableSet, code};

/// The name of the index scheme: the open positions of a ply in order; see `CONNECT4.md`.
pub const INDEX_SCHEME: &str = "connect4-open/1";

/// The set of a board's tables: game `connect4`, metric wdl.
pub fn table_set(board: Board) -> TableSet {
    table_set_of(&Ground::of_board(board))
}

/// The set of the tables of a board or under a root.
pub fn table_set_of(ground: &Ground) -> TableSet {
    TableSet::new("connect4", "standard", ground.to_string(), Metric::Wdl)
}

/// The slice that is a ply: `ply07`.
pub fn slice_name(ply: u32) -> String {
    format!("ply{ply:02}")
}

/// What the table of a ply with so many entries is.
pub(super) fn table_info(ground: &Ground, ply: u32, entries: u64, encoding: Encoding) -> TableInfo {
    TableInfo {
        set: table_set_of(ground),
        slice: slice_name(ply),
        index: INDEX_SCHEME.into(),
        entries,
        entry_bits: code::WDL_BITS,
        encoding,
    }
}
