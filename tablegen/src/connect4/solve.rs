use std::collections::HashMap;

use retrosolve_games::connect4::{Board, Column, Position};
use retrosolve_games::{Game, Metric, Wdl, ZeroSum};

use super::backward::Values;
use super::codes::Codes;
use super::error::Connect4Error;
use super::forward::PlyCount;
use super::ground::Ground;
use super::layer::Layer;
use super::path::Path;
use super::plan::Plan;
use super::plies::Setting;
use super::stored::open_positions;
use crate::Progress;
use crate::format::{Totals, code, packed};

/// A board solved, or what comes after a root: what [`solve_board`] finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value of the empty board, or the root, for its side to move.
    pub value: Wdl,
    /// How many positions of each ply, from that of the root, are won, drawn and lost for the side to
    /// move, of those that play reaches from the root. Four in a row is a loss, the full board without a
    /// draw.
    pub plies: Vec<Totals>,
}

impl Solution {
    /// What the totals of all plies say.
    pub(super) fn new(plies: Vec<Totals>) -> Self {
        // The one position of the first ply is the root.
        let value = match plies.first() {
            Some(Totals { wins: 1, .. }) => Wdl::Win,
            Some(Totals { losses: 1, .. }) => Wdl::Loss,
            _ => Wdl::Draw,
        };
        Self { value, plies }
    }
}

/// Solves every position that play can reach on a board, in memory; nothing is written.
///
/// Runs on the current rayon pool. `memory` is the most that may be used, in bytes; without it what the
/// system has available.
///
/// # Errors
/// [`Connect4Error::Memory`] before anything is done, if that does not suffice.
pub fn solve_board(
    board: Board,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Solution, Connect4Error> {
    solve(&Ground::of_board(board), Path::best(), memory, progress)
}

/// Solves every position that play can reach from a root, as [`solve_board`] does from the empty board.
///
/// # Errors
/// As there.
pub fn solve(
    ground: &Ground,
    path: Path,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Solution, Connect4Error> {
    Plan::solving(ground).check_memory(memory)?;
    let setting = Setting::new(*ground, path);
    let plies = ground.empties() + 1;
    let mut totals = vec![Totals::default(); plies as usize];
    progress.begin(&format!("solving connect4 {ground}"), 2 * setting.parts(0..plies), "parts");
    let work = Work { setting: &setting, plies, codes: false, progress };
    let solved = work.run(setting.nothing(), |ply| {
        totals[ply.stones as usize] = ply.totals;
        Ok(())
    });
    progress.end();
    solved?;
    Ok(Solution::new(totals))
}

/// The value of the root alone, for its side to move: half of the work of [`solve`].
///
/// # Errors
/// As there.
pub fn value(
    ground: &Ground,
    path: Path,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Wdl, Connect4Error> {
    Ok(root_values(ground, path, memory, progress)?.value)
}

/// The value of a root and of its moves: what [`root_values`] finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootValues {
    /// Of the root, for its side to move.
    pub value: Wdl,
    /// Of each of its moves, for the side that plays it, in the order of the columns.
    pub moves: Vec<(Column, Wdl)>,
}

/// The value of the root and of each of its moves, for the work of [`value`].
///
/// # Errors
/// As there.
pub fn root_values(
    ground: &Ground,
    path: Path,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<RootValues, Connect4Error> {
    Plan::valuing(ground).check_memory(memory)?;
    let setting = Setting::new(*ground, path);
    let plies = 0..ground.empties() + 1;
    progress.begin(&format!("solving connect4 {ground}"), setting.parts(plies.clone()), "parts");
    let (mut after, mut values) = (setting.nothing(), Values::default());
    let mut replies = HashMap::new();
    for stones in plies.rev() {
        let mut codes = Vec::new();
        let sink = (stones == 1).then_some(&mut codes);
        (after, values) = setting.solve_ply(stones, after, None, sink, progress);
        if stones == 1 {
            replies = outcomes(&setting, stones, &codes);
        }
    }
    progress.end();
    // What is not open at the root is won.
    let value = match values {
        Values { losses: 1, .. } => Wdl::Loss,
        Values { not_wins: 1, .. } => Wdl::Draw,
        _ => Wdl::Win,
    };
    let (game, root) = (ground.game(), ground.root());
    let mut moves = Vec::new();
    game.moves(&root, &mut moves);
    // What is neither finished nor open after a move is won for the opponent.
    let outcome = |after| game.outcome(&after).or(replies.get(&after).copied());
    let worth = |column| (column, -outcome(game.play(&root, column)).unwrap_or(Wdl::Win));
    Ok(RootValues { value, moves: moves.into_iter().map(worth).collect() })
}

/// The open positions of a ply with their values, from their codes.
fn outcomes(setting: &Setting, stones: u32, codes: &[Codes]) -> HashMap<Position, Wdl> {
    let mut found = HashMap::new();
    for (part, codes) in (0..).zip(codes) {
        let mut bytes = Vec::new();
        codes.bits.clone().drain_all(&mut bytes);
        let mut unpacked = Vec::new();
        packed::unpack(&bytes, code::WDL_BITS, 0, codes.len() as usize, &mut unpacked);
        let mut unpacked = unpacked.into_iter();
        open_positions(setting, stones, part, |_, position| {
            let code = unpacked.next().and_then(|code| code::outcome(code, Metric::Wdl));
            found.extend(code.map(|value| (position, value)));
        });
    }
    found
}

/// Both passes over the first plies of a ground.
pub(super) struct Work<'a> {
    pub(super) setting: &'a Setting,
    /// How many plies there are to do.
    pub(super) plies: u32,
    /// Whether the codes are wanted.
    pub(super) codes: bool,
    pub(super) progress: &'a dyn Progress,
}

/// A ply that has been solved.
pub(super) struct Solved {
    /// The stones played after the root.
    pub(super) stones: u32,
    /// What its positions that play reaches add up to.
    pub(super) totals: Totals,
    /// The codes of its open positions, part by part, if they were wanted.
    pub(super) codes: Vec<Codes>,
}

impl Work<'_> {
    /// Finds forward what play reaches, then solves the plies from the last back to the root and hands
    /// each to `done`. `after` is the ply after the last of them.
    pub(super) fn run(
        &self,
        mut after: Layer,
        mut done: impl FnMut(Solved) -> Result<(), Connect4Error>,
    ) -> Result<(), Connect4Error> {
        let Self { setting, plies, codes: wants_codes, progress } = *self;
        let mut reached: Vec<(Layer, PlyCount)> = Vec::new();
        let nothing = setting.nothing();
        for stones in 0..plies {
            let before = reached.last().map_or(&nothing, |(layer, _)| layer);
            reached.push(setting.reach_ply(stones, before, progress));
        }
        for (stones, (unreached, count)) in (0..plies).zip(reached).rev() {
            let mut codes = Vec::new();
            let sink = wants_codes.then_some(&mut codes);
            let (layer, values) =
                setting.solve_ply(stones, after, Some(&unreached), sink, progress);
            after = layer;
            done(Solved { stones, totals: totals(count, values), codes })?;
        }
        Ok(())
    }
}

/// What the positions that play reaches add up to. Those not finished and not open are won.
fn totals(count: PlyCount, values: Values) -> Totals {
    let losses = count.finished + values.losses;
    let draws = values.not_wins - values.losses;
    Totals { wins: count.positions - losses - draws, draws, losses, ..Totals::default() }
}
