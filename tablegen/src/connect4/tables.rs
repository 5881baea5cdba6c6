use std::path::Path;

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Probe, ProbeError, TableValue, ZeroSum};

use super::Index;
use super::error::Connect4Error;
use super::set::{INDEX_SCHEME, slice_name, table_set};
use crate::format::{Cause, Io, Table, TableError, TableFolder};

/// The tables of a board, open for probing: outcomes without distances (metric wdl).
///
/// A ply without a table is not covered; a folder of a run that was killed can be probed for the plies
/// it has.
#[derive(Debug)]
pub struct Connect4Tables {
    index: Index,
    plies: Vec<Option<Table>>,
}

impl Connect4Tables {
    /// Opens the tables in a folder.
    ///
    /// # Errors
    /// If there is no such folder, it holds tables of another game or board, or a table in it does not
    /// open.
    pub fn open(board: Board, folder: &Path, io: Io) -> Result<Self, Connect4Error> {
        let folder = TableFolder::open(folder)?;
        let set = table_set(board);
        folder.check_set(&set)?;
        let index = Index::new(board);
        let plies = (0..=index.last_ply()).map(|ply| {
            let slice = slice_name(ply);
            if folder.find(&slice).is_none() {
                return Ok(None);
            }
            let table = folder.open_table(&slice, io)?;
            table.check_matches(&set, INDEX_SCHEME)?;
            let (wanted, found) = (index.entries(ply), table.header().info.entries);
            if wanted != found {
                let cause = Cause::mismatch("entries", &wanted.to_string(), &found.to_string());
                return Err(TableError::new(table.file(), cause).in_slice(&slice).into());
            }
            Ok(Some(table))
        });
        let plies = plies.collect::<Result<_, Connect4Error>>()?;
        Ok(Self { index, plies })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.index.board()
    }

    /// Which position has which entry.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The table of a ply, if there is one.
    pub fn table(&self, ply: u32) -> Option<&Table> {
        self.plies.get(ply as usize)?.as_ref()
    }
}

/// A finished position has its value by the rules, whether or not play can reach it; any other has that
/// of its table. No value have positions of another board, those with the wrong number of stones of
/// either side, and those that play cannot reach, since it would have ended before.
impl Probe<ConnectFour> for Connect4Tables {
    fn probe(
        &self,
        game: &ConnectFour,
        state: &Position,
    ) -> Result<Option<TableValue>, ProbeError> {
        let Some(slot) = self.index.slot(*state) else { return Ok(None) };
        if game.board() != self.board() || state.own().count_ones() != slot.ply / 2 {
            return Ok(None);
        }
        if let Some(outcome) = game.outcome(state) {
            return Ok(Some(TableValue::wdl(outcome)));
        }
        match self.table(slot.ply) {
            Some(table) => table.get(slot.entry).map_err(ProbeError::new),
            None => Ok(None),
        }
    }
}
