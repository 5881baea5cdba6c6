use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use retrosolve_games::ZeroSum;

use super::engine::solve;
use super::hash::{BuildKeyHasher, KeyMap};
use super::solution::Solution;
use super::space::{Expansion, SpaceError, StateSpace};
use crate::Progress;

/// States expanded by one task.
const CHUNK: usize = 1 << 10;
/// Parts of the map from keys to indices, each behind its own lock while it grows.
const SHARDS: usize = 256;

/// How [`enumerate`] goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnumerateOptions {
    /// Whether states that the game's symmetries map onto each other count as one.
    pub symmetry: bool,
    /// The most states to hold; more are refused. The indices end at 2^32 - 1 in any case.
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
    let (states, levels, index) = reached?;
    progress.begin(
        &format!("solving {} {}", game.name(), game.board()),
        states.len() as u64,
        "states",
    );
    let reachable = Reachable { game, states: &states, index: &index, symmetry: options.symmetry };
    let values = solve(&reachable, progress);
    progress.end();
    Ok(Solution::new(states, levels, index, values?, options.symmetry))
}

type Reached<G> = (Vec<<G as retrosolve_games::Game>::State>, Vec<u64>, Index<<G as ZeroSum>::Key>);

fn reach<G: ZeroSum>(
    game: &G,
    roots: impl IntoIterator<Item = G::State>,
    options: EnumerateOptions,
    progress: &dyn Progress,
) -> Result<Reached<G>, EnumerateError> {
    let limit = options.max_states.min(u64::from(u32::MAX));
    let index = GrowingIndex::new();
    let mut states: Vec<G::State> = Vec::new();
    let mut levels = Vec::new();
    let mut fresh: Vec<(G::Key, G::State)> = Vec::new();
    for root in roots {
        let root = if options.symmetry { game.canonical(&root) } else { root };
        let key = game.key(&root);
        if index.insert(key) {
            fresh.push((key, root));
        }
    }
    while !fresh.is_empty() {
        if states.len() as u64 + fresh.len() as u64 > limit {
            let (game, board) = (game.name(), game.board());
            return Err(EnumerateError::TooManyStates { game, board, limit });
        }
        fresh.par_sort_unstable_by_key(|&(key, _)| key);
        let first = states.len();
        fresh.par_iter().enumerate().for_each(|(i, (key, _))| index.set(*key, (first + i) as u32));
        levels.push(fresh.len() as u64);
        states.extend(fresh.into_iter().map(|(_, state)| state));
        let room = limit - states.len() as u64;
        fresh = successors(game, &states[first..], &index, options.symmetry, room, progress);
    }
    Ok((states, levels, index.freeze()))
}

/// The states that follow `frontier` and were not seen before, unordered. Gives up when it has more than
/// `room`.
fn successors<G: ZeroSum>(
    game: &G,
    frontier: &[G::State],
    index: &GrowingIndex<G::Key>,
    symmetry: bool,
    room: u64,
    progress: &dyn Progress,
) -> Vec<(G::Key, G::State)> {
    let full = AtomicBool::new(false);
    let parts: Vec<Vec<_>> = frontier
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut fresh = Vec::new();
            let mut moves = Vec::new();
            for state in chunk {
                if full.load(Ordering::Relaxed) || game.outcome(state).is_some() {
                    continue;
                }
                moves.clear();
                game.moves(state, &mut moves);
                for &mv in &moves {
                    let mut next = game.play(state, mv);
                    if symmetry {
                        next = game.canonical(&next);
                    }
                    let key = game.key(&next);
                    if index.insert(key) {
                        fresh.push((key, next));
                    }
                }
                if fresh.len() as u64 > room {
                    full.store(true, Ordering::Relaxed);
                }
            }
            progress.advance(chunk.len() as u64);
            fresh
        })
        .collect();
    parts.into_iter().flatten().collect()
}

/// The enumerated states as a state space.
struct Reachable<'a, G: ZeroSum> {
    game: &'a G,
    states: &'a [G::State],
    index: &'a Index<G::Key>,
    symmetry: bool,
}

impl<G: ZeroSum> StateSpace for Reachable<'_, G> {
    fn len(&self) -> u64 {
        self.states.len() as u64
    }

    fn expand(&self, index: u64, out: &mut Expansion) -> Result<(), SpaceError> {
        let state = &self.states[index as usize];
        if let Some(outcome) = self.game.outcome(state) {
            out.terminal(outcome);
            return Ok(());
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        for &mv in &moves {
            let mut next = self.game.play(state, mv);
            if self.symmetry {
                next = self.game.canonical(&next);
            }
            // The enumeration reached it: a key that is missing now is a key that changes.
            let successor = self.index.get(self.game.key(&next)).ok_or_else(|| {
                SpaceError::other(format!("the key of {next:?} is not the same every time"))
            })?;
            out.inside(successor);
        }
        Ok(())
    }

    fn describe(&self, index: u64) -> String {
        format!("{:?}", self.states[index as usize])
    }
}

/// From keys to indices.
pub(super) struct Index<K>(Vec<KeyMap<K>>);

impl<K: std::hash::Hash + Eq + Copy> Index<K> {
    pub(super) fn get(&self, key: K) -> Option<u32> {
        self.0[shard(&key)].get(&key).copied()
    }
}

/// The same, shared by threads that add keys.
struct GrowingIndex<K>(Vec<Mutex<KeyMap<K>>>);

impl<K: std::hash::Hash + Eq + Copy> GrowingIndex<K> {
    fn new() -> Self {
        Self((0..SHARDS).map(|_| Mutex::default()).collect())
    }

    /// Adds a key whose index comes later; false if it was there.
    fn insert(&self, key: K) -> bool {
        let mut map = self.0[shard(&key)].lock().unwrap_or_else(PoisonError::into_inner);
        match map.entry(key) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(u32::MAX);
                true
            }
        }
    }

    fn set(&self, key: K, index: u32) {
        let mut map = self.0[shard(&key)].lock().unwrap_or_else(PoisonError::into_inner);
        map.insert(key, index);
    }

    fn freeze(self) -> Index<K> {
        let plain = |m: Mutex<KeyMap<K>>| m.into_inner().unwrap_or_else(PoisonError::into_inner);
        Index(self.0.into_iter().map(plain).collect())
    }
}

/// The part that a key belongs to: bits of the hash that the maps themselves use least.
fn shard<K: std::hash::Hash>(key: &K) -> usize {
    (BuildKeyHasher::default().hash_one(key) >> 40) as usize % SHARDS
}
