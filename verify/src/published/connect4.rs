use retrosolve_games::Wdl;
use retrosolve_games::connect4::Board;

use super::tsv::{Fields, outcome, read};
use super::{FactRow, Published};

/// The reachable positions of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardCountRow {
    /// Columns.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// Positions that play from the empty board reaches, finished ones included.
    pub positions: u64,
}

impl BoardCountRow {
    /// The board, if it is of a size that this project holds.
    pub fn board(&self) -> Option<Board> {
        Board::new(self.columns, self.rows).ok()
    }
}

/// Position counts of Connect Four by board.
pub fn connect4_counts() -> Published<BoardCountRow> {
    let text = include_str!("../../../data/connect4-counts.tsv");
    read(text, "J. Tromp; Boeck 2025", |row| BoardCountRow {
        columns: row.get("columns"),
        rows: row.get("rows"),
        positions: row.get("positions"),
    })
}

/// The value of an empty board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardValueRow {
    /// Columns.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// The value for the first player.
    pub value: Wdl,
    /// Plies of the game, the winner as fast and the loser as slow as possible; of a draw, all cells.
    pub last_ply: Option<u16>,
}

impl BoardValueRow {
    /// The board, if it is of a size that this project holds.
    pub fn board(&self) -> Option<Board> {
        Board::new(self.columns, self.rows).ok()
    }
}

/// Values of empty boards of Connect Four.
pub fn connect4_values() -> Published<BoardValueRow> {
    let text = include_str!("../../../data/connect4-values.tsv");
    read(text, "J. Tromp; K. Steininger", |row: &Fields| BoardValueRow {
        columns: row.get("columns"),
        rows: row.get("rows"),
        value: outcome(row.text("value")),
        last_ply: row.get_if_any("last_ply"),
    })
}

/// The positions of a ply of the 7x6 board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRow {
    /// The ply.
    pub ply: u32,
    /// Positions won by the first player.
    pub won_first: u64,
    /// Positions drawn.
    pub drawn: u64,
    /// Positions lost by the first player.
    pub lost_first: u64,
}

/// How many positions of each ply of the 7x6 board are won, drawn and lost.
pub fn connect4_plies() -> Published<PlyRow> {
    let text = include_str!("../../../data/connect4-7x6-plies.tsv");
    read(text, "M. Boeck 2025", |row| PlyRow {
        ply: row.get("ply"),
        won_first: row.get("won_first"),
        drawn: row.get("drawn"),
        lost_first: row.get("lost_first"),
    })
}

/// The value of a first move on the 7x6 board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMoveRow {
    /// The column played, from 1.
    pub column: u32,
    /// The value for the first player in stones, see [`Board::stone_score`].
    pub score: i32,
}

/// Values of the first moves on the 7x6 board.
pub fn connect4_first_moves() -> Published<FirstMoveRow> {
    let text = include_str!("../../../data/connect4-first-moves.tsv");
    read(text, "J. Allen; V. Allis; P. Pons", |row| FirstMoveRow {
        column: row.get("column"),
        score: row.get("score"),
    })
}

/// Figures of the data set of 7x6 positions after 8 plies, step by step.
pub fn connect4_8ply() -> Published<FactRow> {
    let text = include_str!("../../../data/connect4-8ply.tsv");
    read(text, "UCI Connect-4 (Tromp 1995)", FactRow::read)
}
