//! Max^n (Luckhardt and Irani 1986): any number of players, each of whom maximises its own part of a
//! tuple of utilities, and shallow pruning (Korf 1991).
//!
//! If the utilities of an end never sum to more than a bound and none is below its least, what one
//! player has is out of reach for the others. Pruning by that is sound from a node to its children only:
//! deeper, a tuple that is never reached can still decide what a player between prefers. Of equally good
//! moves a player takes the first; with that rule pruning leaves the whole tuple as it is.

use std::time::Duration;

use retrosolve_games::{Actor, Game};

use super::observer::{Found, Observer, Worth};
use super::settings::MOST_PLIES;
use super::{Counts, Knowledge, ToolkitError};
use crate::limits::Limits;

/// What holds of the utilities at every end of a game, and of estimates if there is a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumBounds {
    /// The greatest sum over all players.
    pub most: i64,
    /// The least utility of each player.
    pub least: Vec<i32>,
}

/// How to search by max^n; the default is plainly, to the end of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MaxnSettings {
    /// What holds of the utilities, for shallow pruning.
    pub bounds: Option<SumBounds>,
    /// Plies after which positions are estimated; `None` searches to the end of the game.
    pub depth: Option<u32>,
    /// Give up after this many nodes.
    pub nodes: Option<u64>,
    /// Give up after this time.
    pub time: Option<Duration>,
}

/// What a search by max^n found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaxnReport<M> {
    /// The utility to each player.
    pub values: Vec<i32>,
    /// The first of the best moves; `None` only if the game is over.
    pub best: Option<M>,
    /// Whether no estimate went into the values.
    pub proved: bool,
    /// What the search did.
    pub counts: Counts,
}

/// The tuple of a position of a game without chance, each player taking the first of the moves best for
/// itself. With bounds, which must hold, by shallow pruning.
///
/// # Errors
/// If there is chance, a line of play does not end, an end or an estimate violates the bounds, or a limit
/// strikes.
pub fn maxn<G: Game, O: Observer<G::State>>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    state: &G::State,
    settings: &MaxnSettings,
    observer: &mut O,
) -> Result<MaxnReport<G::Move>, ToolkitError> {
    let mut search = Maxn {
        game,
        knowledge,
        bounds: settings.bounds.as_ref(),
        counts: Counts::default(),
        limits: Limits::new(settings.nodes, settings.time),
        proved: true,
        best: None,
        observer,
    };
    let values = search.visit(state, None, settings.depth.unwrap_or(u32::MAX), 0)?;
    let Maxn { counts, proved, best, .. } = search;
    Ok(MaxnReport { values, best, proved, counts })
}

struct Maxn<'a, G: Game, O> {
    game: &'a G,
    knowledge: &'a dyn Knowledge<G>,
    bounds: Option<&'a SumBounds>,
    counts: Counts,
    limits: Limits,
    proved: bool,
    /// The best move at the root.
    best: Option<G::Move>,
    observer: &'a mut O,
}

/// The player above and the utility it has already.
type Above = Option<(u8, i32)>;

impl<G: Game, O: Observer<G::State>> Maxn<'_, G, O> {
    fn visit(
        &mut self,
        state: &G::State,
        above: Above,
        depth: u32,
        ply: usize,
    ) -> Result<Vec<i32>, ToolkitError> {
        let utilities = self.game.utilities(state);
        self.proved &= utilities.is_some() || depth > 0;
        let estimated = || (depth == 0).then(|| self.knowledge.estimates(self.game, state));
        if let Some(utilities) = utilities.or_else(estimated) {
            self.check(&utilities)?;
            self.counts.leaves += 1;
            if O::WATCHES {
                self.observer.leaf(state, Worth::Tuple(utilities.clone()));
            }
            return Ok(utilities);
        }
        if ply >= MOST_PLIES {
            return Err(ToolkitError::TooDeep { plies: MOST_PLIES });
        }
        let Actor::Player(player) = self.game.actor(state) else {
            return Err(ToolkitError::Chance { method: "maxn" });
        };
        self.counts.enter(&mut self.limits)?;
        if O::WATCHES {
            self.observer.enter(state, (None, None));
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut best: Option<Vec<i32>> = None;
        let mut found = Found::Exactly;
        let own = usize::from(player);
        let below = if depth == u32::MAX { depth } else { depth - 1 };
        for (i, &mv) in moves.iter().enumerate() {
            let has = best.as_ref().map(|best| (player, best[own]));
            let values = self.visit(&self.game.play(state, mv), has, below, ply + 1)?;
            if has.is_none_or(|(_, has)| values[own] > has) {
                if ply == 0 {
                    self.best = Some(mv);
                }
                if i + 1 < moves.len() && self.is_settled(above, player, values[own]) {
                    found = Found::Irrelevant;
                    self.counts.exact += 1;
                    if O::WATCHES {
                        let rest = moves[i + 1..].iter().map(|&mv| self.game.play(state, mv));
                        self.observer.cut(&rest.collect::<Vec<_>>());
                    }
                    best = Some(values);
                    break;
                }
                best = Some(values);
            }
        }
        // A state that goes on has a move.
        let values = best.unwrap_or_default();
        if O::WATCHES {
            self.observer.leave(state, Worth::Tuple(values.clone()), found);
        }
        Ok(values)
    }

    /// Whether, with `value` for `player`, no more is left for the one above than that has already.
    fn is_settled(&self, above: Above, player: u8, value: i32) -> bool {
        let (Some(SumBounds { most, least }), Some((above, has))) = (self.bounds, above) else {
            return false;
        };
        let others = (0..).zip(least).filter(|(p, _)| *p != above && *p != player);
        let others: i64 = others.map(|(_, &least)| i64::from(least)).sum();
        above != player && most - i64::from(value) - others <= i64::from(has)
    }

    /// Checks that an end is as the bounds say.
    fn check(&self, utilities: &[i32]) -> Result<(), ToolkitError> {
        let Some(SumBounds { most, least }) = self.bounds else { return Ok(()) };
        let sum: i64 = utilities.iter().copied().map(i64::from).sum();
        let lowest = utilities.iter().zip(least).find(|(utility, least)| utility < least);
        match lowest {
            Some((&utility, &low)) => Err(ToolkitError::Range { utility, low, high: i32::MAX }),
            None if sum > *most => {
                Err(ToolkitError::Sum { utilities: utilities.to_vec(), most: *most })
            }
            None => Ok(()),
        }
    }
}
