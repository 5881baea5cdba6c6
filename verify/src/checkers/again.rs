use retrosolve_games::Notation;
use retrosolve_games::checkers::Checkers;
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::checkers::{CheckersTables, Recheck, RecheckError};

use super::group::Group;
use crate::compare::{Comparison, words};
use crate::{Check, Method};

/// Every component of the slices of a group, solved again by the kernel.
pub(super) fn check(
    again: &mut Result<Recheck<'_>, RecheckError>,
    tables: &CheckersTables,
    group: &Group<'_>,
    progress: &dyn Progress,
) -> Check {
    let name = format!("{}: every component again from those it leads to", group.name(tables));
    group.check_job(name, Method::Fast, progress, || {
        let game = Checkers::new(tables.board());
        let mut comparison = Comparison::default();
        let again = match again {
            Ok(again) => again,
            Err(error) => {
                comparison.error(|| group.name(tables), error);
                return comparison;
            }
        };
        for pair in again.pairs_of(group.pieces) {
            match again.check(pair, progress) {
                Ok(checked) => comparison.note_many(checked.entries, checked.differences, || {
                    let words = checked.first.map(|first| {
                        let position = first.placement.position(tables.board());
                        let position = game.format_state(&position);
                        let (stored, right) = (words(first.stored), words(first.again));
                        format!("{position}: {stored} in the table, {right} by its successors")
                    });
                    words.unwrap_or_default()
                }),
                Err(error) => comparison.error(|| format!("slice {pair}"), &error),
            }
        }
        comparison
    })
}
