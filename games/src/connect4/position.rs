/// The stones on a board: a state of the game, complete and `Copy`.
///
/// Two bitboards after John Tromp and Pascal Pons: the stones of the side to move, and those of both
/// sides. Column `c`, row `r` (both from 0, the row from the bottom) is bit `c * (rows + 1) + r`; the
/// bit above each column stays empty. Who is to move follows from the number of stones: the first
/// player when it is even.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    own: u64,
    mask: u64,
}

impl Position {
    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, mask: 0 };

    /// The position with these stones of the side to move and these of both.
    ///
    /// The caller sees to it that `own` is part of `mask`, that no stone floats, and that the numbers
    /// of stones fit; [`ConnectFour`](super::ConnectFour) reads text with all the checks.
    #[inline]
    pub const fn from_bits(own: u64, mask: u64) -> Self {
        debug_assert!(own & !mask == 0);
        Self { own, mask }
    }

    /// The stones of the side to move.
    #[inline]
    pub const fn own(self) -> u64 {
        self.own
    }

    /// The stones of the side that moved last.
    #[inline]
    pub const fn other(self) -> u64 {
        self.own ^ self.mask
    }

    /// The stones of both sides.
    #[inline]
    pub const fn mask(self) -> u64 {
        self.mask
    }

    /// The number of stones played.
    #[inline]
    pub const fn stones(self) -> u32 {
        self.mask.count_ones()
    }

    /// The position after the side to move takes an empty cell, given as its bit.
    #[inline]
    #[must_use]
    pub const fn play_cell(self, cell: u64) -> Self {
        debug_assert!(cell.is_power_of_two() && cell & self.mask == 0);
        Self { own: self.other(), mask: self.mask | cell }
    }

    /// A number that no other position of the board has.
    ///
    /// In a column of `h` stones `mask` is `2^h - 1` and `own` at most that, so the sum plus 1 has its
    /// highest bit at `h` and `own` below it, without a carry into the next column.
    #[inline]
    pub const fn key(self) -> u64 {
        self.own + self.mask
    }
}
