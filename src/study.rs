//! The games of `compare` and `plan`: those of `solve`, and those that only the toolkit plays.

use std::collections::VecDeque;

use anyhow::Result;
use retrosolve_games::Notation;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::race::Race;
use retrosolve_games::tree::Tree;
use retrosolve_games::trio::Trio;
use retrosolve_games::uniform::Uniform;

use crate::cli::GameArgs;
use crate::misuse::{Misuse, OrMisuse};
use crate::pick::{AnyGame, pick};
use crate::trace::read_tree;

/// A game to study.
pub(crate) enum Study {
    /// One of those of `solve`.
    Solved(AnyGame),
    /// A tree and the file it is from.
    Tree(Tree, String),
    Uniform(Uniform),
    Race(Race),
    Trio(Trio),
}

/// The longest track whose values are fractions of few enough digits to be exact.
const LONGEST_RACE: u8 = 32;

impl Study {
    /// The game that the arguments name. For `graph` and `tree` the file is taken from the front of
    /// `rest`.
    pub(crate) fn pick(args: &GameArgs, rest: &mut VecDeque<String>) -> Result<Self> {
        let board = args.board.as_deref();
        match args.game.as_str() {
            "tree" => {
                if board.is_some() {
                    return Err(Misuse::error("tree takes no --board"));
                }
                let file = rest
                    .pop_front()
                    .ok_or_else(|| Misuse::error("tree needs its file: tree FILE"))?;
                Ok(Self::Tree(read_tree(&file)?, file))
            }
            "uniform" => Ok(Self::Uniform(board.unwrap_or("4x6").parse().or_misuse()?)),
            "race" => {
                let length = board.unwrap_or("12");
                let number = length.parse().ok().filter(|&fields| fields <= LONGEST_RACE);
                number.and_then(Race::new).map(Self::Race).ok_or_else(|| {
                    Misuse::error(format!(
                        "--board {length}: a race to study is 1 to {LONGEST_RACE} fields long"
                    ))
                })
            }
            "trio" => {
                let board: Mnk = board.unwrap_or("3,3,3").parse().or_misuse()?;
                Ok(Self::Trio(Trio::new(board)))
            }
            known => pick(args, rest).map(Self::Solved).map_err(|e| match known {
                "connect4" | "checkers" | "tictactoe" | "mnk" | "graph" => e,
                _ => Misuse::error(format!("{e}, tree FILE, uniform, race or trio")),
            }),
        }
    }
}

/// The one position of the arguments, if there is any.
pub(crate) fn position(mut rest: VecDeque<String>) -> Result<Option<String>> {
    let position = rest.pop_front();
    match rest.pop_front() {
        Some(extra) => Err(Misuse::error(format!("one position, please: what is `{extra}`?"))),
        None => Ok(position),
    }
}

/// The position of a text, the root if there is none.
pub(crate) fn parse<G: Notation>(game: &G, text: Option<&str>) -> Result<G::State> {
    text.map_or(Ok(game.root()), |text| game.parse_state(text)).or_misuse()
}
