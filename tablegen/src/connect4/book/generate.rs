use std::error::Error;
use std::fmt;
use std::path::Path as FilePath;

use rayon::prelude::*;
use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Metric, Probe, Score, TableValue, Wdl, ZeroSum};

use super::journal::Journal;
use super::reached::{Reached, at_sight};
use super::tables::{BOOK_SCHEME, Book, book_set};
use crate::Progress;
use crate::connect4::error::Connect4Error;
use crate::connect4::ground::Ground;
use crate::connect4::pages::Pages;
use crate::connect4::path::Path;
use crate::connect4::plies::Setting;
use crate::connect4::read::pages_of_ply;
use crate::connect4::set::slice_name;
use crate::connect4::stored::open_positions;
use crate::format::{
    Encoding, FolderWriter, Io, TableError, TableFolder, TableInfo, Totals, check_space, code,
};
use crate::memory::{Bytes, available_memory};

/// Positions handed to the solver at a time, and lost at most if the run is killed.
const BATCH: usize = 512;
/// The width of an entry in bits: distances to 126 plies, and no board has more than 64 cells.
const ENTRY_BITS: u8 = 8;

/// Finds the values of positions that are not finished and not won at once, all of one ply: one for each,
/// in their order, from the view of the side to move, with the plies to the end of the game.
pub type Solver<'a> = dyn FnMut(&[Position]) -> Result<Vec<Score>, SolverError> + 'a;

/// Why positions could not be solved.
pub type SolverError = Box<dyn Error + Send + Sync>;

/// How a book is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookOptions {
    /// How the entries are stored.
    pub encoding: Encoding,
    /// The most memory to use besides the solver's, in bytes; without it what the system has available.
    pub memory: Option<u64>,
}

impl Default for BookOptions {
    fn default() -> Self {
        Self { encoding: Encoding::Zstd, memory: None }
    }
}

/// What a book takes, known before it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookPlan {
    /// The board.
    pub board: Board,
    /// The last ply.
    pub ply: u32,
    /// At most so many positions of the last ply have to be solved.
    pub positions: u128,
    /// The greatest memory taken at one time besides the solver's, in bytes; an upper estimate.
    pub memory: u128,
    /// What the files take, in bytes; an upper estimate.
    pub disk: u128,
}

impl BookPlan {
    /// For the positions of a board up to a ply, at most the last one before the full board.
    pub fn new(board: Board, ply: u32) -> Self {
        let ground = Ground::of_board(board);
        let setting = Setting::new(ground, Path::best());
        let colorings = |ply: u32| {
            u128::from(setting.profiles.count(ply)).saturating_mul(halves(ply)).saturating_add(1)
        };
        // A position and its mirror image are one, but for those that are their own.
        let reached = |ply: u32| colorings(ply).div_ceil(2).saturating_mul(9).div_ceil(8);
        let all = (0..=ply).fold(0u128, |sum, ply| sum.saturating_add(reached(ply)));
        let moves = u128::from(board.columns());
        let candidates = ply.checked_sub(1).map_or(1, &reached).saturating_mul(moves);
        // A key, and a value where it is known; the successors before they are told apart; the codes.
        let memory = all
            .saturating_mul(8 + 2)
            .saturating_add(candidates.saturating_mul(2 * 8).max(colorings(ply).saturating_mul(3)));
        let pages = (0..=ply)
            .map(|ply| u128::from(Pages::file_bytes(&ground, pages_of_ply(&setting, ply))) + 4096);
        let entries = (0..=ply).fold(0u128, |sum, ply| sum.saturating_add(colorings(ply)));
        Self {
            board,
            ply,
            positions: reached(ply),
            memory: memory.saturating_add(16 << 20),
            disk: entries.saturating_add(pages.sum()),
        }
    }

    fn check(&self, folder: &FilePath, memory: Option<u64>) -> Result<(), Connect4Error> {
        let limit = memory.or_else(available_memory).unwrap_or(u64::MAX).min(isize::MAX as u64);
        if self.memory > u128::from(limit) {
            return Err(Connect4Error::BookMemory { plan: *self, limit });
        }
        check_space(folder, u64::try_from(self.disk).unwrap_or(u64::MAX))?;
        Ok(())
    }
}

