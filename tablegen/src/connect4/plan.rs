use std::fmt;

use super::error::Connect4Error;
use super::estimate::{Estimate, estimates};
use super::ground::Ground;
use super::pages::Pages;
use super::path::Path;
use super::plies::Setting;
use super::read::pages_of_ply;
use crate::format::Encoding;
use crate::memory::{Bytes, available_memory};

/// The packed codes of a table shrink to at most this by zstd. Measured at level 6, everything included:
/// 4x4 and 5x4 more than 0.5 (headers), 5x5 0.47, 5x6 and 6x5 0.40, under 7x6 roots 0.40 to 0.48.
const ZSTD: f64 = 0.6;
/// What is reckoned for the two files of a ply besides, in bytes: header, index, the rest of a block.
const SMALL_FILES: f64 = 8192.0;
/// What is not reached, which is known only at the end, takes at most this part of the memory that the
/// values of all plies would take together. Measured: 6x5 0.07, 5x6 0.10, 5x5 0.12, 4x8 0.17.
const UNREACHED: f64 = 0.2;
/// How far the estimates are from a sample, and what threads and the allocator need.
const MARGIN: f64 = 1.1;
const THREADS: f64 = 16e6;

/// What a job takes, known before it starts: estimated from a sample of the positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The board and the root.
    pub ground: Ground,
    /// What is done: `counting`, `solving` or `generating`.
    pub job: &'static str,
    /// The colourings that are worked through, positions or not.
    pub entries: u128,
    /// The positions whose values are found and kept, about: those that are not finished and not won at
    /// once. 0 if none are.
    pub positions: u128,
    /// The greatest memory taken at one time, in bytes, about; an upper estimate.
    pub memory: u128,
    /// What the files take, in bytes, about; an upper estimate, and 0 if none are written.
    pub disk: u128,
}

impl Plan {
    /// [`count`](super::count()) up to `last` plies after the root.
    pub fn counting(ground: &Ground, last: u32) -> Self {
        let plies = last.min(ground.empties()) as usize + 1;
        let all = &all(ground)[..plies];
        let pair = |pair: &[Estimate]| pair.iter().map(|ply| ply.bytes).sum::<f64>();
        let memory = all.windows(2).map(pair).fold(0.0, f64::max);
        Self::new(ground, "counting", plies, UNREACHED * memory)
    }

    /// [`value`](super::value()): the values of two neighbouring plies at a time.
    pub fn valuing(ground: &Ground) -> Self {
        let all = all(ground);
        Self { positions: open(&all), ..Self::new(ground, "solving", all.len(), pairs(&all, 0.0)) }
    }

    /// [`solve`](super::solve()): besides, what is not reached of all plies up to that at hand.
    pub fn solving(ground: &Ground) -> Self {
        let all = all(ground);
        let memory = pairs(&all, 0.0) + UNREACHED * all.iter().map(|ply| ply.bytes).sum::<f64>();
        Self { positions: open(&all), ..Self::new(ground, "solving", all.len(), memory) }
    }

    /// [`generate`](super::generate()): besides, the codes of a ply, and the files.
    pub fn generating(ground: &Ground, encoding: Encoding) -> Self {
        let all = all(ground);
        let setting = Setting::new(*ground, Path::best());
        // Two bits a position.
        let memory = pairs(&all, 0.25) + UNREACHED * all.iter().map(|ply| ply.bytes).sum::<f64>();
        let disk = (0..).zip(&all).map(|(stones, ply)| {
            let pages = Pages::file_bytes(ground, pages_of_ply(&setting, stones));
            file_bytes(ply, encoding) + pages as f64
        });
        Self {
            positions: open(&all),
            disk: (disk.sum::<f64>() * MARGIN) as u128,
            ..Self::new(ground, "generating", all.len(), memory)
        }
    }

    fn new(ground: &Ground, job: &'static str, plies: usize, memory: f64) -> Self {
        let setting = Setting::new(*ground, Path::best());
        let entries = (0..plies as u32).map(|stones| {
            u128::from(setting.profiles.count(stones)).checked_shl(stones).unwrap_or(u128::MAX)
        });
        Self {
            ground: *ground,
            job,
            entries: entries.sum(),
            positions: 0,
            memory: (memory * MARGIN + THREADS) as u128,
            disk: 0,
        }
    }

    /// Refuses the job if it takes more than `limit` bytes of memory; without a limit, more than the
    /// system says is available, where it does.
    ///
    /// # Errors
    /// [`Connect4Error::Memory`] with the estimate.
    pub fn check_memory(&self, limit: Option<u64>) -> Result<(), Connect4Error> {
        // No more can be addressed, whatever is allowed.
        let most = isize::MAX as u64;
        let limit = limit.or_else(available_memory).map_or(most, |limit| limit.min(most));
        if self.memory > u128::from(limit) {
            return Err(Connect4Error::Memory { plan: Box::new(*self), limit });
        }
        Ok(())
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ground, job, entries, positions, memory, disk } = self;
        write!(f, "{job} connect4 {ground} takes about {} of memory", Bytes(*memory))?;
        if *disk > 0 {
            write!(f, " and {} of disk", Bytes(*disk))?;
        }
        if *positions > 0 {
            write!(f, " for {positions} positions that the rules do not settle")?;
        }
        write!(f, "; {entries} colourings")
    }
}

fn all(ground: &Ground) -> Vec<Estimate> {
    estimates(&Setting::new(*ground, Path::best()))
}

fn open(all: &[Estimate]) -> u128 {
    all.iter().map(|ply| ply.open).sum::<f64>() as u128
}

/// The greatest memory of the values of two neighbouring plies, and `codes` bytes a position of the
/// first.
fn pairs(all: &[Estimate], codes: f64) -> f64 {
    let after = all.iter().skip(1).map(|ply| ply.bytes).chain([0.0]);
    let pairs = all.iter().zip(after).map(|(ply, after)| ply.bytes + after + codes * ply.open);
    pairs.fold(0.0, f64::max)
}

/// The size of the table of a ply.
fn file_bytes(ply: &Estimate, encoding: Encoding) -> f64 {
    let raw = ply.open / 4.0;
    SMALL_FILES
        + match encoding {
            Encoding::Raw => raw,
            _ => ZSTD * raw,
        }
}
