//! How a game of the server is searched.

use anyhow::Result;
use retrosolve_games::checkers::Checkers;
use retrosolve_games::connect4::{Board, ConnectFour};
use retrosolve_games::{Game, Metric, NoTables};
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_solver::{Answer, Mode, Options, Watch, solve};

use super::budget::Budget;
use super::searches::Kept;
use super::shown::Shown;
use crate::tables::TableStack;

/// A game that can be searched within the memory of a place.
pub(super) trait Searched: Shown {
    /// The board whose engine the search has use for.
    fn engine_board(&self) -> Option<Board> {
        None
    }

    /// Whether distances are found unless the budget says otherwise, given those of the tables.
    fn suits(&self, held: Option<Metric>) -> Mode;

    /// The value of a position and of all its moves, as far as the budget goes.
    ///
    /// # Errors
    /// If the memory cannot be had, or a table cannot be read.
    fn search(
        &self,
        tables: &TableStack<Self>,
        state: &Self::State,
        mode: Mode,
        budget: &Budget,
        kept: &mut Kept,
        watch: &Watch,
    ) -> Result<Answer<Self::Move>>;
}

impl Searched for ConnectFour {
    fn engine_board(&self) -> Option<Board> {
        Engine::takes(self.board()).then(|| self.board())
    }

    fn suits(&self, _: Option<Metric>) -> Mode {
        Mode::Strong
    }

    fn search(
        &self,
        tables: &TableStack<Self>,
        state: &<Self as Game>::State,
        mode: Mode,
        budget: &Budget,
        kept: &mut Kept,
        watch: &Watch,
    ) -> Result<Answer<Self::Move>> {
        if self.engine_board().is_none() {
            return by_generic_search(self, tables, state, mode, budget, kept, watch);
        }
        let limits = Limits { nodes: budget.nodes, time: Some(budget.time) };
        let engine = kept.engine(self.board())?;
        engine.set_watch(Some(watch.clone()));
        let answer = if tables.is_empty() {
            engine.answer(*state, mode, true, &limits)
        } else {
            engine.answer_over(tables, *state, mode, true, &limits)?
        };
        engine.set_watch(None);
        Ok(answer)
    }
}

impl Searched for Checkers {
    /// Distances take long where positions recur: they are found by default where tables have them.
    fn suits(&self, held: Option<Metric>) -> Mode {
        if held == Some(Metric::Dtw) { Mode::Strong } else { Mode::Weak }
    }

    fn search(
        &self,
        tables: &TableStack<Self>,
        state: &Self::State,
        mode: Mode,
        budget: &Budget,
        kept: &mut Kept,
        watch: &Watch,
    ) -> Result<Answer<Self::Move>> {
        by_generic_search(self, tables, state, mode, budget, kept, watch)
    }
}

fn by_generic_search<G: Shown>(
    game: &G,
    tables: &TableStack<G>,
    state: &G::State,
    mode: Mode,
    budget: &Budget,
    kept: &mut Kept,
    watch: &Watch,
) -> Result<Answer<G::Move>> {
    kept.clear();
    let options = Options {
        mode,
        scores: true,
        nodes: budget.nodes,
        time: Some(budget.time),
        // The transposition table, what proof numbers remember, and the explored graph. A table that grows
        // is there twice for a moment.
        table_bytes: kept.bytes / 6,
        graph_bytes: kept.bytes / 2,
        watch: Some(watch.clone()),
        ..Options::default()
    };
    Ok(if tables.is_empty() {
        solve(game, &NoTables, state, &options)?
    } else {
        solve(game, tables, state, &options)?
    })
}
