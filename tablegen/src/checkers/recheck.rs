use std::collections::HashSet;

use retrosolve_games::{Metric, TableValue, Wdl};
use tempfile::TempDir;

use super::kernel::{self, Checked, Difference, Kernel, KernelError, Path, leads_to};
use super::recheck_depths::check_depths;
use super::{CheckersTables, Pair, Slice, SliceIndex, packed, pairs_up_to};
use crate::format::{Cause, Encoding, FolderError, Table, TableError, code};
use crate::memory::{Bytes, available_memory};
use crate::{Progress, Silent};

/// Why a pair of tables was not checked.
#[derive(Debug, thiserror::Error)]
pub enum RecheckError {
    /// A table is missing, or the kernel cannot do it.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] FolderError),
    /// The tables do not fit in memory.
    #[error(
        "checking tables of up to {pieces} pieces takes {} of memory, but {} can be used: check fewer pieces",
        Bytes((*needed).into()), Bytes((*available).into())
    )]
    Memory {
        /// The most pieces.
        pieces: u8,
        /// What it takes, in bytes.
        needed: u64,
        /// What there is, in bytes.
        available: u64,
    },
    /// There is no folder for what does not fit in memory.
    #[error("no temporary folder: {0}; set TMPDIR to a folder that can be written to")]
    Folder(std::io::Error),
}

/// Checks every entry of tables of the metric wdl or dtc by the kernel, pair by pair.
///
/// Tables that hold every value: each component is solved again from the entries it leads to, see
/// [`Kernel::check`]. If one of them is packed: all are solved anew from the pairs before, and what the rules
/// say is stored of that is compared with what is; the totals too, which count all values. Tables of depths:
/// outcomes and depths of each component are found again from the outcomes of the entries it leads to.
///
/// Holds the tables that later pairs lead to, at the memory that generating them takes. What is solved anew is
/// kept in a temporary folder where memory is short, as generating does.
pub struct Recheck<'a> {
    kernel: Kernel,
    tables: &'a CheckersTables,
    /// The pairs in the order in which they are to be checked.
    pairs: Vec<Pair>,
    held: HashSet<Slice>,
    /// Whether tables are solved anew.
    anew: bool,
    /// Where levels are that do not fit in memory.
    _store: Option<TempDir>,
}

impl<'a> Recheck<'a> {
    /// Over all pairs of open tables of at most so many pieces, in the order in which they are solved.
    /// `memory` is the most to use, in bytes; `None`: three quarters of what is available now.
    ///
    /// # Errors
    /// If memory does not suffice, or there is no temporary folder where one is needed.
    pub fn new(
        tables: &'a CheckersTables,
        pieces: u8,
        memory: Option<u64>,
    ) -> Result<Self, RecheckError> {
        let board = tables.board();
        let there: HashSet<Pair> =
            tables.tables().map(|(index, _)| Pair::of(index.slice())).collect();
        let pieces = there.iter().map(|pair| pair.first().pieces()).max().unwrap_or(2).min(pieces);
        let mut pairs = pairs_up_to(board, pieces);
        pairs.retain(|pair| there.contains(pair));
        let mut kernel = Kernel::new(board, pieces, Path::Native);
        let anew = tables.tables().any(|(_, table)| table.header().info.encoding == Encoding::Runs);
        let mut store = None;
        let available = memory.or_else(|| Some(available_memory()? / 4 * 3));
        if let Some(available) = available {
            let plan = kernel::memory(board, &pairs, |_| false, rayon::current_num_threads());
            let most = |what: fn(&kernel::Memory) -> u64| plan.iter().map(what).max().unwrap_or(0);
            let largest = pairs.iter().map(|pair| pair.positions(board)).max().unwrap_or(0);
            let packing = if anew { packed::memory(largest) } else { 0 };
            let whole = most(|memory| memory.whole).saturating_add(packing);
            let least = most(|memory| memory.least).max(packing);
            let needed = if anew { least } else { whole };
            if needed > available {
                return Err(RecheckError::Memory { pieces, needed, available });
            }
            if whole > available {
                let folder = tempfile::tempdir().map_err(RecheckError::Folder)?;
                let budget = available.saturating_sub(most(|memory| memory.work));
                kernel.store_in(folder.path().to_owned(), budget).map_err(KernelError::from)?;
                store = Some(folder);
            }
        }
        Ok(Self { kernel, tables, pairs, held: HashSet::new(), anew, _store: store })
    }

    /// The pairs of so many pieces, in the order in which they are best checked.
    pub fn pairs_of(&self, pieces: u8) -> Vec<Pair> {
        self.pairs.iter().copied().filter(|pair| pair.first().pieces() == pieces).collect()
    }

