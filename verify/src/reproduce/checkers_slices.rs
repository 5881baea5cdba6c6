use retrosolve_tablegen::format::Totals;

use super::run::{PIECES, Run};
use crate::VerifyError;
use crate::checkers::captures;
use crate::published;

/// How tables come about.
const METHOD: &str = "retrograde analysis";

/// Wins, draws and losses of every slice of 2 to 4 pieces, and the longest of them.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::checkers_slices();
    run.make_tables()?;
    for row in &figures.rows {
        let slice = row.slice;
        let (totals, captures) =
            match run.tables().and_then(|tables| Some((tables, tables.find(slice)?))) {
                Some((tables, (index, table))) => (table.header().totals, captures(tables, index)?),
                None => (Totals::default(), [0; 3]),
            };
        let ours = [totals.wins, totals.losses, totals.draws];
        run.line(
            format!("{slice}, wins/losses/draws"),
            triple(row.values),
            figures.source,
            &[(METHOD, triple(ours))],
        );
        run.line(
            format!("{slice}, the same with a capture"),
            triple(row.capture_values),
            figures.source,
            &[(METHOD, triple(captures))],
        );
        let longest = |win: u16, count: u64, loss: u16| {
            format!("win in {win} ({count} positions), loss in {loss}")
        };
        let ours = longest(
            totals.longest_win.unwrap_or(0),
            totals.longest_wins,
            totals.longest_loss.unwrap_or(0),
        );
        run.line(
            format!("{slice}, longest win and loss"),
            longest(row.longest_win, row.longest_wins, row.longest_loss),
            figures.source,
            &[(METHOD, ours)],
        );
    }
    Ok(())
}

/// Wins, draws and losses by number of pieces; of 5 pieces, if all is asked for, without distances.
pub(super) fn totals(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::checkers_counts();
    run.make_tables()?;
    for row in &figures.rows {
        let Some(values) = row.values else { continue };
        let tables = if row.pieces <= PIECES { run.tables() } else { run.wide_tables() };
        let Some(tables) = tables else { continue };
        let mut sum = Totals::default();
        for (index, table) in tables.tables() {
            if index.slice().pieces() == row.pieces {
                let totals = table.header().totals;
                sum.wins += totals.wins;
                sum.losses += totals.losses;
                sum.draws += totals.draws;
                sum.longest_win = sum.longest_win.max(totals.longest_win);
            }
        }
        let ours = [sum.wins, sum.losses, sum.draws];
        let item = |what: &str| format!("{} pieces, {what}", row.pieces);
        run.line(
            item("wins/losses/draws"),
            triple(values),
            figures.source,
            &[(METHOD, triple(ours))],
        );
        if let (Some(published), Some(ours)) = (row.longest_win, sum.longest_win) {
            run.line(item("longest win"), published, figures.source, &[(METHOD, ours.to_string())]);
        }
    }
    Ok(())
}

fn triple([a, b, c]: [u64; 3]) -> String {
    format!("{a}/{b}/{c}")
}
