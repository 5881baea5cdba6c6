use retrosolve_games::checkers::Board;

use crate::checkers::binomial::choose;

/// No square: beyond the edge.
pub(super) const NONE: u8 = u8::MAX;

/// The directions of a man; a king has all four, of which `d` and `3 - d` are opposite.
pub(super) const FORWARD: std::ops::Range<usize> = 2..4;
/// The directions of a king: back left, back right, forward left, forward right.
pub(super) const ALL: std::ops::Range<usize> = 0..4;

/// The squares of a board, numbered without gaps from the home row of the side that looks.
///
/// The other side sees square `s` as `squares - 1 - s`. The squares for men come first, so a set of men
/// has the same colexicographic rank among all squares as among those.
#[derive(Clone)]
pub(super) struct Geometry {
    pub(super) board: Board,
    pub(super) squares: u32,
    /// The number of squares on which a man can stand.
    pub(super) men_squares: u32,
    /// The squares on which a man is crowned.
    pub(super) crown: u32,
    /// The next square by direction, or [`NONE`].
    pub(super) step: [[u8; 4]; 32],
    /// The square behind the next one by direction, or [`NONE`].
    pub(super) jump: [[u8; 4]; 32],
    width: u32,
    even_rows: u32,
    first_places: u32,
    last_places: u32,
}

impl Geometry {
    pub(super) fn new(board: Board) -> Self {
        let (size, width) = (i32::from(board.size()), i32::from(board.width()));
        let squares = board.squares();
        let place = |row: i32, column: i32| {
            let inside = (0..size).contains(&row) && (0..size).contains(&column);
            if inside { (row * width + column / 2) as u8 } else { NONE }
        };
        let (mut step, mut jump) = ([[NONE; 4]; 32], [[NONE; 4]; 32]);
        let (mut even_rows, mut first_places, mut last_places) = (0, 0, 0);
        for square in 0..squares as i32 {
            let (row, at) = (square / width, square % width);
            let column = 2 * at + 1 - row % 2;
            for (direction, (up, right)) in
                [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().enumerate()
            {
                step[square as usize][direction] = place(row + up, column + right);
                jump[square as usize][direction] = place(row + 2 * up, column + 2 * right);
            }
            even_rows |= u32::from(row % 2 == 0) << square;
            first_places |= u32::from(at == 0) << square;
            last_places |= u32::from(at == width - 1) << square;
        }
        let all = u32::MAX >> (32 - squares);
        let men_squares = squares - width as u32;
        Self {
            board,
            squares,
            men_squares,
            crown: all & !(u32::MAX >> (32 - men_squares)),
            step,
            jump,
            width: width as u32,
            even_rows,
            first_places,
            last_places,
        }
    }

    /// All squares.
    #[inline(always)]
    pub(super) const fn all(&self) -> u32 {
        u32::MAX >> (32 - self.squares)
    }

    /// A square as the other side sees it.
    #[inline(always)]
    pub(super) const fn turned(&self, square: u8) -> usize {
        (self.squares - 1) as usize - square as usize
    }

    /// A set as the other side sees it.
    #[inline(always)]
    pub(super) const fn turned_set(&self, set: u32) -> u32 {
        set.reverse_bits() >> (32 - self.squares)
    }

    /// The squares next to those of a set.
    #[inline(always)]
    pub(super) const fn around(&self, set: u32) -> u32 {
        let (even, odd, width) = (set & self.even_rows, set & !self.even_rows, self.width);
        let (inner_even, inner_odd) = (even & !self.last_places, odd & !self.first_places);
        let up =
            even << width | inner_even << (width + 1) | odd << width | inner_odd << (width - 1);
        let down =
            even >> width | inner_even >> (width - 1) | odd >> width | inner_odd >> (width + 1);
        (up | down) & self.all()
    }

    /// The number of placements of so many men of a side.
    #[inline(always)]
    pub(super) const fn men_sets(&self, men: usize) -> usize {
        choose(self.men_squares, men as u32) as usize
    }

    /// How far the men of a set have come: the sum of their rows.
    pub(super) fn advancement(&self, men: u32) -> u32 {
        squares(men).map(|square| u32::from(square) / self.width).sum()
    }
}

/// The squares of a set, the lowest first.
#[inline(always)]
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_are_those_of_the_rules() {
        for board in Board::ALL {
            let geometry = Geometry::new(board);
            assert_eq!(board.pack(board.mask()), geometry.all());
            for square in 0..geometry.squares as u8 {
                let steps = geometry.step[square as usize].into_iter().filter(|&to| to != NONE);
                let around = steps.fold(0, |set, to| set | 1 << to);
                assert_eq!(geometry.around(1 << square), around);
                let bit = board.unpack(1 << square);
                let expected = crate::checkers::steps::AROUND[bit.trailing_zeros() as usize];
                assert_eq!(board.pack(expected & board.mask()), around, "{board} {square}");
                let turned = board.pack(board.half_turn(bit));
                assert_eq!(turned, geometry.turned_set(1 << square));
                assert_eq!(turned, 1 << geometry.turned(square));
            }
        }
    }
}
