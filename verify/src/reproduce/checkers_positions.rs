use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::checkers::{Checkers, Position};
use retrosolve_games::{Game, Notation, Probe, ProbeError, TableValue};
use retrosolve_solver::{Mode, Options, solve};
use retrosolve_tablegen::checkers::CheckersTables;

use super::run::{PIECES, Run};
use crate::VerifyError;
use crate::published::{self, EndingRow};

/// Nodes after which the search of an ending is given up.
const NODES: u64 = 5_000_000;
const NODES_IF_FULL: u64 = 500_000_000;

/// Published endings: those of up to 4 pieces by table and by search over the tables of fewer pieces,
/// the others by search over the tables of up to 4, or 5 for those that take long.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    run.make_tables()?;
    let mut rows = published::checkers_positions().rows;
    rows.retain(|row| run.full || !row.long);
    let (Some(tables), full) = (run.tables(), run.full) else { return Ok(()) };
    let wide = run.wide_tables();
    let work = |row: &EndingRow| {
        let since = Instant::now();
        let tables = wide.filter(|_| row.long).unwrap_or(tables);
        Ok((derive_one(row, tables, full)?, since.elapsed().as_secs_f64()))
    };
    let found: Result<Vec<_>, VerifyError> = rows.par_iter().map(work).collect();
    for (row, (found, seconds)) in rows.iter().zip(found?) {
        let item = format!("{} ({})", row.fen, row.name);
        run.timed_line(item, row.value, row.source, &found, seconds);
    }
    Ok(())
}

type Found = Vec<(&'static str, String)>;

/// The value of one ending by each method.
fn derive_one(row: &EndingRow, tables: &CheckersTables, full: bool) -> Result<Found, VerifyError> {
    let game = Checkers::default();
    let position = game.parse_state(row.fen)?;
    let pieces = position.count() as u8;
    let mut found = Vec::new();
    if pieces <= PIECES {
        let value = tables.get(&position)?;
        found.push(("table", value.map_or("none".into(), |value| value.wdl.to_string())));
    }
    let fewer = Fewer { tables, pieces: pieces - 1 };
    let nodes = Some(if full { NODES_IF_FULL } else { NODES });
    let options = Options { mode: Mode::Weak, nodes, ..Options::default() };
    let answer = solve(&game, &fewer, &position, &options)?;
    let method = match (pieces, row.long) {
        (..=PIECES, _) => "search over smaller tables",
        (_, false) => "search over 4-piece tables",
        (_, true) => "search over 5-piece tables",
    };
    found.push((method, answer.wdl().map_or("not proved".into(), |wdl| wdl.to_string())));
    Ok(found)
}

/// The tables of at most so many pieces.
struct Fewer<'a> {
    tables: &'a CheckersTables,
    pieces: u8,
}

impl Probe<Checkers> for Fewer<'_> {
    fn probe(
        &self,
        game: &Checkers,
        state: &<Checkers as Game>::State,
    ) -> Result<Option<TableValue>, ProbeError> {
        if Position::count(state) as u8 > self.pieces {
            return Ok(None);
        }
        self.tables.probe(game, state)
    }
}
