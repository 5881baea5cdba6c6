//! Checks of Connect Four tables.

mod book;
mod engine;
mod positions;
mod published;
mod sample;

use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_games::{Metric, NoTables, Probe};
use retrosolve_oracle::{Rules, minimax, reachable};
use retrosolve_solver::connect4::Engine;
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::connect4::Connect4Tables;
use retrosolve_tablegen::format::Table;

use crate::compare::Comparison;
use crate::entries::{independent, same_value};
use crate::numbers::Numbers;
use crate::searched::{Found, search};
use crate::twin::{ConnectFourTwin, Theirs, Twin, table_value};
use crate::{Check, Method, Options};

pub use book::check_book;
pub(crate) use engine::{check_whole as engine_on_whole_board, value as engine_value};
pub(crate) use positions::fast;

/// Boards of at most so many positions are compared whole by the oracle.
const WHOLE: u64 = 50_000;
/// The same if every entry was asked for; larger ones the oracle cannot hold.
const WHOLE_IF_ASKED: u64 = 2_000_000;
/// Of tables with more entries only so many, evenly spread, are derived from their successors.
const DERIVED: u64 = 40_000_000;
/// Positions searched.
const SEARCHED: usize = 200;
/// The most empty cells of a position that is searched.
const SEARCHED_EMPTY: usize = 18;
/// The same for the fast engine.
const BY_ENGINE: usize = 4_000;
const BY_ENGINE_EMPTY: usize = 24;
/// The most empty cells of a position given to minimax.
const MINIMAX_EMPTY: usize = 6;

/// Checks Connect Four tables:
///
/// - integrity: every block against its checksum, all values against digest and totals;
/// - fast: every entry derived from its successors by this project's rules (of large boards, a spread of
///   them). Since every move adds a stone, that alone is complete: by induction from the full board all
///   values are right. And since the root has a value, so has every position that play can reach;
/// - independent: the same by the oracle's rules, of every reachable position of small boards, else of
///   those of seeded random games; plain minimax of positions with few empty cells;
/// - that a position and its mirror image have one value;
/// - search: forward search without any table, generic and by the fast engine;
/// - published: the value of the empty board and the number of positions.
///
/// Runs on the current rayon pool. Hands each check to `sink` as it is done.
pub fn check_tables(
    tables: &Connect4Tables,
    options: &Options,
    progress: &dyn Progress,
    sink: &mut dyn FnMut(Check),
) {
    let board = tables.board();
    let game = ConnectFour::new(board);
    let ground = tables.ground();
    let twin = ConnectFourTwin::under(ground);
    let plies: Vec<(u32, &Table)> = (ground.first_ply()..=ground.last_ply())
        .filter_map(|ply| tables.table(ply).map(|table| (ply, table)))
        .collect();
    let reached = plies.iter().filter_map(|&(ply, _)| tables.totals(ply));
    let positions: u64 = reached.map(|totals| totals.positions()).sum();
    let name = |kind: &str| format!("connect4 {ground}: {kind}");

    sink(integrity(&plies, name("checksums, digests and totals")));
    let entries: u64 = plies.iter().map(|(_, table)| table.header().info.entries).sum();
    let step = entries.div_ceil(DERIVED).max(1);
    let title = match step {
        1 => name("every entry from its successors"),
        step => name(&format!("every {step}th entry from its successors")),
    };
    let since = Instant::now();
    progress.begin(&title, entries, "entries");
    let comparison = plies
        .iter()
        .map(|&(ply, _)| fast(&game, tables, tables, ply, step, progress))
        .fold(Comparison::default(), Comparison::merge);
    progress.end();
    sink(comparison.check(title, Method::Fast, entries, since));

    let whole = if options.independent { WHOLE_IF_ASKED } else { WHOLE };
    let since = Instant::now();
    let (states, what) = if positions <= whole {
        (reachable(twin.rules(), [twin.start()]), "every position")
    } else {
        (sample::states(&twin, options.sample, options.seed), "positions of random games")
    };
    let title = name(&format!("{what} from their successors by the oracle"));
    let numbers = Numbers::all(states.len() as u64);
    progress.begin(&title, numbers.of(), "positions");
    let state = |number: u64| states[number as usize].clone();
    let comparison = independent(&twin, tables, Metric::Wdl, &numbers, state, progress);
    progress.end();
    sink(comparison.check(title, Method::Independent, positions, since));

    sink(by_minimax(tables, &twin, &states, positions, name("endings by plain minimax")));
    let root = ground.root();
    if game.mirror(root) == root {
        let name = name("positions with left and right exchanged");
        sink(mirrored(tables, &twin, &states, positions, name));
    }
    sink(searched(tables, &twin, &states, positions, name("sampled positions by search")));
    if Engine::takes(board) {
        sink(by_engine(
            tables,
            &twin,
            &states,
            positions,
            name("sampled positions by the fast engine"),
        ));
    }
    published::check(tables, positions, sink);
}

