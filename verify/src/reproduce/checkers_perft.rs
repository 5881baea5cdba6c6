use rayon::prelude::*;
use retrosolve_games::Game;
use retrosolve_games::checkers::{Board, Checkers, perft};
use retrosolve_oracle::checkers as oracle;

use super::run::Run;
use crate::VerifyError;
use crate::published;
use crate::twin::{CheckersTwin, Twin};

/// The most lines that the oracle plays.
const BY_THE_ORACLE: u128 = 40_000;

/// How many plies are counted.
struct Depths {
    usual: u32,
    full: u32,
}

/// The boards 8x8 and 4x4.
pub(super) fn usual(run: &mut Run) -> Result<(), VerifyError> {
    derive(run, Board::EIGHT, &Depths { usual: 10, full: 13 });
    derive(run, Board::FOUR, &Depths { usual: 12, full: 12 });
    Ok(())
}

/// The board 6x6.
pub(super) fn six(run: &mut Run) -> Result<(), VerifyError> {
    derive(run, Board::SIX, &Depths { usual: 13, full: 13 });
    Ok(())
}

fn derive(run: &mut Run, board: Board, depths: &Depths) {
    let figures = published::checkers_perft();
    let game = Checkers::new(board);
    let twin = CheckersTwin::new(board);
    let deepest = if run.full { depths.full } else { depths.usual };
    let rows = figures.rows.iter().filter(|row| row.board == board && row.depth <= deepest);
    for row in rows {
        let mut found = vec![("sets of moves", ours(&game, row.depth).to_string())];
        if row.nodes <= BY_THE_ORACLE {
            found.push(("oracle", theirs(&twin.start(), row.depth).to_string()));
        }
        run.line(format!("{board}, {} plies", row.depth), row.nodes, figures.source, &found);
    }
}

/// Counts below the positions two plies on, side by side.
fn ours(game: &Checkers, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(2) else { return perft(game, &game.root(), depth) };
    // Neither board has a capture on the first two plies, so a result is a path.
    let mut moves = Vec::new();
    let after = |state| {
        moves.clear();
        game.moves(&state, &mut moves);
        moves.iter().map(|&mv| game.play(&state, mv)).collect::<Vec<_>>()
    };
    let mut after = after;
    let first = after(game.root());
    let second: Vec<_> = first.into_iter().flat_map(after).collect();
    second.par_iter().map(|state| perft(game, state, rest)).sum()
}

fn theirs(start: &oracle::Position, depth: u32) -> u64 {
    start
        .legal_moves()
        .par_iter()
        .map(|mv| oracle::perft(&start.play(mv), depth.saturating_sub(1)))
        .sum()
}
