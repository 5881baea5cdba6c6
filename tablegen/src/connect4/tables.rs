use std::fmt;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, PoisonError};

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Probe, ProbeError, TableValue, Wdl, ZeroSum};

use super::codes::PAGE;
use super::error::Connect4Error;
use super::ground::Ground;
use super::open::{ChunkRanks, Open};
use super::pages::Pages;
use super::path::Path;
use super::place::Place;
use super::plies::Setting;
use super::read::{pages_of_part, pages_of_ply};
use super::set::{INDEX_SCHEME, slice_name, table_set_of};
use super::unit::UNIT_BITS;
use super::walk::{CHUNK_BITS, Live};
use crate::format::{Cause, Io, Table, TableError, TableFolder, Totals, code};

/// Chunks whose positions are kept counted, about 10 KB each: successors of neighbouring positions are
/// found without walking over a page again.
const KEPT: u64 = 512;

/// The tables of a board or under a root, open for probing: outcomes without distances (metric wdl).
///
/// A ply without a table is not covered; a folder of a run that was killed can be probed for the plies
/// it has.
pub struct Connect4Tables {
    setting: Setting,
    plies: Vec<Option<Ply>>,
    kept: Box<[Mutex<Option<Arc<ChunkRanks>>>]>,
}

struct Ply {
    table: Table,
    pages: Pages,
}

impl Connect4Tables {
    /// Opens the tables of a board in a folder.
    ///
    /// # Errors
    /// If there is no such folder, it holds tables of another game, board or root, or a file in it does
    /// not open.
    pub fn open(board: Board, folder: &FilePath, io: Io) -> Result<Self, Connect4Error> {
        Self::open_under(&Ground::of_board(board), folder, io)
    }

