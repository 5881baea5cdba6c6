//! `/api/v1/line`: best play to walk along.

use std::sync::Arc;

use retrosolve_games::Metric;
use retrosolve_solver::{Mode, Watch};
use serde::Serialize;

use super::budget::Budget;
use super::fault::Fault;
use super::hall::{Table, with_table};
use super::params::Params;
use super::position::{Asked, Step};
use super::searched::Searched;
use super::searches::Kept;
use super::service::Service;
use super::solve::find;
use crate::output::{Report, ValueReport};
use crate::probe::look_up;

/// The time of a search for a line, in seconds.
const SECONDS: f64 = 5.0;

/// A position, its value, and best play from it as far as it was found.
#[derive(Serialize)]
pub(super) struct Line {
    game: &'static str,
    board: String,
    position: String,
    #[serde(flatten)]
    value: ValueReport,
    metric: &'static str,
    exact: bool,
    source: &'static str,
    /// It goes to the end of the game.
    complete: bool,
    line: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Answers `/api/v1/line`.
pub(super) async fn line(service: &Service, mut params: Params) -> Result<Line, Fault> {
    let asked = Asked::take(&service.hall, &mut params)?;
    let budget = Budget::take(&mut params, SECONDS)?;
    params.finish()?;
    with_table!(&asked.table, table => {
        let state = asked.state(&table.game)?;
        let place = service.searches.place(table.game.engine_board()).await?;
        let table = Arc::clone(table);
        let search = move |kept: &mut Kept, watch: &Watch| -> Result<Line, Fault> {
            let report = best_play(&table, &state, &budget, kept, watch)?;
            walk(&table.game, &state, report)
        };
        service.searches.start(place, search)?.result().await
    })
}

/// A report with a line. Where positions recur, distances show the way that outcomes alone do not: they are
/// asked for first, unless the budget says otherwise.
fn best_play<G: Searched>(
    table: &Table<G>,
    state: &G::State,
    budget: &Budget,
    kept: &mut Kept,
    watch: &Watch,
) -> anyhow::Result<Report> {
    let held = look_up(&table.game, &table.tables, state)?;
    let tables_tell = held.is_some_and(|value| value.metric != Metric::Wdl);
    if budget.mode.is_none() && table.game.may_repeat() && !tables_tell {
        let half = Budget { mode: Some(Mode::Strong), time: budget.time / 2, ..*budget };
        let found = find(table, state, &half, kept, watch)?;
        if found.exact {
            return Ok(found);
        }
        let rest = Budget { mode: Some(Mode::Weak), time: budget.time / 2, ..*budget };
        return find(table, state, &rest, kept, watch);
    }
    find(table, state, budget, kept, watch)
}

fn walk<G: Searched>(game: &G, start: &G::State, report: Report) -> Result<Line, Fault> {
    let mut state = start.clone();
    let mut line = Vec::with_capacity(report.line.len());
    for name in &report.line {
        let mv = game
            .parse_move(&state, name)
            .map_err(|error| Fault::internal(format!("the line of play: {error}")))?;
        let (step, next) = Step::new(game, &state, mv);
        line.push(step);
        state = next;
    }
    Ok(Line {
        game: report.game,
        board: report.board,
        position: report.position,
        value: report.value,
        metric: report.metric,
        exact: report.exact,
        source: report.source,
        complete: game.outcome(&state).is_some(),
        line,
        stopped: report.stopped,
    })
}
