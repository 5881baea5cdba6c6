use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;
use retrosolve_games::{Metric, Score, TableValue, Wdl};

use crate::format::{Totals, code};

// A state is one 16-bit word. While it is open, the word counts the moves that are not yet known to lose;
// once resolved it is RESOLVED, WIN if won, and the plies to the end of the game. DRAWN and ABSENT are
// resolved too: nothing changes them any more.
const RESOLVED: u16 = 0x8000;
const WIN: u16 = 0x4000;
const PLIES: u16 = 0x3fff;
const DRAWN: u16 = loss(PLIES);
const ABSENT: u16 = win(PLIES);

/// The greatest count of open moves that a word holds.
pub(super) const MAX_COUNT: usize = 0x7fff;
/// The greatest distance that a word holds: also the greatest that [`Score`] holds.
pub(super) const MAX_PLIES: u16 = Score::MAX_PLIES;

const fn loss(plies: u16) -> u16 {
    RESOLVED | plies
}

const fn win(plies: u16) -> u16 {
    RESOLVED | WIN | plies
}

/// The outcome that a finished word says; none if it is no state.
const fn outcome(word: u16) -> Option<Wdl> {
    match word {
        ABSENT => None,
        DRAWN => Some(Wdl::Draw),
        _ if word & RESOLVED == 0 => Some(Wdl::Draw),
        _ if word & WIN == 0 => Some(Wdl::Loss),
        _ => Some(Wdl::Win),
    }
}

/// The distance that a finished word says, 0 for a draw or no state.
const fn plies(word: u16) -> u16 {
    match outcome(word) {
        None | Some(Wdl::Draw) => 0,
        Some(_) => word & PLIES,
    }
}

/// The state words while a run is at work on them, from any number of threads.
///
/// Within one phase of a run (see [`super::engine`]) concurrent calls commute, hence relaxed ordering and
/// the same result for any schedule. The join at the end of a phase orders it before the next.
pub(super) struct Board(Vec<AtomicU16>);

impl Board {
    /// All states open with the count 0.
    pub(super) fn new(len: usize) -> Self {
        Self((0..len).into_par_iter().map(|_| AtomicU16::new(0)).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// An index that is no state.
    pub(super) fn set_absent(&self, index: u32) {
        self.0[index as usize].store(ABSENT, Ordering::Relaxed);
    }

    /// A state with that many moves left to examine, at most [`MAX_COUNT`].
    pub(super) fn set_open(&self, index: u32, moves: u16) {
        self.0[index as usize].store(moves, Ordering::Relaxed);
    }

    /// A state whose value nothing inside the set can change.
    pub(super) fn seal(&self, index: u32, outcome: Wdl, plies: u16) {
        let word = match outcome {
            Wdl::Loss => loss(plies),
            Wdl::Draw => DRAWN,
            Wdl::Win => win(plies),
        };
        self.0[index as usize].store(word, Ordering::Relaxed);
    }

    /// Keeps the states that still wait for their values.
    #[inline]
    pub(super) fn retain_open(&self, states: &mut Vec<u32>) {
        let mut kept = 0;
        for i in 0..states.len() {
            let state = states[i];
            states[kept] = state;
            kept += usize::from(self.0[state as usize].load(Ordering::Relaxed) & RESOLVED == 0);
        }
        states.truncate(kept);
    }

    /// A move of `index` wins in `plies`: true if that resolves it.
    #[inline]
    pub(super) fn win(&self, index: u32, plies: u16) -> bool {
        let word = &self.0[index as usize];
        let seen = word.load(Ordering::Relaxed);
        // In this phase an open word only ever turns into the same win. Whoever turns it adds the state to
        // the frontier.
        seen & RESOLVED == 0
            && word.compare_exchange(seen, win(plies), Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// A move of `index` turned out to lose: true if it was the last one, so that all lose and the slowest
    /// ends in `plies`.
    #[inline]
    pub(super) fn lose_move(&self, index: u32, plies: u16) -> bool {
        let word = &self.0[index as usize];
        if word.load(Ordering::Relaxed) & RESOLVED != 0 {
            return false;
        }
        // The count includes every move, so no other decrement can follow the last.
        let last = word.fetch_sub(1, Ordering::Relaxed) == 1;
        if last {
            word.store(loss(plies), Ordering::Relaxed);
        }
        last
    }

    /// Ends the run: whatever is still open is drawn.
    pub(super) fn finish(self) -> Values {
        Values(self.0.into_iter().map(AtomicU16::into_inner).collect())
    }
}

/// The value of every state of a solved space, by index; two bytes a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values(Vec<u16>);

impl Values {
    /// The number of indices.
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Whether there is no index at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a state for its side to move, with its depth to win in plies; `None` if the index is
    /// no state or out of range.
    #[inline]
    pub fn get(&self, index: u64) -> Option<TableValue> {
        let word = *self.0.get(usize::try_from(index).ok()?)?;
        Some(TableValue::dtw(outcome(word)?, plies(word)))
    }

    /// The values in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = Option<TableValue>> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Counts wins, draws and losses and finds the longest of them.
    pub fn totals(&self) -> Totals {
        let count = |mut counts: Vec<u64>, chunk: &[u16]| {
            for &word in chunk {
                counts[usize::from(word)] += 1;
            }
            counts
        };
        let none = || vec![0; 1 << 16];
        let add = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
        let counts = self.0.par_chunks(1 << 20).fold(none, count).reduce(none, add);
        let mut totals = Totals::default();
        // Ascending, so the last length that occurs is the longest.
        for (word, &count) in (0..=u16::MAX).zip(&counts).filter(|&(_, &count)| count > 0) {
            match outcome(word) {
                None => {}
                Some(Wdl::Draw) => totals.draws += count,
                Some(Wdl::Loss) => {
                    totals.losses += count;
                    (totals.longest_loss, totals.longest_losses) = (Some(plies(word)), count);
                }
                Some(Wdl::Win) => {
                    totals.wins += count;
                    (totals.longest_win, totals.longest_wins) = (Some(plies(word)), count);
                }
            }
        }
        totals
    }

    /// The greatest distance of a win or a loss in a range of states, in plies; 0 if there is none.
    pub fn longest(&self, range: Range<u64>) -> u16 {
        self.slice(range)
            .par_chunks(1 << 16)
            .map(|chunk| chunk.iter().map(|&word| plies(word)).max().unwrap_or(0))
            .max()
            .unwrap_or(0)
    }

    /// Appends the entry codes of a range of states for a table file of `metric`, wdl or dtw, as in
    /// [`crate::format::code`]. Indices beyond the end are left out.
    pub fn codes(&self, range: Range<u64>, metric: Metric, codes: &mut Vec<u16>) {
        codes.extend(self.slice(range).iter().map(|&word| match outcome(word) {
            None => code::NONE,
            Some(wdl) if metric == Metric::Wdl => code::of_wdl(wdl),
            // The distance of a word is within what a code holds.
            Some(wdl) => code::of_distance(wdl, plies(word)).unwrap_or(code::NONE),
        }));
    }

    fn slice(&self, range: Range<u64>) -> &[u16] {
        let end = range.end.min(self.len()) as usize;
        self.0.get(range.start as usize..end).unwrap_or_default()
    }
}

const _: () = assert!(MAX_PLIES <= code::MAX_DISTANCE && MAX_PLIES < PLIES);
