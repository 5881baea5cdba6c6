use retrosolve_games::connect4::Board;

/// The greatest number of columns a board can have: `(rows + 1) * columns` is at most 64.
pub(super) const MAX_COLUMNS: usize = 32;

/// How many stones each column holds. The positions of a profile differ in the colours of the stones
/// alone, which are their index; see [`Index`](super::Index).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Profile {
    heights: [u8; MAX_COLUMNS],
    columns: u8,
}

impl Profile {
    /// The empty board.
    pub(super) fn empty(board: Board) -> Self {
        Self { heights: [0; MAX_COLUMNS], columns: board.columns() as u8 }
    }

    /// The heights from the left.
    pub(super) fn heights(&self) -> &[u8] {
        &self.heights[..usize::from(self.columns)]
    }

    /// The stones of all columns: the number of bits of an index, and the ply.
    pub(super) fn stones(&self) -> u32 {
        self.heights().iter().map(|&height| u32::from(height)).sum()
    }

    /// The bit of an index at which a column's bottom stone is, or would be.
    pub(super) fn bottom(&self, column: usize) -> u32 {
        self.heights[..column].iter().map(|&height| u32::from(height)).sum()
    }

    /// The bit at which the index of a successor holds the stone played in `column`.
    pub(super) fn top(&self, column: usize) -> u32 {
        self.bottom(column) + u32::from(self.heights[column])
    }

    /// The profile with another height of one column.
    #[must_use]
    pub(super) fn with(mut self, column: usize, height: u8) -> Self {
        self.heights[column] = height;
        self
    }

    /// The bit of an index that is the stone at `row` of `column`, both from 0, if there is one.
    pub(super) fn stone(&self, column: usize, row: usize) -> Option<u32> {
        let height = usize::from(*self.heights().get(column)?);
        (row < height).then(|| self.bottom(column) + row as u32)
    }
}
