use std::path::Path as FilePath;

use rayon::prelude::*;
use retrosolve_games::connect4::Board;

use super::codes::{Bits, Codes};
use super::error::Connect4Error;
use super::ground::Ground;
use super::layer::Layer;
use super::pages::Pages;
use super::path::Path;
use super::plan::Plan;
use super::plies::Setting;
use super::read::{Restore, pages_of_part, pages_of_ply};
use super::set::{INDEX_SCHEME, slice_name, table_info, table_set_of};
use super::solve::{Solution, Solved, Work};
use crate::Progress;
use crate::format::{
    Cause, Encoding, FolderWriter, Io, TableError, TableFolder, Totals, check_space,
};

/// Packed codes written at a time, in bits.
const BATCH: u64 = 1 << 23;

/// How tables are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How the entries are stored.
    pub encoding: Encoding,
    /// The most memory to use, in bytes; without it what the system has available.
    pub memory: Option<u64>,
    /// The instructions used; the files do not depend on them.
    pub path: Path,
}

impl Default for Options {
    fn default() -> Self {
        Self { encoding: Encoding::Zstd, memory: None, path: Path::best() }
    }
}

/// Makes the tables of a board, one for each ply, in a folder of their own, from the last ply to the
/// first.
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
    folder: &FilePath,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Solution, Connect4Error> {
    generate_under(&Ground::of_board(board), folder, options, progress)
}

/// Makes the tables of what comes after a root, as [`generate`] does of a whole board.
///
/// # Errors
/// As there.
pub fn generate_under(
    ground: &Ground,
    folder: &FilePath,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Solution, Connect4Error> {
    let setting = Setting::new(*ground, options.path);
    // Before the folder is made: a job that is refused leaves nothing behind.
    let missing = TableFolder::open(folder)
        .map_or(ground.empties() + 1, |folder| complete(&setting, &folder, options).first);
    if missing > 0 {
        let plan = Plan::generating(ground, options.encoding);
        plan.check_memory(options.memory)?;
        check_space(folder, u64::try_from(plan.disk).unwrap_or(u64::MAX))?;
    }

    let writer = FolderWriter::open(folder, &table_set_of(ground))?;
    let Complete { first, totals: mut after_totals } =
        complete(&setting, &writer.folder(), options);
    let after = match first {
        first if 0 < first && first <= ground.empties() => {
            restore(&setting, &writer.folder(), first)?
        }
        _ => setting.nothing(),
    };
    let parts = setting.parts(0..first);
    progress.begin(&format!("generating connect4 {ground}"), 2 * parts, "parts");
    let work = Work { setting: &setting, plies: first, codes: true, progress };
    let mut totals = Vec::new();
    let generated = work.run(after, |ply| {
        totals.push(ply.totals);
        write(&writer, &setting, ply, options.encoding)
    });
    progress.end();
    generated?;
    totals.reverse();
    totals.append(&mut after_totals);
    Ok(Solution::new(totals))
}

/// Writes the two files of a ply. The table comes last: once it is listed the ply is complete.
fn write(
    writer: &FolderWriter,
    setting: &Setting,
    ply: Solved,
    encoding: Encoding,
) -> Result<(), Connect4Error> {
    let Solved { stones, totals, codes } = ply;
    let ground = &setting.ground;
    let name = ground.first_ply() + stones;
    let pages = Pages::new(codes.iter().flat_map(|codes| codes.pages.iter().copied()), totals);
    pages.write(writer.dir(), ground, name)?;
    let entries = codes.iter().map(Codes::len).sum();
    let mut table = writer.create(table_info(ground, name, entries, encoding))?;
    let (mut bits, mut bytes) = (Bits::default(), Vec::new());
    for codes in codes {
        bits.append(&codes.bits);
        if bits.len() >= BATCH {
            bits.drain(&mut bytes);
            table.write_packed(&bytes)?;
            bytes.clear();
        }
    }
    bits.drain_all(&mut bytes);
    table.write_packed(&bytes)?;
    writer.commit(table)?;
    Ok(())
}

/// What a folder has already.
struct Complete {
    /// The first of the plies, by the stones after the root, from which on all are complete as the
    /// options ask for them; the one after the last if there are none.
    first: u32,
    /// Their totals.
    totals: Vec<Totals>,
}

fn complete(setting: &Setting, folder: &TableFolder, options: &Options) -> Complete {
    let ground = &setting.ground;
    let mut first = ground.empties() + 1;
    let mut totals = Vec::new();
    while let Some(stones) = first.checked_sub(1) {
        let ply = ground.first_ply() + stones;
        let pages = Pages::read(folder.dir(), ground, ply, pages_of_ply(setting, stones));
        let (Ok(pages), Some(table)) = (pages, folder.find(&slice_name(ply))) else { break };
        let is_complete = table.index == INDEX_SCHEME
            && table.entries == pages.entries()
            && table.encoding == options.encoding;
        if !is_complete {
            break;
        }
        first = stones;
        totals.push(pages.totals);
    }
    totals.reverse();
    Complete { first, totals }
}

/// Reads a ply back from its table.
fn restore(setting: &Setting, folder: &TableFolder, stones: u32) -> Result<Layer, Connect4Error> {
    let ground = &setting.ground;
    let ply = ground.first_ply() + stones;
    let table = folder.open_table(&slice_name(ply), Io::Read)?;
    let pages = Pages::read(folder.dir(), ground, ply, pages_of_ply(setting, stones))?;
    let layout = setting.layout(stones);
    let parts = (0..layout.parts()).into_par_iter().map(|part| {
        let range = pages_of_part(setting, stones, part);
        let range = pages.start(range.start)..pages.start(range.end);
        let mut codes = Vec::new();
        table.read_codes(range, &mut codes)?;
        let restored = setting.path.run(Restore { setting, stones, part, codes: &codes });
        restored
            .ok_or_else(|| TableError::new(table.file(), Cause::Totals).in_slice(&slice_name(ply)))
    });
    Ok(Layer::new(layout, parts.collect::<Result<_, _>>()?))
}
