use super::backward::closed;
use super::codes::PAGE;
use super::lines::Lines;
use super::path::Job;
use super::plies::Setting;
use super::unit::{Memory, Unit};
use super::walk::{CHUNK_BITS, Live, Walk};

/// The open positions of some chunks of a profile, chunk by chunk.
pub(super) struct Open<'a, F> {
    pub(super) setting: &'a Setting,
    pub(super) stones: u32,
    /// The rank of the profile.
    pub(super) rank: u64,
    pub(super) chunks: std::ops::Range<u64>,
    /// Gets each chunk that may have some, with its number.
    pub(super) each: F,
}

impl<F: FnMut(u64, &Live)> Job for Open<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<U: Unit>(mut self) {
        let Setting { ground, profiles, fours, .. } = self.setting;
        let profile = profiles.profile(self.stones, self.rank);
        let closed = closed(ground.mover(self.stones));
        let lines = Lines::new(ground, &profile, fours, 1, closed);
        let mut walk = Walk::<true>::new(&lines, self.stones, ground.first_players(self.stones));
        let mut live = Live::new();
        let mut next = self.chunks.start;
        while next < self.chunks.end {
            let chunk = next;
            next = walk.chunk::<U>(chunk, &mut live);
            (self.each)(chunk, &live);
        }
    }
}

/// The open positions of a chunk with their ranks among those of the ply.
#[derive(Clone, Debug)]
pub(super) struct ChunkRanks {
    /// The chunk: stones, rank of the profile, number.
    key: (u32, u64, u64),
    units: Vec<u8>,
    open: Vec<Memory>,
    /// The rank of the first open position of each unit.
    starts: Vec<u64>,
}

impl ChunkRanks {
    /// Counts from the beginning of the page of the chunk, whose first position has rank `start`.
    pub(super) fn new(setting: &Setting, key: (u32, u64, u64), start: u64) -> Self {
        let (stones, rank, chunk) = key;
        let mut ranks = Self { key, units: Vec::new(), open: Vec::new(), starts: Vec::new() };
        let mut at = start;
        setting.path.run(Open {
            setting,
            stones,
            rank,
            chunks: chunk - chunk % PAGE..chunk + 1,
            each: |number, live: &Live| {
                for (unit, open) in live.units.iter().zip(&live.wanted).take(live.len) {
                    if number == chunk {
                        ranks.units.push(*unit);
                        ranks.open.push(*open);
                        ranks.starts.push(at);
                    }
                    at += u64::from(open.count());
                }
            },
        });
        ranks
    }

    /// Whether this is the chunk of a key.
    pub(super) fn is(&self, key: (u32, u64, u64)) -> bool {
        self.key == key
    }

    /// The rank of an open position; `None` if it is not open.
    pub(super) fn rank(&self, colors: u64) -> Option<u64> {
        let unit = (colors >> super::unit::UNIT_BITS) as usize % (1 << CHUNK_BITS);
        let entry = colors as usize % super::unit::UNIT;
        let at = self.units.binary_search(&(unit as u8)).ok()?;
        let open = &self.open[at];
        open.has(entry).then(|| self.starts[at] + u64::from(open.count_below(entry)))
    }
}
