use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use retrosolve_games::checkers::{Board, Checkers, Position};
use retrosolve_games::{Metric, Notation, Probe, ProbeError, TableValue, Wdl, ZeroSum};

use super::locate::Place;
use super::packed::{FreeSet, Numbering, Scheme, View};
use super::{INDEX_NAME, Material, Placement, Slice, SliceIndex};
use crate::format::{
    Cause, Encoding, FolderError, Io, Table, TableError, TableFolder, TableSet, code,
};

/// Open tables of checkers on one board, of one metric: a probe for every position of their slices.
pub struct CheckersTables {
    board: Board,
    metric: Metric,
    tables: Vec<(SliceIndex, Table)>,
    /// For each of them, if it is packed, how.
    packed: Vec<Option<Packed>>,
    /// For each pair of materials its place in `tables`, or [`NO_TABLE`].
    places: Box<[u16]>,
}

/// How a packed table is read.
struct Packed {
    free: FreeSet,
    /// Whether the table has no entries, those of its flip having all.
    left_out: bool,
    numbering: Numbering,
}

/// Quiet plies in a row that settle what a packed table leaves out, at most: if one side to move is stored, a
/// position of the other leads to one from which every move leads to a capture.
const QUIET_PLIES: u32 = 2;

/// Positions that are looked up before the first of them is read.
const AHEAD: usize = 32;

const NO_TABLE: u16 = u16::MAX;
/// Materials of a side with at most [`Material::MAX_PIECES`] pieces, none included.
const MATERIALS: usize = 91;

/// What all checkers tables of a board and a metric have in common.
pub(super) fn table_set(board: Board, metric: Metric) -> TableSet {
    TableSet::new("checkers", "english", board.to_string(), metric)
}

impl CheckersTables {
    /// No tables yet.
    pub fn empty(board: Board, metric: Metric) -> Self {
        let places = vec![NO_TABLE; MATERIALS * MATERIALS].into();
        Self { board, metric, tables: Vec::new(), packed: Vec::new(), places }
    }

    /// Opens all tables of a folder, such as `data/tables/checkers-8x8-wdl`.
    ///
    /// # Errors
    /// If there is no such folder, it holds tables of something else, or one of them does not open.
    pub fn open(dir: impl AsRef<Path>, io: Io) -> Result<Self, FolderError> {
        let folder = TableFolder::open(dir)?;
        let TableSet { board, metric, .. } = folder.set();
        let board: Board = board.parse().unwrap_or_default();
        folder.check_set(&table_set(board, *metric))?;
        let mut tables = Self::empty(board, *metric);
        for listed in folder.tables() {
            tables.add(folder.open_table(&listed.slice, io)?)?;
        }
        Ok(tables)
    }

    /// Adds a table, in place of one of the same slice.
    ///
    /// # Errors
    /// If it is not a table of this board and metric, or is not numbered as this program numbers.
    pub fn add(&mut self, table: Table) -> Result<(), TableError> {
        let info = &table.header().info;
        // Of packed tables the name tells the order, so there are many names.
        let scheme: Option<Scheme> =
            info.index.parse().ok().filter(|_| info.encoding == Encoding::Runs);
        let name = if scheme.is_some() { &info.index } else { INDEX_NAME };
        table.check_matches(&table_set(self.board, self.metric), name)?;
        let mismatch = |what, wanted: String, found: String| {
            TableError::new(table.file(), Cause::Mismatch { what, wanted, found })
        };
        let slice: Slice = info.slice.parse().map_err(|error| {
            mismatch("slice", format!("one such as m2k1-k2 ({error})"), info.slice.clone())
        })?;
        let index = SliceIndex::new(self.board, slice).ok_or_else(|| {
            let wanted = format!("one that fits on {}", self.board);
            mismatch("slice", wanted, info.slice.clone())
        })?;
        if index.len() != info.entries {
            let (wanted, found) = (index.len().to_string(), info.entries.to_string());
            return Err(mismatch("number of positions", wanted, found).in_slice(&info.slice));
        }
        let packed = scheme.map(|scheme| Packed {
            free: scheme.free_set(slice),
            left_out: scheme.left_out,
            numbering: Numbering::new(self.board, slice, &scheme),
        });
        let place = &mut self.places[place(slice)];
        if *place == NO_TABLE {
            *place = self.tables.len() as u16;
            self.tables.push((index, table));
            self.packed.push(packed);
        } else {
            self.tables[usize::from(*place)] = (index, table);
            self.packed[usize::from(*place)] = packed;
        }
        Ok(())
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// What the values say besides who wins.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The tables with the numberings of their slices, in the order in which they were added.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = &(SliceIndex, Table)> {
        self.tables.iter()
    }

