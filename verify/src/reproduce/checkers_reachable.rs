use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::{Game, NoTables, Notation};
use retrosolve_oracle::checkers as oracle;
use retrosolve_oracle::{Quotient, Tally, value_iteration};
use retrosolve_tablegen::retrograde::{EnumerateOptions, enumerate};

use super::run::Run;
use crate::VerifyError;
use crate::published;
use crate::searched::{Found, search};
use crate::twin::{CheckersTwin, Twin, table_value};

/// The 4x4 board: how many states, how many won, lost and drawn; by retrograde analysis, by value
/// iteration of the oracle's rules, and by searching every one.
pub(super) fn four(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::checkers_4x4();
    let game = Checkers::new(Board::FOUR);
    let solution = enumerate(&game, [game.root()], EnumerateOptions::default(), run.progress)?;
    let totals = solution.totals();
    let rules = Quotient::new(oracle::Checkers, oracle::Position::normalised);
    let twin = CheckersTwin::new(Board::FOUR);
    let iterated = value_iteration(&rules, [twin.start()]);
    let tally: Tally = iterated.values().iter().copied().collect();

    let mut searched = [0_u64; 3];
    let mut differences = Vec::new();
    for (state, value) in solution.iter() {
        match search(&game, &NoTables, state)? {
            Found::Value(found) => {
                searched[found.wdl as usize] += 1;
                if found != value {
                    differences.push(game.format_state(state));
                }
            }
            Found::Unproved(_) => differences.push(game.format_state(state)),
        }
    }
    let by_iteration = iterated.iter().filter(|(state, value)| {
        solution.value(&game, &twin.ours(state)) != Some(table_value(*value))
    });
    differences.extend(by_iteration.map(|(state, _)| state.to_string()));

    let [losses, draws, wins] = searched;
    for row in &figures.rows {
        let [table, oracle, search] = match row.item {
            "states" => [totals.positions(), tally.states(), searched.iter().sum()],
            "wins" => [totals.wins, tally.wins, wins],
            "losses" => [totals.losses, tally.losses, losses],
            _ => [totals.draws, tally.draws, draws],
        };
        run.line(
            row.item,
            row.figure,
            figures.source,
            &[
                ("retrograde analysis", table.to_string()),
                ("value iteration", oracle.to_string()),
                ("search of each", search.to_string()),
            ],
        );
    }
    let root = |value: Option<retrosolve_games::TableValue>| crate::compare::words_or_none(value);
    run.line(
        "value of the start",
        "draw",
        figures.source,
        &[
            ("retrograde analysis", root(solution.value(&game, &game.root()))),
            ("value iteration", root(iterated.value(&twin.start()).map(table_value))),
            ("search", search(&game, &NoTables, &game.root())?.words()),
        ],
    );
    let differing = differences.len().to_string();
    run.line(
        "states whose value or distance differs by method",
        0,
        "this check",
        &[("retrograde analysis against value iteration and search", differing)],
    );
    Ok(())
}
