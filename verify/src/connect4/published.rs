use std::time::Instant;

use retrosolve_games::Probe;
use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_tablegen::connect4::Connect4Tables;

use crate::compare::Comparison;
use crate::published::{connect4_counts, connect4_values};
use crate::{Check, Method};

/// Compares the value of the empty board and the number of positions with what is published.
pub(super) fn check(tables: &Connect4Tables, positions: u64, sink: &mut dyn FnMut(Check)) {
    let since = Instant::now();
    let board = tables.board();
    if tables.ground().root() != Position::EMPTY {
        return;
    }
    let mut comparison = Comparison::default();
    let values = connect4_values().rows;
    if let Some(row) = values.iter().find(|row| row.board() == Some(board)) {
        match tables.probe(&ConnectFour::new(board), &Position::EMPTY) {
            Ok(found) => comparison.equal(
                || "the value of the empty board".into(),
                found.map(|value| value.wdl),
                Some(row.value),
            ),
            Err(error) => comparison.error(|| "the value of the empty board".into(), &error),
        }
    }
    let counts = connect4_counts().rows;
    let whole = (0..=board.cells()).all(|ply| tables.table(ply).is_some());
    if let Some(row) = counts.iter().find(|row| row.board() == Some(board)).filter(|_| whole) {
        comparison.equal(|| "the number of positions".into(), positions, row.positions);
    }
    let of = comparison.compared();
    let name = format!("connect4 {board}: empty board and number of positions");
    sink(comparison.check(name, Method::Published, of, since));
}
