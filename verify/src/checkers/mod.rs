//! Checks of checkers tables.

mod again;
mod founded;
mod group;
mod iteration;
mod positions;
mod published;
mod search;

use std::time::Instant;

use rayon::prelude::*;
use retrosolve_games::Metric;
use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::checkers::{CheckersTables, Recheck, RecheckError, SliceIndex};

use crate::compare::Comparison;
use crate::numbers::Numbers;
use crate::{Check, Method, Options};

use group::Group;

pub(crate) use founded::well_founded;
#[cfg(test)]
pub(crate) use positions::Tables;
pub(crate) use positions::{fast, independent};
pub(crate) use published::captures;

/// The most pieces up to which entries that the kernel has checked are checked one by one as well.
const ONE_BY_ONE: u8 = 4;

/// Checks checkers tables, for each number of pieces:
///
/// - integrity: every block against its checksum, all values against digest and totals;
/// - again: unless the metric is dtw, every component solved again by the kernel, from the entries that it
///   leads to, which leaves no circle of wins and losses that could vouch for itself;
/// - fast: every entry, or of tables of more than 4 pieces that were solved again a seeded sample, derived
///   from its successors by this project's rules: with distances a certificate; without them also that all
///   wins and losses are well-founded;
/// - independent: the same by the oracle's rules, of a seeded sample of each slice, or of every entry
///   if asked for; and value iteration by the oracle of all positions of 2 pieces (if asked for, 3);
/// - that a position and its mirror image with colours swapped have one value;
/// - published: the totals that are known;
/// - search: forward search without any table, against every position of king against king and, with
///   dtw, a seeded sample of positions of each distance from 1 to 12.
///
/// Runs on the current rayon pool. Hands each check to `sink` as it is done.
pub fn check_tables(
    tables: &CheckersTables,
    options: &Options,
    progress: &dyn Progress,
    sink: &mut dyn FnMut(Check),
) {
    let groups: Vec<Group> = Group::of(tables)
        .into_iter()
        .filter(|group| options.pieces.is_none_or(|pieces| group.pieces == pieces))
        .collect();
    let mut again = (tables.metric() != Metric::Dtw && options.wants(Method::Fast))
        .then(|| Recheck::new(tables, options.pieces.unwrap_or(u8::MAX), None));
    for group in &groups {
        if options.wants(Method::Integrity) {
            let name = format!("{}: checksums, digests and totals", group.name(tables));
            sink(integrity(tables, group, name));
        }
        if options.wants(Method::Fast) {
            fast_checks(tables, group, again.as_mut(), options, progress, sink);
        }
        if options.wants(Method::Independent) {
            let what = if options.independent { "every entry" } else { "sampled entries" };
            let name =
                format!("{}: {what} from their successors by the oracle", group.name(tables));
            sink(group.check_job(name, Method::Independent, progress, || {
                let all =
                    group.slices.iter().map(|index| independent(tables, index, options, progress));
                all.fold(Comparison::default(), Comparison::merge)
            }));
        }
        if options.wants(Method::Fast) {
            sink(positions::mirrored(tables, group, options));
        }
    }
    if options.wants(Method::Independent) {
        let pieces = if options.independent { 3 } else { 2 };
        for group in groups.iter().filter(|group| group.pieces <= pieces) {
            sink(iteration::check(tables, group));
        }
    }
    if options.wants(Method::Published) && tables.board() == Board::EIGHT {
        published::check(tables, &groups, sink);
    }
    if options.wants(Method::Search) && options.pieces.is_none() {
        search::check(tables, options, progress, sink);
    }
}

/// The checks of a group by this project's own rules and kernel.
fn fast_checks(
    tables: &CheckersTables,
    group: &Group,
    again: Option<&mut Result<Recheck<'_>, RecheckError>>,
    options: &Options,
    progress: &dyn Progress,
    sink: &mut dyn FnMut(Check),
) {
    let game = Checkers::new(tables.board());
    let name = |kind: &str| format!("{}: {kind}", group.name(tables));
    let is_whole = again.is_none() || group.pieces <= ONE_BY_ONE || options.independent;
    if let Some(again) = again {
        sink(again::check(again, tables, group, progress));
    }
    let what = if is_whole {
        "every entry from its successors"
    } else {
        "sampled entries from their successors"
    };
    let numbers = |index: &SliceIndex| {
        if is_whole {
            Numbers::all(index.len())
        } else {
            Numbers::sample(index.len(), options.sample, options.seed)
        }
    };
    sink(group.check_job(name(what), Method::Fast, progress, || {
        let all =
            group.slices.iter().map(|index| fast(&game, tables, index, &numbers(index), progress));
        all.fold(Comparison::default(), Comparison::merge)
    }));
    if is_whole && tables.metric() == Metric::Wdl {
        let name = name("every win and loss is well-founded");
        sink(group.check_job(name, Method::Fast, progress, || {
            well_founded(&game, tables, &group.slices, progress)
        }));
    }
}

/// Reads every block of every table.
fn integrity(tables: &CheckersTables, group: &Group, name: String) -> Check {
    let since = Instant::now();
    let files: Vec<_> =
        group.slices.iter().filter_map(|index| tables.find(index.slice())).collect();
    let comparison = files
        .par_iter()
        .map(|(index, table)| {
            let mut comparison = Comparison::default();
            match table.verify() {
                Ok(()) => comparison.note(true, String::new),
                Err(error) => comparison.error(|| format!("slice {}", index.slice()), &error),
            }
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    comparison.check(name, Method::Integrity, files.len() as u64, since)
}
