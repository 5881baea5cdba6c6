use retrosolve_games::graph::Graph;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{Game, NoTables, Wdl};
use retrosolve_oracle::{Quotient, minimax, mnk as oracle, reachable, value_iteration};
use retrosolve_solver::{Method, Mode, Options, solve};
use retrosolve_tablegen::retrograde::{EnumerateOptions, enumerate};

use super::run::Run;
use crate::VerifyError;
use crate::compare::{words, words_or_none};
use crate::published;
use crate::searched::{search, search_with};
use crate::twin::{GraphTwin, Twin, table_value};

/// Nodes after which a depth-first search of a fixture is given up.
const FIXTURE_NODES: u64 = 100_000;

/// The most cells of an m,n,k game whose positions are all enumerated.
const ENUMERATED_CELLS: u32 = 12;

/// Tic-tac-toe: positions, classes, value.
pub(super) fn tictactoe(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::tictactoe();
    let game = Mnk::tictactoe();
    let rules = oracle::Mnk::TIC_TAC_TOE;
    let quotient = Quotient::new(rules, |state: &oracle::Position| rules.canonical(state));
    for row in &figures.rows {
        let symmetry = row.item == "classes";
        let options = EnumerateOptions { symmetry, ..EnumerateOptions::default() };
        let solution = enumerate(&game, [game.root()], options, run.progress)?;
        let theirs = match symmetry {
            true => reachable(&quotient, [rules.start()]).len(),
            false => reachable(&rules, [rules.start()]).len(),
        };
        run.line(
            row.item,
            row.figure,
            figures.source,
            &[("enumeration", solution.len().to_string()), ("oracle", theirs.to_string())],
        );
    }
    let values = published::mnk();
    for row in values.rows.iter().filter(|row| (row.columns, row.rows, row.line) == (3, 3, 3)) {
        let searched = search(&game, &NoTables, &game.root())?;
        let exhausted = words(table_value(minimax(&rules, &rules.start())));
        run.line(
            "value",
            row.value,
            values.source,
            &[("search", searched.words()), ("plain minimax", exhausted)],
        );
    }
    Ok(())
}

/// Values of m,n,k games.
pub(super) fn mnk(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::mnk();
    for row in &figures.rows {
        let Ok(game) = Mnk::new(row.columns, row.rows, row.line) else { continue };
        let root = game.root();
        let options = Options { mode: Mode::Weak, ..Options::default() };
        let searched = solve(&game, &NoTables, &root, &options)?.wdl();
        let mut found = vec![("search", outcome(searched))];
        if row.columns * row.rows <= ENUMERATED_CELLS {
            let table = enumerate(&game, [root], EnumerateOptions::default(), run.progress)?;
            let value = table.value(&game, &root).map(|value| value.wdl);
            found.push(("retrograde analysis", outcome(value)));
        }
        run.line(format!("{game}, value"), row.value, figures.source, &found);
    }
    Ok(())
}

fn outcome(wdl: Option<Wdl>) -> String {
    wdl.map_or_else(|| "not proved".to_owned(), |wdl| wdl.to_string())
}

/// The graphs on which common ways of handling repetition fail.
pub(super) fn graphs(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::graphs();
    for row in &figures.rows {
        let graph: Graph = row.text.parse()?;
        let root = graph.root();
        let mut found = Vec::new();
        for method in [Method::Horizon, Method::Explored, Method::Repetition] {
            let options = Options { method, nodes: Some(FIXTURE_NODES), ..Options::default() };
            let value = search_with(&graph, &NoTables, &root, &options)?;
            found.push((method.name(), value.words()));
        }
        let solution = enumerate(&graph, [root], EnumerateOptions::default(), run.progress)?;
        found.push(("retrograde analysis", words_or_none(solution.value(&graph, &root))));
        // A graph of ours is one of the oracle's, too.
        if let Ok(twin) = GraphTwin::of(graph) {
            let start = twin.start();
            let value = value_iteration(twin.rules(), [start]).value(&start);
            found.push(("value iteration", words_or_none(value.map(table_value))));
        }
        run.line(format!("{}, value of the root", row.name), row.score, figures.source, &found);
    }
    Ok(())
}
