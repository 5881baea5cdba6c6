use std::path::{Path, PathBuf};

use retrosolve_games::Metric;
use retrosolve_games::checkers::Board;

use super::packed::{self, Scheme, Sides};
use super::tables::table_set;
use super::{GenerateError, INDEX_NAME, Pair, Slice, index, kernel, pairs_needed_by, pairs_up_to};
use crate::format::{
    Encoding, FolderError, TableFolder, TableInfo, TableSet, code, file_bytes_at_most,
};
use crate::retrograde::memory_needed;

/// Positions a second and core that the estimate of time assumes: about what 4- and 5-piece slices gave
/// on a 2021 server core (see the README's rates). Large slices leave the caches and are slower.
const POSITIONS_PER_SECOND: f64 = 3e6;
/// The same of the kernel, table files and their checksums included.
const KERNEL_POSITIONS_PER_SECOND: f64 = 5e7;
/// The same with depths to conversion, which are found in a second pass.
const DEPTH_POSITIONS_PER_SECOND: f64 = 2.5e7;
/// The same on small boards, where most places of the working form have no position.
const SMALL_BOARD_POSITIONS_PER_SECOND: f64 = 1.7e7;
/// Memory that does not depend on the slice.
const BYTES_BESIDES: u64 = 64 << 20;

/// Which tables are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All slices of 2 to that many pieces.
    Pieces(u8),
    /// A slice, its flip, and all that play from them can lead to.
    Slice(Slice),
}

/// What finds the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// The kernel where it can: for the metrics wdl and dtc.
    #[default]
    Auto,
    /// The generic engine, position by position: the second opinion on the kernel.
    Generic,
    /// The bit-parallel kernel; only the metrics wdl and dtc.
    Kernel,
}

/// What to generate and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerateOptions {
    /// The board.
    pub board: Board,
    /// Which slices.
    pub extent: Extent,
    /// What is recorded of a position.
    pub metric: Metric,
    /// How the entries are stored.
    pub encoding: Encoding,
    /// With [`Encoding::Runs`], which sides to move are stored.
    pub sides: Sides,
    /// The most memory to use, in bytes; `None`: what is available now.
    pub memory: Option<u64>,
    /// What finds the values; the files are the same.
    pub engine: Engine,
}

impl GenerateOptions {
    /// All slices of 2 to `pieces` pieces on the usual board, wdl, raw, in what memory there is.
    pub const fn pieces(pieces: u8) -> Self {
        Self {
            board: Board::EIGHT,
            extent: Extent::Pieces(pieces),
            metric: Metric::Wdl,
            encoding: Encoding::Raw,
            sides: Sides::Both,
            memory: None,
            engine: Engine::Auto,
        }
    }

    /// Whether the kernel does it.
    pub(super) fn uses_kernel(&self) -> bool {
        self.metric != Metric::Dtw && self.engine != Engine::Generic
    }

    /// What the tables have in common.
    pub fn set(&self) -> TableSet {
        table_set(self.board, self.metric)
    }

    /// The pairs of slices in the order in which they are solved.
    pub fn pairs(&self) -> Vec<Pair> {
        match self.extent {
            Extent::Pieces(pieces) => pairs_up_to(self.board, pieces),
            Extent::Slice(slice) => pairs_needed_by(self.board, slice),
        }
    }

    /// Whether a table with that numbering is one that these options ask for.
    fn has_index(&self, index: &str) -> bool {
        match self.encoding {
            Encoding::Runs => index.parse().is_ok_and(|scheme: Scheme| scheme.sides == self.sides),
            _ => index == INDEX_NAME,
        }
    }

    /// The table of a slice with entries of that width.
    pub(super) fn table_info(&self, slice: Slice, entry_bits: u8) -> TableInfo {
        TableInfo {
            set: self.set(),
            slice: slice.to_string(),
            index: INDEX_NAME.into(),
            entries: index::positions(self.board, slice),
            entry_bits,
            encoding: self.encoding,
        }
    }
}

