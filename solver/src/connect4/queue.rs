use super::lanes::MOST;

/// The last lane, and the bits that name one.
const LAST: usize = MOST - 1;

/// Lanes in the order of their weights, greatest first; of equal weights the lower lane first.
pub(super) struct Queue {
    entries: [i32; MOST],
    len: usize,
    /// How many have been put off; they are the last.
    put_off: usize,
}

impl Queue {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { entries: [0; MOST], len: 0, put_off: 0 }
    }

    /// Sorts in a lane; at most [`MOST`].
    #[inline(always)]
    pub(super) fn insert(&mut self, lane: usize, weight: i32) {
        let entry = weight << 4 | (LAST - lane) as i32;
        let mut place = self.len & LAST;
        while place > 0 && self.entries[place - 1] < entry {
            self.entries[place] = self.entries[place - 1];
            place -= 1;
        }
        self.entries[place] = entry;
        self.len += 1;
    }

    /// The number of lanes.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The lane at a place, best first.
    #[inline(always)]
    pub(super) fn lane(&self, place: usize) -> usize {
        LAST - (self.entries[place & LAST] as usize & LAST)
    }

    /// Whether the lane at a place has not been put off and another is left that has not.
    #[inline(always)]
    pub(super) fn may_wait(&self, place: usize) -> bool {
        place + self.put_off + 1 < self.len
    }

    /// Moves the lane at a place to the end.
    pub(super) fn put_off(&mut self, place: usize) {
        self.entries[place..self.len].rotate_left(1);
        self.put_off += 1;
    }
}
