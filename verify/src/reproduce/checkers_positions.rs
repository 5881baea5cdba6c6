use retrosolve_games::checkers::{Checkers, Position};
use retrosolve_games::{Game, Notation, Probe, ProbeError, TableValue};
use retrosolve_solver::{Mode, Options, solve};
use retrosolve_tablegen::checkers::CheckersTables;

use super::run::{PIECES, Run};
use crate::VerifyError;
use crate::published;

/// Nodes after which the search of an ending is given up.
const NODES: u64 = 3_000_000;
const NODES_IF_FULL: u64 = 300_000_000;

/// Published endings: those of up to 4 pieces by table and by search over the tables of fewer pieces,
/// the others by search over the tables of up to 4.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    run.make_tables()?;
    let game = Checkers::default();
    for row in published::checkers_positions().rows {
        let position = game.parse_state(row.fen)?;
        let pieces = position.count() as u8;
        let Some(tables) = run.tables() else { continue };
        let mut found = Vec::new();
        if pieces <= PIECES {
            let value = tables.get(&position)?;
            found.push(("table", value.map_or("none".into(), |value| value.wdl.to_string())));
        }
        let fewer = Fewer { tables, pieces: pieces.min(PIECES + 1) - 1 };
        let nodes = if run.full { NODES_IF_FULL } else { NODES };
        let options = Options { mode: Mode::Weak, nodes: Some(nodes), ..Options::default() };
        let answer = solve(&game, &fewer, &position, &options)?;
        let method = match fewer.pieces {
            3 => "search over 3-piece tables",
            _ => "search over 4-piece tables",
        };
        found.push((method, answer.wdl().map_or("not proved".into(), |wdl| wdl.to_string())));
        run.line(format!("{} ({})", row.fen, row.name), row.value, row.source, &found);
    }
    Ok(())
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