/// What a run would do: its units in their order, and what it needs.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The folder of the tables.
    pub folder: PathBuf,
    /// Every unit, also those that are complete.
    pub units: Vec<Unit>,
    /// The most memory that any unit left to do takes if tables stay in memory, in bytes.
    pub memory: u64,
    /// The most that any takes if tables are on disk and in memory what is worked on, in bytes.
    pub least_memory: u64,
    /// The most disk space that the tables left to do take, in bytes.
    pub disk: u64,
    /// The most that the run keeps on disk besides if tables are not kept in memory, in bytes, about.
    pub stored: u64,
    /// Positions a second and core that are assumed.
    rate: f64,
}

/// What is solved together: a pair of slices.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// The pair.
    pub pair: Pair,
    /// Its positions, both sides to move.
    pub positions: u64,
    /// The memory that solving it takes with all tables that are still needed, in bytes, an estimate from
    /// above.
    pub memory: u64,
    /// The least memory it can do with, tables being on disk and read part by part, in bytes.
    pub least_memory: u64,
    /// What it uses besides tables, in bytes, a part of both.
    pub(super) work_memory: u64,
    /// What tables that are still needed take on disk if they are not kept in memory, in bytes, about.
    pub stored: u64,
    /// The size of its table files in bytes: for wdl raw exact, else an upper bound.
    pub disk: u64,
    /// Whether its tables are there already.
    pub done: bool,
}

