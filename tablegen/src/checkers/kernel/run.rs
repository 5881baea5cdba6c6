use std::collections::HashSet;
use std::path::{Path as FilePath, PathBuf};

use retrosolve_games::Metric;
use retrosolve_games::checkers::Board;

use super::solve::windows_of;
use super::{Kernel, KernelError, Path, StoreError};
use crate::checkers::pair_writer::PairWriter;
use crate::checkers::{CheckersTables, GenerateError, GenerateOptions, Pair, Slice, Unit};
use crate::format::{FolderError, FolderWriter, code};
use crate::retrograde::SpaceError;
use crate::{Progress, Silent};

/// The folder beside the tables in which a run keeps what does not fit in memory.
const STORE: &str = "levels";

/// A run of the kernel over the units of a plan that writes table files, and keeps what units to come need.
pub(in crate::checkers) struct Run {
    kernel: Kernel,
    /// The slices in memory or on disk.
    held: HashSet<Slice>,
    /// The folder of the levels on disk, if there is one.
    store: Option<PathBuf>,
}

impl Run {
    /// A run for slices of up to so many pieces that write to `folder`. With a budget tables are kept on
    /// disk, and as many bytes of them in memory.
    pub(in crate::checkers) fn new(
        board: Board,
        pieces: u8,
        folder: &FilePath,
        budget: Option<u64>,
    ) -> Result<Self, StoreError> {
        let mut kernel = Kernel::new(board, pieces, Path::Native);
        let store = budget.map(|_| folder.join(STORE));
        if let (Some(store), Some(budget)) = (&store, budget) {
            kernel.store_in(store.clone(), budget)?;
        }
        Ok(Self { kernel, held: HashSet::new(), store })
    }

    /// Solves the unit `number` of `units` and writes its tables. `tables` has those of the units before
    /// it.
    pub(in crate::checkers) fn make(
        &mut self,
        units: &[Unit],
        number: usize,
        options: &GenerateOptions,
        folder: &FolderWriter,
        tables: &CheckersTables,
        progress: &dyn Progress,
    ) -> Result<(), GenerateError> {
        let pair = units[number].pair;
        let solve =
            |error: KernelError| GenerateError::Solve { pair, source: SpaceError::other(error) };
        for window in windows_of(options.board, pair) {
            if !self.kernel.find(window.slice) {
                self.load(window.slice, tables)?;
            }
            self.held.insert(window.slice);
        }
        let writer = PairWriter::new(folder, options);
        if options.metric == Metric::Dtc {
            self.kernel.solve(pair, &Silent).map_err(solve)?;
            self.write_depths(pair, writer, progress)?;
        } else {
            self.kernel.solve(pair, progress).map_err(solve)?;
            // What follows needs room itself.
            self.kernel.release();
            self.write_outcomes(pair, writer)?;
        }
        self.held.extend(pair.slices());
        let needed = needed_after(options.board, units, number);
        for slice in self.held.iter().filter(|slice| !needed.contains(slice)) {
            self.kernel.remove(*slice)?;
        }
        self.held.retain(|slice| needed.contains(slice));
        Ok(())
    }

    fn write_outcomes(&self, pair: Pair, mut writer: PairWriter<'_>) -> Result<(), GenerateError> {
        for slice in pair.slices() {
            writer.begin(slice, code::WDL_BITS)?;
            match self.kernel.export(slice, |bytes| writer.write_packed(bytes)) {
                Some(written) => written?,
                None => {
                    let missing = KernelError::Missing { pair, missing: slice };
                    return Err(GenerateError::Solve { pair, source: SpaceError::other(missing) });
                }
            }
        }
        writer.finish()
    }

    fn write_depths(
        &self,
        pair: Pair,
        mut writer: PairWriter<'_>,
        progress: &dyn Progress,
    ) -> Result<(), GenerateError> {
        let depths = self
            .kernel
            .depths(pair, progress)
            .map_err(|error| GenerateError::Solve { pair, source: SpaceError::other(error) })?;
        for (slice, codes) in depths {
            writer.begin(slice, codes.entry_bits())?;
            codes.write(|bytes| writer.write_packed(bytes))?;
        }
        writer.finish()
    }

    /// Deletes what the run kept on disk, all units being done.
    pub(in crate::checkers) fn finish(self) -> Result<(), GenerateError> {
        let Some(store) = self.store else { return Ok(()) };
        std::fs::remove_dir_all(&store).map_err(|error| FolderError::io(&store, error).into())
    }

    /// Reads a finished table.
    fn load(&mut self, slice: Slice, tables: &CheckersTables) -> Result<(), GenerateError> {
        // A table that is not there is missed by the kernel, with its name.
        if tables.find(slice).is_none() {
            return Ok(());
        }
        let mut at = 0;
        let read = |count, codes: &mut Vec<u16>| -> Result<(), GenerateError> {
            at += count;
            Ok(tables.read_outcomes(slice, at - count..at, codes)?)
        };
        self.kernel.import(slice, read)?;
        Ok(self.kernel.keep(slice)?)
    }
}

/// The slices that the units after `number` that are left read.
fn needed_after(board: Board, units: &[Unit], number: usize) -> HashSet<Slice> {
    let left = units[number + 1..].iter().filter(|unit| !unit.done);
    left.flat_map(|unit| windows_of(board, unit.pair)).map(|window| window.slice).collect()
}
