use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::seed::Forward;
use super::space::{Predecessors, SpaceError};

/// The moves of a set backwards: the predecessors of all states in one array, sorted by successor with a
/// counting sort. Four bytes a move and four bytes a state.
pub(super) struct ReverseEdges {
    /// The predecessors of `i` are `sources[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl ReverseEdges {
    /// Turns the moves around. While it works, they are held both ways.
    pub(super) fn new(states: usize, forward: &[Forward]) -> Result<Self, SpaceError> {
        let moves: usize = forward.iter().map(|chunk| chunk.targets.len()).sum();
        if u32::try_from(moves).is_err() {
            return Err(SpaceError::TooManyEdges);
        }
        // Counts go two places up, so that after summing, place i + 1 is the cursor of i, and when the
        // cursors have moved on, place i is the start of i.
        let cursors: Vec<AtomicU32> = (0..states + 2).map(|_| AtomicU32::new(0)).collect();
        forward.par_iter().for_each(|chunk| {
            for &target in &chunk.targets {
                cursors[target as usize + 2].fetch_add(1, Ordering::Relaxed);
            }
        });
        let mut sum = 0;
        for cursor in &cursors {
            sum += cursor.load(Ordering::Relaxed);
            cursor.store(sum, Ordering::Relaxed);
        }
        let sources: Vec<AtomicU32> = (0..moves).map(|_| AtomicU32::new(0)).collect();
        forward.par_iter().for_each(|chunk| {
            let mut targets = chunk.targets.as_slice();
            for (source, &count) in (chunk.first..).zip(&chunk.counts) {
                let (own, rest) = targets.split_at(usize::from(count));
                targets = rest;
                for &target in own {
                    let place = cursors[target as usize + 1].fetch_add(1, Ordering::Relaxed);
                    sources[place as usize].store(source, Ordering::Relaxed);
                }
            }
        });
        let plain = |v: Vec<AtomicU32>| v.into_iter().map(AtomicU32::into_inner).collect();
        Ok(Self { starts: plain(cursors), sources: plain(sources) })
    }
}

impl Predecessors for ReverseEdges {
    #[inline]
    fn predecessors(&self, index: u32, visit: impl FnMut(u32)) {
        let range = self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize;
        self.sources[range].iter().copied().for_each(visit);
    }
}
