use std::path::Path;

use retrosolve_games::connect4::Board;

use super::error::Connect4Error;
use super::file::{read_layer, write_layer};
use super::set::{INDEX_SCHEME, slice_name, table_info, table_set};
use super::solve::{Solution, solve_plies};
use super::{Index, Plan};
use crate::Progress;
use crate::format::{Encoding, FolderWriter, Io, ListedTable, check_space};

/// How tables are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How the entries are stored.
    pub encoding: Encoding,
    /// The most memory to use, in bytes; without it what the system has available.
    pub memory: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { encoding: Encoding::Zstd, memory: None }
    }
}

/// Makes the tables of all positions that play can reach on a board: one for each ply, in a folder of
/// their own, from the last ply to the first.
///
/// Runs on the current rayon pool. Plies that a run before completed are kept (if of this encoding) and
/// the work goes on from there; the files are the same in the end, byte for byte, as they are for any
/// number of threads.
///
/// # Errors
/// Before anything is solved: [`Connect4Error::Memory`] and [`Connect4Error::Folder`] if memory or disk
/// do not suffice, if another generator has the folder, or if it holds something else. Later if a file
/// cannot be written, or the last complete ply not be read.
pub fn generate(
    board: Board,
    folder: &Path,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Solution, Connect4Error> {
    let plan = Plan::solving(board);
    plan.check_memory(options.memory)?;
    let index = Index::new(board);
    check_space(folder, plan.disk_bytes(options.encoding))?;
    let writer = FolderWriter::open(folder, &table_set(board))?;
    let is_complete = |table: &ListedTable, ply| {
        table.index == INDEX_SCHEME
            && table.entries == index.entries(ply)
            && table.encoding == options.encoding
    };
    let mut complete = index.last_ply() + 1;
    while let Some(ply) = complete.checked_sub(1)
        && writer.find(&slice_name(ply)).is_some_and(|table| is_complete(&table, ply))
    {
        complete = ply;
    }
    let after = if complete == 0 || complete > index.last_ply() {
        Vec::new()
    } else {
        let table = writer.folder().open_table(&slice_name(complete), Io::Read)?;
        read_layer(&table, &index, complete)?
    };
    solve_plies(&index, 0..complete, after, progress, |ply, codes, _| {
        let mut table = writer.create(table_info(&index, ply, options.encoding))?;
        write_layer(&mut table, ply, codes, |_| ())?;
        writer.commit(table)?;
        Ok(())
    })?;
    let totals = (0..=index.last_ply()).filter_map(|ply| writer.find(&slice_name(ply)));
    Ok(Solution::new(totals.map(|table| table.totals).collect()))
}
