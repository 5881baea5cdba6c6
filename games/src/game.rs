use std::fmt::Debug;
use std::hash::Hash;

use crate::{Score, Wdl};

/// Who decides at a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// The player of that number, from 0.
    Player(u8),
    /// A random event; [`Game::weight`] gives the odds.
    Chance,
}

/// A finite game of perfect information, with chance nodes and any number of players.
///
/// The game is a value (`&self`), since boards are chosen at run time; the state is copied by
/// [`Self::play`]. Everything that changes legal moves or the outcome is part of the state; what is
/// only history (earlier positions) is not.
pub trait Game: Send + Sync {
    /// A position: complete, comparable, cheap to copy.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, meaningful only at the state it was generated for.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The name used on the command line and in files, such as `checkers`.
    fn name(&self) -> &'static str;

    /// The board as written in files and output, such as `7x6`; empty where the name says it all.
    fn board(&self) -> String;

    /// The initial state.
    fn root(&self) -> Self::State;

    /// The number of players.
    fn players(&self) -> u8 {
        2
    }

    /// Who acts at a state that is not terminal.
    fn actor(&self, state: &Self::State) -> Actor;

    /// Appends the legal moves to `moves`, in the game's fixed move order (the tie-break of the
    /// solvers). Appends nothing at a terminal state.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The state after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The utility of a terminal state to each player, or `None` if play goes on. A zero-sum game
    /// gives +1, 0, -1.
    fn utilities(&self, state: &Self::State) -> Option<Vec<i32>>;

    /// The relative odds of a chance move; the probability is its share of the sum over the moves of
    /// the state.
    fn weight(&self, state: &Self::State, mv: Self::Move) -> u32 {
        let _ = (state, mv);
        1
    }
}

/// A two-player zero-sum game without chance whose players move alternately: what tables and exact
/// search take.
///
/// Infinite play is a draw. The value of a state is the least-fixpoint value: a win is what can be
/// forced in finitely many plies.
pub trait ZeroSum: Game {
    /// A key that is different for different states: no hash, so a table keyed by it cannot confuse
    /// two positions.
    type Key: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The outcome for the side to move if the game is over at `state`, else `None`.
    ///
    /// A state without an outcome has at least one legal move.
    fn outcome(&self, state: &Self::State) -> Option<Wdl>;

    /// The key of a state; injective.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The representative of the state's class under the game's symmetries: a state of the same value
    /// and the same distances, the same for all of its class.
    ///
    /// The default knows no symmetry.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Whether a state can be reached from itself. `false` promises that no play visits a state twice.
    fn may_repeat(&self) -> bool;

    /// Whether after this move no earlier state of the game can occur again.
    fn is_irreversible(&self, state: &Self::State, mv: Self::Move) -> bool {
        let _ = (state, mv);
        !self.may_repeat()
    }

    /// Whether the side to move is in the midst of an exchange that must be played on: all its moves are
    /// forced, irreversible and few, as captures are. A search looks through such states for what tables
    /// know behind them (quiescence); every run of them must end.
    fn is_forcing(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Proved bounds on the score of a state that is not terminal, by a theorem of the game that costs
    /// less than search: `(lower, upper)`.
    ///
    /// Used as pruning of the class *proved*. The default claims nothing.
    fn bounds(&self, state: &Self::State) -> (Score, Score) {
        let _ = state;
        (Score::MIN, Score::MAX)
    }

    /// A hint for move ordering, greater first. Never changes a value.
    fn order_hint(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let _ = (state, mv);
        0
    }
}
