use retrosolve_games::Metric;
use retrosolve_games::connect4::Board;

use super::Index;
use crate::format::{Encoding, TableInfo, TableSet, code};

/// The name of the index scheme, which is [`Index`].
pub const INDEX_SCHEME: &str = "connect4-profiles/1";

/// The set of a board's tables: game `connect4`, metric wdl.
pub fn table_set(board: Board) -> TableSet {
    TableSet::new("connect4", "standard", board.to_string(), Metric::Wdl)
}

/// The slice that is a ply: `ply07`.
pub fn slice_name(ply: u32) -> String {
    format!("ply{ply:02}")
}

/// What the table of a ply is.
pub(super) fn table_info(index: &Index, ply: u32, encoding: Encoding) -> TableInfo {
    TableInfo {
        set: table_set(index.board()),
        slice: slice_name(ply),
        index: INDEX_SCHEME.into(),
        entries: index.entries(ply),
        entry_bits: code::WDL_BITS,
        encoding,
    }
}
