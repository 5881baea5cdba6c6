use std::path::Path;

use retrosolve_games::checkers::{Board, Checkers, Position};
use retrosolve_games::{Metric, Probe, ProbeError, TableValue, Wdl, ZeroSum};

use super::{INDEX_NAME, Material, Placement, Slice, SliceIndex};
use crate::format::{Cause, FolderError, Io, Table, TableError, TableFolder, TableSet};

/// Open tables of checkers on one board, of one metric: a probe for every position of their slices.
pub struct CheckersTables {
    board: Board,
    metric: Metric,
    tables: Vec<(SliceIndex, Table)>,
    /// For each pair of materials its place in `tables`, or [`NO_TABLE`].
    places: Box<[u16]>,
}

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
        Self { board, metric, tables: Vec::new(), places }
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
        table.check_matches(&table_set(self.board, self.metric), INDEX_NAME)?;
        let info = &table.header().info;
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
        let place = &mut self.places[place(slice)];
        if *place == NO_TABLE {
            *place = self.tables.len() as u16;
            self.tables.push((index, table));
        } else {
            self.tables[usize::from(*place)] = (index, table);
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
        self.tables.get(usize::from(self.places[place(slice)]))
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
        let slice = Slice::of(position);
        if slice.own.pieces() == 0 || slice.other.pieces() == 0 {
            return Ok(Some(self.settled(position)));
        }
        let Some((index, table)) = self.find(slice) else { return Ok(None) };
        table.get(index.rank(&Placement::of(self.board, position)))
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
