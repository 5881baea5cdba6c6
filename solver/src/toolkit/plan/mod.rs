//! The contingent plan of one player as an object: for every position that can come up when the player
//! follows it, whatever the others do and the dice show, its move. It can be saved, read back, and
//! checked against every reply without any search.
//!
//! What a plan guarantees is the expected utility of the player when all others play against it. Among
//! three players that may be less than max^n gives, which believes that everybody is selfish. Play
//! without end is worth 0, a draw.

mod check;
mod extract;
mod text;

use retrosolve_games::Game;

use super::{Ratio, ToolkitError};
use crate::{CutShort, SolveError};

pub use check::{PlanChecked, PlanFault};

/// The whole plan of one player from a position on, and what it guarantees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan<G: Game> {
    root: G::State,
    /// The player whose plan it is, from 0.
    player: u8,
    /// What the player gets at the least, in expectation.
    guarantee: Ratio,
    /// The move at each position that can come up, in the order in which they were found.
    moves: Vec<(G::State, G::Move)>,
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A position could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A line of play does not end, or fractions overflow.
    #[error(transparent)]
    Toolkit(#[from] ToolkitError),
    /// A limit struck before a position was solved.
    #[error("the game is too large: the {0} was reached before a position was solved")]
    CutShort(CutShort),
    /// More positions can come up than were allowed.
    #[error("the game is too large: more than {most} positions can come up")]
    TooMany {
        /// How many were allowed.
        most: usize,
    },
}

impl<G: Game> Plan<G> {
    /// Where it begins.
    pub fn root(&self) -> &G::State {
        &self.root
    }

    /// Whose plan it is, from 0.
    pub fn player(&self) -> u8 {
        self.player
    }

    /// The expected utility that the player gets at the least.
    pub fn guarantee(&self) -> Ratio {
        self.guarantee
    }

    /// The move at each position that can come up.
    pub fn moves(&self) -> &[(G::State, G::Move)] {
        &self.moves
    }
}
