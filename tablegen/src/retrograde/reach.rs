use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use retrosolve_games::ZeroSum;

use super::enumerate::{EnumerateError, EnumerateOptions};
use super::key_index::{KeyIndex, SHARDS, Tickets, shard};
use super::seed::Forward;
use crate::Progress;

/// States expanded by one task. Their successors are looked up shard by shard, so that a shard is fetched
/// into the cache for many keys at once.
const CHUNK: usize = 1 << 13;

/// Short of what 32 bits number, since the search stops only when it has found too many.
const MAX_STATES: u64 = u32::MAX as u64 - (1 << 28);

/// All states that play can reach.
pub(super) struct Reached<G: ZeroSum> {
    /// By distance from the roots, then by key.
    pub(super) states: Vec<G::State>,
    /// How many states are first reached after 0, 1, 2... plies.
    pub(super) levels: Vec<u64>,
    /// From keys to places in `states`.
    pub(super) index: KeyIndex<G::Key>,
    /// The moves of all states.
    pub(super) moves: Vec<Forward>,
}

/// A state found for the first time.
struct Fresh<G: ZeroSum> {
    key: G::Key,
    ticket: u32,
    state: G::State,
}

/// Finds them, breadth first.
pub(super) fn reach<G: ZeroSum>(
    game: &G,
    roots: impl IntoIterator<Item = G::State>,
    options: EnumerateOptions,
    progress: &dyn Progress,
) -> Result<Reached<G>, EnumerateError> {
    let limit = options.max_states.min(MAX_STATES);
    let search = Search {
        game,
        symmetry: options.symmetry,
        tickets: Tickets::new(),
        limit: limit as u32,
        full: AtomicBool::new(false),
    };
    let mut states: Vec<G::State> = Vec::new();
    let mut levels = Vec::new();
    let mut moves = Vec::new();
    let mut indices = Vec::new();
    let mut fresh = search.add(roots.into_iter().collect()).1;
    while !fresh.is_empty() && !search.full.load(Ordering::Relaxed) {
        fresh.par_sort_unstable_by_key(|fresh| fresh.key);
        let first = states.len();
        indices.resize(search.tickets.len() as usize, 0);
        for (index, fresh) in (first as u32..).zip(&fresh) {
            indices[fresh.ticket as usize] = index;
        }
        levels.push(fresh.len() as u64);
        states.extend(fresh.into_iter().map(|fresh| fresh.state));
        let found: Vec<_> = states[first..]
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(chunk, states)| {
                let found = search.successors((first + chunk * CHUNK) as u32, states);
                progress.advance(states.len() as u64);
                found
            })
            .collect();
        fresh = Vec::new();
        for (forward, part) in found {
            moves.push(forward);
            fresh.extend(part);
        }
    }
    if search.full.into_inner() {
        let (game, board) = (game.name(), game.board());
        return Err(EnumerateError::TooManyStates { game, board, limit });
    }
    moves.par_iter_mut().flat_map(|part| &mut part.targets).for_each(|target| {
        *target = indices[*target as usize];
    });
    Ok(Reached { states, levels, index: search.tickets.resolve(indices), moves })
}

struct Search<'a, G: ZeroSum> {
    game: &'a G,
    symmetry: bool,
    tickets: Tickets<G::Key>,
    limit: u32,
    /// More states were found than allowed; whatever is done from then on does not count.
    full: AtomicBool,
}

impl<G: ZeroSum> Search<'_, G> {
    /// The moves of consecutive states, targets by ticket, and the states that they reach for the first
    /// time.
    fn successors(&self, first: u32, states: &[G::State]) -> (Forward, Vec<Fresh<G>>) {
        let mut counts = Vec::with_capacity(states.len());
        let mut successors = Vec::new();
        let mut moves = Vec::new();
        for state in states {
            moves.clear();
            if self.game.outcome(state).is_none() && !self.full.load(Ordering::Relaxed) {
                self.game.moves(state, &mut moves);
            }
            // A count that does not fit is refused when the states are solved.
            counts.push(u16::try_from(moves.len()).unwrap_or(u16::MAX));
            successors.extend(moves.iter().map(|&mv| self.game.play(state, mv)));
        }
        let (targets, fresh) = self.add(successors);
        (Forward { first, counts, targets }, fresh)
    }

    /// The tickets of states, and those among them that are new.
    fn add(&self, mut states: Vec<G::State>) -> (Vec<u32>, Vec<Fresh<G>>) {
        if self.symmetry {
            for state in &mut states {
                *state = self.game.canonical(state);
            }
        }
        let keys: Vec<G::Key> = states.iter().map(|state| self.game.key(state)).collect();
        let mut tickets = vec![0; keys.len()];
        let mut fresh = Vec::new();
        for (shard, places) in by_shard(&keys).iter().enumerate() {
            let keys = places.iter().map(|&place| (place as usize, keys[place as usize]));
            self.tickets.take(shard, keys, |place, ticket, is_new| {
                tickets[place] = ticket;
                if is_new {
                    let key = self.game.key(&states[place]);
                    fresh.push(Fresh { key, ticket, state: states[place].clone() });
                }
            });
        }
        if self.tickets.len() > self.limit {
            self.full.store(true, Ordering::Relaxed);
        }
        (tickets, fresh)
    }
}

/// The places of keys, by the shard that they belong to.
fn by_shard<K: std::hash::Hash>(keys: &[K]) -> Vec<Vec<u32>> {
    let mut places = vec![Vec::new(); SHARDS];
    for (place, key) in (0..).zip(keys) {
        places[shard(key)].push(place);
    }
    places
}