    /// Opens the tables under a root in a folder.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_under(ground: &Ground, folder: &FilePath, io: Io) -> Result<Self, Connect4Error> {
        let folder = TableFolder::open(folder)?;
        let set = table_set_of(ground);
        folder.check_set(&set)?;
        let setting = Setting::new(*ground, Path::best());
        let plies = (0..=ground.empties()).map(|stones| {
            let ply = ground.first_ply() + stones;
            let slice = slice_name(ply);
            if folder.find(&slice).is_none() {
                return Ok(None);
            }
            let table = folder.open_table(&slice, io)?;
            table.check_matches(&set, INDEX_SCHEME)?;
            let pages = Pages::read(folder.dir(), ground, ply, pages_of_ply(&setting, stones))?;
            let (wanted, found) = (pages.entries(), table.header().info.entries);
            if wanted != found {
                let cause = Cause::mismatch("entries", &wanted.to_string(), &found.to_string());
                return Err(TableError::new(table.file(), cause).in_slice(&slice).into());
            }
            Ok(Some(Ply { table, pages }))
        });
        let plies = plies.collect::<Result<_, Connect4Error>>()?;
        Ok(Self { setting, plies, kept: (0..KEPT).map(|_| Mutex::default()).collect() })
    }

    /// The board and the root.
    pub fn ground(&self) -> &Ground {
        &self.setting.ground
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.ground().board()
    }

    /// The table of a ply, if there is one. Its entries are the open positions of the ply, those that
    /// are not finished and not won at once.
    pub fn table(&self, ply: u32) -> Option<&Table> {
        Some(&self.ply(ply)?.table)
    }

    /// What the positions of a ply add up to that play reaches from the root, stored or not; `None`
    /// without a table.
    pub fn totals(&self, ply: u32) -> Option<Totals> {
        Some(self.ply(ply)?.pages.totals)
    }

    /// In how many pieces [`Self::visit`] reads a ply.
    pub fn parts(&self, ply: u32) -> u64 {
        match ply.checked_sub(self.ground().first_ply()) {
            Some(stones) if self.ply(ply).is_some() => self.setting.layout(stones).parts(),
            _ => 0,
        }
    }

    /// Hands every position of a part of a ply's table to `each`, with its value, in the order of the
    /// entries. Among them are the few that play never reaches.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn visit(
        &self,
        ply: u32,
        part: u64,
        mut each: impl FnMut(Position, Wdl),
    ) -> Result<(), TableError> {
        let setting = &self.setting;
        let (Some(found), Some(stones)) =
            (self.ply(ply), ply.checked_sub(self.ground().first_ply()))
        else {
            return Ok(());
        };
        let pages = pages_of_part(setting, stones, part);
        let mut codes = Vec::new();
        let range = found.pages.start(pages.start)..found.pages.start(pages.end);
        found.table.read_codes(range, &mut codes)?;
        let mut codes = codes.into_iter();
        let layout = setting.layout(stones);
        let (rank, first) = layout.part(part);
        let profile = setting.profiles.profile(stones, rank);
        let mut stray = false;
        setting.path.run(Open {
            setting,
            stones,
            rank,
            chunks: first..first + layout.chunks_of_part(),
            each: |chunk, live: &Live| {
                for (&unit, open) in live.units.iter().zip(&live.wanted).take(live.len) {
                    let unit = chunk << CHUNK_BITS | u64::from(unit);
                    for entry in (0..super::unit::UNIT).filter(|&entry| open.has(entry)) {
                        let colors = unit << UNIT_BITS | entry as u64;
                        let position = Place { profile, colors }.position(&setting.ground);
                        match codes.next().and_then(wdl) {
                            Some(value) => each(position, value),
                            None => stray = true,
                        }
                    }
                }
            },
        });
        match stray || codes.next().is_some() {
            false => Ok(()),
            true => {
                let error = TableError::new(found.table.file(), Cause::Totals);
                Err(error.in_slice(&slice_name(ply)))
            }
        }
    }

    fn ply(&self, ply: u32) -> Option<&Ply> {
        let stones = ply.checked_sub(self.ground().first_ply())?;
        self.plies.get(stones as usize)?.as_ref()
    }

    /// The rank of an open position that the ground holds among those of its ply.
    fn rank(&self, position: Position, pages: &Pages) -> Option<u64> {
        let setting = &self.setting;
        let Place { profile, colors } = Place::of(&setting.ground, position);
        let stones = profile.stones();
        let rank = setting.profiles.rank(&profile);
        let chunk = colors >> (UNIT_BITS + CHUNK_BITS);
        let key = (stones, rank, chunk);
        let layout = setting.layout(stones);
        let chunks = layout.parts_of_profile() * layout.chunks_of_part();
        let slot = (rank * chunks + chunk) ^ u64::from(stones) << 5;
        let slot = &self.kept[(slot % KEPT) as usize];
        let found = slot.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(ranks) = found.filter(|ranks| ranks.is(key)) {
            return ranks.rank(colors);
        }
        let page = rank * chunks.div_ceil(PAGE) + chunk / PAGE;
        let ranks = Arc::new(ChunkRanks::new(setting, key, pages.start(page)));
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&ranks));
        ranks.rank(colors)
    }
}

impl fmt::Debug for Connect4Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies: Vec<_> = self.plies.iter().flatten().map(|ply| &ply.table).collect();
        f.debug_struct("Connect4Tables")
            .field("ground", self.ground())
            .field("plies", &plies)
            .finish()
    }
}

fn wdl(code: u16) -> Option<Wdl> {
    code::decode(code, retrosolve_games::Metric::Wdl).map(|value| value.wdl)
}

/// A finished position has its value by the rules, whether or not play can reach it, and so has one that
/// the side to move wins at once; any other has that of its table. No value have positions of another
/// board, those that do not come after the root, those with the wrong number of stones of either side, and
/// those in which the side to move has a line, since play would have ended before.
impl Probe<ConnectFour> for Connect4Tables {
    fn probe(
        &self,
        game: &ConnectFour,
        state: &Position,
    ) -> Result<Option<TableValue>, ProbeError> {
        if game.board() != self.board() || !self.ground().holds(*state) {
            return Ok(None);
        }
        if let Some(outcome) = game.outcome(state) {
            return Ok(Some(TableValue::wdl(outcome)));
        }
        let mask = state.mask();
        if game.has_four(state.own()) {
            return Ok(None);
        }
        if game.winning_cells(state.own(), mask) & game.playable(mask) != 0 {
            return Ok(Some(TableValue::wdl(Wdl::Win)));
        }
        let Some(Ply { table, pages }) = self.ply(state.stones()) else { return Ok(None) };
        match self.rank(*state, pages) {
            Some(entry) => table.get(entry).map_err(ProbeError::new),
            None => Ok(None),
        }
    }
}
