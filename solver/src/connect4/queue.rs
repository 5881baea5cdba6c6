/// Lanes in the order of their weights, greatest first; of equal weights the lower lane first.
pub(super) struct Queue {
    entries: [i32; 8],
    len: usize,
}

impl Queue {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { entries: [0; 8], len: 0 }
    }

    /// Sorts in a lane; at most eight.
    #[inline(always)]
    pub(super) fn insert(&mut self, lane: usize, weight: i32) {
        let entry = weight << 3 | (7 - lane as i32);
        let mut place = self.len & 7;
        while place > 0 && self.entries[place - 1] < entry {
            self.entries[place] = self.entries[place - 1];
            place -= 1;
        }
        self.entries[place] = entry;
        self.len += 1;
    }

    /// The lanes, best first.
    #[inline(always)]
    pub(super) fn lanes(&self) -> impl Iterator<Item = usize> {
        self.entries[..self.len.min(8)].iter().map(|entry| 7 - (entry & 7) as usize)
    }
}
