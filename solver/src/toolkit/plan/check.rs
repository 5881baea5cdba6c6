//! Checking a plan: it is played against every reply by the rules alone, without any search.

use std::collections::HashMap;

use retrosolve_games::{Actor, Notation};

use super::Plan;
use crate::toolkit::Ratio;

/// What a check went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlanChecked {
    /// Positions at which the plan moves.
    pub moves: usize,
    /// Positions at which others move; every reply was followed.
    pub replies: usize,
    /// Random events; every outcome was followed.
    pub chances: usize,
    /// Ends of the game.
    pub ends: usize,
}

/// What is wrong with a plan. Positions and moves are written as the game writes them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanFault {
    /// A position that can come up has no move.
    #[error("there is no move for `{0}`, which can come up")]
    Missing(String),
    /// A move that the rules do not allow.
    #[error("the move `{1}` at `{0}` is not legal")]
    Illegal(String, String),
    /// The game can end worse than is guaranteed.
    #[error("play can end at `{at}` with {worth}, where {guarantee} is guaranteed")]
    Worse {
        /// The end.
        at: String,
        /// The player's utility there.
        worth: Ratio,
        /// What is promised.
        guarantee: Ratio,
    },
    /// On average the player gets less than is guaranteed.
    #[error("the plan gets {worth} on average, where {guarantee} is guaranteed")]
    WorseOnAverage {
        /// What the player gets against the best replies.
        worth: Ratio,
        /// What is promised.
        guarantee: Ratio,
    },
    /// More than a draw is guaranteed, but play can go on for ever.
    #[error("play can come back to `{0}` for ever, which is a draw")]
    Endless(String),
    /// Play can go on for ever in a game with random events: its worth is not known.
    #[error("play can come back to `{0}` in a game with random events, which is not understood")]
    Recurs(String),
    /// Fractions of too great terms.
    #[error("the probabilities along a line of play are too fine to be added up exactly")]
    Overflow,
}

impl<G: Notation> Plan<G> {
    /// Plays the plan against every reply, by the rules alone.
    ///
    /// # Errors
    /// The first thing that is wrong: a position without a move, an illegal move, or play that ends
    /// worse than is guaranteed, or never where a win is.
    pub fn check(&self, game: &G) -> Result<PlanChecked, PlanFault> {
        let moves = self.moves.iter().map(|(state, mv)| (state, *mv)).collect();
        let mut walk = Walk {
            game,
            plan: self,
            moves,
            known: HashMap::new(),
            path: Vec::new(),
            chances: 0,
            recurs: None,
            checked: PlanChecked::default(),
        };
        let worth = walk.run()?;
        let checked = walk.checked;
        match walk.recurs {
            Some(at) if checked.chances > 0 => Err(PlanFault::Recurs(at)),
            _ if worth < self.guarantee => {
                Err(PlanFault::WorseOnAverage { worth, guarantee: self.guarantee })
            }
            _ => Ok(checked),
        }
    }
}

/// A walk through all that can happen, depth first; the path is kept here, for it may be long.
struct Walk<'a, G: Notation> {
    game: &'a G,
    plan: &'a Plan<G>,
    moves: HashMap<&'a G::State, G::Move>,
    /// What positions are worth to the player; `None` while they are on the path.
    known: HashMap<G::State, Option<Ratio>>,
    path: Vec<Step<G::State>>,
    /// Random events on the path.
    chances: usize,
    /// A position that can come again.
    recurs: Option<String>,
    checked: PlanChecked,
}

/// A position on the path.
struct Step<S> {
    state: S,
    is_chance: bool,
    /// What can follow and has not been looked at, with its weight.
    rest: Vec<(S, u64)>,
    /// The weight of what is being looked at.
    weight: u64,
    /// All weights together.
    total: u64,
    /// The least of what can follow, or at a random event the weighted sum.
    worth: Option<Ratio>,
}

impl<S> Step<S> {
    fn add(&mut self, worth: Ratio) -> Option<()> {
        self.worth = Some(match self.worth {
            _ if self.is_chance => {
                self.worth.unwrap_or(Ratio::ZERO).plus(worth.times(self.weight)?)?
            }
            Some(least) => least.min(worth),
            None => worth,
        });
        Some(())
    }

    fn end(&self) -> Option<Ratio> {
        // A position that goes on has moves.
        let worth = self.worth.unwrap_or(Ratio::ZERO);
        if self.is_chance { worth.over(self.total) } else { Some(worth) }
    }
}

impl<G: Notation> Walk<'_, G> {
    /// What the plan is worth to its player. Where positions recur and there is no chance, that is the
    /// least of the ends that can be reached, and no more than 0.
    fn run(&mut self) -> Result<Ratio, PlanFault> {
        let mut state = self.plan.root.clone();
        loop {
            let mut known = self.arrive(state)?;
            state = loop {
                let Some(step) = self.path.last_mut() else {
                    return Ok(known.unwrap_or(Ratio::ZERO));
                };
                if let Some(worth) = known.take() {
                    step.add(worth).ok_or(PlanFault::Overflow)?;
                }
                if let Some((state, weight)) = step.rest.pop() {
                    step.weight = weight;
                    break state;
                }
                let worth = step.end().ok_or(PlanFault::Overflow)?;
                known = Some(worth);
                if let Some(step) = self.path.pop() {
                    self.chances -= usize::from(step.is_chance);
                    self.known.insert(step.state, known);
                }
            };
        }
    }

    /// The worth of a position, if it is known; else it is put on the path.
    fn arrive(&mut self, state: G::State) -> Result<Option<Ratio>, PlanFault> {
        let (game, guarantee) = (self.game, self.plan.guarantee);
        if let Some(utilities) = game.utilities(&state) {
            self.checked.ends += 1;
            let worth = Ratio::from(utilities[usize::from(self.plan.player)]);
            // Below a random event an end may be worse than the average.
            if worth < guarantee && self.chances == 0 {
                return Err(PlanFault::Worse { at: game.format_state(&state), worth, guarantee });
            }
            return Ok(Some(worth));
        }
        match self.known.get(&state) {
            Some(Some(worth)) => return Ok(Some(*worth)),
            Some(None) if guarantee > Ratio::ZERO => {
                return Err(PlanFault::Endless(game.format_state(&state)));
            }
            Some(None) => {
                self.recurs.get_or_insert_with(|| game.format_state(&state));
                return Ok(Some(Ratio::ZERO));
            }
            None => {}
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let actor = game.actor(&state);
        let is_chance = actor == Actor::Chance;
        if actor == Actor::Player(self.plan.player) {
            self.checked.moves += 1;
            let mv = self.moves.get(&state);
            let mv = *mv.ok_or_else(|| PlanFault::Missing(game.format_state(&state)))?;
            if !moves.contains(&mv) {
                return Err(PlanFault::Illegal(game.format_state(&state), format!("{mv:?}")));
            }
            moves = vec![mv];
        } else if is_chance {
            self.checked.chances += 1;
            self.chances += 1;
        } else {
            self.checked.replies += 1;
        }
        let weight = |mv| if is_chance { u64::from(game.weight(&state, mv)) } else { 1 };
        let rest: Vec<_> = moves
            .iter()
            .rev()
            .map(|&mv| (game.play(&state, mv), weight(mv)))
            .filter(|(_, weight)| *weight > 0)
            .collect();
        let total = rest.iter().map(|(_, weight)| weight).sum();
        self.known.insert(state.clone(), None);
        self.path.push(Step { state, is_chance, rest, weight: 0, total, worth: None });
        Ok(None)
    }
}