impl fmt::Display for BookPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, ply, positions, memory, disk } = self;
        write!(
            f,
            "a book of connect4 {board} to ply {ply} has at most {positions} positions to solve and takes at most {} of memory besides the solver's and {} of disk",
            Bytes(*memory),
            Bytes(*disk)
        )
    }
}

/// In how many ways the stones of a ply are the first player's or the second's.
fn halves(ply: u32) -> u128 {
    let (n, k) = (u128::from(ply), u128::from(ply / 2));
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

/// Makes the book of a board up to a ply in a folder of its own: the values of all positions that play
/// reaches, each and its mirror image once, by `solve` at the last ply and by the rules before.
///
/// Runs on the current rayon pool. Plies that are complete are kept, and what has been solved of the
/// last is too, batch by batch; the files are the same in the end, byte for byte, wherever a run before
/// was stopped, and for any solver that is right. Returns what the positions of each ply add up to,
/// mirror images and finished ones counted.
///
/// # Errors
/// Before anything is solved if the board has no such ply before the full board, memory or disk do not
/// suffice, another generator has the folder, or it holds something else. Later if a file cannot be
/// written, or the solver does not give a value for each position.
pub fn generate(
    board: Board,
    ply: u32,
    folder: &FilePath,
    options: &BookOptions,
    solve: &mut Solver<'_>,
    progress: &dyn Progress,
) -> Result<Vec<Totals>, Connect4Error> {
    if ply >= board.cells() {
        return Err(Connect4Error::BookPly { board, ply });
    }
    let work = Work::new(board, ply, options.encoding);
    let before = TableFolder::open(folder);
    if before.map_or(true, |folder| !work.missing(&folder).is_empty()) {
        BookPlan::new(board, ply).check(folder, options.memory)?;
    }
    let writer = FolderWriter::open(folder, &book_set(board))?;
    let missing = work.missing(&writer.folder());
    if !missing.is_empty() {
        let reached = Reached::up_to(&work.game, ply);
        // What is found at the last ply serves for all before.
        let mut values = work.last_values(&writer, &reached[ply as usize], solve, progress)?;
        for at in (0..=ply).rev() {
            let here = &reached[at as usize];
            if let Some(after) = reached.get(at as usize + 1).filter(|_| at < ply) {
                values = here.values_from(&work.game, after, &values);
            }
            if missing.contains(&at) {
                work.write(&writer, at, here, &values)?;
            }
        }
    }
    Journal::remove(writer.dir(), ply)?;
    let pages = (0..=ply).map(|at| Ok(work.pages(writer.dir(), at)?.totals));
    pages.collect()
}

struct Work {
    game: ConnectFour,
    ply: u32,
    encoding: Encoding,
    setting: Setting,
}

impl Work {
    fn new(board: Board, ply: u32, encoding: Encoding) -> Self {
        let setting = Setting::new(Ground::of_board(board), Path::best());
        Self { game: ConnectFour::new(board), ply, encoding, setting }
    }

    fn pages(&self, dir: &FilePath, ply: u32) -> Result<Pages, TableError> {
        Pages::read(dir, &self.setting.ground, ply, pages_of_ply(&self.setting, ply))
    }

    /// The plies that a folder lacks, the last one first.
    fn missing(&self, folder: &TableFolder) -> Vec<u32> {
        let is_complete = |&ply: &u32| {
            let table = folder.find(&slice_name(ply));
            let pages = self.pages(folder.dir(), ply);
            table.zip(pages.ok()).is_some_and(|(table, pages)| {
                table.index == BOOK_SCHEME
                    && table.entries == pages.entries()
                    && table.encoding == self.encoding
            })
        };
        (0..=self.ply).rev().filter(|ply| !is_complete(ply)).collect()
    }

    /// The values of the last ply: of its table if there is one in any encoding, else by the solver.
    fn last_values(
        &self,
        writer: &FolderWriter,
        reached: &Reached,
        solve: &mut Solver<'_>,
        progress: &dyn Progress,
    ) -> Result<Vec<Score>, Connect4Error> {
        let Self { game, ply, .. } = self;
        let book = Book::open(game.board(), writer.dir(), Io::Read);
        if let Some(book) = book.ok().filter(|book| book.table(*ply).is_some()) {
            let known = |position| Some(score(book.probe(game, &position).ok()??));
            let known: Option<Vec<Score>> = reached.positions(game).map(known).collect();
            if let Some(values) = known {
                return Ok(values);
            }
        }
        let open: Vec<Position> = reached
            .positions(game)
            .filter(|&position| at_sight(game, position).is_none())
            .collect();
        let mut journal = Journal::open(writer.dir(), game.board(), *ply, open.len() as u64)?;
        let left = &open[journal.codes().len()..];
        progress.begin(
            &format!("solving ply {ply} of connect4 {}", game.board()),
            left.len() as u64,
            "positions",
        );
        let solved = left.chunks(BATCH).try_for_each(|batch| {
            let found = solve(batch).map_err(Connect4Error::Solver)?;
            let codes: Vec<u8> = found.iter().filter_map(|&score| narrow(score)).collect();
            if codes.len() != batch.len() {
                return Err(Connect4Error::Values { asked: batch.len(), found: codes.len() });
            }
            journal.append(&codes)?;
            progress.advance(batch.len() as u64);
            Ok(())
        });
        progress.end();
        solved?;
        let mut codes = journal.codes().iter();
        let value = |position| {
            at_sight(game, position)
                .or_else(|| code::decode(u16::from(*codes.next()?), Metric::Dtw).map(score))
        };
        let values: Option<Vec<Score>> = reached.positions(game).map(value).collect();
        values.ok_or(Connect4Error::Values { asked: open.len(), found: journal.codes().len() })
    }

    /// Writes the two files of a ply. The table comes last: once it is listed the ply is complete.
    fn write(
        &self,
        writer: &FolderWriter,
        ply: u32,
        reached: &Reached,
        values: &[Score],
    ) -> Result<(), Connect4Error> {
        let Self { game, setting, encoding, .. } = self;
        let layout = setting.layout(ply);
        let pages_of_part = (pages_of_ply(setting, ply) / layout.parts().max(1)) as usize;
        let part = |part: u64| {
            let (mut codes, mut pages) = (Vec::new(), vec![0u32; pages_of_part]);
            open_positions(setting, ply, part, |page, position| {
                pages[page as usize] += 1;
                // Its mirror image stands for it, or play never reaches it.
                let stands = position == game.canonical(&position);
                let place = reached.place(game, position).filter(|_| stands);
                codes.push(place.map_or(code::NONE, |place| {
                    narrow(values[place]).map_or(code::NONE, u16::from)
                }));
            });
            (codes, pages)
        };
        let parts: Vec<_> = (0..layout.parts()).into_par_iter().map(part).collect();
        let totals = reached.totals(game, values);
        let counts = parts.iter().flat_map(|(_, pages)| pages.iter().copied());
        let pages = Pages::new(counts, totals);
        pages.write(writer.dir(), &setting.ground, ply)?;
        let mut table = writer.create(TableInfo {
            set: book_set(game.board()),
            slice: slice_name(ply),
            index: BOOK_SCHEME.into(),
            entries: pages.entries(),
            entry_bits: ENTRY_BITS,
            encoding: *encoding,
        })?;
        for (codes, _) in parts {
            table.write_codes(&codes)?;
        }
        writer.commit(table)?;
        Ok(())
    }
}

/// The code of a score in one byte.
fn narrow(score: Score) -> Option<u8> {
    let code = code::of_distance(score.wdl(), score.plies().unwrap_or(0))?;
    u8::try_from(code).ok()
}

/// The score of a value with a distance.
fn score(value: TableValue) -> Score {
    let plies = value.distance.unwrap_or(0);
    match value.wdl {
        Wdl::Win => Score::win_in(plies),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => Score::loss_in(plies),
    }
}
