//! `/api/v1/solve`: tables first, then search, told as it goes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use retrosolve_games::Metric;
use retrosolve_solver::{Known, Mode, Watch};
use serde::Serialize;
use tokio::sync::mpsc;

use super::budget::{Budget, SECONDS};
use super::events::{Event, Events};
use super::fault::Fault;
use super::hall::{Table, with_table};
use super::params::Params;
use super::position::Asked;
use super::searched::Searched;
use super::searches::{Kept, Search};
use super::service::Service;
use crate::output::{MoveReport, Report, ValueReport};
use crate::probe::{self, look_up};
use crate::solve::{report, value_report};

/// Events that wait for a slow client; it misses what comes meanwhile.
const WAITING: usize = 4;

/// A client hears this often that the search goes on, whether or not there is news.
const QUIET: Duration = Duration::from_secs(2);

/// How far a search is.
#[derive(Serialize)]
struct Progress {
    nodes: u64,
    seconds: f64,
    #[serde(flatten)]
    value: ValueReport,
    moves: Vec<MoveReport>,
}

/// Answers `/api/v1/solve`: begins, and gives what will come of it.
pub(super) async fn solve(service: &Service, mut params: Params) -> Result<Events, Fault> {
    let asked = Asked::take(&service.hall, &mut params)?;
    let budget = Budget::take(&mut params, SECONDS)?;
    params.finish()?;
    with_table!(&asked.table, table => {
        let state = asked.state(&table.game)?;
        begin(service, Arc::clone(table), state, budget).await
    })
}

async fn begin<G: Searched + 'static>(
    service: &Service,
    table: Arc<Table<G>>,
    state: G::State,
    budget: Budget,
) -> Result<Events, Fault> {
    let place = service.searches.place(table.game.engine_board()).await?;
    let (from, at) = (Arc::clone(&table), state.clone());
    let search = service
        .searches
        .start(place, move |kept, watch| Ok(find(&from, &at, &budget, kept, watch)?))?;
    let (tell, events) = mpsc::channel(WAITING);
    tokio::spawn(follow(table, state, budget, search, tell));
    Ok(Events::new(events))
}

/// The value of a position and of its moves: what tables tell, the rest by search.
pub(super) fn find<G: Searched>(
    table: &Table<G>,
    state: &G::State,
    budget: &Budget,
    kept: &mut Kept,
    watch: &Watch,
) -> anyhow::Result<Report> {
    let (game, tables) = (&table.game, &table.tables);
    let start = Instant::now();
    let held = look_up(game, tables, state)?;
    let over = game.outcome(state).is_some();
    // Depths to conversion are the tables' own: no search adds to them.
    let of_conversion = held.is_some_and(|value| value.metric == Metric::Dtc);
    let mut found = if over || of_conversion && budget.mode != Some(Mode::Weak) {
        let mut found = probe::probe(game, tables, state)?;
        found.line = probe::line(game, tables, state)?;
        found
    } else {
        let mode = mode(table, held.map(|value| value.metric), budget);
        let answer = game.search(tables, state, mode, budget, kept, watch)?;
        report(game, state, &answer, &[])?
    };
    found.seconds = start.elapsed().as_secs_f64();
    Ok(found)
}

/// Whether distances are asked for.
pub(super) fn mode<G: Searched>(table: &Table<G>, held: Option<Metric>, budget: &Budget) -> Mode {
    budget.mode.unwrap_or_else(|| table.game.suits(held))
}

/// Tells how a search goes, and in the end what it has found; stops it when nobody listens any more.
async fn follow<G: Searched>(
    table: Arc<Table<G>>,
    state: G::State,
    budget: Budget,
    mut search: Search<Report>,
    tell: mpsc::Sender<Event>,
) {
    let held = look_up(&table.game, &table.tables, &state).ok().flatten();
    let mode = mode(&table, held.map(|value| value.metric), &budget);
    let (mut last, mut told) = (Known::default(), Instant::now());
    let result = loop {
        let looked = tokio::select! {
            looked = search.look() => looked,
            () = tell.closed() => return,
        };
        if let Some(result) = looked {
            break result;
        }
        let known = search.watch.known();
        if known != last || told.elapsed() >= QUIET {
            let progress = progress(&table.game, &state, mode, &known, &search);
            // A client that is behind gets the next one.
            let _ = tell.try_send(Event::new("progress", &progress));
            (last, told) = (known, Instant::now());
        }
    };
    let event = match result {
        Ok(report) => Event::new("result", &report),
        Err(fault) => Event::of_json("error", &fault.json()),
    };
    let _ = tell.send(event).await;
}

fn progress<G: Searched>(
    game: &G,
    state: &G::State,
    mode: Mode,
    known: &Known,
    search: &Search<Report>,
) -> Progress {
    let strong = mode == Mode::Strong;
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let unknown = known.moves.is_empty().then_some(Known::default().bounds);
    let bounds = known.moves.iter().copied().chain(unknown.into_iter().cycle());
    let of_move = |(mv, bounds)| MoveReport {
        name: game.format_move(state, mv),
        value: value_report(game, state, bounds, strong),
    };
    Progress {
        nodes: search.watch.nodes(),
        seconds: search.started.elapsed().as_secs_f64(),
        value: value_report(game, state, known.bounds, strong),
        moves: legal.into_iter().zip(bounds).map(of_move).collect(),
    }
}