impl Plan {
    /// Makes the plan for tables in `out`/[`TableSet::folder_name`]. Only looks.
    ///
    /// # Errors
    /// If the options ask for what there is not, or the folder is there but cannot be understood.
    pub fn new(out: impl AsRef<Path>, options: &GenerateOptions) -> Result<Self, GenerateError> {
        let set = options.set();
        let folder = out.as_ref().join(set.folder_name());
        let listed = match TableFolder::open(&folder) {
            Ok(listed) => {
                listed.check_set(&set)?;
                Some(listed)
            }
            Err(FolderError::NoTables { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let is_done = |slice: Slice| {
            listed.as_ref().is_some_and(|listed| {
                listed.find(&slice.to_string()).is_some_and(|table| {
                    table.encoding == options.encoding && options.has_index(&table.index)
                })
            })
        };
        let pairs = options.pairs();
        check(options, &pairs)?;
        let kernel_memory = if options.uses_kernel() {
            let done = |pair: Pair| pair.slices().all(is_done);
            kernel::memory(options.board, &pairs, done, rayon::current_num_threads())
        } else {
            Vec::new()
        };
        let mut units = Vec::with_capacity(pairs.len());
        for (number, pair) in pairs.into_iter().enumerate() {
            let mut disk = 0u64;
            for slice in pair.slices() {
                // The width for distances is known when they are; 16 bits always do.
                let bits = if options.metric == Metric::Wdl { code::WDL_BITS } else { 16 };
                let bytes = file_bytes_at_most(&options.table_info(slice, bits))
                    .map_err(FolderError::from)?;
                disk = disk.saturating_add(bytes);
            }
            let positions = pair.positions(options.board);
            let packing = match (options.encoding, options.sides) {
                (Encoding::Runs, Sides::One) => packed::memory(positions),
                (Encoding::Runs, Sides::Both) => {
                    let largest = pair.slices().map(|slice| index::positions(options.board, slice));
                    packed::memory(largest.max().unwrap_or(0))
                }
                _ => 0,
            };
            let memory = match kernel_memory.get(number) {
                Some(&memory) => memory,
                None => {
                    let whole = memory_needed(positions, 0);
                    kernel::Memory { whole, least: whole, work: whole, stored: 0 }
                }
            };
            // Depths are found with all tables and all of the pair's entries in memory.
            let depths = match options.metric {
                Metric::Dtc => {
                    kernel::depth_bytes(options.board, pair, rayon::current_num_threads())
                }
                _ => 0,
            };
            let besides = packing.max(depths);
            let memory_of_all = memory.whole.saturating_add(besides).saturating_add(BYTES_BESIDES);
            units.push(Unit {
                pair,
                positions,
                // Packing comes after solving: tables on disk have made room then.
                memory: memory_of_all,
                least_memory: match options.metric {
                    Metric::Dtc => memory_of_all,
                    _ => memory.least.max(packing).saturating_add(BYTES_BESIDES),
                },
                work_memory: memory.work.saturating_add(BYTES_BESIDES),
                stored: memory.stored,
                disk,
                done: pair.slices().all(is_done),
            });
        }
        let left = || units.iter().filter(|unit| !unit.done);
        let memory = left().map(|unit| unit.memory).max().unwrap_or(0);
        let least_memory = left().map(|unit| unit.least_memory).max().unwrap_or(0);
        let stored = left().map(|unit| unit.stored).max().unwrap_or(0);
        let disk = left().fold(0u64, |sum, unit| sum.saturating_add(unit.disk));
        let rate = match options.metric {
            _ if !options.uses_kernel() => POSITIONS_PER_SECOND,
            Metric::Dtc => DEPTH_POSITIONS_PER_SECOND,
            _ if options.board != Board::EIGHT => SMALL_BOARD_POSITIONS_PER_SECOND,
            _ => KERNEL_POSITIONS_PER_SECOND,
        };
        Ok(Self { folder, units, memory, least_memory, disk, stored, rate })
    }

    /// The units that are left to do.
    pub fn left(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| !unit.done)
    }

    /// The bytes for tables in memory if a run that may use `budget` bytes has to keep tables on disk; `None`
    /// if it does not.
    pub(super) fn table_budget(&self, budget: Option<u64>) -> Option<u64> {
        let budget = budget.filter(|&budget| budget < self.memory)?;
        let work = self.left().map(|unit| unit.work_memory).max().unwrap_or(0);
        Some(budget.saturating_sub(work))
    }

    /// The positions that are left to do.
    pub fn positions_left(&self) -> u64 {
        self.left().fold(0, |sum, unit| sum.saturating_add(unit.positions))
    }

    /// About how long the rest will take, in seconds: positions over a rate that was measured on one
    /// machine, so no more than the order of magnitude.
    pub fn seconds(&self, threads: usize) -> f64 {
        self.positions_left() as f64 / (self.rate * threads.max(1) as f64)
    }
}

/// Refuses what cannot be generated whatever the machine.
fn check(options: &GenerateOptions, pairs: &[Pair]) -> Result<(), GenerateError> {
    let unsuited = match options.metric {
        Metric::Wdl => None,
        Metric::Dtc => Some(Engine::Generic),
        Metric::Dtw => Some(Engine::Kernel),
    };
    if unsuited == Some(options.engine) {
        return Err(GenerateError::Metric(options.metric));
    }
    match options.extent {
        Extent::Pieces(pieces) if pieces < 2 => return Err(GenerateError::TooFewPieces(pieces)),
        Extent::Slice(slice) if index::positions(options.board, slice) == 0 => {
            return Err(GenerateError::NoPosition { slice, board: options.board });
        }
        _ => {}
    }
    if options.encoding == Encoding::Runs && options.metric != Metric::Wdl {
        return Err(GenerateError::RunsMetric(options.metric));
    }
    if options.uses_kernel() {
        // Memory is the limit.
        return Ok(());
    }
    let limit = u64::from(u32::MAX);
    match pairs.iter().find(|pair| pair.positions(options.board) > limit) {
        Some(&pair) => {
            let positions = pair.positions(options.board);
            Err(GenerateError::TooLarge { pair, positions, limit })
        }
        None => Ok(()),
    }
}
