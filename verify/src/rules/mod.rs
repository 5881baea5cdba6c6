//! Our rules against the oracle's: legal moves, what they lead to, when the game is over, and that
//! positions and moves read back as they are written.

mod compare;
mod placements;

use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::Game;
use retrosolve_games::checkers::Board;
use retrosolve_games::connect4;
use retrosolve_oracle::reachable;

use crate::compare::Comparison;
use crate::sample::{random_game, stream};
use crate::twin::{CheckersTwin, ConnectFourTwin, MnkTwin, Twin};
use crate::{Check, Method, Options};

/// Random games played for one check.
const GAMES: u64 = 40;
/// Random placements looked at for one check.
const PLACEMENTS: u64 = 4_000;
/// Connect Four boards: the narrow, the flat, the standard one and those that fill 64 bits.
const CONNECT_FOUR: [(u32, u32); 10] =
    [(1, 9), (9, 1), (3, 5), (4, 4), (5, 4), (4, 13), (7, 6), (9, 6), (8, 7), (32, 1)];
/// m,n,k games.
const MNK: [(u32, u32, u32); 5] = [(4, 3, 3), (5, 4, 4), (3, 6, 2), (7, 7, 5), (8, 8, 6)];

/// Compares the rules of all games with the oracle's, on seeded random games and placements, and whole
/// where a game is small.
pub fn check(options: &Options, sink: &mut dyn FnMut(Check)) {
    for board in Board::ALL {
        let twin = CheckersTwin::new(board);
        let what = |kind: &str| format!("checkers {board} rules: {kind}");
        if board == Board::FOUR {
            sink(whole(&twin, &what("every reachable position")));
        } else {
            let of = placements::total(board);
            sink(games(&twin, &what("random games"), of, options.seed));
        }
        sink(placed(&twin, &what("random placements"), options.seed));
    }
    for (columns, rows) in CONNECT_FOUR {
        let Ok(board) = connect4::Board::new(columns, rows) else { continue };
        let twin = ConnectFourTwin::new(board);
        let known = crate::published::connect4_counts().rows;
        let known = known.iter().find(|row| (row.columns, row.rows) == (columns, rows));
        let of = known.map_or(u64::MAX, |row| row.positions);
        let name = format!("connect4 {board} rules");
        if of < 50_000 {
            sink(whole(&twin, &format!("{name}: every reachable position")));
        } else {
            sink(games(&twin, &format!("{name}: random games"), of, options.seed));
        }
    }
    if let Ok(twin) = MnkTwin::new(3, 3, 3) {
        sink(whole(&twin, "tictactoe rules: every reachable position"));
    }
    for (columns, rows, line) in MNK {
        let Ok(twin) = MnkTwin::new(columns, rows, line) else { continue };
        let name = format!("mnk {} rules: random games", twin.game());
        sink(games(&twin, &name, u64::MAX, options.seed));
    }
}

/// Every position that the oracle reaches from the start.
fn whole<T: Twin>(twin: &T, name: &str) -> Check {
    let since = Instant::now();
    let states = reachable(twin.rules(), [twin.start()]);
    let comparison = states
        .par_iter()
        .map(|state| compare::rules_at(twin, state))
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Independent, states.len() as u64, since)
}

/// The positions of random games.
fn games<T: Twin>(twin: &T, name: &str, of: u64, seed: u64) -> Check {
    let since = Instant::now();
    let comparison = (0..GAMES)
        .into_par_iter()
        .map(|game| {
            let states = random_game(twin, &mut stream(seed, game));
            let compared = states.iter().map(|state| compare::rules_at(twin, state));
            compared.fold(Comparison::default(), Comparison::merge)
        })
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Independent, of, since)
}

/// Random placements of checkers pieces.
fn placed(twin: &CheckersTwin, name: &str, seed: u64) -> Check {
    let since = Instant::now();
    let board = Game::board(twin.game());
    let comparison = (0..PLACEMENTS)
        .into_par_iter()
        .map(|number| {
            let mut rng = stream(seed, number);
            let position = placements::random(twin.size(), &mut rng);
            compare::rules_at(twin, &position).merge(compare::checkers_moves_at(twin, &position))
        })
        .reduce(Comparison::default, Comparison::merge);
    let of = placements::total(board.parse().unwrap_or_default());
    comparison.check(name, Method::Independent, of, since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_all_games_are_those_of_the_oracle() {
        let mut checks = Vec::new();
        check(&Options::default(), &mut |check| checks.push(check));
        for check in &checks {
            assert!(check.passed() && check.compared > 0, "{check:?}");
        }
        assert!(checks.len() > 20);
    }
}