    /// Checks a pair.
    ///
    /// # Errors
    /// If a table is missing or cannot be read.
    pub fn check(&mut self, pair: Pair, progress: &dyn Progress) -> Result<Checked, RecheckError> {
        let board = self.tables.board();
        let after = |next: Pair| leads_to(board, next).into_iter().chain([next]);
        let checked = if self.anew {
            self.solve(pair, progress)?;
            let mut checked = Checked::default();
            for slice in pair.slices() {
                checked = checked.merge(self.compare(slice)?);
            }
            checked
        } else {
            for slice in after(pair).flat_map(Pair::slices) {
                self.load(slice)?;
            }
            match self.tables.metric() {
                Metric::Dtc => check_depths(&self.kernel, self.tables, pair, progress)?,
                _ => self.kernel.check(pair, progress)?,
            }
        };
        let later = self.pairs.iter().skip_while(|&&other| other != pair).skip(1);
        let later: HashSet<Slice> =
            later.flat_map(|&next| after(next)).flat_map(Pair::slices).collect();
        for slice in self.held.extract_if(|slice| !later.contains(slice)) {
            self.kernel.remove(slice).map_err(KernelError::from)?;
        }
        Ok(checked)
    }

    /// Solves a pair anew if it is not there, after what it leads to.
    fn solve(&mut self, pair: Pair, progress: &dyn Progress) -> Result<(), RecheckError> {
        if pair.slices().all(|slice| self.kernel.has(slice)) {
            return Ok(());
        }
        for next in leads_to(self.tables.board(), pair) {
            self.solve(next, &Silent)?;
        }
        self.kernel.solve(pair, progress)?;
        // Comparing needs room itself.
        self.kernel.release();
        self.held.extend(pair.slices());
        Ok(())
    }

    /// Compares a table with the slice that was solved anew.
    fn compare(&self, slice: Slice) -> Result<Checked, RecheckError> {
        let missing = || KernelError::Missing { pair: Pair::of(slice), missing: slice };
        let index = SliceIndex::new(self.tables.board(), slice).ok_or_else(missing)?;
        let (_, table) = self.tables.find(slice).ok_or_else(missing)?;
        let entries = index.len();
        let mut values = packed::Values::new(index);
        let take = |bytes: &[u8]| -> Result<(), KernelError> {
            values.push(bytes);
            Ok(())
        };
        self.kernel.export(slice, take).ok_or_else(missing)??;
        values.finish();
        let (told, compared) =
            rayon::join(|| values.tally(), || self.compare_values(slice, table, &values));
        let ((totals, digest), compared) = (told, compared?);
        let header = table.header();
        if compared.differences == 0 && (digest, totals) != (header.digest, header.totals) {
            let cause = if digest == header.digest { Cause::Totals } else { Cause::Digest };
            return Err(FolderError::from(TableError::new(table.file(), cause)).into());
        }
        Ok(Checked { entries, ..compared })
    }

    /// Compares what a table holds with the values of its slice.
    fn compare_values(
        &self,
        slice: Slice,
        table: &Table,
        values: &packed::Values,
    ) -> Result<Checked, RecheckError> {
        let wdl = |code: u8| {
            let drawn = TableValue::wdl(Wdl::Draw);
            code::decode(code.into(), Metric::Wdl).unwrap_or(drawn)
        };
        if table.header().info.encoding == Encoding::Runs {
            let compared = packed::compare(table, values).map_err(FolderError::from)?;
            let first = compared.first.map(|(placement, stored, right)| Difference {
                slice,
                placement,
                stored: wdl(stored),
                again: wdl(right),
            });
            return Ok(Checked { entries: 0, differences: compared.differences, first });
        }
        let mut checked = Checked::default();
        let mut codes = Vec::new();
        for (number, &right) in values.words().iter().enumerate() {
            let start = 32 * number as u64;
            codes.clear();
            let end = values.index().len().min(start + 32);
            table.read_codes(start..end, &mut codes).map_err(FolderError::from)?;
            for (place, &stored) in codes.iter().enumerate() {
                let right = (right >> (2 * place) & 3) as u8;
                if stored == u16::from(right) {
                    continue;
                }
                checked.differences += 1;
                let placement = values.index().unrank(start + place as u64);
                let (stored, again) = (wdl(stored as u8), wdl(right));
                let difference = Difference { slice, placement, stored, again };
                checked.first = checked.first.or(Some(difference));
            }
        }
        Ok(checked)
    }

    /// Reads a table into memory; the kernel tells if it needs one that there is not.
    fn load(&mut self, slice: Slice) -> Result<(), RecheckError> {
        if self.held.contains(&slice) {
            return Ok(());
        }
        let Self { kernel, tables, .. } = self;
        if tables.find(slice).is_none() {
            return Ok(());
        }
        let mut at = 0;
        kernel.import(slice, |count, codes| -> Result<(), FolderError> {
            at += count;
            tables.read_outcomes(slice, at - count..at, codes)
        })?;
        self.held.insert(slice);
        Ok(())
    }
}
