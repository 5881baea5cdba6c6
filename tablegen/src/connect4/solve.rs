use retrosolve_games::Wdl;
use retrosolve_games::connect4::Board;

use super::backward::Values;
use super::codes::Codes;
use super::error::Connect4Error;
use super::forward::PlyCount;
use super::ground::Ground;
use super::layer::Layer;
use super::path::Path;
use super::plan::Plan;
use super::plies::Setting;
use crate::Progress;
use crate::format::Totals;

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
    Plan::valuing(ground).check_memory(memory)?;
    let setting = Setting::new(*ground, path);
    let plies = 0..ground.empties() + 1;
    progress.begin(&format!("solving connect4 {ground}"), setting.parts(plies.clone()), "parts");
    let (mut after, mut values) = (setting.nothing(), Values::default());
    for stones in plies.rev() {
        (after, values) = setting.solve_ply(stones, after, None, None, progress);
    }
    progress.end();
    // What is not open at the root is won.
    Ok(match values {
        Values { losses: 1, .. } => Wdl::Loss,
        Values { not_wins: 1, .. } => Wdl::Draw,
        _ => Wdl::Win,
    })
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
