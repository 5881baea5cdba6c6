use std::fmt;

use retrosolve_games::connect4::Board;

use super::Index;
use super::block::Block;
use super::error::Connect4Error;
use super::layer::{Codes, Layout};

/// What a job on a board takes, known before it starts.
///
/// Exact for the layers, which are nearly all of it; the buffers for writing come on top, a few MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The board.
    pub board: Board,
    /// What is done: `counting` or `solving`.
    pub job: &'static str,
    /// The entries of all plies that are worked through, reachable or not.
    pub entries: u128,
    /// The greatest memory that the layers take at one time, in bytes.
    pub memory: u128,
    /// The files uncompressed, in bytes: 2 bits an entry. Counting writes none.
    pub raw_disk: u128,
}

impl Plan {
    /// Counting the positions of the plies up to `last`: of two neighbouring plies one bit an entry.
    pub fn counting(board: Board, last: u32) -> Self {
        let index = Index::new(board);
        let open = |ply| layer_bytes::<Block>(&index, ply);
        let plies = 0..=last.min(index.last_ply());
        Self {
            board,
            job: "counting",
            entries: plies.clone().map(|ply| u128::from(index.entries(ply))).sum(),
            memory: plies
                .map(|ply| open(ply) + ply.checked_sub(1).map_or(0, open))
                .max()
                .unwrap_or(0),
            raw_disk: 0,
        }
    }

    /// Solving all plies: of every ply up to the one at hand one bit an entry, of it and the next two.
    pub fn solving(board: Board) -> Self {
        let index = Index::new(board);
        let (mut kept, mut memory) = (0, 0);
        for ply in 0..=index.last_ply() {
            kept += layer_bytes::<Block>(&index, ply);
            let codes = layer_bytes::<Codes>(&index, ply) + layer_bytes::<Codes>(&index, ply + 1);
            memory = memory.max(kept + codes);
        }
        let entries = (0..=index.last_ply()).map(|ply| u128::from(index.entries(ply))).sum();
        Self { board, job: "solving", entries, memory, raw_disk: entries / 4 }
    }

    /// What the files take on disk.
    pub fn disk_bytes(&self, _encoding: crate::format::Encoding) -> u64 {
        0
    }

    /// Refuses the job if it takes more than `limit` bytes of memory; without a limit, more than the
    /// system says is available, where it does.
    ///
    /// # Errors
    /// [`Connect4Error::Memory`] with the estimate.
    pub fn check_memory(&self, limit: Option<u64>) -> Result<(), Connect4Error> {
        match limit.or_else(available_memory) {
            // Without a limit a layer could still exceed what can be addressed.
            limit if self.memory > u128::from(limit.unwrap_or(isize::MAX as u64)) => {
                Err(Connect4Error::Memory {
                    plan: *self,
                    limit: limit.unwrap_or(isize::MAX as u64),
                })
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, job, entries, memory, .. } = self;
        write!(f, "{job} connect4 {board}: {entries} entries, {} of memory", Bytes(*memory))?;
        match self.raw_disk {
            0 => Ok(()),
            disk => write!(f, ", {} of disk before compression", Bytes(disk)),
        }
    }
}

/// The memory of a layer of `T` blocks.
fn layer_bytes<T>(index: &Index, ply: u32) -> u128 {
    Layout::new(index, ply).blocks() * size_of::<T>() as u128
}

/// What the system could give without swapping, in bytes, where it can be asked.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// A size in bytes, printed in MiB or GiB to one decimal, rounded up.
pub(super) struct Bytes(pub(super) u128);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, name) = if self.0 < 1 << 30 { (1 << 20, "MiB") } else { (1 << 30, "GiB") };
        let tenths = (self.0 * 10).div_ceil(unit);
        write!(f, "{}.{} {name}", tenths / 10, tenths % 10)
    }
}
