use retrosolve_games::ZeroSum;

use super::engine::solve_listed;
use super::reach::{Reached, reach};
use super::solution::Solution;
use super::space::{Expansion, SpaceError, StateSpace};
use crate::Progress;

/// How [`enumerate`] goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumerateOptions {
    /// Whether states that the game's symmetries map onto each other count as one.
    pub symmetry: bool,
    /// The most states to hold; more are refused. Four thousand million are too many in any case.
    pub max_states: u64,
}

impl Default for EnumerateOptions {
    /// With symmetry and no limit.
    fn default() -> Self {
        Self { symmetry: true, max_states: u64::MAX }
    }
}

/// Why a game was not enumerated and solved.
#[derive(Debug, thiserror::Error)]
pub enum EnumerateError {
    /// The limit of [`EnumerateOptions::max_states`].
    #[error(
        "{game} {board} has more than {limit} states reachable from here, the limit of this run"
    )]
    TooManyStates {
        /// The game's name.
        game: &'static str,
        /// Its board.
        board: String,
        /// The limit.
        limit: u64,
    },
    /// The reachable states could not be solved.
    #[error(transparent)]
    Space(#[from] SpaceError),
}

/// Finds every state that can be reached from `roots`, breadth first, and solves them all.
///
/// Runs on the current rayon pool. States are numbered by their distance from the roots, then by key, so
/// the numbers do not depend on the number of threads. `progress` sees one job of two parts a state.
///
/// # Errors
/// If there are too many states, or the game breaks its contract.
pub fn enumerate<G: ZeroSum>(
    game: &G,
    roots: impl IntoIterator<Item = G::State>,
    options: EnumerateOptions,
    progress: &dyn Progress,
) -> Result<Solution<G>, EnumerateError> {
    progress.begin(&format!("enumerating {} {}", game.name(), game.board()), 0, "states");
    let reached = reach(game, roots, options, progress);
    progress.end();
    let Reached { states, levels, index, moves } = reached?;
    let what = format!("solving {} {}", game.name(), game.board());
    progress.begin(&what, states.len() as u64, "states");
    let counts = moves.iter().flat_map(|part| &part.counts).copied().collect();
    let values = solve_listed(&Reachable { game, states: &states, counts }, moves, progress);
    progress.end();
    Ok(Solution::new(states, levels, index, values?, options.symmetry))
}

/// The enumerated states as a state space whose moves are listed elsewhere.
struct Reachable<'a, G: ZeroSum> {
    game: &'a G,
    states: &'a [G::State],
    /// The number of moves of each state.
    counts: Vec<u16>,
}

impl<G: ZeroSum> StateSpace for Reachable<'_, G> {
    fn len(&self) -> u64 {
        self.states.len() as u64
    }

    fn expand(&self, index: u64, out: &mut Expansion) -> Result<(), SpaceError> {
        match self.game.outcome(&self.states[index as usize]) {
            Some(outcome) => out.terminal(outcome),
            None => out.inside_many(usize::from(self.counts[index as usize])),
        }
        Ok(())
    }

    fn describe(&self, index: u64) -> String {
        format!("{:?}", self.states[index as usize])
    }
}
