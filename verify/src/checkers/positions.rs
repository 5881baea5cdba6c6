use std::time::Instant;

use retrosolve_games::checkers::{Checkers, Position};
use retrosolve_games::{Metric, Notation, Probe};
use retrosolve_tablegen::checkers::{CheckersTables, SliceIndex};
use retrosolve_tablegen::{Progress, Silent};

use super::Group;
use crate::compare::{Comparison, words_or_none};
use crate::entries;
use crate::numbers::Numbers;
use crate::twin::CheckersTwin;
use crate::{Check, Method, Options};

/// Tables, or what stands in for them in tests, and what their distances count.
pub(crate) trait Tables: Probe<Checkers> {
    /// What the distances count.
    fn metric(&self) -> Metric;
}

impl Tables for CheckersTables {
    fn metric(&self) -> Metric {
        self.metric()
    }
}

/// The position with a number in a slice, Black to move.
pub(super) fn position(index: &SliceIndex, number: u64) -> Position {
    index.unrank(number).position(index.board())
}

/// Entries of a slice from their successors by our rules.
pub(crate) fn fast(
    game: &Checkers,
    tables: &impl Tables,
    index: &SliceIndex,
    numbers: &Numbers,
    progress: &dyn Progress,
) -> Comparison {
    let state = |number| position(index, number);
    let comparison = entries::fast(game, tables, tables.metric(), numbers, state, progress);
    // What is not looked at is done, too.
    progress.advance(numbers.of() - numbers.len());
    comparison
}

/// Entries of a slice from their successors by the oracle's rules: all if asked for, or a sample.
pub(crate) fn independent(
    tables: &impl Tables,
    index: &SliceIndex,
    options: &Options,
    progress: &dyn Progress,
) -> Comparison {
    let twin = CheckersTwin::new(index.board());
    let numbers = numbers(index, options);
    let state = |number| twin.theirs(&position(index, number));
    let comparison =
        entries::independent(&twin, tables, tables.metric(), &numbers, state, progress);
    // What is not looked at is done, too.
    progress.advance(numbers.of() - numbers.len());
    comparison
}

fn numbers(index: &SliceIndex, options: &Options) -> Numbers {
    if options.independent {
        Numbers::all(index.len())
    } else {
        Numbers::sample(index.len(), options.sample, options.seed)
    }
}

/// Sampled positions against their mirror images with colours swapped, which have White to move.
pub(super) fn mirrored(tables: &CheckersTables, group: &Group, options: &Options) -> Check {
    let since = Instant::now();
    let game = Checkers::new(tables.board());
    let slice = |index: &&SliceIndex| {
        numbers(index, options).compare(&Silent, |numbers, comparison| {
            for &number in numbers {
                let black = position(index, number);
                let white = black.mirrored(tables.board());
                let name = || game.format_state(&black);
                match (tables.get(&black), tables.get(&white)) {
                    (Ok(black), Ok(white)) => {
                        comparison.note(black.is_some() && black == white, || {
                            let (black, white) = (words_or_none(black), words_or_none(white));
                            format!("{}: {black}, its mirror image {white}", name())
                        });
                    }
                    (Err(error), _) | (_, Err(error)) => comparison.error(name, &error),
                }
            }
        })
    };
    let comparison = group.slices.iter().map(slice).fold(Comparison::default(), Comparison::merge);
    let what = if options.independent { "every entry" } else { "sampled entries" };
    let name = format!("{}: {what} with the colours swapped", group.name(tables));
    comparison.check(name, Method::Fast, group.positions(), since)
}
