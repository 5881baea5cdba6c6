use std::fmt;
use std::sync::LazyLock;

use retrosolve_games::checkers::Board;

use super::shift::squares;

/// How the squares are numbered inside the ranks of kings, so that neighbours in a table are alike.
///
/// Rows of one parity come together, since the side to move has the move (the opposition) against kings on
/// these and not on those. Which order packs best is tried slice by slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::checkers) enum SquareOrder {
    /// Rows 0, 2, 4, 6, then the others from the top down, to and fro in each class.
    Rows,
    /// The same two classes column by column, up and down.
    Columns,
    /// The edge, then the rings inside it, each clockwise.
    Rings,
}

/// The numbers of the 32 bits of [`Board`]'s layout in some order, applied to sets of them.
pub(in crate::checkers) struct Permutation {
    /// For each byte of a set what it contributes.
    tables: [[u32; 256]; 4],
    /// The bit of each number.
    bit: [u8; 32],
}

impl SquareOrder {
    pub(in crate::checkers) const ALL: [Self; 3] = [Self::Rows, Self::Columns, Self::Rings];

    /// The name used in the names of numberings.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Rings => "rings",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The order as it is on a board; bits off the board come last.
    pub(in crate::checkers) fn on(self, board: Board) -> &'static Permutation {
        static ALL: LazyLock<[[Permutation; 3]; 3]> = LazyLock::new(|| {
            Board::ALL.map(|board| SquareOrder::ALL.map(|order| Permutation::new(board, order)))
        });
        let size = Board::ALL.iter().position(|&other| other == board).unwrap_or_default();
        &ALL[size][self as usize]
    }

    /// What squares are sorted by: the one at `row` and `place` of a board of so many rows.
    fn key(self, size: u8, row: u8, place: u8) -> [u8; 4] {
        let odd = row % 2;
        // Rows of the class in the order in which they come.
        let turn = if odd == 0 { row / 2 } else { (7 - row) / 2 };
        let reversed = |n: u8, back: u8| if back.is_multiple_of(2) { n } else { 7 - n };
        match self {
            Self::Rows => [odd, turn, reversed(place, turn), 0],
            Self::Columns => [odd, place, reversed(turn, place), 0],
            Self::Rings => {
                let (column, last) = (2 * place + 1 - odd, size - 1);
                let ring = row.min(column).min(last - row).min(last - column);
                let side = if row == ring {
                    [0, column]
                } else if column == last - ring {
                    [1, row]
                } else if row == last - ring {
                    [2, last - column]
                } else {
                    [3, last - row]
                };
                [ring, side[0], side[1], 0]
            }
        }
    }
}

impl fmt::Display for SquareOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Permutation {
    fn new(board: Board, order: SquareOrder) -> Self {
        let mut bits: Vec<u8> = (0..32).collect();
        bits.sort_by_key(|&bit| {
            let on_board = board.mask() >> bit & 1 == 1;
            (!on_board, if on_board { order.key(board.size(), bit / 4, bit % 4) } else { [bit; 4] })
        });
        let (mut number, mut bit) = ([0u8; 32], [0; 32]);
        for (place, &b) in bits.iter().enumerate() {
            number[usize::from(b)] = place as u8;
            bit[place] = b;
        }
        let mut tables = [[0; 256]; 4];
        for (byte, table) in tables.iter_mut().enumerate() {
            for (set, entry) in table.iter_mut().enumerate() {
                let bits = (0..8).filter(|bit| set >> bit & 1 == 1);
                *entry = bits.map(|bit| 1 << number[8 * byte + bit]).sum();
            }
        }
        Self { tables, bit }
    }

    /// The set with these numbers.
    #[inline]
    pub(super) fn back(&self, numbers: u32) -> u32 {
        squares(numbers).map(|n| 1 << self.bit[n.trailing_zeros() as usize]).sum()
    }

    /// A set by the numbers of its squares.
    #[inline(always)]
    pub(in crate::checkers) const fn of(&self, set: u32) -> u32 {
        let [a, b, c, d] = set.to_le_bytes();
        self.tables[0][a as usize]
            | self.tables[1][b as usize]
            | self.tables[2][c as usize]
            | self.tables[3][d as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of a board in an order, as numbers from 1.
    fn listed(board: Board, order: SquareOrder) -> Vec<u32> {
        let bits = order.on(board).bit;
        bits[..board.squares() as usize].iter().map(|&bit| board.number(bit)).collect()
    }

    #[test]
    fn the_orders_are_those_of_the_specification() {
        let text = include_str!("../../../FORMAT.md");
        for board in Board::ALL {
            for order in SquareOrder::ALL {
                let list: Vec<String> = listed(board, order).iter().map(u32::to_string).collect();
                let row = format!("| {board} | {order} | {} |", list.join(" "));
                assert!(text.contains(&row), "{row}");
            }
        }
    }

    #[test]
    fn a_set_keeps_its_size() {
        for board in Board::ALL {
            for order in SquareOrder::ALL {
                let permutation = order.on(board);
                let low = u32::MAX >> (32 - board.squares());
                assert_eq!(permutation.of(board.mask()), low);
                for bit in 0..32 {
                    let number = permutation.of(1 << bit).trailing_zeros();
                    assert_eq!(permutation.bit[number as usize], bit);
                    assert_eq!(permutation.back(permutation.of(1 << bit)), 1 << bit);
                }
            }
        }
    }
}
