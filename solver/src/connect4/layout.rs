use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};

use super::lanes::Lanes;

/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The low seven bits of every byte.
const SEVENS: u64 = 0x7f * ONES;
/// The highest bit of every byte: no cell, so that lines do not run from a column into the next.
const GUARD: u64 = 0x80 * ONES;

/// A board in the layout of the engine: a byte a column, the lowest row in the lowest bit.
///
/// A line runs with a stride of 1, 7, 8 or 9 bits whatever the board's size, and the mirror image is a
/// byte swap.
pub(super) struct Layout {
    /// The rules, for positions in the layout of the games crate.
    pub(super) rules: ConnectFour,
    /// The number of cells.
    pub(super) size: i32,
    /// Every cell.
    pub(super) cells: u64,
    /// The lowest cell of every column.
    pub(super) bottom: u64,
    /// The cells of the rows of the top row's parity: what a side gets that always plays on top of its
    /// opponent's stone.
    pub(super) follow: u64,
    /// The number of bits of a packed key.
    pub(super) key_bits: u32,
    mirror_shift: u32,
}

impl Layout {
    /// The layout of a board, or `None` for one of more than 8 columns or 7 rows.
    pub(super) fn new(board: Board) -> Option<Self> {
        let (columns, rows) = (board.columns(), board.rows());
        if columns > 8 || rows > 7 {
            return None;
        }
        let all = u64::MAX >> (8 * (8 - columns));
        let column = (1u64 << rows) - 1;
        let follow = (0..rows).rev().step_by(2).map(|row| 1 << row).sum::<u64>();
        Some(Self {
            rules: ConnectFour::new(board),
            size: (columns * rows) as i32,
            cells: all & (column * ONES),
            bottom: all & ONES,
            follow: all & (follow * ONES),
            key_bits: columns * if rows <= 6 { 7 } else { 8 },
            mirror_shift: 8 * (8 - columns),
        })
    }

    /// The stones of the side to move and those of the other side in this layout.
    pub(super) fn sides(&self, position: Position) -> (u64, u64) {
        (self.spread(position.own()), self.spread(position.other()))
    }

    fn spread(&self, bits: u64) -> u64 {
        (0..self.rules.board().columns())
            .map(|c| {
                let column = bits & self.rules.column_mask(Column(c as u8));
                (column >> (c * self.rules.column_bits())) << (8 * c)
            })
            .sum()
    }

    /// The cells that can be played next.
    #[inline(always)]
    pub(super) fn playable(&self, stones: u64) -> u64 {
        (stones + self.bottom) & self.cells
    }

    /// The number by which the tables know a position, one number for it and its mirror image, and
    /// whether it is the mirror image's: different for all other positions, below 2 to the
    /// [`Self::key_bits`], well mixed in the high bits.
    ///
    /// Injective, since every step is: `mover + stones` is, column by column (see
    /// [`Position::key`]), and below 127 in columns of up to six rows, so that packing loses nothing;
    /// an odd factor is invertible modulo a power of two.
    #[inline(always)]
    pub(super) fn key<V: Lanes>(&self, mover: V, stones: V) -> (V, u8) {
        let plain = mover.add(stones);
        let mirror = plain.swap_bytes().shr_by(self.mirror_shift);
        let mirrored = plain.exceeds_unsigned(mirror);
        let least = V::select(mirrored, mirror, plain);
        let packed = if self.rules.board().rows() <= 6 { least.pack_sevens() } else { least };
        let unused = 64 - self.key_bits;
        // The factor is 2^64 over the golden ratio; the shift cuts it to the key's width.
        let factor = (0x9e37_79b9_7f4a_7c15 >> unused) | 1;
        let mixed = packed.mul(V::splat(factor)) & V::splat(u64::MAX >> unused);
        (mixed, mirrored)
    }

    /// The column that is `column` on the mirror image.
    #[inline(always)]
    pub(super) fn mirror_column(&self, column: u32) -> u32 {
        self.rules.board().columns() - 1 - column
    }
}

/// The cells, taken or not, on the board or not, that would complete a line of these stones.
///
/// Each direction by its four places for the gap, as the games crate does.
#[inline(always)]
pub(super) fn completions<V: Lanes>(stones: V) -> V {
    let upright = stones.shl::<1>() & stones.shl::<2>() & stones.shl::<3>();
    upright
        | gaps::<V, 8, 16, 24>(stones)
        | gaps::<V, 7, 14, 21>(stones)
        | gaps::<V, 9, 18, 27>(stones)
}

#[inline(always)]
fn gaps<V: Lanes, const ONE: u32, const TWO: u32, const THREE: u32>(stones: V) -> V {
    let (left, right) = (stones.shl::<ONE>(), stones.shr::<ONE>());
    let before = left & stones.shl::<TWO>();
    let after = right & stones.shr::<TWO>();
    (before & (stones.shl::<THREE>() | right)) | (after & (stones.shr::<THREE>() | left))
}

/// The first cell of every four in a row among these cells, by direction: up, falling, along, rising.
#[inline(always)]
pub(super) fn fours<V: Lanes>(cells: V) -> [V; 4] {
    [
        four::<V, 1, 2>(cells),
        four::<V, 7, 14>(cells),
        four::<V, 8, 16>(cells),
        four::<V, 9, 18>(cells),
    ]
}

#[inline(always)]
fn four<V: Lanes, const ONE: u32, const TWO: u32>(cells: V) -> V {
    let pairs = cells & cells.shr::<ONE>();
    pairs & pairs.shr::<TWO>()
}

/// Which lanes hold four in a row.
#[inline(always)]
pub(super) fn has_four<V: Lanes>(cells: V) -> u8 {
    let [up, falling, along, rising] = fours(cells);
    (up | falling | along | rising).nonzero()
}

/// All cells of the columns that hold one of these.
#[inline(always)]
pub(super) fn columns_of<V: Lanes>(cells: V) -> V {
    // A byte from 1 to 127 plus 127 sets its eighth bit and does not carry.
    let some = cells.add(V::splat(SEVENS)) & V::splat(GUARD);
    some.sub(some.shr::<7>())
}

/// In each column the cells above the lowest of these; nothing in a column that has none.
#[inline(always)]
pub(super) fn above_lowest<V: Lanes>(cells: V) -> V {
    // With the guard set, a column gives 1 without borrowing; what then differs is the lowest of the
    // cells and all below it, or the whole column.
    let less = (cells | V::splat(GUARD)).sub(V::splat(ONES));
    !(cells ^ less) & V::splat(SEVENS)
}
