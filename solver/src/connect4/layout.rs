use super::lanes::{Lanes, MOST};
use super::techniques::{Technique::Mirror, Techniques};
use super::word::Word;

/// A board in the layout of the engine: a run of bits a column, the lowest row in the lowest bit.
///
/// With 64 bits a run is a byte, so that a line runs with a stride of 1, 7, 8 or 9 bits whatever the
/// board's size, and the mirror image is a byte swap. With 128 bits it has one bit more than the board
/// has rows. In both the highest bit of a run is no cell, so that lines do not run from a column into
/// the next.
pub(super) struct Layout<W> {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The number of cells.
    pub(super) size: i32,
    /// Every cell.
    pub(super) cells: W,
    /// The lowest cell of every column.
    pub(super) bottom: W,
    /// The highest bit of every run.
    guard: W,
    /// All bits of each run.
    pub(super) runs: [W; MOST],
    /// The cells of the rows of the top row's parity: what a side gets that always plays on top of its
    /// opponent's stone.
    pub(super) follow: W,
    /// The number of bits of a packed key.
    pub(super) key_bits: u32,
    /// The bits of a run.
    run_bits: u32,
    mirror_shift: u32,
    /// The parts of the search that are in use.
    pub(super) techniques: Techniques,
}

impl<W: Word> Layout<W> {
    /// The layout of a board, or `None` for one that does not fit: 64 bits hold 8 columns of 7 rows,
    /// 128 bits hold 4 to 16 columns if `(rows + 1) * columns` is at most 128.
    pub(super) fn new(columns: u32, rows: u32) -> Option<Self> {
        let run_bits = W::COLUMN.unwrap_or(rows + 1);
        let most = W::COLUMN.map_or(MOST as u32, |bits| W::BITS / bits);
        // Of narrow boards the shifts along a row would leave the word.
        let too_narrow = W::COLUMN.is_none() && columns < 4;
        if columns > most || rows >= run_bits || columns * run_bits > W::BITS || too_narrow {
            return None;
        }
        // A sum of one bit for each column, at a height.
        let row =
            |row: u32| (0..columns).fold(W::ZERO, |bits, c| bits | W::ONE.shl(c * run_bits + row));
        let every = |rows: &mut dyn Iterator<Item = u32>| rows.fold(W::ZERO, |b, r| b | row(r));
        let mut runs = [W::ZERO; MOST];
        for (c, run) in (0..columns).zip(&mut runs) {
            *run = (0..run_bits).fold(W::ZERO, |bits, r| bits | W::ONE.shl(c * run_bits + r));
        }
        let key_bits = match W::COLUMN {
            // A column's part of a key is below 127 if it has at most six rows.
            Some(bits) if rows <= 6 => columns * (bits - 1),
            _ => columns * run_bits,
        };
        Some(Self {
            columns,
            rows,
            size: (columns * rows) as i32,
            cells: every(&mut (0..rows)),
            bottom: row(0),
            guard: row(run_bits - 1),
            runs,
            follow: every(&mut (0..rows).rev().step_by(2)),
            key_bits,
            run_bits,
            mirror_shift: W::BITS - columns * run_bits,
            techniques: Techniques::default(),
        })
    }

    /// The bits of a run: known when the code is compiled if it can be.
    #[inline(always)]
    pub(super) fn run_bits(&self) -> u32 {
        W::COLUMN.unwrap_or(self.run_bits)
    }

    /// Bits of a board of the games crate, one bit a column more than it has rows, in this layout.
    pub(super) fn spread(&self, bits: u128) -> W {
        let column = (1 << self.rows) - 1;
        (0..self.columns).fold(W::ZERO, |board, c| {
            let cells = bits >> (c * (self.rows + 1)) & column;
            board | W::from_u128(cells).shl(c * self.run_bits)
        })
    }

    /// Bits of a board in this layout as the games crate has them: the inverse of [`Self::spread`].
    pub(super) fn gather(&self, board: W) -> u128 {
        let column = (1 << self.rows) - 1;
        (0..self.columns).fold(0, |bits, c| {
            let cells = u128::from(board.shr(c * self.run_bits).low() & column);
            bits | cells << (c * (self.rows + 1))
        })
    }

    /// The cells that can be played next.
    #[inline(always)]
    pub(super) fn playable(&self, stones: W) -> W {
        stones.plus(self.bottom) & self.cells
    }

