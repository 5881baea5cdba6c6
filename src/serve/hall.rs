//! The games and boards that are served, each with its tables, opened once.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use retrosolve_games::Metric;
use retrosolve_games::checkers::{self, Checkers};
use retrosolve_games::connect4::{self, ConnectFour};
use retrosolve_tablegen::format::{FolderError, TableFolder};
use serde::Serialize;

use super::fault::Fault;
use super::shown::Shown;
use crate::cli::TableArgs;
use crate::tables::{TableStack, none, set_folders};

/// Columns and rows of the Connect Four boards that are served, as far as 64 bits hold them.
const SIDES: std::ops::RangeInclusive<u32> = 4..=9;

/// A game on a board, with its tables.
pub(super) struct Table<G: Shown> {
    pub(super) game: G,
    pub(super) tables: TableStack<G>,
    /// What the tables know of distances, each metric once.
    metrics: Vec<&'static str>,
}

/// A game on a board, whichever it is.
#[derive(Clone)]
pub(super) enum AnyTable {
    Connect4(Arc<Table<ConnectFour>>),
    Checkers(Arc<Table<Checkers>>),
}

/// Evaluates a generic expression for whichever game it is.
macro_rules! with_table {
    ($any:expr, $table:ident => $body:expr) => {
        match $any {
            $crate::serve::hall::AnyTable::Connect4($table) => $body,
            $crate::serve::hall::AnyTable::Checkers($table) => $body,
        }
    };
}
pub(super) use with_table;

/// Everything that is served.
pub(super) struct Hall {
    connect4: Vec<Arc<Table<ConnectFour>>>,
    checkers: Vec<Arc<Table<Checkers>>>,
}

/// A game and its boards, as `/api/v1/games` tells them.
#[derive(Serialize)]
pub(super) struct GameInfo {
    game: &'static str,
    name: &'static str,
    sides: [&'static str; 2],
    board: String,
    boards: Vec<BoardInfo>,
}

#[derive(Serialize)]
struct BoardInfo {
    board: String,
    columns: u32,
    rows: u32,
    start: String,
    tables: Vec<&'static str>,
}

impl Hall {
    /// Opens what a folder holds of each board; a folder that is missing or empty holds nothing.
    ///
    /// # Errors
    /// If tables cannot be opened.
    pub(super) fn open(args: &TableArgs) -> Result<Self> {
        let held = held(args)?;
        let sizes = SIDES.flat_map(|columns| SIDES.map(move |rows| (columns, rows)));
        let boards = sizes.filter_map(|(columns, rows)| connect4::Board::new(columns, rows).ok());
        let connect4 = boards.map(|board| Table::open(ConnectFour::new(board), &held, args));
        let boards = checkers::Board::ALL.into_iter();
        let checkers = boards.map(|board| Table::open(Checkers::new(board), &held, args));
        Ok(Self {
            connect4: connect4.collect::<Result<_>>()?,
            checkers: checkers.collect::<Result<_>>()?,
        })
    }

    /// A game on a board, the game's first choice if none is named.
    pub(super) fn find(&self, game: &str, board: Option<&str>) -> Result<AnyTable, Fault> {
        match game {
            "connect4" => {
                let board = board.unwrap_or("7x6");
                find(&self.connect4, board).map(AnyTable::Connect4)
            }
            "checkers" => {
                let board = board.unwrap_or("8x8");
                find(&self.checkers, board).map(AnyTable::Checkers)
            }
            _ => {
                let game = game.escape_debug();
                let message = format!("no game `{game}`: there are connect4 and checkers");
                Err(Fault::unknown_game(message))
            }
        }
    }

    pub(super) fn games(&self) -> [GameInfo; 2] {
        [info(&self.connect4, "7x6"), info(&self.checkers, "8x8")]
    }

    /// Whether any table has been opened.
    pub(super) fn has_tables(&self) -> bool {
        self.connect4.iter().any(|table| !table.tables.is_empty())
            || self.checkers.iter().any(|table| !table.tables.is_empty())
    }
}

impl<G: Shown> Table<G> {
    fn open(
        game: G,
        held: &BTreeSet<(String, String, Metric)>,
        args: &TableArgs,
    ) -> Result<Arc<Self>> {
        let (name, board) = (game.name(), game.board());
        let of_board = held.iter().filter(|(of, on, _)| of == name && *on == board);
        let metrics: Vec<_> = of_board.map(|(_, _, metric)| metric.name()).collect();
        let tables = if metrics.is_empty() { none() } else { game.open_tables_if_any(args)? };
        Ok(Arc::new(Self { game, tables, metrics }))
    }
}

/// Game, board and metric of all sets of tables in the folder.
fn held(args: &TableArgs) -> Result<BTreeSet<(String, String, Metric)>> {
    let mut held = BTreeSet::new();
    for dir in folders_of_tables(args)? {
        let folder = TableFolder::open(&dir)?;
        let set = folder.set();
        // Those under a root are of the same board.
        let board = set.board.split('+').next().unwrap_or_default();
        held.insert((set.game.clone(), board.to_owned(), set.metric));
    }
    Ok(held)
}

/// The folders with tables; none if there are none.
///
/// # Errors
/// If one cannot be opened.
pub(super) fn folders_of_tables(args: &TableArgs) -> Result<Vec<PathBuf>> {
    match set_folders(&args.tables) {
        Err(error) if matches!(error.downcast_ref(), Some(FolderError::NoTables { .. })) => {
            Ok(Vec::new())
        }
        folders => folders,
    }
}

fn find<G: Shown>(tables: &[Arc<Table<G>>], board: &str) -> Result<Arc<Table<G>>, Fault> {
    let found = tables.iter().find(|table| table.game.board() == board);
    found.cloned().ok_or_else(|| {
        let names: Vec<_> = tables.iter().map(|table| table.game.board()).collect();
        let board = board.escape_debug();
        Fault::unknown_board(format!("no board `{board}`: there are {}", names.join(", ")))
    })
}

fn info<G: Shown>(tables: &[Arc<Table<G>>], first: &str) -> GameInfo {
    let board = |table: &Arc<Table<G>>| {
        let size = table.game.size();
        BoardInfo {
            board: table.game.board(),
            columns: size.columns,
            rows: size.rows,
            start: table.game.format_state(&table.game.root()),
            tables: table.metrics.clone(),
        }
    };
    GameInfo {
        game: tables.first().map_or("", |table| table.game.name()),
        name: G::TITLE,
        sides: G::SIDES,
        board: first.to_owned(),
        boards: tables.iter().map(board).collect(),
    }
}
