use retrosolve_games::Wdl;
use retrosolve_games::checkers::Board;
use retrosolve_tablegen::checkers::Slice;

use super::tsv::{outcome, read};
use super::{FactRow, Published};

/// Positions by number of pieces, 8x8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountRow {
    /// Pieces of both colours together.
    pub pieces: u8,
    /// Placements, the side to move not counted, a side without pieces included.
    pub positions: u64,
    /// Placements with pieces of both colours: the values that tables hold.
    pub both_sides: u64,
    /// Of these, the wins, losses and draws of the side to move.
    pub values: Option<[u64; 3]>,
    /// The longest forced win in plies.
    pub longest_win: Option<u16>,
}

/// Positions of English checkers by number of pieces.
pub fn checkers_counts() -> Published<CountRow> {
    let text = include_str!("../../../data/checkers-counts.tsv");
    read(text, "Schaeffer et al. 2007; OEIS A055213; two solvers", |row| CountRow {
        pieces: row.get("pieces"),
        positions: row.get("positions"),
        both_sides: row.get("both_sides"),
        values: row.get_if_any("wins").map(|wins| [wins, row.get("losses"), row.get("draws")]),
        longest_win: row.get_if_any("longest_win"),
    })
}

/// What a slice holds, 8x8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SliceRow {
    /// The material.
    pub slice: Slice,
    /// All positions.
    pub positions: u64,
    /// Wins, losses and draws of the side to move.
    pub values: [u64; 3],
    /// The same of the positions in which the side to move has to capture.
    pub capture_values: [u64; 3],
    /// The longest win in plies.
    pub longest_win: u16,
    /// How many positions have it.
    pub longest_wins: u64,
    /// The longest loss in plies.
    pub longest_loss: u16,
}

/// The slices of English checkers with 2 to 4 pieces.
pub fn checkers_slices() -> Published<SliceRow> {
    let text = include_str!("../../../data/checkers-slices.tsv");
    read(text, "two independent solvers; a distributed 4-piece database", |row| SliceRow {
        slice: row.get("slice"),
        positions: row.get("positions"),
        values: ["wins", "losses", "draws"].map(|name| row.get(name)),
        capture_values: ["capture_wins", "capture_losses", "capture_draws"]
            .map(|name| row.get(name)),
        longest_win: row.get("longest_win"),
        longest_wins: row.get("longest_wins"),
        longest_loss: row.get("longest_loss"),
    })
}

/// Lines of play from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftRow {
    /// The board.
    pub board: Board,
    /// Plies.
    pub depth: u32,
    /// Lines of that many plies, capture paths counted apart.
    pub nodes: u128,
}

/// Perft of English checkers.
pub fn checkers_perft() -> Published<PerftRow> {
    let text = include_str!("../../../data/checkers-perft.tsv");
    read(text, "OEIS A133046; A. Bik", |row| PerftRow {
        board: row.get("board"),
        depth: row.get("depth"),
        nodes: row.get("nodes"),
    })
}

/// An ending with its published value, 8x8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingRow {
    /// The position as FEN.
    pub fen: &'static str,
    /// The value for the side to move.
    pub value: Wdl,
    /// Whether its proof by search takes minutes, or tables of 5 pieces.
    pub long: bool,
    /// What it is known as.
    pub name: &'static str,
    /// Who published it.
    pub source: &'static str,
}

/// Published endings of English checkers.
pub fn checkers_positions() -> Published<EndingRow> {
    let text = include_str!("../../../data/checkers-positions.tsv");
    read(text, "see each ending", |row| EndingRow {
        fen: row.text("fen"),
        value: outcome(row.text("value")),
        long: row.text("proof") == "long",
        name: row.text("name"),
        source: row.text("source"),
    })
}

/// The 4x4 board: its reachable states, and those won, lost and drawn.
pub fn checkers_4x4() -> Published<FactRow> {
    let text = include_str!("../../../data/checkers-4x4.tsv");
    read(text, "an independent solver", FactRow::read)
}

/// The positions of the 6x6 board by number of pieces, at most six a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SixRow {
    /// Pieces of both colours together.
    pub pieces: u8,
    /// Placements with pieces of both colours.
    pub positions: u64,
    /// Wins, losses and draws of the side to move.
    pub values: [u64; 3],
}

/// The 6x6 board by number of pieces.
pub fn checkers_6x6() -> Published<SixRow> {
    let text = include_str!("../../../data/checkers-6x6.tsv");
    read(text, FIRST_HERE, |row| SixRow {
        pieces: row.get("pieces"),
        positions: row.get("positions"),
        values: ["wins", "losses", "draws"].map(|name| row.get(name)),
    })
}

/// The start of the 6x6 game, or one of its first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMoveRow {
    /// The move; `None` is the start itself.
    pub mv: Option<&'static str>,
    /// Its value for Black, who moves first.
    pub value: Wdl,
}

/// The start of the 6x6 game and its first moves.
pub fn checkers_6x6_start() -> Published<FirstMoveRow> {
    let text = include_str!("../../../data/checkers-6x6-start.tsv");
    read(text, FIRST_HERE, |row| FirstMoveRow {
        mv: Some(row.text("move")).filter(|&mv| mv != "-"),
        value: outcome(row.text("value")),
    })
}

/// The source of what nobody else has published.
const FIRST_HERE: &str = "none known; found here first";
