use std::fmt;
use std::path::Path as FilePath;

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Metric, Probe, ProbeError, TableValue, Wdl, ZeroSum};

use super::error::Connect4Error;
use super::ground::Ground;
use super::set::{INDEX_SCHEME, table_set_of};
use super::stored::{Ply, Stored};
use crate::format::{Io, Table, TableError, Totals, code};

/// The tables of a board or under a root, open for probing: outcomes without distances (metric wdl).
///
/// A ply without a table is not covered; a folder of a run that was killed can be probed for the plies
/// it has.
pub struct Connect4Tables(Stored);

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
        Ok(Self(Stored::open(ground, folder, &table_set_of(ground), INDEX_SCHEME, io)?))
    }

    /// The board and the root.
    pub fn ground(&self) -> &Ground {
        self.0.ground()
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.ground().board()
    }

    /// The table of a ply, if there is one. Its entries are the open positions of the ply, those that
    /// are not finished and not won at once.
    pub fn table(&self, ply: u32) -> Option<&Table> {
        Some(&self.0.ply(ply)?.table)
    }

    /// What the positions of a ply add up to that play reaches from the root, stored or not; `None`
    /// without a table.
    pub fn totals(&self, ply: u32) -> Option<Totals> {
        Some(self.0.ply(ply)?.pages.totals)
    }

    /// In how many pieces [`Self::visit`] reads a ply.
    pub fn parts(&self, ply: u32) -> u64 {
        self.0.parts(ply)
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
        self.0.visit(ply, part, |position, code| {
            let value = code::outcome(code, Metric::Wdl);
            value.map(|value| each(position, value)).is_some()
        })
    }
}

impl fmt::Debug for Connect4Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connect4Tables")
            .field("ground", self.ground())
            .field("plies", &self.0.tables())
            .finish()
    }
}

/// A finished position has its value by the rules, whether or not play can reach it, and so has one that
/// the side to move wins at once; any other has that of its table. No value have positions of another
/// board, those that do not come after the root or its mirror image, those with the wrong number of stones of either side, and
/// those in which the side to move has a line, since play would have ended before.
impl Probe<ConnectFour> for Connect4Tables {
    fn probe(
        &self,
        game: &ConnectFour,
        state: &Position,
    ) -> Result<Option<TableValue>, ProbeError> {
        if game.board() != self.board() {
            return Ok(None);
        }
        // Of a root that is not its own mirror image, what comes after the image.
        let images = [*state, game.mirror(*state)];
        let Some(state) = images.iter().find(|image| self.ground().holds(**image)) else {
            return Ok(None);
        };
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
        let Some(Ply { table, pages }) = self.0.ply(state.stones()) else { return Ok(None) };
        match self.0.entry(*state, pages) {
            Some(entry) => table.get(entry).map_err(ProbeError::new),
            None => Ok(None),
        }
    }
}
