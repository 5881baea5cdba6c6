//! What a run takes, counted before it begins.

use std::collections::HashMap;

use retrosolve_games::checkers::Board;

use super::Kernel;
use super::geometry::Geometry;
use super::levels::level_counts;
use super::positions::Positions;
use super::solve::windows_of;
use super::sparse::SparseTable;
use crate::checkers::{Pair, Slice};

/// The memory that a unit takes, in bytes, an estimate from above.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::checkers) struct Memory {
    /// With all tables that are still needed in memory.
    pub(in crate::checkers) whole: u64,
    /// With tables on disk but for the levels that one level reads.
    pub(in crate::checkers) least: u64,
    /// What is used besides tables, a part of both.
    pub(in crate::checkers) work: u64,
    /// What tables take on disk that are not in memory, about.
    pub(in crate::checkers) stored: u64,
}

/// How much smaller levels are on disk, at least: measured 5 to 6 for all of seven pieces.
const STORED_SHARE: u64 = 4;

/// The memory that a run takes at each unit. `is_done` tells whose tables are there already, which units
/// that need them read.
pub(in crate::checkers) fn memory(
    board: Board,
    pairs: &[Pair],
    is_done: impl Fn(Pair) -> bool,
    threads: usize,
) -> Vec<Memory> {
    let geometry = Geometry::new(board);
    // From when to when each slice is held.
    let mut spans: HashMap<Slice, (usize, usize)> = HashMap::new();
    for (number, &pair) in pairs.iter().enumerate().filter(|(_, pair)| !is_done(**pair)) {
        for slice in pair.slices() {
            spans.insert(slice, (number, number));
        }
        for window in windows_of(board, pair) {
            spans.entry(window.slice).or_insert((number, number)).1 = number;
        }
    }
    let positions = Positions::pay(board);
    // All that is held, in memory and on disk.
    let mut held = vec![[0u64; 2]; pairs.len()];
    for (&slice, &(first, last)) in &spans {
        let bytes = [false, positions].map(|form| SparseTable::bytes(&geometry, slice, form));
        for sums in &mut held[first..=last] {
            for (sum, bytes) in sums.iter_mut().zip(bytes) {
                *sum = sum.saturating_add(bytes);
            }
        }
    }
    let mut sizes = Sizes { geometry: &geometry, known: HashMap::new() };
    pairs
        .iter()
        .zip(held)
        .map(|(&pair, [whole, kept])| {
            let work = Kernel::work_bytes(board, pair, threads);
            let mut least = sizes.least(board, pair).saturating_add(work);
            if positions {
                least = least.saturating_add(Positions::room(&geometry, pair, threads));
            }
            let (whole, stored) = (whole.saturating_add(work), kept / STORED_SHARE);
            Memory { whole, least: least.min(whole), work, stored }
        })
        .collect()
}

/// The bytes of levels.
struct Sizes<'a> {
    geometry: &'a Geometry,
    known: HashMap<Slice, Vec<u64>>,
}

impl Sizes<'_> {
    /// The bytes of the levels of a slice.
    fn of(&mut self, slice: Slice) -> &[u64] {
        let geometry = self.geometry;
        self.known.entry(slice).or_insert_with(|| {
            let form = Positions::pay(geometry.board);
            let whole = SparseTable::bytes(geometry, slice, form);
            if slice.own.kings == 0 && slice.other.kings == 0 {
                return vec![whole];
            }
            let component = SparseTable::kept_bytes(geometry, slice, form);
            let [own, other] =
                [slice.own.men, slice.other.men].map(|men| level_counts(geometry, men.into()));
            let mut levels = vec![0u64; own.len() + other.len() - 1];
            for (mine, own) in own.iter().enumerate() {
                for (theirs, other) in other.iter().enumerate() {
                    let bytes = own.saturating_mul(*other).saturating_mul(component);
                    levels[mine + theirs] = levels[mine + theirs].saturating_add(bytes);
                }
            }
            levels
        })
    }

    /// The most that a level of a pair needs in memory: itself and what it reads.
    fn least(&mut self, board: Board, pair: Pair) -> u64 {
        let levels = self.of(pair.first()).len();
        let is_men = levels == 1;
        let mut windows = windows_of(board, pair);
        windows.sort_unstable_by_key(|window| window.slice);
        let at = |level: usize, sizes: &mut Self| {
            let mut sum = 0u64;
            for slice in pair.slices() {
                let own = sizes.of(slice);
                sum += own[level] + own.get(level + 1).copied().unwrap_or(0);
            }
            // Windows of one slice may overlap, so its levels are counted once.
            for same in windows.chunk_by(|one, other| one.slice == other.slice) {
                let table = sizes.of(same[0].slice);
                let whole = is_men || table.len() == 1;
                for (number, bytes) in table.iter().enumerate() {
                    let is_read = |window: &super::windows::Window| {
                        window.levels(level, table.len()).contains(&number)
                    };
                    if whole || same.iter().any(is_read) {
                        sum = sum.saturating_add(*bytes);
                    }
                }
            }
            sum
        };
        (0..levels).map(|level| at(level, self)).max().unwrap_or(0)
    }
}
