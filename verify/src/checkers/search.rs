use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use retrosolve_games::checkers::{Checkers, Position};
use retrosolve_games::{Metric, NoTables, TableValue};
use retrosolve_tablegen::Progress;
use retrosolve_tablegen::checkers::{CheckersTables, Slice};

use super::positions::position;
use crate::compare::Comparison;
use crate::searched::{Found, search};
use crate::{Check, Method, Options};

/// The distances whose positions are searched for, in plies.
const DISTANCES: u16 = 12;
/// How many positions of each distance.
const OF_EACH: usize = 100;
/// The most pieces of the sampled positions.
const PIECES: u8 = 4;

/// Searches positions without any table and compares with the tables.
pub(super) fn check(
    tables: &CheckersTables,
    options: &Options,
    progress: &dyn Progress,
    sink: &mut dyn FnMut(Check),
) {
    let kings = Slice::new(
        retrosolve_tablegen::checkers::Material::new(0, 1),
        retrosolve_tablegen::checkers::Material::new(0, 1),
    );
    let name = format!("checkers {} {}", tables.board(), tables.metric());
    if let Some((index, _)) = tables.find(kings) {
        let positions = (0..index.len()).map(|number| position(index, number)).collect();
        let name = format!("{name}, king against king: every position by search");
        sink(compare(tables, name, positions, index.len(), progress));
    }
    if tables.metric() == Metric::Dtw {
        let (sample, of) = by_distance(tables, options.seed);
        let name = format!(
            "{name}, 2 to {PIECES} pieces: sampled wins and losses in 1 to {DISTANCES} plies by search"
        );
        sink(compare(tables, name, sample, of, progress));
    }
}

fn compare(
    tables: &CheckersTables,
    name: String,
    positions: Vec<Position>,
    of: u64,
    progress: &dyn Progress,
) -> Check {
    let since = Instant::now();
    let game = Checkers::new(tables.board());
    progress.begin(&name, positions.len() as u64, "positions");
    let comparison = positions
        .par_iter()
        .map(|position| {
            let mut comparison = Comparison::default();
            let found = search(&game, &NoTables, position);
            Found::compare(&game, tables, position, found, &mut comparison);
            progress.advance(1);
            comparison
        })
        .reduce(Comparison::default, Comparison::merge);
    progress.end();
    comparison.check(name, Method::Search, of, since)
}

/// A sample of wins and losses of each distance over all slices, and how many there are to sample
/// from: by reservoirs, so that each position of a distance is as likely as any other.
fn by_distance(tables: &CheckersTables, seed: u64) -> (Vec<Position>, u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut reservoirs = vec![(0_u64, Vec::with_capacity(OF_EACH)); usize::from(DISTANCES) + 1];
    for (index, table) in tables.tables().filter(|(index, _)| index.slice().pieces() <= PIECES) {
        for number in 0..index.len() {
            // An entry that cannot be read fails the check of its table.
            let Ok(Some(TableValue { distance: Some(plies), .. })) = table.get(number) else {
                continue;
            };
            let Some((seen, kept)) = reservoirs.get_mut(usize::from(plies)) else { continue };
            *seen += 1;
            if kept.len() < OF_EACH {
                kept.push((index, number));
            } else if let Some(place) = kept.get_mut(rng.random_range(0..*seen) as usize) {
                *place = (index, number);
            }
        }
    }
    // Distance 0 needs no search.
    let sampled = &reservoirs[1..];
    let of = sampled.iter().map(|(seen, _)| seen).sum();
    let kept = sampled.iter().flat_map(|(_, kept)| kept);
    (kept.map(|&(index, number)| position(index, number)).collect(), of)
}
