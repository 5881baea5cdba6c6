use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{NoTables, TableValue, Wdl};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_tablegen::connect4::{Connect4Error, solve_board};

use super::run::Run;
use crate::VerifyError;
use crate::connect4::engine_value;
use crate::published::{self, BoardCountRow, BoardValueRow};
use crate::searched::{Found, search};

/// The most positions of a board whose table is made, and if all is asked for.
const POSITIONS: u64 = 100_000_000;
const POSITIONS_IF_FULL: u64 = 3_000_000_000;
/// The most cells of a board that the fast engine solves, and if all is asked for; with more columns or rows
/// than these its code is slower by far.
const CELLS: u32 = 30;
const CELLS_IF_FULL: u32 = 42;
const COLUMNS: u32 = 8;
const ROWS: u32 = 7;
/// The most cells of a board that the generic search solves.
const GENERIC_CELLS: u32 = 25;
/// The transposition table of the fast engine in bytes.
const TABLE_BYTES: usize = 64 << 20;
const TABLE_BYTES_IF_FULL: usize = 1 << 30;

/// Values of empty boards, and the ply on which the game ends. Where memory does not suffice for a table,
/// search is left.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::connect4_values();
    let counts = published::connect4_counts().rows;
    for row in &figures.rows {
        let Some(board) = row.board() else { continue };
        let (most, cells) =
            if run.full { (POSITIONS_IF_FULL, CELLS_IF_FULL) } else { (POSITIONS, CELLS) };
        let bytes = if run.full { TABLE_BYTES_IF_FULL } else { TABLE_BYTES };
        let mut values = Vec::new();
        let mut lengths = Vec::new();
        if is_within(row, &counts, most) {
            match solve_board(board, None, run.progress) {
                Ok(solution) => values.push(("table", solution.value.to_string())),
                Err(Connect4Error::Memory { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut searched = |method, found: Found| {
            values.push((method, found.outcome()));
            lengths.push((method, last_ply(board, &found)));
        };
        if board.cells() <= GENERIC_CELLS {
            searched("search", search(&ConnectFour::new(board), &NoTables, &Position::EMPTY)?);
        }
        let is_quick = row.columns <= COLUMNS && row.rows <= ROWS;
        if board.cells() <= cells && is_quick && Engine::takes(board) {
            let mut engine = Engine::new(board, bytes)?;
            engine.set_threads(rayon::current_num_threads())?;
            searched("fast engine", engine_value(&mut engine, Position::EMPTY));
        }
        if !values.is_empty() {
            run.line(format!("{board}, value"), row.value, figures.source, &values);
        }
        if let Some(last_ply) = row.last_ply.filter(|_| !lengths.is_empty()) {
            run.line(format!("{board}, last ply"), last_ply, figures.source, &lengths);
        }
    }
    if run.full {
        first_moves(run)?;
    }
    Ok(())
}

/// The values of all first moves on the 7x6 board.
fn first_moves(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::connect4_first_moves();
    let board = Board::STANDARD;
    let mut engine = Engine::new(board, TABLE_BYTES)?;
    engine.set_threads(rayon::current_num_threads())?;
    let answer = engine.answer(Position::EMPTY, Mode::Strong, true, &Limits::default());
    for row in &figures.rows {
        let found = answer.moves.iter().filter(|m| m.mv.index() + 1 == row.column);
        let scores: Vec<_> = found
            .filter_map(|m| m.bounds.score())
            .map(|score| ("fast engine", board.stone_score(0, score).to_string()))
            .collect();
        let item = format!("{board}, first move {}, score", row.column);
        run.line(item, row.score, figures.source, &scores);
    }
    Ok(())
}

/// The ply on which the game ends; a draw fills the board.
fn last_ply(board: Board, found: &Found) -> String {
    match found {
        Found::Value(TableValue { wdl: Wdl::Draw, .. }) => board.cells().to_string(),
        Found::Value(TableValue { distance: Some(plies), .. }) => plies.to_string(),
        found => found.words(),
    }
}

/// Whether a board is known to have no more than so many positions.
fn is_within(row: &BoardValueRow, counts: &[BoardCountRow], most: u64) -> bool {
    let of_board = |count: &&BoardCountRow| (count.columns, count.rows) == (row.columns, row.rows);
    counts.iter().find(of_board).is_some_and(|count| count.positions <= most)
}
