use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::{Game, NoTables, TableValue, Wdl};
use retrosolve_tablegen::connect4::solve_board;

use super::run::Run;
use crate::VerifyError;
use crate::published::{self, BoardCountRow, BoardValueRow};
use crate::searched::{Found, search};

/// The most positions of a board whose table is made, and if all is asked for.
const POSITIONS: u64 = 100_000_000;
const POSITIONS_IF_FULL: u64 = 1_100_000_000;

/// Values of empty boards, and the ply on which the game ends.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::connect4_values();
    let counts = published::connect4_counts().rows;
    let most = if run.full { POSITIONS_IF_FULL } else { POSITIONS };
    for row in figures.rows.iter().filter(|row| is_within(row, &counts, most)) {
        let Some(board) = row.board() else { continue };
        let solution = solve_board(board, None, run.progress)?;
        let game = ConnectFour::new(board);
        let searched = search(&game, &NoTables, &game.root())?;
        run.line(
            format!("{board}, value"),
            row.value,
            figures.source,
            &[("table", solution.value.to_string()), ("search", searched.outcome())],
        );
        if let Some(last_ply) = row.last_ply {
            let ours = match &searched {
                // A draw fills the board.
                Found::Value(TableValue { wdl: Wdl::Draw, .. }) => board.cells().to_string(),
                Found::Value(TableValue { distance: Some(plies), .. }) => plies.to_string(),
                found => found.words(),
            };
            run.line(format!("{board}, last ply"), last_ply, figures.source, &[("search", ours)]);
        }
    }
    Ok(())
}

/// Whether a board is known to have no more than so many positions.
fn is_within(row: &BoardValueRow, counts: &[BoardCountRow], most: u64) -> bool {
    let of_board = |count: &&BoardCountRow| (count.columns, count.rows) == (row.columns, row.rows);
    counts.iter().find(of_board).is_some_and(|count| count.positions <= most)
}
