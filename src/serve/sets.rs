//! `/api/v1/tables` and `/api/v1/longest`: what the loaded tables hold.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::Result;
use retrosolve_tablegen::format::TableFolder;
use serde::Serialize;

use super::fault::Fault;
use super::params::Params;
use crate::info::{SetInfo, folder_info};
use crate::longest::longest_of_slice;
use crate::tables::Help;

/// Positions of a longest win that are shown at most.
const MOST_LONGEST: usize = 16;

/// The folders of tables, and what they hold once somebody has asked.
pub(super) struct Sets {
    folders: Vec<PathBuf>,
    told: OnceLock<Result<Tables, String>>,
}

/// What `/api/v1/tables` tells.
#[derive(Serialize)]
pub(super) struct Tables {
    sets: Vec<SetInfo>,
    generate: Vec<Help>,
}

/// What `/api/v1/longest` tells.
#[derive(Serialize)]
pub(super) struct Longest {
    game: String,
    board: String,
    metric: &'static str,
    slice: String,
    longest_win: Option<u16>,
    positions: Vec<String>,
}

impl Sets {
    pub(super) fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, told: OnceLock::new() }
    }

    /// What all the tables hold. Reading it together takes a while the first time.
    pub(super) fn tables(&self) -> Result<&Tables, Fault> {
        let told = self.told.get_or_init(|| {
            let sets = self.folders.iter().map(|dir| {
                let mut set = folder_info(dir, 0, false)?;
                // Where it lies is nobody's business.
                set.folder = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Ok(set)
            });
            let sets = sets.collect::<Result<_>>().map_err(|error| format!("{error:#}"))?;
            Ok(Tables { sets, generate: generate() })
        });
        told.as_ref().map_err(|error| Fault::internal(error.clone()))
    }

    /// Positions of the longest win of a slice.
    pub(super) fn longest(&self, mut params: Params) -> Result<Longest, Fault> {
        let game = params.need("game")?;
        let board = params.take("board");
        let board = board.as_deref().unwrap_or(if game == "checkers" { "8x8" } else { "7x6" });
        let (metric, slice) = (params.need("metric")?, params.need("slice")?);
        let count = params.number("count", 1, Some(MOST_LONGEST))?.unwrap_or(1);
        params.finish()?;
        // What a client names is looked for among what there is, and never becomes part of a path.
        let is_asked =
            |set: &SetInfo| (&*set.game, &*set.board, set.metric) == (&game, board, &metric);
        let sets = self.folders.iter().zip(&self.tables()?.sets);
        let of_set = sets.filter(|(_, set)| is_asked(set));
        let found = of_set.flat_map(|(dir, set)| set.slices.iter().map(move |s| (dir, set, s)));
        let Some((dir, set, known)) = found.into_iter().find(|(.., s)| s.slice == slice) else {
            let slice = slice.escape_debug();
            return Err(Fault::unknown_table(format!("no table `{slice}` of that kind is loaded")));
        };
        let read = || longest_of_slice(&TableFolder::open(dir)?, &known.slice, count);
        Ok(Longest {
            positions: read()?,
            game: set.game.clone(),
            board: set.board.clone(),
            metric: set.metric,
            slice: known.slice.clone(),
            longest_win: known.totals.longest_win,
        })
    }
}

/// Commands to begin with.
fn generate() -> Vec<Help> {
    let help = |command: &str, note: &str| Help {
        command: Some(command.to_owned()),
        note: note.to_owned(),
    };
    vec![
        help(
            "retrosolve generate checkers --pieces 4",
            "8x8 checkers: all endings of up to 4 pieces, with distances",
        ),
        help(
            "retrosolve generate checkers --board 4x4 --pieces 4",
            "4x4 checkers, whole, with distances",
        ),
        help("retrosolve generate connect4 --board 5x5", "Connect Four on 5x5, whole"),
        help(
            "retrosolve generate connect4 --book 8",
            "Connect Four on 7x6: the exact score of every opening of up to 8 stones; takes long",
        ),
    ]
}
