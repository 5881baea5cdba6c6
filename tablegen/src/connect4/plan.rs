use std::fmt;

use retrosolve_games::connect4::Board;

use super::Index;
use super::block::Block;
use super::error::Connect4Error;
use super::layer::{Codes, Layout};
use super::set::table_info;
use crate::format::{Encoding, file_bytes_at_most};

/// By how much zstd at least shrinks the files. Measured at level 6, headers included: 4x4 4.1, 5x4 6.1,
/// 4x5 6.8, 5x5 10.8 times.
const ZSTD_FACTOR: u128 = 4;
/// What is reckoned for a file besides, in bytes: header, index, the rest of a block.
const SMALL_FILE: u128 = 4096;

/// What a job on a board takes, known before it starts.
///
/// The memory is that of the layers, exactly; buffers for writing come on top, a few MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The board.
    pub board: Board,
    /// What is done: `counting`, `solving` or `generating`.
    pub job: &'static str,
    /// The entries that are worked through, reachable or not.
    pub entries: u128,
    /// The greatest memory that the layers take at one time, in bytes.
    pub memory: u128,
    /// What the files take, in bytes: exact for raw, an upper estimate for zstd, 0 if none are written.
    pub disk: u128,
}

impl Plan {
    /// [`count_positions`](super::count_positions) up to ply `last`: one bit an entry, of two
    /// neighbouring plies at a time.
    pub fn counting(board: Board, last: u32) -> Self {
        let index = Index::new(board);
        let open = |ply| layer_bytes::<Block>(&index, ply);
        let plies = 0..=last.min(index.last_ply());
        let pair = |ply: u32| open(ply) + ply.checked_sub(1).map_or(0, open);
        Self {
            board,
            job: "counting",
            entries: plies.clone().map(|ply| u128::from(index.entries(ply))).sum(),
            memory: plies.map(pair).max().unwrap_or(0),
            disk: 0,
        }
    }

    /// [`solve_board`](super::solve_board): one bit an entry of every ply up to the one at hand, and
    /// two of it and the next.
    pub fn solving(board: Board) -> Self {
        let index = Index::new(board);
        let (mut kept, mut memory) = (0, 0);
        for ply in 0..=index.last_ply() {
            kept += layer_bytes::<Block>(&index, ply);
            let codes = layer_bytes::<Codes>(&index, ply) + layer_bytes::<Codes>(&index, ply + 1);
            memory = memory.max(kept + codes);
        }
        let entries = (0..=index.last_ply()).map(|ply| u128::from(index.entries(ply))).sum();
        Self { board, job: "solving", entries, memory, disk: 0 }
    }

    /// [`generate`](super::generate): solving, and the files.
    pub fn generating(board: Board, encoding: Encoding) -> Self {
        let index = Index::new(board);
        let disk = (0..=index.last_ply()).map(|ply| file_bytes(&index, ply, encoding)).sum();
        Self { job: "generating", disk, ..Self::solving(board) }
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
            return Err(Connect4Error::Memory { plan: *self, limit });
        }
        Ok(())
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, job, entries, memory, disk } = self;
        write!(f, "{job} connect4 {board} takes {} of memory", Bytes(*memory))?;
        if *disk > 0 {
            write!(f, " and {} of disk", Bytes(*disk))?;
        }
        write!(f, " for {entries} entries")
    }
}

/// The size of the file of a ply, in bytes: exact for raw, an upper estimate for zstd.
pub(super) fn file_bytes(index: &Index, ply: u32, encoding: Encoding) -> u128 {
    let raw = file_bytes_at_most(&table_info(index, ply, Encoding::Raw));
    let raw = u128::from(raw.unwrap_or(u64::MAX));
    match encoding {
        Encoding::Raw => raw,
        Encoding::Zstd | Encoding::Runs => raw / ZSTD_FACTOR + SMALL_FILE,
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