    /// The table of a slice, if it is there.
    #[inline]
    pub fn find(&self, slice: Slice) -> Option<&(SliceIndex, Table)> {
        if slice.own.pieces().max(slice.other.pieces()) > Material::MAX_PIECES {
            return None;
        }
        self.tables.get(self.place(slice))
    }

    /// The value of a position of this board for its side to move; `None` if it is in no table.
    ///
    /// Where a side has no piece, the rules tell: the mover without pieces has lost, and against nothing
    /// any move wins.
    ///
    /// # Errors
    /// If the table cannot be read or is damaged there.
    #[inline]
    pub fn get(&self, position: &Position) -> Result<Option<TableValue>, TableError> {
        self.read(position, self.locate(position))
    }

    #[inline]
    fn read(&self, position: &Position, place: Place) -> Result<Option<TableValue>, TableError> {
        match place {
            Place::Rules => Ok(Some(self.settled(position))),
            Place::Nowhere => Ok(None),
            Place::Packed(place) => {
                Ok(self.settle(position, place, QUIET_PLIES)?.map(TableValue::wdl))
            }
            Place::Entry(place, number) => self.tables[place].1.get(number),
        }
    }

    /// Appends the values of positions, each as [`Self::get`] finds it: where tables are raw, more of them a
    /// second, since one is not waited for before the next is looked up.
    ///
    /// # Errors
    /// As [`Self::get`]; the values before are there then.
    pub fn get_many(
        &self,
        positions: &[Position],
        values: &mut Vec<Option<TableValue>>,
    ) -> Result<(), TableError> {
        values.reserve(positions.len());
        let mut places = [Place::Nowhere; AHEAD];
        for positions in positions.chunks(AHEAD) {
            for (position, found) in positions.iter().zip(&mut places) {
                *found = self.locate(position);
                if let Place::Entry(place, number) = *found {
                    self.tables[place].1.prefetch(number);
                }
            }
            for (position, &place) in positions.iter().zip(&places) {
                values.push(self.read(position, place)?);
            }
        }
        Ok(())
    }

    /// The place of a slice's table in the list, or one beyond it.
    #[inline(always)]
    pub(super) fn place(&self, slice: Slice) -> usize {
        usize::from(self.places[place(slice)])
    }

    /// The numbering of the table at a place, and whether it is packed.
    #[inline(always)]
    pub(super) fn table_at(&self, place: usize) -> Option<(&SliceIndex, bool)> {
        let (index, _) = self.tables.get(place)?;
        Some((index, self.packed[place].is_some()))
    }

    /// The value of a position of the packed table at a place. `quiet` is how many quiet plies from here on,
    /// without a capture or a crowning, may lead to what is left out.
    fn settle(
        &self,
        position: &Position,
        place: usize,
        quiet: u32,
    ) -> Result<Option<Wdl>, TableError> {
        let ((index, table), Some(packed)) = (&self.tables[place], &self.packed[place]) else {
            return Ok(None);
        };
        let board = self.board;
        let placement = Placement::of(board, position);
        let view = View::of(board, &placement);
        if view.can_capture(board) {
            return self.best(position, QUIET_PLIES);
        }
        if packed.left_out || packed.free.has_quiet(board, &view) {
            if quiet == 0 {
                let position = Checkers::new(board).format_state(position);
                let cause = Cause::Unsettled { position };
                return Err(
                    TableError::new(table.file(), cause).in_slice(&table.header().info.slice)
                );
            }
            return self.best(position, quiet - 1);
        }
        let code = table.stored_code(packed.numbering.rank(index, &placement))?;
        Ok(code::outcome(code.into(), Metric::Wdl))
    }

