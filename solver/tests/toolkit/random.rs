//! Seeded random trees and positions.

use std::fmt::Write;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::Game;
use retrosolve_games::tree::Tree;

/// A tree of a seed, of at most so many plies: utilities from -9 to 9, now and then a player moving
/// twice; with `chance`, random events at a third of the nodes.
pub(crate) fn tree(seed: u64, plies: u32, chance: bool) -> Tree {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = String::from("n0 max: ");
    let mut below = String::new();
    let mut names = 0;
    children(&mut rng, plies, 0, chance, false, &mut names, &mut text, &mut below);
    (text + "\n" + &below).parse().expect("a tree")
}

#[expect(clippy::too_many_arguments, reason = "one recursion")]
fn children(
    rng: &mut ChaCha8Rng,
    plies: u32,
    player: usize,
    chance: bool,
    of_chance: bool,
    names: &mut u32,
    line: &mut String,
    below: &mut String,
) {
    let count = rng.random_range(1..=4);
    for i in 0..count {
        if i > 0 {
            line.push_str(", ");
        }
        if of_chance {
            // 1/10, 2/10, ..., and the rest.
            let above = if i + 1 < count { i + 1 } else { 10 - i * (i + 1) / 2 };
            write!(line, "{above}/10 ").expect("memory");
        }
        if plies <= 1 || rng.random_bool(0.15) {
            write!(line, "{}", rng.random_range(-9..=9)).expect("memory");
            continue;
        }
        *names += 1;
        let is_chance = chance && rng.random_bool(0.35);
        let next = if rng.random_bool(0.1) || is_chance { player } else { 1 - player };
        let kind = if is_chance { "chance" } else { ["max", "min"][next] };
        write!(line, "n{names}").expect("memory");
        let mut own = format!("n{names} {kind}: ");
        children(rng, plies - 1, next, chance, is_chance, names, &mut own, below);
        below.push_str(&own);
        below.push('\n');
    }
}

/// Positions after so many random moves at which play goes on.
pub(crate) fn positions<G: Game>(game: &G, seed: u64, plies: u32, count: usize) -> Vec<G::State> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = game.root();
        for _ in 0..plies {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let Some(&mv) = moves.choose(&mut rng) else { break };
            state = game.play(&state, mv);
        }
        if game.utilities(&state).is_none() {
            found.push(state);
        }
    }
    found
}

/// Positions of 8x8 checkers with two kings and men each.
pub(crate) fn checkers_endings(
    seed: u64,
    count: usize,
) -> Vec<retrosolve_games::checkers::Position> {
    use retrosolve_games::checkers::{Board, Checkers, Color, Position};
    let game = Checkers::new(Board::EIGHT);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut square = || 1_u32 << rng.random_range(0..32);
        let (men, kings) = ([square(), square()], [square(), square()]);
        let turn = Color::ALL[found.len() % 2];
        let position = Position { men, kings, turn };
        if position.count() == 4
            && position.validate(game.board()).is_ok()
            && position.has_move(game.board())
        {
            found.push(position);
        }
    }
    found
}
