//! `retrosolve check-proof`: a proof checked by the oracle's rules and the tables, without any search.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::{Notation, Probe, Wdl};
use retrosolve_oracle::checkers::{Position, Size};
use retrosolve_oracle::proof::{CheckError, Checked, Proof};
use serde::Serialize;

use crate::cli::{CheckProofArgs, Common, TableArgs};
use crate::output::{line, print_json};
use crate::tables::{self, Tabled};

pub(crate) fn run(args: &CheckProofArgs, common: &Common) -> Result<ExitCode> {
    let name = args.file.display().to_string();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let tables = (!args.no_tables).then_some(&args.tables);
    check(&text, tables, args.table_pieces).with_context(|| name.clone())?.print(&name, common)?;
    Ok(ExitCode::SUCCESS)
}

/// What a proof proves, and what was looked at to see it.
#[derive(Serialize)]
pub(crate) struct Verdict {
    position: String,
    value: &'static str,
    #[serde(skip)]
    checked: Checked,
}

/// Checks the text of a proof, over tables of at most so many pieces if that is given; without tables it
/// must go to the end of every game.
///
/// # Errors
/// If it is no proof, has a flaw, or a table cannot be read.
pub(crate) fn check(
    text: &str,
    tables: Option<&TableArgs>,
    most_pieces: Option<u32>,
) -> Result<Verdict> {
    let proof = Proof::read(text)?;
    let board = match proof.position().size() {
        Size::Eight => Board::EIGHT,
        Size::Six => Board::SIX,
        Size::Four => Board::FOUR,
    };
    let game = Checkers::new(board);
    let tables = match tables {
        Some(tables) => game.open_tables_if_any(tables)?.up_to(&game, most_pieces)?,
        None => tables::none(),
    };
    let look_up = |position: &Position| -> Result<Option<i8>> {
        let state = game.parse_state(&position.to_string())?;
        Ok(tables.probe(&game, &state)?.map(|value| match value.wdl {
            Wdl::Loss => -1,
            Wdl::Draw => 0,
            Wdl::Win => 1,
        }))
    };
    let checked = proof.check(look_up).map_err(|error| match error {
        CheckError::Table(error) => error,
        flaw @ CheckError::Flaw { .. } => anyhow!("the proof fails at {flaw}"),
    })?;
    let value = ["loss", "draw", "win"][(proof.value() + 1) as usize];
    Ok(Verdict { position: proof.position().to_string(), value, checked })
}

impl Verdict {
    /// Prints it the way the user asked for.
    pub(crate) fn print(&self, file: &str, common: &Common) -> Result<()> {
        let Checked { moves, replies, tables, ends } = self.checked;
        if common.json {
            return print_json(&serde_json::json!({
                "proof": file, "position": self.position, "value": self.value, "stands": true,
                "moves": moves, "replies": replies, "tables": tables, "ends": ends,
            }));
        }
        line(format_args!(
            "{file}: {} is a {}: {moves} moves of the strategy, all replies at {replies} positions, {tables} table values, {ends} ends of the game",
            self.position, self.value
        ))
    }
}
