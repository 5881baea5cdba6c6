use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::{Metric, Wdl};
use retrosolve_tablegen::checkers::{CheckersTables, SliceIndex};
use retrosolve_tablegen::format::{TableError, Totals};

use super::group::Group;
use super::positions::position;
use crate::compare::Comparison;
use crate::published::{checkers_counts, checkers_slices};
use crate::{Check, Method};

/// Compares the totals of 8x8 tables with the figures known.
pub(super) fn check(tables: &CheckersTables, groups: &[Group], sink: &mut dyn FnMut(Check)) {
    for group in groups {
        if let Some(check) = slices(tables, group) {
            sink(check);
        }
        if let Some(check) = sums(tables, group) {
            sink(check);
        }
    }
}

/// The totals of each slice for which figures are known.
fn slices(tables: &CheckersTables, group: &Group) -> Option<Check> {
    let since = Instant::now();
    let figures = checkers_slices().rows;
    let mut comparison = Comparison::default();
    let rows = figures.iter().filter(|row| row.slice.pieces() == group.pieces);
    let mut of = 0;
    for row in rows {
        let Some((index, table)) = tables.find(row.slice) else { continue };
        let totals = table.header().totals;
        let found = [totals.wins, totals.losses, totals.draws];
        let item = |what: &str| format!("slice {}, {what}", row.slice);
        of += 3;
        comparison.equal(|| item("positions"), totals.positions(), row.positions);
        comparison.equal(|| item("wins, losses and draws"), found, row.values);
        match captures(tables, index) {
            Ok(found) => {
                let item = || item("wins, losses and draws with a capture");
                comparison.equal(item, found, row.capture_values);
            }
            Err(error) => comparison.error(|| item("captures"), &error),
        }
        // What is known of distances is of plies to the end of the game.
        let longest_loss = totals.longest_loss.filter(|_| tables.metric() == Metric::Dtw);
        let longest_win = totals.longest_win.filter(|_| tables.metric() == Metric::Dtw);
        if let (Some(longest_win), longest_wins) = (longest_win, totals.longest_wins) {
            of += 1;
            let right = (row.longest_win, row.longest_wins);
            comparison.equal(|| item("longest win"), (longest_win, longest_wins), right);
        }
        if let Some(longest_loss) = longest_loss {
            of += 1;
            comparison.equal(|| item("longest loss"), longest_loss, row.longest_loss);
        }
    }
    let name = format!("{}: totals by slice", group.name(tables));
    (of > 0).then(|| comparison.check(name, Method::Published, of, since))
}

/// Wins, losses and draws in which the side to move has to capture.
pub(crate) fn captures(
    tables: &CheckersTables,
    index: &SliceIndex,
) -> Result<[u64; 3], TableError> {
    (0..index.len())
        .into_par_iter()
        .try_fold(
            || [0; 3],
            |mut counts, number| {
                let position = position(index, number);
                if position.has_capture(index.board()) {
                    match tables.get(&position)?.map(|value| value.wdl) {
                        Some(Wdl::Win) => counts[0] += 1,
                        Some(Wdl::Loss) => counts[1] += 1,
                        Some(Wdl::Draw) => counts[2] += 1,
                        None => {}
                    }
                }
                Ok(counts)
            },
        )
        .try_reduce(|| [0; 3], |a, b| Ok([a[0] + b[0], a[1] + b[1], a[2] + b[2]]))
}

/// The sums over all slices of so many pieces, if all are there.
fn sums(tables: &CheckersTables, group: &Group) -> Option<Check> {
    let since = Instant::now();
    let figures = checkers_counts().rows;
    let row = figures.iter().find(|row| row.pieces == group.pieces)?;
    if group.positions() != row.both_sides {
        return None;
    }
    let totals = group_totals(tables, group);
    let found = [totals.wins, totals.losses, totals.draws];
    let item = |what: &str| format!("{} pieces, {what}", group.pieces);
    let mut comparison = Comparison::default();
    comparison.equal(|| item("positions"), totals.positions(), row.both_sides);
    if let Some(values) = row.values {
        comparison.equal(|| item("wins, losses and draws"), found, values);
    }
    let longest_win = totals.longest_win.filter(|_| tables.metric() == Metric::Dtw);
    if let (Some(found), Some(right)) = (longest_win, row.longest_win) {
        comparison.equal(|| item("longest win"), found, right);
    }
    let name = format!("{}: totals of all slices", group.name(tables));
    let of = comparison.compared();
    Some(comparison.check(name, Method::Published, of, since))
}

/// The totals of a group's tables added up.
pub(super) fn group_totals(tables: &CheckersTables, group: &Group) -> Totals {
    let mut sum = Totals::default();
    for (_, table) in group.slices.iter().filter_map(|index| tables.find(index.slice())) {
        let totals = table.header().totals;
        sum.wins += totals.wins;
        sum.losses += totals.losses;
        sum.draws += totals.draws;
        sum.longest_win = sum.longest_win.max(totals.longest_win);
    }
    sum
}
