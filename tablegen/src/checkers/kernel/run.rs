use retrosolve_games::checkers::Board;

use super::{Kernel, Path, leads_to};
use crate::Progress;
use crate::checkers::{CheckersTables, GenerateError, GenerateOptions, Pair, Slice, Unit};
use crate::format::{FolderWriter, TableError, code};
use crate::retrograde::SpaceError;

/// A run of the kernel over the units of a plan that writes table files, and keeps in memory what units to
/// come need.
pub(in crate::checkers) struct Run {
    kernel: Kernel,
    /// The pairs in memory.
    held: Vec<Pair>,
}

impl Run {
    /// A run for slices of up to so many pieces.
    pub(in crate::checkers) fn new(board: Board, pieces: u8) -> Self {
        Self { kernel: Kernel::new(board, pieces, Path::Native), held: Vec::new() }
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
        let solve = |source: SpaceError| GenerateError::Solve { pair, source };
        for needed in leads_to(options.board, pair) {
            for slice in needed.slices() {
                if !self.kernel.has(slice) {
                    self.load(slice, tables).map_err(|error| solve(SpaceError::other(error)))?;
                }
            }
            if !self.held.contains(&needed) {
                self.held.push(needed);
            }
        }
        self.kernel.solve(pair, progress).map_err(|error| solve(SpaceError::other(error)))?;
        self.held.push(pair);
        for slice in pair.slices() {
            let mut writer = folder.create(options.table_info(slice, code::WDL_BITS))?;
            match self.kernel.export(slice, |bytes| writer.write_packed(bytes)) {
                Some(written) => written?,
                None => return Err(solve(SpaceError::other("the kernel lost its table"))),
            }
            folder.commit(writer)?;
        }
        let needed = needed_after(options.board, units, number);
        let kernel = &mut self.kernel;
        self.held.retain(|held| {
            let keep = needed.contains(held);
            if !keep {
                kernel.drop_pair(*held);
            }
            keep
        });
        Ok(())
    }

    /// Reads a finished table.
    fn load(&mut self, slice: Slice, tables: &CheckersTables) -> Result<(), TableError> {
        // A table that is not there is missed by the kernel, with its name.
        let Some((_, table)) = tables.find(slice) else { return Ok(()) };
        let mut at = 0;
        self.kernel.import(slice, |count, codes| {
            at += count;
            table.read_codes(at - count..at, codes)
        })
    }
}

/// The pairs that the units after `number` that are left need.
fn needed_after(board: Board, units: &[Unit], number: usize) -> Vec<Pair> {
    let left = units[number + 1..].iter().filter(|unit| !unit.done);
    let mut needed: Vec<Pair> = left.flat_map(|unit| leads_to(board, unit.pair)).collect();
    needed.sort_unstable();
    needed.dedup();
    needed
}

/// The memory that a run takes at each unit, in bytes, an estimate from above: the tables that it holds
/// then, and what it works with. `is_done` tells whose tables are there already, which units that need them
/// read.
pub(in crate::checkers) fn memory(
    board: Board,
    pairs: &[Pair],
    is_done: impl Fn(Pair) -> bool,
    threads: usize,
) -> Vec<u64> {
    // From when to when each pair is held.
    let mut spans: Vec<Option<(usize, usize)>> = pairs
        .iter()
        .enumerate()
        .map(|(number, &pair)| (!is_done(pair)).then_some((number, number)))
        .collect();
    for (number, &pair) in pairs.iter().enumerate().filter(|(_, pair)| !is_done(**pair)) {
        for needed in leads_to(board, pair) {
            if let Some(place) = pairs.iter().position(|&other| other == needed) {
                let (first, _) = spans[place].unwrap_or((number, number));
                spans[place] = Some((first, number));
            }
        }
    }
    let mut held = vec![0u64; pairs.len()];
    for (&pair, span) in pairs.iter().zip(&spans) {
        let Some((first, last)) = *span else { continue };
        let bytes = Kernel::table_bytes(board, pair);
        for sum in &mut held[first..=last] {
            *sum = sum.saturating_add(bytes);
        }
    }
    let work = pairs.iter().map(|&pair| Kernel::work_bytes(board, pair, threads));
    held.iter().zip(work).map(|(&held, work)| held.saturating_add(work)).collect()
}