    /// The best that a move leads to; `None` if no table knows what decides.
    fn best(&self, position: &Position, quiet: u32) -> Result<Option<Wdl>, TableError> {
        let board = self.board;
        let crown = board.crown_row(position.turn);
        let mut best = Ok(Some(Wdl::Loss));
        position.for_each_move(board, |mv| {
            // A win is not bettered, an error not healed.
            if matches!(best, Ok(Some(Wdl::Win)) | Err(_)) {
                return;
            }
            let next = position.after(board, mv);
            let is_man = position.men[position.turn as usize] >> mv.from & 1 != 0;
            let crowned = is_man && crown >> mv.to & 1 != 0;
            let quiet = if mv.is_capture() || crowned { QUIET_PLIES } else { quiet };
            let value = self.outcome(&next, quiet);
            best = match (&best, value) {
                (_, Err(error)) => Err(error),
                (_, Ok(Some(Wdl::Loss))) => Ok(Some(Wdl::Win)),
                (Ok(Some(best)), Ok(Some(value))) => Ok(Some((*best).max(-value))),
                _ => Ok(None),
            };
        });
        best
    }

    /// The outcome of a position, as [`Self::get`], where `quiet` is as in [`Self::settle`].
    fn outcome(&self, position: &Position, quiet: u32) -> Result<Option<Wdl>, TableError> {
        let slice = Slice::of(position);
        if slice.own.pieces() == 0 {
            return Ok(Some(Wdl::Loss));
        }
        let place = self.place(slice);
        match self.packed.get(place) {
            Some(Some(_)) => self.settle(position, place, quiet),
            _ => Ok(self.get(position)?.map(|value| value.wdl)),
        }
    }

    /// Appends the codes of a range of positions of a slice, in the order of its [`SliceIndex`]: as
    /// [`Table::read_codes`], but of packed tables too, whose free entries are settled.
    ///
    /// # Errors
    /// If there is no such table, the range exceeds it, what it needs is missing, or a table cannot be read or
    /// is damaged.
    pub fn read_codes(
        &self,
        slice: Slice,
        range: Range<u64>,
        codes: &mut Vec<u16>,
    ) -> Result<(), FolderError> {
        let place = self.place(slice);
        let Some((index, table)) = self.tables.get(place) else {
            let slice = slice.to_string();
            return Err(FolderError::NoSlice { dir: PathBuf::new(), slice });
        };
        if self.packed[place].is_none() {
            return Ok(table.read_codes(range, codes)?);
        }
        if range.end > index.len() {
            let cause = Cause::OutOfRange { index: range.end, entries: index.len() };
            return Err(TableError::new(table.file(), cause).into());
        }
        let values: Result<Vec<u16>, FolderError> = index
            .placements(range)
            .collect::<Vec<_>>()
            .par_iter()
            .map(|placement| {
                let position = placement.position(self.board);
                match self.settle(&position, place, QUIET_PLIES)? {
                    Some(wdl) => Ok(code::of_wdl(wdl)),
                    None => {
                        let position = Checkers::new(self.board).format_state(&position);
                        let cause = Cause::Unsettled { position };
                        Err(TableError::new(table.file(), cause).into())
                    }
                }
            })
            .collect();
        codes.extend(values?);
        Ok(())
    }

    /// As [`Self::read_codes`], of tables with distances as codes of the metric wdl too.
    ///
    /// # Errors
    /// As [`Self::read_codes`].
    pub fn read_outcomes(
        &self,
        slice: Slice,
        range: Range<u64>,
        codes: &mut Vec<u16>,
    ) -> Result<(), FolderError> {
        let start = codes.len();
        self.read_codes(slice, range, codes)?;
        if self.metric != Metric::Wdl {
            for code in &mut codes[start..] {
                *code = code::outcome(*code, self.metric).map_or(code::NONE, code::of_wdl);
            }
        }
        Ok(())
    }

    /// The value of a position in which a side has no piece.
    fn settled(&self, position: &Position) -> TableValue {
        let (wdl, plies) = match Checkers::new(self.board).outcome(position) {
            Some(outcome) => (outcome, 0),
            None => (Wdl::Win, 1),
        };
        let distance = (self.metric != Metric::Wdl).then_some(plies);
        TableValue { wdl, distance, metric: self.metric }
    }
}

/// The place of a slice in the square of all pairs of materials.
#[inline]
fn place(slice: Slice) -> usize {
    let number = |side: Material| {
        let pieces = usize::from(side.pieces());
        pieces * (pieces + 1) / 2 + usize::from(side.kings)
    };
    number(slice.own) * MATERIALS + number(slice.other)
}

impl Probe<Checkers> for CheckersTables {
    #[inline]
    fn probe(&self, game: &Checkers, state: &Position) -> Result<Option<TableValue>, ProbeError> {
        if game.board() != self.board {
            return Ok(None);
        }
        self.get(state).map_err(ProbeError::new)
    }
}
