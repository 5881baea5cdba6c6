use std::fmt;
use std::path::Path as FilePath;

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Metric, Probe, ProbeError, TableValue, Wdl, ZeroSum};

use crate::connect4::error::Connect4Error;
use crate::connect4::ground::Ground;
use crate::connect4::stored::{Ply, Stored};
use crate::format::{Io, Table, TableError, TableSet, Totals, code};

/// The name of the index scheme of books: the open positions of a ply in order, with gaps; see
/// `CONNECT4.md`.
pub const BOOK_SCHEME: &str = "connect4-book/1";

/// The set of a board's book: game `connect4`, metric dtw.
pub fn book_set(board: Board) -> TableSet {
    TableSet::new("connect4", "standard", board.to_string(), Metric::Dtw)
}

/// An opening book, open for probing: the values of all positions up to a ply with the plies to the end
/// of the game (metric dtw).
///
/// A ply without a table is not covered; the folder of a run that was killed can be probed for the plies
/// it has.
pub struct Book(Stored);

impl Book {
    /// Opens the book of a board in a folder.
    ///
    /// # Errors
    /// If there is no such folder, it holds tables of another game, board or metric, or a file in it
    /// does not open.
    pub fn open(board: Board, folder: &FilePath, io: Io) -> Result<Self, Connect4Error> {
        let ground = Ground::of_board(board);
        Ok(Self(Stored::open(&ground, folder, &book_set(board), BOOK_SCHEME, io)?))
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.0.ground().board()
    }

    /// The last ply with a table; `None` without any.
    pub fn last_ply(&self) -> Option<u32> {
        (0..=self.0.ground().last_ply()).rev().find(|&ply| self.0.ply(ply).is_some())
    }

    /// The table of a ply, if there is one. Of its positions, those that play reaches and that are not
    /// finished and not won at once, it counts each and its mirror image once.
    pub fn table(&self, ply: u32) -> Option<&Table> {
        Some(&self.0.ply(ply)?.table)
    }

    /// What all positions of a ply that play reaches add up to, stored or not, mirror images counted
    /// too; `None` without a table.
    pub fn totals(&self, ply: u32) -> Option<Totals> {
        Some(self.0.ply(ply)?.pages.totals)
    }

    /// In how many pieces [`Self::visit`] reads a ply.
    pub fn parts(&self, ply: u32) -> u64 {
        self.0.parts(ply)
    }

    /// Hands every position stored in a part of a ply's table to `each`, with its value, in the order of
    /// the entries.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn visit(
        &self,
        ply: u32,
        part: u64,
        mut each: impl FnMut(Position, TableValue),
    ) -> Result<(), TableError> {
        self.0.visit(ply, part, |position, code| {
            if let Some(value) = code::decode(code, Metric::Dtw) {
                each(position, value);
            }
            true
        })
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("board", &self.board())
            .field("plies", &self.0.tables())
            .finish()
    }
}

/// A finished position has its value by the rules, whether or not play can reach it, and so has one that
/// the side to move wins at once, up to the last ply of the book; any other has that of its table. No
/// value have positions of another board, those beyond the book, and those that play never reaches.
impl Probe<ConnectFour> for Book {
    fn probe(
        &self,
        game: &ConnectFour,
        state: &Position,
    ) -> Result<Option<TableValue>, ProbeError> {
        if game.board() != self.board() || !self.0.ground().holds(*state) {
            return Ok(None);
        }
        let Some(Ply { table, pages }) = self.0.ply(state.stones()) else { return Ok(None) };
        if let Some(outcome) = game.outcome(state) {
            return Ok(Some(TableValue::dtw(outcome, 0)));
        }
        let mask = state.mask();
        if game.has_four(state.own()) {
            return Ok(None);
        }
        if game.winning_cells(state.own(), mask) & game.playable(mask) != 0 {
            return Ok(Some(TableValue::dtw(Wdl::Win, 1)));
        }
        match self.0.entry(game.canonical(state), pages) {
            Some(entry) => table.get(entry).map_err(ProbeError::new),
            None => Ok(None),
        }
    }
}