fn integrity(plies: &[(u32, &Table)], name: String) -> Check {
    let since = Instant::now();
    let comparison = plies
        .par_iter()
        .map(|(ply, table)| {
            let mut comparison = Comparison::default();
            match table.verify() {
                Ok(()) => comparison.note(true, String::new),
                Err(error) => comparison.error(|| format!("ply {ply}"), &error),
            }
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Integrity, plies.len() as u64, since)
}

type State = Theirs<ConnectFourTwin>;

/// Positions with few empty cells, played out to the end in all ways.
fn by_minimax(
    tables: &Connect4Tables,
    twin: &ConnectFourTwin,
    states: &[State],
    of: u64,
    name: String,
) -> Check {
    let since = Instant::now();
    let cells = tables.board().cells() as usize;
    let comparison = states
        .par_iter()
        .filter(|state| cells - state.stones() <= MINIMAX_EMPTY)
        .map(|state| {
            let mut comparison = Comparison::default();
            let right = table_value(minimax(twin.rules(), state));
            same_value(twin.game(), tables, &twin.ours(state), right, &mut comparison);
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Independent, of, since)
}

/// Positions against their mirror images.
fn mirrored(
    tables: &Connect4Tables,
    twin: &ConnectFourTwin,
    states: &[State],
    of: u64,
    name: String,
) -> Check {
    let since = Instant::now();
    let game = twin.game();
    let comparison = states
        .par_iter()
        .map(|state| {
            let mut comparison = Comparison::default();
            let state = twin.ours(state);
            // The comparisons with successors tell of positions without a value.
            if let Ok(Some(value)) = tables.probe(game, &state) {
                same_value(game, tables, &game.mirror(state), value, &mut comparison);
            }
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Fast, of, since)
}

/// A spread of positions that are not finished, solved without tables.
fn searched(
    tables: &Connect4Tables,
    twin: &ConnectFourTwin,
    states: &[State],
    of: u64,
    name: String,
) -> Check {
    let since = Instant::now();
    let game = twin.game();
    let comparison = spread(twin, states, SEARCHED, SEARCHED_EMPTY)
        .par_iter()
        .map(|state| {
            let mut comparison = Comparison::default();
            let found = search(game, &NoTables, state);
            Found::compare(game, tables, state, found, &mut comparison);
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Search, of, since)
}

/// The same by the fast engine, more of them.
fn by_engine(
    tables: &Connect4Tables,
    twin: &ConnectFourTwin,
    states: &[State],
    of: u64,
    name: String,
) -> Check {
    let since = Instant::now();
    let game = twin.game();
    let positions = spread(twin, states, BY_ENGINE, BY_ENGINE_EMPTY);
    let compared = engine::compare(tables.board(), &positions, |state, engine, comparison| {
        let found = Ok(engine_value(engine, *state));
        Found::compare(game, tables, state, found, comparison);
    });
    let comparison = compared.unwrap_or_else(|error| {
        let mut failed = Comparison::default();
        failed.error(|| "fast engine".into(), &error);
        failed
    });
    comparison.check(name, Method::Search, of, since)
}

/// About `count` of the positions that are not finished and have at most so many empty cells.
fn spread(
    twin: &ConnectFourTwin,
    states: &[State],
    count: usize,
    most_empty: usize,
) -> Vec<Position> {
    let cells = twin.game().board().cells() as usize;
    let open: Vec<&State> = states
        .iter()
        .filter(|state| cells - state.stones() <= most_empty)
        .filter(|state| twin.rules().terminal(state).is_none())
        .collect();
    let step = open.len().div_ceil(count).max(1);
    open.into_iter().step_by(step).map(|state| twin.ours(state)).collect()
}