    /// The number by which the tables know a position, one number for it and its mirror image, and
    /// whether it is the mirror image's: different for all other positions, below 2 to the
    /// [`Self::key_bits`], well mixed in the high bits.
    ///
    /// Injective, since every step is: `mover + stones` is, column by column (see
    /// [`Position::key`](retrosolve_games::connect4::Position::key)), and below 127 in bytes of up to
    /// six rows, so that packing loses nothing; an odd factor is invertible modulo a power of two.
    #[inline(always)]
    pub(super) fn key<V: Lanes<Word = W>>(&self, mover: V, stones: V) -> (V, V::Mask) {
        let plain = mover.add(stones);
        let mirror = if self.techniques.has(Mirror) { self.mirror(plain) } else { plain };
        let mirrored = plain.exceeds_unsigned(mirror);
        let least = V::select(mirrored, mirror, plain);
        let packs = W::COLUMN.is_some() && self.rows <= 6;
        let packed = if packs { least.pack_sevens() } else { least };
        let unused = W::BITS - self.key_bits;
        // The shift cuts the factor to the key's width.
        let factor = W::FACTOR.shr(unused) | W::ONE;
        let mixed = packed.mul(V::splat(factor)) & V::splat((!W::ZERO).shr(unused));
        (mixed, mirrored)
    }

    /// The runs in the opposite order.
    #[inline(always)]
    fn mirror<V: Lanes<Word = W>>(&self, plain: V) -> V {
        if W::COLUMN.is_some() {
            return plain.swap_bytes().shr(self.mirror_shift);
        }
        let run = V::splat(self.runs[0]);
        let mut mirror = V::zeros();
        for c in 0..self.columns {
            let image = self.mirror_column(c);
            mirror = mirror | (plain.shr(c * self.run_bits) & run).shl(image * self.run_bits);
        }
        mirror
    }

    /// The column that is `column` on the mirror image.
    #[inline(always)]
    pub(super) fn mirror_column(&self, column: u32) -> u32 {
        self.columns - 1 - column
    }

    /// The cells, taken or not, on the board or not, that would complete a line of these stones.
    ///
    /// Each direction by its four places for the gap, as the games crate does.
    #[inline(always)]
    pub(super) fn completions<V: Lanes<Word = W>>(&self, stones: V) -> V {
        let along = self.run_bits();
        let upright = stones.shl(1) & stones.shl(2) & stones.shl(3);
        upright | gaps(stones, along) | gaps(stones, along - 1) | gaps(stones, along + 1)
    }

    /// The first cell of every four in a row among these cells, by direction: see [`Self::strides`].
    #[inline(always)]
    pub(super) fn fours<V: Lanes<Word = W>>(&self, cells: V) -> [V; 4] {
        let [up, falling, along, rising] = self.strides();
        [four(cells, up), four(cells, falling), four(cells, along), four(cells, rising)]
    }

    /// The distances in bits between neighbours: up, falling, along, rising.
    #[inline(always)]
    pub(super) fn strides(&self) -> [u32; 4] {
        let along = self.run_bits();
        [1, along - 1, along, along + 1]
    }

    /// Which lanes hold four in a row.
    #[inline(always)]
    pub(super) fn has_four<V: Lanes<Word = W>>(&self, cells: V) -> V::Mask {
        let [up, falling, along, rising] = self.fours(cells);
        (up | falling | along | rising).nonzero()
    }

    /// All cells, and what lies between them and the guard, of the columns that hold one of these.
    #[inline(always)]
    pub(super) fn columns_of<V: Lanes<Word = W>>(&self, cells: V) -> V {
        // A run of ones below the guard plus something sets the guard and does not carry beyond.
        let some = cells.add(V::splat(self.below_guard())) & V::splat(self.guard);
        some.sub(some.shr(self.run_bits() - 1))
    }

    /// In each column the cells above the lowest of these, up to the guard; nothing in a column that
    /// has none.
    #[inline(always)]
    pub(super) fn above_lowest<V: Lanes<Word = W>>(&self, cells: V) -> V {
        // With the guard set, a column gives 1 without borrowing; what then differs is the lowest of
        // the cells and all below it, or the whole column.
        let less = (cells | V::splat(self.guard)).sub(V::splat(self.bottom));
        !(cells ^ less) & V::splat(self.below_guard())
    }

    #[inline(always)]
    fn below_guard(&self) -> W {
        self.guard.minus(self.bottom)
    }
}

#[inline(always)]
fn four<V: Lanes>(cells: V, stride: u32) -> V {
    let pairs = cells & cells.shr(stride);
    pairs & pairs.shr(2 * stride)
}

#[inline(always)]
fn gaps<V: Lanes>(stones: V, stride: u32) -> V {
    let (left, right) = (stones.shl(stride), stones.shr(stride));
    let before = left & stones.shl(2 * stride);
    let after = right & stones.shr(2 * stride);
    (before & (stones.shl(3 * stride) | right)) | (after & (stones.shr(3 * stride) | left))
}
