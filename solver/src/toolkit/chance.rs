//! Expectiminimax (Michie 1966; expectimax where only one player acts) and its pruning by Star1 and
//! Star2 (Ballard 1983).
//!
//! A chance node is worth the average of what can happen. If utilities are known to lie in a range, what
//! has not been looked at yet bounds the average too: *Star1* hands each outcome the window that would
//! still matter and stops when none is left. *Star2* first looks at a single move below each outcome,
//! which bounds the outcomes one by one, and often that is enough.
//!
//! Values are for the first player and exact fractions, so pruning changes no digit.

use std::time::Duration;

use retrosolve_games::{Actor, Game};

use super::observer::{Found, Observer, Worth};
use super::settings::MOST_PLIES;
use super::{Counts, Knowledge, Ratio, ToolkitError};
use crate::limits::Limits;

/// The methods for games of two players with chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChanceMethod {
    /// Every position.
    Expectiminimax,
    /// Windows for outcomes.
    Star1,
    /// The same after a look at one move below each outcome.
    Star2,
}

impl ChanceMethod {
    /// All three, the plainest first.
    pub const ALL: [Self; 3] = [Self::Expectiminimax, Self::Star1, Self::Star2];

    /// The name used in flags and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Expectiminimax => "expectiminimax",
            Self::Star1 => "star1",
            Self::Star2 => "star2",
        }
    }
}

/// How to search a game with chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceSettings {
    /// The method.
    pub method: ChanceMethod,
    /// The least and the greatest utility of the first player, and estimate if there is a depth.
    pub range: (i32, i32),
    /// Plies (a throw of dice is one) after which positions are estimated; `None` searches to the end
    /// of the game.
    pub depth: Option<u32>,
    /// Give up after this many nodes.
    pub nodes: Option<u64>,
    /// Give up after this time.
    pub time: Option<Duration>,
}

impl ChanceSettings {
    /// The method alone, to the end of the game.
    pub fn new(method: ChanceMethod, range: (i32, i32)) -> Self {
        Self { method, range, depth: None, nodes: None, time: None }
    }
}

/// What a search with chance found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceReport<M> {
    /// The expected utility of the first player under best play.
    pub value: Ratio,
    /// The first of the best moves, if a player is to move.
    pub best: Option<M>,
    /// Whether no estimate went into the value.
    pub proved: bool,
    /// What the search did.
    pub counts: Counts,
}

/// The value of a position of a zero-sum game of two players with chance nodes.
///
/// # Errors
/// If the game has not two players or is not zero-sum, a utility lies outside the range, a line of play
/// does not end, fractions overflow, or a limit strikes.
pub fn search_chance<G: Game, O: Observer<G::State>>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    state: &G::State,
    settings: &ChanceSettings,
    observer: &mut O,
) -> Result<ChanceReport<G::Move>, ToolkitError> {
    let &ChanceSettings { method, range, depth, nodes, time } = settings;
    if game.players() != 2 {
        let (method, players) = (method.name(), game.players());
        return Err(ToolkitError::Players { method, players });
    }
    let mut search = ChanceSearch {
        game,
        knowledge,
        method,
        range,
        counts: Counts::default(),
        limits: Limits::new(nodes, time),
        proved: true,
        best: None,
        observer,
    };
    let window = (Ratio::from(range.0), Ratio::from(range.1));
    let depth = depth.unwrap_or(u32::MAX);
    let value = search.visit(state, depth, 0, window, None)?;
    let ChanceSearch { counts, proved, best, .. } = search;
    Ok(ChanceReport { value, best, proved, counts })
}

struct ChanceSearch<'a, G: Game, O> {
    game: &'a G,
    knowledge: &'a dyn Knowledge<G>,
    method: ChanceMethod,
    range: (i32, i32),
    counts: Counts,
    limits: Limits,
    proved: bool,
    /// The best move at the root.
    best: Option<G::Move>,
    observer: &'a mut O,
}

/// A lower and an upper bound of a value, or of a search.
type Window = (Ratio, Ratio);

/// An outcome of a chance node.
struct Outcome<S> {
    state: S,
    weight: u64,
    lower: Ratio,
    upper: Ratio,
    /// The value of the first move below it, where that was looked at.
    first: Option<Ratio>,
    /// Whether it was looked at and the bounds have met.
    is_known: bool,
}

fn sum(a: Ratio, b: Ratio) -> Result<Ratio, ToolkitError> {
    a.plus(b).ok_or(ToolkitError::Overflow)
}

fn difference(a: Ratio, b: Ratio) -> Result<Ratio, ToolkitError> {
    a.minus(b).ok_or(ToolkitError::Overflow)
}

fn times(a: Ratio, factor: u64) -> Result<Ratio, ToolkitError> {
    a.times(factor).ok_or(ToolkitError::Overflow)
}

fn over(a: Ratio, divisor: u64) -> Result<Ratio, ToolkitError> {
    a.over(divisor).ok_or(ToolkitError::Overflow)
}

