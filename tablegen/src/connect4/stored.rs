use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, PoisonError};

use retrosolve_games::connect4::Position;

use super::codes::PAGE;
use super::error::Connect4Error;
use super::ground::Ground;
use super::open::{ChunkRanks, Open};
use super::pages::Pages;
use super::path::Path;
use super::place::Place;
use super::plies::Setting;
use super::read::{pages_of_part, pages_of_ply};
use super::set::slice_name;
use super::unit::{UNIT, UNIT_BITS};
use super::walk::{CHUNK_BITS, Live};
use crate::format::{Cause, Io, Table, TableError, TableFolder, TableSet};

/// Chunks whose positions are kept counted, about 10 KB each: successors of neighbouring positions are
/// found without walking over a page again.
const KEPT: u64 = 512;

/// The plies of a folder, open for reading: one entry for each open position of a ply, those that are
/// not finished and not won at once, in their order.
pub(super) struct Stored {
    pub(super) setting: Setting,
    plies: Vec<Option<Ply>>,
    kept: Box<[Mutex<Option<Arc<ChunkRanks>>>]>,
}

/// The two files of a ply.
pub(super) struct Ply {
    pub(super) table: Table,
    pub(super) pages: Pages,
}

impl Stored {
    /// Opens what a folder has of a set whose tables have the index scheme `index`.
    pub(super) fn open(
        ground: &Ground,
        folder: &FilePath,
        set: &TableSet,
        index: &str,
        io: Io,
    ) -> Result<Self, Connect4Error> {
        let folder = TableFolder::open(folder)?;
        folder.check_set(set)?;
        let setting = Setting::new(*ground, Path::best());
        let plies = (0..=ground.empties()).map(|stones| {
            let ply = ground.first_ply() + stones;
            let slice = slice_name(ply);
            if folder.find(&slice).is_none() {
                return Ok(None);
            }
            let table = folder.open_table(&slice, io)?;
            table.check_matches(set, index)?;
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
    pub(super) fn ground(&self) -> &Ground {
        &self.setting.ground
    }

    /// The files of a ply, if there are any.
    pub(super) fn ply(&self, ply: u32) -> Option<&Ply> {
        let stones = ply.checked_sub(self.ground().first_ply())?;
        self.plies.get(stones as usize)?.as_ref()
    }

    /// The tables that there are.
    pub(super) fn tables(&self) -> Vec<&Table> {
        self.plies.iter().flatten().map(|ply| &ply.table).collect()
    }

    /// In how many pieces [`Self::visit`] reads a ply.
    pub(super) fn parts(&self, ply: u32) -> u64 {
        match ply.checked_sub(self.ground().first_ply()) {
            Some(stones) if self.ply(ply).is_some() => self.setting.layout(stones).parts(),
            _ => 0,
        }
    }

    /// Hands every entry of a part of a ply to `each`, position and code, in their order. An entry for
    /// which `each` answers false is none that the table can have.
    pub(super) fn visit(
        &self,
        ply: u32,
        part: u64,
        mut each: impl FnMut(Position, u16) -> bool,
    ) -> Result<(), TableError> {
        let (Some(found), Some(stones)) =
            (self.ply(ply), ply.checked_sub(self.ground().first_ply()))
        else {
            return Ok(());
        };
        let pages = pages_of_part(&self.setting, stones, part);
        let mut codes = Vec::new();
        let range = found.pages.start(pages.start)..found.pages.start(pages.end);
        found.table.read_codes(range, &mut codes)?;
        let mut codes = codes.into_iter();
        let mut stray = false;
        open_positions(&self.setting, stones, part, |_, position| {
            stray |= !codes.next().is_some_and(|code| each(position, code));
        });
        match stray || codes.next().is_some() {
            false => Ok(()),
            true => {
                let error = TableError::new(found.table.file(), Cause::Totals);
                Err(error.in_slice(&slice_name(ply)))
            }
        }
    }

    /// The entry of an open position that the ground holds; `None` for any that is not open.
    pub(super) fn entry(&self, position: Position, pages: &Pages) -> Option<u64> {
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

/// Hands the open positions of a part of a ply to `each` in their order, each with its page, counted
/// from the first of the part.
pub(super) fn open_positions(
    setting: &Setting,
    stones: u32,
    part: u64,
    mut each: impl FnMut(u64, Position),
) {
    let layout = setting.layout(stones);
    let (rank, first) = layout.part(part);
    let profile = setting.profiles.profile(stones, rank);
    setting.path.run(Open {
        setting,
        stones,
        rank,
        chunks: first..first + layout.chunks_of_part(),
        each: |chunk, live: &Live| {
            for (&unit, open) in live.units.iter().zip(&live.wanted).take(live.len) {
                let unit = chunk << CHUNK_BITS | u64::from(unit);
                for entry in (0..UNIT).filter(|&entry| open.has(entry)) {
                    let colors = unit << UNIT_BITS | entry as u64;
                    let position = Place { profile, colors }.position(&setting.ground);
                    each((chunk - first) / PAGE, position);
                }
            }
        },
    });
}
