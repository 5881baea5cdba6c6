//! What it costs to believe in a wrong model: that the dice are an enemy, or that the opponent plays at
//! random.
//!
//! A model gives every position a value and so a policy. The policy is then played in the true game,
//! against the best opponent and against one that plays at random.

use std::collections::HashMap;

use retrosolve_games::{Actor, Game};

use super::settings::MOST_PLIES;
use super::{Ratio, ToolkitError};

/// What a player believes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Model {
    /// The truth: dice by their odds, the best opponent.
    True,
    /// Dice that always fall as they suit the player least.
    WorstDice,
    /// An opponent to whom all moves are the same.
    AverageOpponent,
}

impl Model {
    /// All three, the true one first.
    pub const ALL: [Self; 3] = [Self::True, Self::WorstDice, Self::AverageOpponent];

    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::True => "expectiminimax",
            Self::WorstDice => "worst-case dice",
            Self::AverageOpponent => "average opponent",
        }
    }
}

/// A model and what comes of it for the player. All values are expected utilities of that player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelRow {
    /// The model.
    pub model: Model,
    /// What the model says the position is worth.
    pub believed: Ratio,
    /// What its policy is worth against the best opponent.
    pub against_best: Ratio,
    /// What its policy is worth against an opponent that plays at random.
    pub against_average: Ratio,
}

/// Compares the models for `player` from a position of a game with chance in which no position recurs.
///
/// Of moves that a model finds equally good, its policy takes the first.
///
/// # Errors
/// If a line of play does not end or fractions overflow.
pub fn compare_models<G: Game>(
    game: &G,
    state: &G::State,
    player: u8,
) -> Result<[ModelRow; 3], ToolkitError> {
    let row = |model| -> Result<ModelRow, ToolkitError> {
        let mut belief = Evaluation::new(game, player, model, None);
        let believed = belief.value(state, 0)?;
        let worth =
            |model| Evaluation::new(game, player, model, Some(&belief.known)).value(state, 0);
        Ok(ModelRow {
            model,
            believed,
            against_best: worth(Model::True)?,
            against_average: worth(Model::AverageOpponent)?,
        })
    };
    let [a, b, c] = Model::ALL.map(row);
    Ok([a?, b?, c?])
}

/// Values for a player under a model. With a policy, that is what a player believes of every position,
/// the player plays by that.
struct Evaluation<'a, G: Game> {
    game: &'a G,
    player: u8,
    model: Model,
    policy: Option<&'a HashMap<G::State, Ratio>>,
    known: HashMap<G::State, Ratio>,
    /// The most positions that may be known.
    most: usize,
}

impl<'a, G: Game> Evaluation<'a, G> {
    fn new(
        game: &'a G,
        player: u8,
        model: Model,
        policy: Option<&'a HashMap<G::State, Ratio>>,
    ) -> Self {
        Self { game, player, model, policy, known: HashMap::new(), most: usize::MAX }
    }

    fn value(&mut self, state: &G::State, ply: usize) -> Result<Ratio, ToolkitError> {
        if let Some(utilities) = self.game.utilities(state) {
            return Ok(utilities[usize::from(self.player)].into());
        }
        if let Some(&value) = self.known.get(state) {
            return Ok(value);
        }
        if ply >= MOST_PLIES {
            return Err(ToolkitError::TooDeep { plies: MOST_PLIES });
        }
        if self.known.len() >= self.most {
            return Err(ToolkitError::TooMany { most: self.most });
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let actor = self.game.actor(state);
        let value = match (actor, self.policy) {
            (Actor::Player(p), Some(beliefs)) if p == self.player => {
                let mv = self.choice(beliefs, state, &moves);
                self.value(&self.game.play(state, mv), ply + 1)?
            }
            _ => {
                let mut below = Vec::with_capacity(moves.len());
                for &mv in &moves {
                    let value = self.value(&self.game.play(state, mv), ply + 1)?;
                    below.push((value, self.game.weight(state, mv)));
                }
                self.combine(actor, &below)?
            }
        };
        self.known.insert(state.clone(), value);
        Ok(value)
    }

    /// The value of a node from those of its moves.
    fn combine(&self, actor: Actor, below: &[(Ratio, u32)]) -> Result<Ratio, ToolkitError> {
        let values = || below.iter().map(|&(value, _)| value);
        let best = match actor {
            Actor::Player(p) if p == self.player => values().max(),
            Actor::Player(_) if self.model == Model::AverageOpponent => {
                return average(below.iter().map(|&(value, _)| (value, 1)));
            }
            Actor::Chance if self.model != Model::WorstDice => {
                return average(below.iter().copied());
            }
            _ => values().min(),
        };
        // A state that goes on has a move.
        Ok(best.unwrap_or(Ratio::ZERO))
    }

    /// The first of the moves that are best by the beliefs.
    fn choice(
        &self,
        beliefs: &HashMap<G::State, Ratio>,
        state: &G::State,
        moves: &[G::Move],
    ) -> G::Move {
        let believed = |mv: G::Move| {
            let next = self.game.play(state, mv);
            match self.game.utilities(&next) {
                Some(utilities) => Some(Ratio::from(utilities[usize::from(self.player)])),
                None => beliefs.get(&next).copied(),
            }
        };
        let better = |best, &mv| if believed(mv) > believed(best) { mv } else { best };
        moves[1..].iter().fold(moves[0], better)
    }
}

/// What a player gets against everybody else together, dice by their odds: each position once.
pub(super) struct Maximin<'a, G: Game>(Evaluation<'a, G>);

impl<'a, G: Game> Maximin<'a, G> {
    /// For a game of at most so many positions.
    pub(super) fn new(game: &'a G, player: u8, most: usize) -> Self {
        Self(Evaluation { most, ..Evaluation::new(game, player, Model::True, None) })
    }

    /// The expected utility of the player.
    pub(super) fn value(&mut self, state: &G::State) -> Result<Ratio, ToolkitError> {
        self.0.value(state, 0)
    }

    /// The first of the best moves, where the player is to move.
    pub(super) fn best(&mut self, state: &G::State) -> Result<G::Move, ToolkitError> {
        self.value(state)?;
        let mut moves = Vec::new();
        self.0.game.moves(state, &mut moves);
        Ok(self.0.choice(&self.0.known, state, &moves))
    }
}

fn average(values: impl Iterator<Item = (Ratio, u32)>) -> Result<Ratio, ToolkitError> {
    let (mut sum, mut total) = (Some(Ratio::ZERO), 0);
    for (value, weight) in values {
        sum = sum.and_then(|sum| sum.plus(value.times(weight.into())?));
        total += u64::from(weight);
    }
    sum.and_then(|sum| sum.over(total)).ok_or(ToolkitError::Overflow)
}
