use std::collections::HashSet;

use retrosolve_games::Game;
use retrosolve_games::connect4::ConnectFour;
use retrosolve_oracle::reachable;
use retrosolve_tablegen::connect4::{Connect4Error, count_positions};

use super::run::Run;
use crate::VerifyError;
use crate::published;
use crate::twin::{ConnectFourTwin, Twin};

/// The most positions of a board that is counted, and if all is asked for.
const POSITIONS: u64 = 100_000_000;
const POSITIONS_IF_FULL: u64 = 3_000_000_000;
/// Boards of at most so many positions are counted one by one too, and by the oracle.
const ONE_BY_ONE: u64 = 2_000_000;
const BY_THE_ORACLE: u64 = 20_000;

/// Reachable positions by board; boards for which the memory does not suffice are left out.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::connect4_counts();
    let most = if run.full { POSITIONS_IF_FULL } else { POSITIONS };
    for row in figures.rows.iter().filter(|row| row.positions <= most) {
        let Some(board) = row.board() else { continue };
        let plies = match count_positions(board, board.cells(), None, run.progress) {
            Err(Connect4Error::Memory { .. }) => continue,
            counted => counted?,
        };
        let total: u64 = plies.iter().map(|ply| ply.positions).sum();
        let mut found = vec![("sets of positions", total.to_string())];
        if row.positions <= ONE_BY_ONE {
            found.push(("one by one", one_by_one(&ConnectFour::new(board)).to_string()));
        }
        if row.positions <= BY_THE_ORACLE {
            let twin = ConnectFourTwin::new(board);
            let states = reachable(twin.rules(), [twin.start()]);
            found.push(("oracle", states.len().to_string()));
        }
        run.line(board.to_string(), row.positions, figures.source, &found);
    }
    Ok(())
}

/// Plays all moves from every position, ply by ply.
fn one_by_one(game: &ConnectFour) -> u64 {
    let mut layer = HashSet::from([game.root()]);
    let mut total = 0;
    let mut moves = Vec::new();
    while !layer.is_empty() {
        total += layer.len() as u64;
        let mut next = HashSet::new();
        for state in &layer {
            moves.clear();
            game.moves(state, &mut moves);
            next.extend(moves.iter().map(|&mv| game.play(state, mv)));
        }
        layer = next;
    }
    total
}
