//! Small games solved whole, by every method there is, against the oracle.

mod graphs;
mod whole;

use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::checkers::Board;
use retrosolve_games::{NoTables, connect4};
use retrosolve_oracle::checkers::{self as oracle, Position};
use retrosolve_oracle::{Quotient, minimax, reachable};

use crate::compare::Comparison;
use crate::connect4::engine_on_whole_board;
use crate::searched::{Found, search};
use crate::twin::{CheckersTwin, ConnectFourTwin, MnkTwin, Twin, table_value};
use crate::{Check, Method, Options};

/// m,n,k games small enough for value iteration by the oracle.
const MNK: [(u32, u32, u32); 3] = [(3, 2, 2), (4, 2, 3), (3, 3, 3)];
/// Connect Four boards of that kind.
const CONNECT_FOUR: [(u32, u32); 3] = [(3, 4), (2, 7), (4, 2)];

/// Solves small games whole: tic-tac-toe by search against plain minimax; m,n,k games, Connect Four
/// and 4x4 checkers by retrograde analysis and by search against value iteration by the oracle; game
/// graphs with cycles, known ones and seeded random ones, by each of the ways of searching.
///
/// Runs on the current rayon pool. Hands each check to `sink` as it is done.
pub fn check(options: &Options, sink: &mut dyn FnMut(Check)) {
    if let Ok(twin) = MnkTwin::new(3, 3, 3) {
        sink(by_minimax(&twin, "tictactoe: every position by search against plain minimax"));
    }
    for (columns, rows, line) in MNK {
        let Ok(twin) = MnkTwin::new(columns, rows, line) else { continue };
        let name = format!("mnk {}", twin.game());
        whole::check(&twin, twin.rules(), &name, sink);
    }
    for (columns, rows) in CONNECT_FOUR {
        let Ok(board) = connect4::Board::new(columns, rows) else { continue };
        let twin = ConnectFourTwin::new(board);
        let name = format!("connect4 {board}");
        whole::check(&twin, twin.rules(), &name, sink);
        engine_on_whole_board(&twin, &name).into_iter().for_each(&mut *sink);
    }
    let twin = CheckersTwin::new(Board::FOUR);
    let black_to_move = Quotient::new(oracle::Checkers, Position::normalised);
    whole::check(&twin, &black_to_move, "checkers 4x4", sink);
    graphs::check(options.seed, sink);
}

fn by_minimax<T: Twin>(twin: &T, name: &str) -> Check {
    let since = Instant::now();
    let states = reachable(twin.rules(), [twin.start()]);
    let comparison = states
        .par_iter()
        .map(|state| {
            let mut comparison = Comparison::default();
            let found = search(twin.game(), &NoTables, &twin.ours(state));
            let right = table_value(minimax(twin.rules(), state));
            Found::judge(twin.game(), &twin.ours(state), found, right, &mut comparison);
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Search, states.len() as u64, since)
}
