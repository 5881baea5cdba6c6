use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::{Game, NoTables, Notation, Score, TableValue, Wdl, ZeroSum};
use retrosolve_oracle::{Rules, value_iteration};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::retrograde::{EnumerateOptions, enumerate};

use crate::compare::Comparison;
use crate::entries::same_value;
use crate::searched::{Found, search};
use crate::twin::{Theirs, Twin, table_value};
use crate::{Check, Method};

/// Solves a game whole by the oracle's value iteration over `rules`, which may merge states of equal
/// value, and compares retrograde analysis, search and what the game proves of a position at sight.
pub(super) fn check<T, R>(twin: &T, rules: &R, name: &str, sink: &mut dyn FnMut(Check))
where
    T: Twin,
    R: Rules<State = Theirs<T>>,
{
    let since = Instant::now();
    let game = twin.game();
    let solution = value_iteration(rules, [twin.start()]);
    let states: Vec<(Theirs<T>, TableValue)> =
        solution.iter().map(|(state, value)| (state.clone(), table_value(value))).collect();
    let of = states.len() as u64;
    let compare =
        |compare: &(dyn Fn(&<T::Game as Game>::State, TableValue, &mut Comparison) + Sync)| {
            states
                .par_iter()
                .map(|(state, right)| {
                    let mut comparison = Comparison::default();
                    compare(&twin.ours(state), *right, &mut comparison);
                    comparison
                })
                .reduce(Comparison::default, Comparison::merge)
        };

    let options = EnumerateOptions::default();
    let comparison = match enumerate(game, [game.root()], options, &Silent) {
        Ok(table) => compare(&|state, right, comparison| {
            same_value(game, &table, state, right, comparison);
        }),
        Err(error) => {
            let mut comparison = Comparison::default();
            comparison.error(|| "retrograde analysis".into(), &error);
            comparison
        }
    };
    let title = format!("{name}: every position by retrograde analysis against value iteration");
    sink(comparison.check(title, Method::Independent, of, since));

    let since = Instant::now();
    let comparison = compare(&|state, right, comparison| {
        let found = search(game, &NoTables, state);
        Found::judge(game, state, found, right, comparison);
    });
    let title = format!("{name}: every position by search against value iteration");
    sink(comparison.check(title, Method::Search, of, since));

    let since = Instant::now();
    let comparison = compare(&|state, right, comparison| {
        if game.outcome(state).is_none() {
            let (lower, upper) = game.bounds(state);
            let score = score(right);
            comparison.note(lower <= score && score <= upper, || {
                format!("{}: {score} is not from {lower} to {upper}", game.format_state(state))
            });
        }
    });
    let title = format!("{name}: bounds proved at sight against value iteration");
    sink(comparison.check(title, Method::Independent, of, since));
}

fn score(value: TableValue) -> Score {
    let plies = value.distance.unwrap_or(0);
    match value.wdl {
        Wdl::Win => Score::win_in(plies),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => Score::loss_in(plies),
    }
}