impl<G: Game, O: Observer<G::State>> ChanceSearch<'_, G, O> {
    /// The value of a position: exact within the window, else a bound. `first` is the value of its
    /// first move, if that is known.
    fn visit(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: usize,
        window: Window,
        first: Option<Ratio>,
    ) -> Result<Ratio, ToolkitError> {
        if let Some(value) = self.leaf(state, depth)? {
            return Ok(value);
        }
        if ply >= MOST_PLIES {
            return Err(ToolkitError::TooDeep { plies: MOST_PLIES });
        }
        // Without pruning the window is not looked at; it is shown as it is.
        let (alpha, beta) = window;
        self.counts.enter(&mut self.limits)?;
        if O::WATCHES {
            let shown = |bound: Ratio, end: i32| {
                let prunes = self.method != ChanceMethod::Expectiminimax;
                (prunes && bound != Ratio::from(end)).then_some(bound)
            };
            let window = (shown(alpha, self.range.0), shown(beta, self.range.1));
            self.observer.enter(state, window);
        }
        let below = if depth == u32::MAX { depth } else { depth - 1 };
        let value = match self.game.actor(state) {
            Actor::Chance => self.average(state, below, ply, window)?,
            Actor::Player(player) => self.best(state, player == 0, below, ply, window, first)?,
        };
        if O::WATCHES {
            let (low, high) = (Ratio::from(self.range.0), Ratio::from(self.range.1));
            let found = match value {
                _ if self.method == ChanceMethod::Expectiminimax => Found::Exactly,
                value if value >= beta && beta < high => Found::AtLeast,
                value if value <= alpha && alpha > low => Found::AtMost,
                _ => Found::Exactly,
            };
            self.observer.leave(state, Worth::Number(value), found);
        }
        Ok(value)
    }

    /// The value of an end of the game, or of a position on the horizon.
    fn leaf(&mut self, state: &G::State, depth: u32) -> Result<Option<Ratio>, ToolkitError> {
        let utility = match self.game.utilities(state) {
            Some(utilities) if utilities.len() == 2 && utilities[0] == -utilities[1] => {
                utilities[0]
            }
            Some(utilities) => {
                return Err(ToolkitError::NotZeroSum { method: self.method.name(), utilities });
            }
            None if depth == 0 => {
                self.proved = false;
                self.knowledge.estimate(self.game, state)
            }
            None => return Ok(None),
        };
        let (low, high) = self.range;
        if !(low..=high).contains(&utility) {
            return Err(ToolkitError::Range { utility, low, high });
        }
        self.counts.leaves += 1;
        if O::WATCHES {
            self.observer.leaf(state, Worth::Number(utility.into()));
        }
        Ok(Some(utility.into()))
    }

    fn prunes(&self) -> bool {
        self.method != ChanceMethod::Expectiminimax
    }

    /// A player's choice: alpha-beta, fail-soft.
    fn best(
        &mut self,
        state: &G::State,
        is_max: bool,
        depth: u32,
        ply: usize,
        (mut alpha, mut beta): Window,
        first: Option<Ratio>,
    ) -> Result<Ratio, ToolkitError> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut best: Option<Ratio> = None;
        for (i, &mv) in moves.iter().enumerate() {
            let value = match first {
                Some(value) if i == 0 => value,
                _ => self.visit(&self.game.play(state, mv), depth, ply + 1, (alpha, beta), None)?,
            };
            if best.is_none_or(|best| if is_max { value > best } else { value < best }) {
                best = Some(value);
                if ply == 0 {
                    self.best = Some(mv);
                }
            }
            if !self.prunes() {
                continue;
            }
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                let rest: Vec<_> =
                    moves[i + 1..].iter().map(|&mv| self.game.play(state, mv)).collect();
                self.cut(&rest);
                break;
            }
        }
        // A state that goes on has a move.
        Ok(best.unwrap_or(Ratio::ZERO))
    }

    fn cut(&mut self, rest: &[G::State]) {
        if !rest.is_empty() {
            self.counts.exact += 1;
            if O::WATCHES {
                self.observer.cut(rest);
            }
        }
    }

    /// A random event: the average of its outcomes.
    fn average(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: usize,
        (alpha, beta): Window,
    ) -> Result<Ratio, ToolkitError> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let (low, high) = (Ratio::from(self.range.0), Ratio::from(self.range.1));
        let mut outcomes: Vec<_> = moves
            .iter()
            .map(|&mv| Outcome {
                state: self.game.play(state, mv),
                weight: self.game.weight(state, mv).into(),
                lower: low,
                upper: high,
                first: None,
                is_known: false,
            })
            .filter(|outcome| outcome.weight > 0)
            .collect();
        let total = outcomes.iter().map(|outcome| outcome.weight).sum();
        if self.method == ChanceMethod::Star2
            && let Some(value) = self.look_ahead(&mut outcomes, total, depth, ply, (alpha, beta))?
        {
            return Ok(value);
        }
        let (alpha, beta) = (times(alpha, total)?, times(beta, total)?);
        // What the outcomes after the one being searched add at the least and at the most.
        let (mut least, mut most) = bounds(&outcomes)?;
        let mut seen = Ratio::ZERO;
        for i in 0..outcomes.len() {
            let Outcome { state, weight, lower, upper, first, is_known } = &outcomes[i];
            least = difference(least, times(*lower, *weight)?)?;
            most = difference(most, times(*upper, *weight)?)?;
            // The value at which the average would come to alpha even with the best of the rest, and to
            // beta even with the worst.
            let fails_low = over(difference(difference(alpha, seen)?, most)?, *weight)?;
            let fails_high = over(difference(difference(beta, seen)?, least)?, *weight)?;
            let value = if *is_known {
                *lower
            } else {
                let window = match self.prunes() {
                    true => (low.max(fails_low), high.min(fails_high)),
                    false => (low, high),
                };
                self.visit(state, depth, ply + 1, window, *first)?
            };
            seen = sum(seen, times(value, *weight)?)?;
            if self.prunes() && i + 1 < outcomes.len() {
                let bound = if value >= fails_high {
                    Some(least)
                } else if value <= fails_low {
                    Some(most)
                } else {
                    None
                };
                if let Some(bound) = bound {
                    self.cut(&open(&outcomes[i + 1..]));
                    return over(sum(seen, bound)?, total);
                }
            }
        }
        over(seen, total)
    }

    /// Star2's first phase: one move below each outcome. Returns a bound if that settles the node.
    fn look_ahead(
        &mut self,
        outcomes: &mut [Outcome<G::State>],
        total: u64,
        depth: u32,
        ply: usize,
        (alpha, beta): Window,
    ) -> Result<Option<Ratio>, ToolkitError> {
        let (low, high) = (Ratio::from(self.range.0), Ratio::from(self.range.1));
        let (all_alpha, all_beta) = (times(alpha, total)?, times(beta, total)?);
        let (mut least, mut most) = bounds(outcomes)?;
        for i in 0..outcomes.len() {
            let Outcome { state, weight, lower, upper, .. } = &outcomes[i];
            let (state, weight) = (state.clone(), *weight);
            let others_least = difference(least, times(*lower, weight)?)?;
            let others_most = difference(most, times(*upper, weight)?)?;
            let (lower, upper, first) = if let Some(value) = self.leaf(&state, depth)? {
                (value, value, None)
            } else {
                let mut moves = Vec::new();
                self.game.moves(&state, &mut moves);
                let (Actor::Player(player), Some(&mv)) = (self.game.actor(&state), moves.first())
                else {
                    continue;
                };
                // A move of Max bounds an outcome from below, which helps if beta can be reached.
                let is_max = player == 0;
                if if is_max { beta >= high } else { alpha <= low } {
                    continue;
                }
                let window = if is_max {
                    (low, high.min(over(difference(all_beta, others_least)?, weight)?))
                } else {
                    (low.max(over(difference(all_alpha, others_most)?, weight)?), high)
                };
                let below = if depth == u32::MAX { depth } else { depth - 1 };
                self.counts.enter(&mut self.limits)?;
                if O::WATCHES {
                    self.observer.enter(&state, (Some(window.0), Some(window.1)));
                }
                let next = self.game.play(&state, mv);
                let value = self.visit(&next, below, ply + 2, window, None)?;
                // The best there is: the other moves below the outcome are not looked at.
                let is_settled = value == if is_max { high } else { low };
                if is_settled {
                    let rest = moves[1..].iter().map(|&mv| self.game.play(&state, mv));
                    self.cut(&rest.collect::<Vec<_>>());
                }
                if O::WATCHES {
                    let found = match is_max {
                        _ if is_settled => Found::Exactly,
                        true => Found::AtLeast,
                        false => Found::AtMost,
                    };
                    self.observer.leave(&state, Worth::Number(value), found);
                }
                if is_max { (value, high, Some(value)) } else { (low, value, Some(value)) }
            };
            least = sum(others_least, times(lower, weight)?)?;
            most = sum(others_most, times(upper, weight)?)?;
            // Where this does not settle the node, the value lay within its window and is exact.
            outcomes[i] = Outcome { state, weight, lower, upper, first, is_known: lower == upper };
            let bound = if least >= all_beta {
                Some(least)
            } else if most <= all_alpha {
                Some(most)
            } else {
                None
            };
            if let Some(bound) = bound {
                self.cut(&open(outcomes));
                return over(bound, total).map(Some);
            }
        }
        Ok(None)
    }
}

/// The outcomes whose value is not known.
fn open<S: Clone>(outcomes: &[Outcome<S>]) -> Vec<S> {
    let open = outcomes.iter().filter(|outcome| !outcome.is_known);
    open.map(|outcome| outcome.state.clone()).collect()
}

/// What all outcomes add at the least and at the most, each by its weight.
fn bounds<S>(outcomes: &[Outcome<S>]) -> Result<Window, ToolkitError> {
    outcomes.iter().try_fold((Ratio::ZERO, Ratio::ZERO), |(least, most), outcome| {
        let (lower, upper) =
            (times(outcome.lower, outcome.weight)?, times(outcome.upper, outcome.weight)?);
        Ok((sum(least, lower)?, sum(most, upper)?))
    })
}
