//! Games with a board that a page can draw: squares, pieces, and what a move does to them.

use retrosolve_games::checkers::{self, Checkers, Color};
use retrosolve_games::connect4::{Column, ConnectFour, Position};
use serde::Serialize;

use crate::board::Drawn;

/// A square that is played on.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) square: String,
    /// From 1 at the left.
    pub(super) column: u32,
    /// From 1 at the top.
    pub(super) row: u32,
    pub(super) piece: Option<&'static str>,
}

/// Columns and rows of a board.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) columns: u32,
    pub(super) rows: u32,
}

/// A game that is served.
pub(super) trait Shown: Drawn + Clone {
    /// What people call it.
    const TITLE: &'static str;
    /// The side that moves first, then the other.
    const SIDES: [&'static str; 2];

    fn size(&self) -> Size;

    /// Every square that is played on, row by row from the top.
    fn cells(&self, state: &Self::State) -> Vec<Cell>;

    /// The squares of the lines that have won the game.
    fn winning_line(&self, state: &Self::State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }

    /// The squares from the start of the piece to its end, or the one that is filled.
    fn path(&self, state: &Self::State, mv: Self::Move) -> Vec<String>;

    /// The squares whose pieces a move takes.
    fn captures(&self, state: &Self::State, mv: Self::Move) -> Vec<String> {
        let _ = (state, mv);
        Vec::new()
    }

    /// The columns played to a position that was written as `text`, and the moves after it.
    fn columns(&self, text: &str, played: &[Self::Move]) -> Option<String> {
        let _ = (text, played);
        None
    }
}

impl Shown for ConnectFour {
    const TITLE: &'static str = "Connect Four";
    const SIDES: [&'static str; 2] = ["x", "o"];

    fn size(&self) -> Size {
        Size { columns: self.board().columns(), rows: self.board().rows() }
    }

    fn cells(&self, state: &Position) -> Vec<Cell> {
        let Size { columns, rows } = self.size();
        let x = if state.stones().is_multiple_of(2) { state.own() } else { state.other() };
        let cell = |column: u32, up: u32| {
            let bit = self.cell(Column(column as u8), up);
            let piece = (state.mask() & bit != 0).then_some(if x & bit != 0 { "x" } else { "o" });
            Cell { square: square(column, up), column: column + 1, row: rows - up, piece }
        };
        let row = |up| (0..columns).map(move |column| cell(column, up));
        (0..rows).rev().flat_map(row).collect()
    }

    fn winning_line(&self, state: &Position) -> Vec<String> {
        let Size { columns, rows } = self.size();
        let stones = state.other();
        let has = |column: i64, up: i64| {
            (0..i64::from(columns)).contains(&column)
                && (0..i64::from(rows)).contains(&up)
                && stones & self.cell(Column(column as u8), up as u32) != 0
        };
        let is_in_line = |column: u32, up: u32| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, rise)| {
                // The run of stones through the cell.
                let run = |sign: i64| {
                    (1..4)
                        .take_while(|n| {
                            let away = sign * n;
                            has(i64::from(column) + right * away, i64::from(up) + rise * away)
                        })
                        .count()
                };
                has(column.into(), up.into()) && 1 + run(1) + run(-1) >= 4
            })
        };
        let places = (0..columns).flat_map(|column| (0..rows).map(move |up| (column, up)));
        let in_line = places.filter(|&(column, up)| is_in_line(column, up));
        in_line.map(|(column, up)| square(column, up)).collect()
    }

    fn path(&self, state: &Position, mv: Column) -> Vec<String> {
        vec![square(mv.index(), self.height(state.mask(), mv))]
    }

    fn columns(&self, text: &str, played: &[Column]) -> Option<String> {
        let text = text.trim();
        let start: String = if text.contains(',') {
            let number = |word: &str| word.trim().parse::<u8>().ok()?.checked_sub(1).map(Column);
            let columns: Option<Vec<_>> = text.split(',').map(number).collect();
            columns?.iter().filter(|column| column.index() < 32).map(|c| c.to_char()).collect()
        } else if text.chars().all(|c| Column::from_char(c).is_some()) {
            text.to_ascii_lowercase()
        } else {
            // A drawing does not tell in which order its stones were played; an empty one does.
            text.chars().all(|c| matches!(c, '.' | '/') || c.is_whitespace()).then(String::new)?
        };
        Some(start + &played.iter().map(|column| column.to_char()).collect::<String>())
    }
}

/// A cell by its column in letters and its row from the bottom, both counted from 0.
fn square(column: u32, up: u32) -> String {
    let letter = |n: u32| char::from(b'a' + (n % 26) as u8);
    match column {
        0..26 => format!("{}{}", letter(column), up + 1),
        _ => format!("a{}{}", letter(column), up + 1),
    }
}

impl Shown for Checkers {
    const TITLE: &'static str = "Checkers";
    const SIDES: [&'static str; 2] = ["black", "white"];

    fn size(&self) -> Size {
        let size = u32::from(Checkers::board(self).size());
        Size { columns: size, rows: size }
    }

    /// Black's home is at the top, as the squares are numbered.
    fn cells(&self, state: &checkers::Position) -> Vec<Cell> {
        let board = Checkers::board(self);
        let cell = |number: u32| {
            let index = board.index(number)?;
            let (row, place) = (u32::from(index / 4), u32::from(index % 4));
            // Even rows have the columns 1, 3, ... from 0, odd rows 0, 2, ...
            let column = 2 * place + u32::from(row.is_multiple_of(2));
            let piece = piece(state, index);
            Some(Cell { square: number.to_string(), column: column + 1, row: row + 1, piece })
        };
        (1..=board.squares()).filter_map(cell).collect()
    }

    fn path(&self, state: &checkers::Position, mv: checkers::Move) -> Vec<String> {
        let board = Checkers::board(self);
        let route = state.route(board, mv).unwrap_or_else(|| vec![mv.from, mv.to]);
        route.into_iter().map(|index| board.number(index).to_string()).collect()
    }

    fn captures(&self, _: &checkers::Position, mv: checkers::Move) -> Vec<String> {
        let board = Checkers::board(self);
        let taken = (0..32).filter(|&index| mv.captured >> index & 1 != 0);
        taken.map(|index| board.number(index).to_string()).collect()
    }
}

/// What stands on a square: `b` and `w` men, `B` and `W` kings.
fn piece(state: &checkers::Position, index: u8) -> Option<&'static str> {
    let is_at = |set: u32| set >> index & 1 != 0;
    let side = Color::ALL.into_iter().find(|&color| is_at(state.pieces(color)))?;
    Some(match (side, is_at(state.kings[side as usize])) {
        (Color::Black, false) => "b",
        (Color::White, false) => "w",
        (Color::Black, true) => "B",
        (Color::White, true) => "W",
    })
}
