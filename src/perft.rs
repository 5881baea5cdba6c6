//! `retrosolve perft`: move sequences counted to a depth.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use retrosolve_games::{Game, Notation, checkers, connect4};
use serde::Serialize;

use crate::cli::{Common, PerftArgs};
use crate::misuse::{Misuse, OrMisuse};
use crate::output::print_json;
use crate::pick::{AnyGame, pick};

/// The counts of one depth.
#[derive(Serialize)]
struct Line {
    game: &'static str,
    board: String,
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &PerftArgs, common: &Common) -> Result<ExitCode> {
    let mut rest: VecDeque<String> = args.rest.clone().into();
    let game = pick(&args.game, &mut rest)?;
    let depth = rest.pop_front().ok_or_else(|| Misuse::error("give a depth in plies"))?;
    let depth: u32 = depth
        .parse()
        .map_err(|_| Misuse::error(format!("`{depth}` is no depth: give a number of plies")))?;
    let position = rest.pop_front();
    if let Some(extra) = rest.pop_front() {
        return Err(Misuse::error(format!("one position at a time, please: what is `{extra}`?")));
    }
    let position = position.as_deref();
    match &game {
        AnyGame::Checkers(game) => count(game, position, depth, common, checkers::perft),
        AnyGame::Connect4(game) => count(game, position, depth, common, connect4::perft),
        AnyGame::WideConnect4(game) => count(game, position, depth, common, plain_perft),
        AnyGame::Mnk(game) => count(game, position, depth, common, plain_perft),
        AnyGame::Graph(game) => count(game, position, depth, common, plain_perft),
    }
}

fn count<G: Notation>(
    game: &G,
    position: Option<&str>,
    depth: u32,
    common: &Common,
    perft: impl Fn(&G, &G::State, u32) -> u64,
) -> Result<ExitCode> {
    let state = position.map_or(Ok(game.root()), |text| game.parse_state(text)).or_misuse()?;
    // Depth 0 only if it is asked for: it counts the position itself.
    for depth in depth.min(1)..=depth {
        let start = Instant::now();
        let nodes = perft(game, &state, depth);
        let seconds = start.elapsed().as_secs_f64();
        if common.json {
            let (game_name, board) = (game.name(), game.board());
            let position = game.format_state(&state);
            print_json(&Line { game: game_name, board, position, depth, nodes, seconds })?;
        } else {
            let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
            crate::output::line(format_args!(
                "{depth:3} {nodes:20} {seconds:9.3} s {rate:8.1} M/s"
            ))?;
        }
        if nodes == 0 {
            // No line of play is so long, nor longer.
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Perft through the game's own moves, one by one.
fn plain_perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| plain_perft(game, &game.play(state, mv), depth - 1)).sum()
}
