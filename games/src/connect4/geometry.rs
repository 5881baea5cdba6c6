use super::{Board, Column, Position};

/// The rules on one board: the size, with the masks and shifts that follow from it.
///
/// The default is the 7x6 board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour {
    board: Board,
    bottom: u64,
    cells: u64,
    /// Distance in bits between neighbours: up a column, along a row, down and up a diagonal.
    strides: [u32; 4],
}

impl ConnectFour {
    /// The rules on that board.
    pub const fn new(board: Board) -> Self {
        let height = board.rows() + 1;
        let mut bottom = 0;
        let mut c = 0;
        while c < board.columns() {
            bottom |= 1 << (c * height);
            c += 1;
        }
        // With fewer than four columns every line is vertical; the strides of the others might not
        // even be valid shifts.
        let strides = match board.columns() {
            0..4 => [1; 4],
            _ => [1, height, height - 1, height + 1],
        };
        Self { board, bottom, cells: bottom * ((1 << board.rows()) - 1), strides }
    }

    /// The board.
    #[inline]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The bits a column takes in a bitboard: one more than the rows.
    #[inline]
    pub const fn column_bits(&self) -> u32 {
        self.board.rows() + 1
    }

    /// The bottom cell of every column.
    #[inline]
    pub const fn bottom(&self) -> u64 {
        self.bottom
    }

    /// The top cell of every column.
    #[inline]
    pub const fn top(&self) -> u64 {
        self.bottom << (self.board.rows() - 1)
    }

    /// Every cell of the board.
    #[inline]
    pub const fn cells(&self) -> u64 {
        self.cells
    }

    /// The cells of one column.
    #[inline]
    pub const fn column_mask(&self, column: Column) -> u64 {
        ((1 << self.board.rows()) - 1) << (column.index() * self.column_bits())
    }

    /// The cells of one row, counted from 0 at the bottom.
    #[inline]
    pub const fn row_mask(&self, row: u32) -> u64 {
        self.bottom << row
    }

    /// The bit of a cell; column and row from 0, the row from the bottom.
    #[inline]
    pub const fn cell(&self, column: Column, row: u32) -> u64 {
        1 << (column.index() * self.column_bits() + row)
    }

    /// The column of a cell given as its bit.
    #[inline]
    pub const fn column_of(&self, cell: u64) -> Column {
        Column((cell.trailing_zeros() / self.column_bits()) as u8)
    }

    /// The number of stones in a column, from the stones of both sides.
    #[inline]
    pub const fn height(&self, mask: u64, column: Column) -> u32 {
        (mask & self.column_mask(column)).count_ones()
    }

    /// The cells that can be played next, at most one a column, from the stones of both sides.
    ///
    /// Blind to the end of the game by a line.
    #[inline]
    pub const fn playable(&self, mask: u64) -> u64 {
        (mask + self.bottom) & self.cells
    }

    /// Whether every cell is taken.
    #[inline]
    pub const fn is_full(&self, mask: u64) -> bool {
        mask == self.cells
    }

    /// Whether these stones hold four in a row.
    #[inline]
    pub const fn has_four(&self, stones: u64) -> bool {
        let [up, along, fall, rise] = self.strides;
        (fours(stones, up) | fours(stones, along) | fours(stones, fall) | fours(stones, rise)) != 0
    }

    /// The empty cells, playable now or not, that would complete four in a row for these stones;
    /// `mask` is the stones of both sides.
    ///
    /// The method is Pascal Pons': each direction by its three patterns of three stones and a gap.
    #[inline]
    pub const fn winning_cells(&self, stones: u64, mask: u64) -> u64 {
        let [_, along, fall, rise] = self.strides;
        let upright = (stones << 1) & (stones << 2) & (stones << 3);
        let cells = upright | gaps(stones, along) | gaps(stones, fall) | gaps(stones, rise);
        cells & self.cells & !mask
    }

    /// A bitboard, or a [key](Position::key), of the mirrored board: left and right exchanged.
    #[inline]
    pub const fn mirror_bits(&self, bits: u64) -> u64 {
        let (columns, width) = (self.board.columns(), self.column_bits());
        // The first column; it takes all 64 bits on the board of 1x63.
        let column = u64::MAX >> (64 - width);
        // The middle column stays, if there is one; the others change places in pairs.
        let mut mirrored = match columns % 2 {
            1 => bits & (column << (columns / 2 * width)),
            _ => 0,
        };
        let mut c = 0;
        while c < columns / 2 {
            let left = column << (c * width);
            let apart = (columns - 1 - 2 * c) * width;
            mirrored |= ((bits & left) << apart) | ((bits >> apart) & left);
            c += 1;
        }
        mirrored
    }

    /// The mirrored position.
    #[inline]
    pub const fn mirror(&self, position: Position) -> Position {
        Position::from_bits(self.mirror_bits(position.own()), self.mirror_bits(position.mask()))
    }

    /// The position of a [key](Position::key).
    pub const fn position_of(&self, key: u64) -> Position {
        let (mut own, mut mask) = (0, 0);
        let mut c = 0;
        while c < self.board.columns() {
            let shift = c * self.column_bits();
            // `own + 2^height`; a lone column may take all 64 bits.
            let field = (key >> shift & (u64::MAX >> (64 - self.column_bits()))) + 1;
            let stones = (1 << field.ilog2()) - 1;
            mask |= stones << shift;
            own |= (field & stones) << shift;
            c += 1;
        }
        Position::from_bits(own, mask)
    }
}

impl Default for ConnectFour {
    fn default() -> Self {
        Self::new(Board::STANDARD)
    }
}

/// The first stone of every four at that stride. The empty bit above each column keeps lines from
/// running over its end.
#[inline]
const fn fours(stones: u64, stride: u32) -> u64 {
    let pairs = stones & (stones >> stride);
    pairs & (pairs >> (2 * stride))
}

/// The cells with three stones of a four at that stride, in any of the four places.
#[inline]
const fn gaps(stones: u64, stride: u32) -> u64 {
    let before = (stones << stride) & (stones << (2 * stride));
    let after = (stones >> stride) & (stones >> (2 * stride));
    (before & (stones << (3 * stride)))
        | (before & (stones >> stride))
        | (after & (stones << stride))
        | (after & (stones >> (3 * stride)))
}
