use std::path::Path;

use retrosolve_games::connect4::Board;

use super::error::Connect4Error;
use super::file::{read_layer, write_layer};
use super::plan::file_bytes;
use super::set::{INDEX_SCHEME, slice_name, table_info, table_set};
use super::solve::{Solution, blocks, solve_plies};
use super::{Index, Plan};
use crate::Progress;
use crate::format::{Encoding, FolderWriter, Io, TableFolder, check_space};

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
    let index = Index::new(board);
    // Before the folder is made: a job that is refused leaves nothing behind.
    let missing = TableFolder::open(folder)
        .map_or(index.last_ply() + 1, |folder| first_complete(&folder, &index, options));
    if missing > 0 {
        Plan::generating(board, options.encoding).check_memory(options.memory)?;
        let disk: u128 = (0..missing).map(|ply| file_bytes(&index, ply, options.encoding)).sum();
        check_space(folder, u64::try_from(disk).unwrap_or(u64::MAX))?;
    }

    let writer = FolderWriter::open(folder, &table_set(board))?;
    let first = first_complete(&writer.folder(), &index, options);
    let after = if 0 < first && first <= index.last_ply() {
        read_layer(&writer.folder().open_table(&slice_name(first), Io::Read)?, &index, first)?
    } else {
        Vec::new()
    };
    let blocks = blocks(&index, 0..first);
    progress.begin(&format!("generating connect4 {board}"), 3 * blocks, "blocks");
    let generated = solve_plies(&index, 0..first, after, progress, |ply, codes, _| {
        let mut table = writer.create(table_info(&index, ply, options.encoding))?;
        write_layer(&mut table, ply, codes, progress)?;
        writer.commit(table)?;
        Ok(())
    });
    progress.end();
    generated?;
    let tables = (0..=index.last_ply()).filter_map(|ply| writer.find(&slice_name(ply)));
    Ok(Solution::new(tables.map(|table| table.totals).collect()))
}

/// The first of the plies from which on all are complete in a folder, as `options` ask for them; the
/// one after the last if there are none.
fn first_complete(folder: &TableFolder, index: &Index, options: &Options) -> u32 {
    let is_complete = |ply: u32| {
        folder.find(&slice_name(ply)).is_some_and(|table| {
            table.index == INDEX_SCHEME
                && table.entries == index.entries(ply)
                && table.encoding == options.encoding
        })
    };
    (0..=index.last_ply()).rev().find(|&ply| !is_complete(ply)).map_or(0, |ply| ply + 1)
}
