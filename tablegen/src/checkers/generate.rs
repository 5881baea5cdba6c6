use std::ops::Range;
use std::path::Path;

use retrosolve_games::Metric;
use retrosolve_games::checkers::Board;

use super::kernel::StoreError;
use super::pair_writer::PairWriter;
use super::{
    CheckersTables, GenerateOptions, Pair, PairSpace, Plan, Slice, SliceIndex, Unit, kernel,
};
use crate::Progress;
use crate::format::{FolderError, FolderWriter, Io, TableError, check_space, code, entry_bits_for};
use crate::memory::available_memory;
use crate::retrograde::{SpaceError, Values, solve_with};

/// Entries handed to the writer at a time.
const BATCH: u64 = 1 << 18;

/// Why tables were not generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A metric that the engine does not find.
    #[error(
        "checkers tables of metric {0} are not made by this engine: the kernel finds wdl and dtc, the generic engine wdl and dtw"
    )]
    Metric(Metric),
    /// Runs for a metric that they do not hold.
    #[error(
        "the encoding runs holds no distances: ask for metric wdl instead of {0}, or for raw or zstd"
    )]
    RunsMetric(Metric),
    /// Fewer pieces than two sides have.
    #[error("tables of {0} pieces: at least 2 are needed, one a side")]
    TooFewPieces(u8),
    /// A slice without a position.
    #[error("the pieces of slice {slice} do not fit on {board}")]
    NoPosition {
        /// The slice.
        slice: Slice,
        /// The board.
        board: Board,
    },
    /// A pair of slices beyond what 32-bit indices address.
    #[error(
        "slice {pair} and its flip have {positions} positions, more than the {limit} that can be solved at once"
    )]
    TooLarge {
        /// The pair.
        pair: Pair,
        /// Its positions.
        positions: u64,
        /// The limit.
        limit: u64,
    },
    /// The memory does not suffice.
    #[error("slice {pair} needs about {} MB of memory, but only {} MB may be used; ask for fewer pieces or allow more memory", needed / 1_000_000, budget / 1_000_000)]
    Memory {
        /// The pair that needs most.
        pair: Pair,
        /// What it needs, in bytes.
        needed: u64,
        /// What may be used, in bytes.
        budget: u64,
    },
    /// The solver's trouble with a slice.
    #[error("slice {pair}: {source}")]
    Solve {
        /// The pair.
        pair: Pair,
        /// What went wrong.
        source: SpaceError,
    },
    /// A table file or the folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A part of a table that the run keeps on disk.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TableError> for GenerateError {
    fn from(error: TableError) -> Self {
        Self::Folder(error.into())
    }
}

/// Generates tables in `out`/`checkers-BOARD-METRIC`, pair by pair, and returns them open.
///
/// Runs on the current rayon pool; the files do not depend on the number of threads. A table that is
/// complete is kept, so a run that was stopped in any way goes on where it was, with the same bytes in the
/// end. `progress` counts positions.
///
/// # Errors
/// Before anything is written: if the options ask for what cannot be, or memory or disk do not suffice.
/// Later: if writing fails, or an existing table turns out damaged.
pub fn generate(
    out: impl AsRef<Path>,
    options: &GenerateOptions,
    progress: &dyn Progress,
) -> Result<CheckersTables, GenerateError> {
    let plan = Plan::new(&out, options)?;
    check_memory(&plan, options.memory)?;
    let is_short = plan.table_budget(options.memory.or_else(available_memory)).is_some();
    let stored = if is_short { plan.stored } else { 0 };
    check_space(&plan.folder, plan.disk.saturating_add(stored))?;
    let folder = FolderWriter::open(&plan.folder, &options.set())?;
    // Made again under the lock: opening drops tables whose files are gone or damaged.
    let plan = Plan::new(&out, options)?;
    let mut tables = CheckersTables::empty(options.board, options.metric);
    let what = format!("generating checkers {} {}", options.board, options.metric);
    progress.begin(&what, plan.positions_left(), "positions");
    let pieces = plan.left().map(|unit| unit.pair.first().pieces()).max();
    let table_budget = plan.table_budget(options.memory.or_else(available_memory));
    let mut kernel = pieces
        .filter(|_| options.uses_kernel())
        .map(|pieces| kernel::Run::new(options.board, pieces, &plan.folder, table_budget))
        .transpose()?;
    let done: Result<(), GenerateError> =
        plan.units.iter().enumerate().try_for_each(|(number, unit)| {
            if !unit.done {
                match &mut kernel {
                    Some(run) => {
                        run.make(&plan.units, number, options, &folder, &tables, progress)?;
                    }
                    None => make(unit.pair, options, &folder, &tables, progress)?,
                }
            }
            let folder = folder.folder();
            unit.pair.slices().try_for_each(|slice| {
                Ok(tables.add(folder.open_table(&slice.to_string(), Io::Map)?)?)
            })
        });
    progress.end();
    done?;
    kernel.map_or(Ok(()), kernel::Run::finish)?;
    Ok(tables)
}

/// Solves a pair and writes its tables.
fn make(
    pair: Pair,
    options: &GenerateOptions,
    folder: &FolderWriter,
    tables: &CheckersTables,
    progress: &dyn Progress,
) -> Result<(), GenerateError> {
    let Some(space) = PairSpace::new(options.board, pair, tables) else { return Ok(()) };
    let values =
        solve_with(&space, progress).map_err(|source| GenerateError::Solve { pair, source })?;
    let mut start = 0;
    let mut writer = PairWriter::new(folder, options);
    for index in space.slices() {
        let range = start..start + index.len();
        start = range.end;
        write(&values, range, index, options, &mut writer)?;
    }
    writer.finish()
}

/// Hands the values of a slice, which are those of a range of states, to the writer.
fn write(
    values: &Values,
    range: Range<u64>,
    index: &SliceIndex,
    options: &GenerateOptions,
    writer: &mut PairWriter<'_>,
) -> Result<(), GenerateError> {
    let bits = match options.metric {
        Metric::Wdl => code::WDL_BITS,
        // Longer than any code: 16 bits, and the writer refuses the entry.
        _ => entry_bits_for(values.longest(range.clone())).unwrap_or(16),
    };
    writer.begin(index.slice(), bits)?;
    let mut codes = Vec::new();
    for start in range.clone().step_by(BATCH as usize) {
        codes.clear();
        values.codes(start..range.end.min(start + BATCH), options.metric, &mut codes);
        writer.write_codes(&codes)?;
    }
    Ok(())
}

fn check_memory(plan: &Plan, budget: Option<u64>) -> Result<(), GenerateError> {
    let Some(budget) = budget.or_else(available_memory) else { return Ok(()) };
    match plan.left().max_by_key(|unit| unit.least_memory) {
        Some(&Unit { pair, least_memory: needed, .. }) if needed > budget => {
            Err(GenerateError::Memory { pair, needed, budget })
        }
        _ => Ok(()),
    }
}
