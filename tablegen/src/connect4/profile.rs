use super::ground::{Cell, Ground, MAX_COLUMNS};

/// How many stones each column holds besides those of the root, place by place. The positions of a
/// profile differ in the colours of these stones alone.
///
/// Their colours are a number, one bit a stone, 1 for the first player's: place by place from the low
/// end, in a column from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Profile {
    heights: [u8; MAX_COLUMNS],
    columns: u8,
}

impl Profile {
    /// No stones.
    pub(super) fn empty(columns: usize) -> Self {
        Self { heights: [0; MAX_COLUMNS], columns: columns as u8 }
    }

    /// The heights above the root, place by place.
    pub(super) fn heights(&self) -> &[u8] {
        &self.heights[..usize::from(self.columns)]
    }

    /// The stones of all columns: the number of bits of the colours.
    pub(super) fn stones(&self) -> u32 {
        self.heights().iter().map(|&height| u32::from(height)).sum()
    }

    /// The bit at which a column's lowest stone is, or would be.
    pub(super) fn bottom(&self, place: usize) -> u32 {
        self.heights[..place].iter().map(|&height| u32::from(height)).sum()
    }

    /// The bit at which the colours after a move hold the stone played in the column of a place.
    pub(super) fn top(&self, place: usize) -> u32 {
        self.bottom(place) + u32::from(self.heights[place])
    }

    /// The profile with another height of one column.
    #[must_use]
    pub(super) fn with(mut self, place: usize, height: u8) -> Self {
        self.heights[place] = height;
        self
    }

    /// The height of one column.
    pub(super) fn height(&self, place: usize) -> u8 {
        self.heights[place]
    }

    /// What the cell at a row of the column of a place is, the row counted from the bottom of the board.
    pub(super) fn cell(&self, ground: &Ground, place: usize, row: u32) -> Cell {
        let (root, later) = (ground.height(place), u32::from(self.heights[place]));
        match row.checked_sub(root) {
            None => Cell::Root(ground.color(ground.column(place), row)),
            Some(above) if above < later => {
                Cell::Later(self.bottom(place) + above, above + 1 == later)
            }
            Some(above) if above == later => Cell::Next(place),
            Some(_) => Cell::Empty,
        }
    }
}

/// The profiles of a ground, ply by ply, in lexicographic order of the heights, the last place first.
#[derive(Clone, Debug)]
pub(super) struct Profiles {
    room: Vec<u8>,
    /// `ways[places][stones]`: in how many ways the first `places` places hold so many stones.
    ways: Vec<Vec<u64>>,
}

impl Profiles {
    /// Those of a ground.
    pub(super) fn new(ground: &Ground) -> Self {
        let room: Vec<u8> = (0..ground.columns()).map(|place| ground.room(place) as u8).collect();
        let most = ground.empties() as usize;
        let mut ways = vec![vec![0; most + 1]];
        ways[0][0] = 1;
        for &room in &room {
            let fewer = &ways[ways.len() - 1];
            let row = (0..=most)
                .map(|stones| (0..=stones.min(room.into())).map(|h| fewer[stones - h]).sum());
            let row = row.collect();
            ways.push(row);
        }
        Self { room, ways }
    }

    /// The number of profiles of so many stones; 0 if there is no room for them.
    pub(super) fn count(&self, stones: u32) -> u64 {
        self.ways[self.room.len()].get(stones as usize).copied().unwrap_or(0)
    }

    /// The profile of a rank below [`Self::count`].
    pub(super) fn profile(&self, stones: u32, mut rank: u64) -> Profile {
        debug_assert!(rank < self.count(stones));
        let mut profile = Profile::empty(self.room.len());
        let mut left = stones as usize;
        for place in (0..self.room.len()).rev() {
            let ways = &self.ways[place];
            let mut height = 0;
            while rank >= ways[left - height] {
                rank -= ways[left - height];
                height += 1;
            }
            profile = profile.with(place, height as u8);
            left -= height;
        }
        profile
    }

    /// The rank of a profile among those of as many stones. Inverse of [`Self::profile`].
    pub(super) fn rank(&self, profile: &Profile) -> u64 {
        let mut left = profile.stones() as usize;
        let mut rank = 0;
        for place in (0..self.room.len()).rev() {
            let height = usize::from(profile.height(place));
            rank += (0..height).map(|lower| self.ways[place][left - lower]).sum::<u64>();
            left -= height;
        }
        rank
    }

    /// The moves of a profile: places with room, each with the profile after.
    pub(super) fn after(&self, profile: Profile) -> impl Iterator<Item = (usize, Profile)> + '_ {
        let open = (0..self.room.len()).filter(move |&p| profile.height(p) < self.room[p]);
        open.map(move |place| (place, profile.with(place, profile.height(place) + 1)))
    }

    /// The greatest rank among the profiles from which a profile comes.
    pub(super) fn last_before(&self, profile: Profile) -> u64 {
        Self::before(profile).map(|(_, before)| self.rank(&before)).max().unwrap_or(0)
    }

    /// The profiles before the last move: places with stones, each with the profile before.
    pub(super) fn before(profile: Profile) -> impl Iterator<Item = (usize, Profile)> {
        let stones = (0..profile.heights().len()).filter(move |&p| profile.height(p) > 0);
        stones.map(move |place| (place, profile.with(place, profile.height(place) - 1)))
    }
}
