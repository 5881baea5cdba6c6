//! From the words of the command line to a game on a board.

use std::collections::VecDeque;
use std::fs;

use anyhow::{Context, Result};
use retrosolve_games::checkers::{self, Checkers};
use retrosolve_games::connect4::{self, ConnectFour, WideBoard, WideConnectFour};
use retrosolve_games::graph::Graph;
use retrosolve_games::mnk::Mnk;

use crate::cli::GameArgs;
use crate::misuse::{Misuse, OrMisuse};

/// The names of the games, for messages.
const NAMES: &str = "connect4, checkers, tictactoe, mnk or graph FILE";

/// The games of the command.
pub(crate) enum AnyGame {
    Connect4(ConnectFour),
    /// On a board beyond 64 bits.
    WideConnect4(WideConnectFour),
    Checkers(Checkers),
    Mnk(Mnk),
    Graph(Graph),
}

/// Evaluates a generic expression for whichever game it is.
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::pick::AnyGame::Connect4($game) => $body,
            $crate::pick::AnyGame::WideConnect4($game) => $body,
            $crate::pick::AnyGame::Checkers($game) => $body,
            $crate::pick::AnyGame::Mnk($game) => $body,
            $crate::pick::AnyGame::Graph($game) => $body,
        }
    };
}
pub(crate) use with_game;

/// The game that the arguments name. For `graph` the file is taken from the front of `rest`.
pub(crate) fn pick(args: &GameArgs, rest: &mut VecDeque<String>) -> Result<AnyGame> {
    let board = args.board.as_deref();
    let no_board = |game: &str| match board {
        Some(_) => Err(Misuse::error(format!("{game} takes no --board"))),
        None => Ok(()),
    };
    match args.game.as_str() {
        "connect4" => {
            let size = board.unwrap_or("7x6");
            match size.parse::<connect4::Board>() {
                Ok(board) => Ok(AnyGame::Connect4(ConnectFour::new(board))),
                Err(_) => {
                    let board = size.parse::<WideBoard>().or_misuse()?;
                    Ok(AnyGame::WideConnect4(WideConnectFour::new(board)))
                }
            }
        }
        "checkers" => {
            let board = board.map_or(Ok(checkers::Board::EIGHT), str::parse).or_misuse()?;
            Ok(AnyGame::Checkers(Checkers::new(board)))
        }
        "tictactoe" => {
            no_board("tictactoe")?;
            Ok(AnyGame::Mnk(Mnk::tictactoe()))
        }
        "mnk" => {
            let board =
                board.ok_or_else(|| Misuse::error("mnk needs its board, such as --board 4,4,4"))?;
            Ok(AnyGame::Mnk(board.parse().or_misuse()?))
        }
        "graph" => {
            no_board("graph")?;
            let file = rest
                .pop_front()
                .ok_or_else(|| Misuse::error("graph needs its file: graph FILE ..."))?;
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read graph {file}"))?;
            let graph: Graph = text.parse().with_context(|| file).or_misuse()?;
            Ok(AnyGame::Graph(graph))
        }
        other => Err(Misuse::error(format!("no game `{other}`: choose {NAMES}"))),
    }
}
