use std::collections::HashSet;

use super::kernel::{Checked, Kernel, KernelError, Path, leads_to};
use super::{CheckersTables, Pair, Slice};
use crate::Progress;
use crate::format::FolderError;

/// Why a pair of tables was not checked.
#[derive(Debug, thiserror::Error)]
pub enum RecheckError {
    /// A table is missing, or the kernel cannot do it.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] FolderError),
}

/// Checks every entry of win, draw and loss tables by the kernel, pair by pair: see [`Kernel::check`].
///
/// Holds the tables that later pairs lead to, at the memory that generating them takes.
pub struct Recheck<'a> {
    kernel: Kernel,
    tables: &'a CheckersTables,
    /// The pairs in the order in which they are to be checked.
    pairs: Vec<Pair>,
    held: HashSet<Slice>,
}

impl<'a> Recheck<'a> {
    /// Over all pairs of tables that are open, those of the fewest pieces first.
    pub fn new(tables: &'a CheckersTables) -> Self {
        let mut pairs: Vec<Pair> =
            tables.tables().map(|(index, _)| Pair::of(index.slice())).collect();
        pairs.sort_unstable_by_key(|pair| (pair.first().pieces(), *pair));
        pairs.dedup();
        let pieces = pairs.last().map_or(2, |pair| pair.first().pieces());
        let kernel = Kernel::new(tables.board(), pieces, Path::Native);
        Self { kernel, tables, pairs, held: HashSet::new() }
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
        let needed: Vec<Slice> = after(pair).flat_map(Pair::slices).collect();
        for &slice in &needed {
            self.load(slice)?;
        }
        let checked = self.kernel.check(pair, progress)?;
        let later = self.pairs.iter().skip_while(|&&other| other != pair).skip(1);
        let later: HashSet<Slice> =
            later.flat_map(|&next| after(next)).flat_map(Pair::slices).collect();
        for slice in self.held.extract_if(|slice| !later.contains(slice)) {
            self.kernel.remove(slice).map_err(KernelError::from)?;
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
            tables.read_codes(slice, at - count..at, codes)
        })?;
        self.held.insert(slice);
        Ok(())
    }
}
