use rayon::prelude::*;
use retrosolve_games::Wdl;

use super::space::{Expansion, Kind, SpaceError, StateSpace};
use super::values::{Board, MAX_COUNT, MAX_PLIES};
use crate::Progress;

/// States expanded by one task: enough tasks for any machine, but few, since every task leaves lists behind.
fn chunk(states: u64) -> u64 {
    (states / 256).clamp(1 << 12, 1 << 16)
}

/// A state space after the one look at each state: open moves counted, and all that is known from
/// outside waiting for the level at which it takes effect.
pub(super) struct Seeds {
    pub(super) board: Board,
    pub(super) pending: Pending,
    /// The moves inside the set, in index order, if asked for.
    pub(super) forward: Vec<Forward>,
}

/// Moves of consecutive states.
#[derive(Default)]
pub(super) struct Forward {
    pub(super) first: u32,
    pub(super) counts: Vec<u16>,
    pub(super) targets: Vec<u32>,
}

/// States in any order, in the pieces in which the tasks found them.
pub(super) type Parts = Vec<Vec<u32>>;

/// What takes effect at a certain level, that is at a certain distance from the end of the game.
#[derive(Default)]
pub(super) struct Pending(Vec<Level>);

/// See [`Pending`].
#[derive(Default)]
pub(super) struct Level {
    /// Settled states with a win in so many plies.
    pub(super) won: Parts,
    /// Settled states with a loss in so many plies.
    pub(super) lost: Parts,
    /// Open states with a move out of the set that wins in so many plies.
    pub(super) winning: Parts,
    /// Open states whose moves out of the set all lose, the slowest in so many plies.
    pub(super) losing: Parts,
}

impl Pending {
    /// Adds what one task found.
    fn add(&mut self, found: Found) {
        if self.0.len() < found.0.len() {
            self.0.resize_with(found.0.len(), Level::default);
        }
        for (level, lists) in self.0.iter_mut().zip(found.0) {
            let parts = [&mut level.won, &mut level.lost, &mut level.winning, &mut level.losing];
            for (parts, mut list) in parts.into_iter().zip(lists) {
                if !list.is_empty() {
                    list.shrink_to_fit();
                    parts.push(list);
                }
            }
        }
    }

    /// Removes a level; empty if nothing waits there.
    pub(super) fn take(&mut self, plies: u16) -> Level {
        self.0.get_mut(usize::from(plies)).map(std::mem::take).unwrap_or_default()
    }

    /// Whether nothing waits beyond a level.
    pub(super) fn ends_at(&self, plies: u16) -> bool {
        self.0.len() <= usize::from(plies) + 1
    }
}

/// What one task found, by level: the lists of a [`Level`] in their order.
#[derive(Default)]
struct Found(Vec<[Vec<u32>; 4]>);

const WON: usize = 0;
const LOST: usize = 1;
const WINNING: usize = 2;
const LOSING: usize = 3;

impl Found {
    #[inline]
    fn push(&mut self, plies: u16, list: usize, index: u32) {
        let level = usize::from(plies);
        if self.0.len() <= level {
            self.0.resize_with(level + 1, Default::default);
        }
        self.0[level][list].push(index);
    }
}

/// Expands every state once, in parallel.
pub(super) fn seed<S: StateSpace>(
    space: &S,
    keep_moves: bool,
    progress: &dyn Progress,
) -> Result<Seeds, SpaceError> {
    let states = space.len();
    let len = u32::try_from(states).map_err(|_| SpaceError::TooManyStates { states })?;
    let board = Board::new(len as usize);
    let size = chunk(states);
    let chunks = (0..states.div_ceil(size))
        .into_par_iter()
        .map(|chunk| {
            let range = chunk * size..states.min((chunk + 1) * size);
            let done = range.end - range.start;
            let seeded = seed_chunk(space, &board, range, keep_moves)?;
            progress.advance(done);
            Ok(seeded)
        })
        .collect::<Result<Vec<_>, SpaceError>>()?;
    let mut pending = Pending::default();
    let mut forward = Vec::with_capacity(if keep_moves { chunks.len() } else { 0 });
    for (found, moves) in chunks {
        pending.add(found);
        if keep_moves {
            forward.push(moves);
        }
    }
    Ok(Seeds { board, pending, forward })
}

fn seed_chunk<S: StateSpace>(
    space: &S,
    board: &Board,
    range: std::ops::Range<u64>,
    keep_moves: bool,
) -> Result<(Found, Forward), SpaceError> {
    let mut found = Found::default();
    let mut forward = Forward { first: range.start as u32, ..Forward::default() };
    space.expand_range(range, &mut Expansion::default(), |state, expansion| {
        let index = state as u32;
        match expansion.kind {
            Kind::Absent => board.set_absent(index),
            Kind::Terminal(outcome) => {
                board.seal(index, outcome, 0);
                match outcome {
                    Wdl::Win => found.push(0, WON, index),
                    Wdl::Loss => found.push(0, LOST, index),
                    Wdl::Draw => {}
                }
            }
            Kind::Inner => seed_inner(space, board, index, expansion, &mut found)?,
        }
        if keep_moves {
            if expansion.unnamed > 0 {
                return Err(SpaceError::Unnamed { state: space.describe(state) });
            }
            let inner = matches!(expansion.kind, Kind::Inner);
            let moves = if inner { expansion.inside.as_slice() } else { &[] };
            forward.counts.push(moves.len() as u16);
            forward.targets.extend_from_slice(moves);
        }
        Ok(())
    })?;
    Ok((found, forward))
}

fn seed_inner<S: StateSpace>(
    space: &S,
    board: &Board,
    index: u32,
    expansion: &Expansion,
    found: &mut Found,
) -> Result<(), SpaceError> {
    let state = || space.describe(u64::from(index));
    let inside = expansion.inside.len() + expansion.unnamed;
    let outside = expansion.outside;
    if inside + 1 > MAX_COUNT {
        return Err(SpaceError::TooManySuccessors { state: state(), successors: inside });
    }
    if let Some(&successor) =
        expansion.inside.iter().find(|&&successor| u64::from(successor) >= space.len())
    {
        return Err(SpaceError::OutOfRange { state: state(), successor, states: space.len() });
    }
    let after =
        |plies: u16| if plies < MAX_PLIES { Ok(plies + 1) } else { Err(SpaceError::TooDeep) };
    if inside > 0 {
        // All moves out of the set count as one: a win is a win, a draw is never counted down, and if all
        // lose, the slowest decides.
        let any = outside.loss.is_some() || outside.draw || outside.win.is_some();
        board.set_open(index, inside as u16 + u16::from(any));
        if let Some(plies) = outside.loss {
            found.push(after(plies)?, WINNING, index);
        } else if let (false, Some(plies)) = (outside.draw, outside.win) {
            found.push(after(plies)?, LOSING, index);
        }
    } else if let Some(plies) = outside.loss {
        let plies = after(plies)?;
        board.seal(index, Wdl::Win, plies);
        found.push(plies, WON, index);
    } else if outside.draw {
        board.seal(index, Wdl::Draw, 0);
    } else if let Some(plies) = outside.win {
        let plies = after(plies)?;
        board.seal(index, Wdl::Loss, plies);
        found.push(plies, LOST, index);
    } else {
        return Err(SpaceError::NoSuccessor { state: state() });
    }
    Ok(())
}
