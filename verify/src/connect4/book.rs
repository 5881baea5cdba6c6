use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Metric, Notation, Probe, Score, TableValue, Wdl};
use retrosolve_oracle::value_iteration;
use retrosolve_solver::connect4::Textbook;
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::connect4::book::Book;
use retrosolve_tablegen::format::Table;

use super::{integrity, sample};
use crate::compare::Comparison;
use crate::entries::{fast_at, independent, same_value};
use crate::numbers::Numbers;
use crate::published::{connect4_counts, connect4_plies, connect4_values};
use crate::twin::{ConnectFourTwin, Twin, table_value};
use crate::{Check, Method, Options};

/// Books of boards of at most so many positions are compared whole with the oracle.
const WHOLE: u64 = 200_000;
/// Positions of the last ply that the textbook solver gets: with many empty cells and with few.
const HARD: u64 = 16;
const EASY: u64 = 4_000;
const EASY_EMPTY: u32 = 20;

/// Checks an opening book:
///
/// - integrity: every block against its checksum, all values against digest and totals;
/// - fast: every entry before the last ply derived from its successors by this project's rules;
/// - independent: the same by the oracle's rules, of positions of seeded random games; every position of
///   small boards by value iteration;
/// - search: entries of the last ply by the textbook solver, which shares nothing with the engine that
///   books are made by;
/// - published: the value of the empty board, the length of the game, and on 7x6 how many positions of
///   each ply are won, drawn and lost.
///
/// Runs on the current rayon pool. Hands each check to `sink` as it is done.
pub fn check_book(
    book: &Book,
    options: &Options,
    progress: &dyn Progress,
    sink: &mut dyn FnMut(Check),
) {
    let board = book.board();
    let game = ConnectFour::new(board);
    let Some(last) = book.last_ply() else { return };
    let plies: Vec<(u32, &Table)> =
        (0..=last).filter_map(|ply| Some((ply, book.table(ply)?))).collect();
    let name = |kind: &str| format!("connect4 {board}, book: {kind}");
    sink(integrity(&plies, name("checksums, digests and totals")));

    let stored = |ply: u32| book.table(ply).map_or(0, |table| table.header().totals.positions());
    let before: u64 = (0..last).map(stored).sum();
    let title = name("every entry before the last ply from its successors");
    let since = Instant::now();
    progress.begin(&title, before, "entries");
    let comparison = (0..last)
        .flat_map(|ply| (0..book.parts(ply)).map(move |part| (ply, part)))
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|(ply, part)| {
            let (mut comparison, mut states) = (Comparison::default(), Vec::new());
            if let Err(error) = book.visit(ply, part, |state, _| states.push(state)) {
                comparison.error(|| format!("ply {ply}"), &error);
            }
            let mut moves = Vec::new();
            for state in &states {
                fast_at(&game, book, Metric::Dtw, state, &mut moves, &mut comparison);
            }
            progress.advance(states.len() as u64);
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    progress.end();
    if last > 0 {
        sink(comparison.check(title, Method::Fast, before, since));
    }

    let twin = ConnectFourTwin::new(board);
    let since = Instant::now();
    let mut states = sample::states(&twin, options.sample, options.seed);
    states.retain(|state| (state.stones() as u32) < last);
    let title = name("positions of random games from their successors by the oracle");
    let numbers = Numbers::all(states.len() as u64);
    progress.begin(&title, numbers.of(), "positions");
    let state = |number: u64| states[number as usize].clone();
    let comparison = independent(&twin, book, Metric::Dtw, &numbers, state, progress);
    progress.end();
    if !states.is_empty() {
        sink(comparison.check(title, Method::Independent, before, since));
    }
    let counts = connect4_counts().rows;
    let of_board = counts.iter().find(|row| row.board() == Some(board));
    if of_board.is_some_and(|row| row.positions <= WHOLE) {
        sink(whole(book, &twin, last, name("every position by value iteration")));
    }
    let title = name("entries of the last ply by the textbook solver");
    sink(by_textbook(book, last, stored(last), options.seed, title, progress));
    sink(published(book, last, name("published values")));
}

/// All positions up to the last ply of a small board by the oracle.
fn whole(book: &Book, twin: &ConnectFourTwin, last: u32, name: String) -> Check {
    let since = Instant::now();
    let solution = value_iteration(twin.rules(), [twin.start()]);
    let mut comparison = Comparison::default();
    let mut of = 0;
    for (state, right) in solution.iter().filter(|(state, _)| state.stones() as u32 <= last) {
        same_value(twin.game(), book, &twin.ours(state), table_value(right), &mut comparison);
        of += 1;
    }
    comparison.check(name, Method::Independent, of, since)
}

/// A sample of the last ply, which nothing else in the book vouches for.
fn by_textbook(
    book: &Book,
    last: u32,
    of: u64,
    seed: u64,
    name: String,
    progress: &dyn Progress,
) -> Check {
    let since = Instant::now();
    let board = book.board();
    let game = ConnectFour::new(board);
    let mut comparison = Comparison::default();
    let mut entries: Vec<(Position, TableValue)> = Vec::new();
    for part in 0..book.parts(last) {
        let read = book.visit(last, part, |position, value| entries.push((position, value)));
        if let Err(error) = read {
            comparison.error(|| format!("ply {last}"), &error);
        }
    }
    let count = if board.cells() - last <= EASY_EMPTY { EASY } else { HARD };
    let numbers = Numbers::sample(entries.len() as u64, count, seed);
    progress.begin(&name, numbers.len(), "positions");
    let chosen = numbers.to_vec();
    let chunk = chosen.len().div_ceil(rayon::current_num_threads()).max(1);
    let compare = |numbers: &[u64]| {
        let mut comparison = Comparison::default();
        let Some(mut textbook) = Textbook::new(board) else { return comparison };
        for &number in numbers {
            let (position, value) = entries[number as usize];
            let (score, _) = textbook.score(position);
            comparison.equal(
                || game.format_state(&position),
                stones(board, position, value),
                score,
            );
            progress.advance(1);
        }
        comparison
    };
    let compared = chosen.par_chunks(chunk).map(compare);
    let comparison = comparison.merge(compared.reduce(Comparison::default, Comparison::merge));
    progress.end();
    comparison.check(name, Method::Search, of, since)
}

/// A value with a distance in stones, see [`Board::stone_score`].
fn stones(board: Board, position: Position, value: TableValue) -> i32 {
    let plies = value.distance.unwrap_or(0);
    let score = match value.wdl {
        Wdl::Win => Score::win_in(plies),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => Score::loss_in(plies),
    };
    board.stone_score(position.stones(), score)
}

fn published(book: &Book, last: u32, name: String) -> Check {
    let since = Instant::now();
    let board = book.board();
    let mut comparison = Comparison::default();
    let values = connect4_values().rows;
    if let Some(row) = values.iter().find(|row| row.board() == Some(board)) {
        match book.probe(&ConnectFour::new(board), &Position::EMPTY) {
            Ok(found) => {
                let found = found.map(|value| (value.wdl, value.distance));
                let length = row.last_ply.filter(|_| row.value != Wdl::Draw);
                let right = Some((row.value, length.or(found.and_then(|(_, plies)| plies))));
                comparison.equal(|| "the value of the empty board".into(), found, right);
            }
            Err(error) => comparison.error(|| "the value of the empty board".into(), &error),
        }
    }
    if board == Board::STANDARD {
        for row in connect4_plies().rows.iter().filter(|row| row.ply <= last) {
            let Some(totals) = book.totals(row.ply) else { continue };
            // The first player is to move at even plies.
            let [first, second] = match row.ply % 2 {
                0 => [totals.wins, totals.losses],
                _ => [totals.losses, totals.wins],
            };
            let found = [first, totals.draws, second];
            comparison.equal(
                || format!("ply {}: won by the first player, drawn, lost", row.ply),
                found,
                [row.won_first, row.drawn, row.lost_first],
            );
        }
    }
    let of = comparison.compared();
    comparison.check(name, Method::Published, of, since)
}
