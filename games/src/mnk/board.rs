/// An m,n,k game: `m` columns, `n` rows, `k` marks in a row win.
///
/// Written `m,n,k`, such as `3,3,3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mnk {
    columns: u32,
    rows: u32,
    line: u32,
    /// For each direction, the distance between neighbours in bits and the cells at which a line of
    /// `line` cells that stays on the board starts.
    directions: [(u32, u64); 4],
    /// For each symmetry of the board but the identity, the cell that each cell goes to.
    symmetries: Vec<Vec<u8>>,
}

/// A position: the marks of the side to move, and those of both.
///
/// Column `c`, row `r` (both from 0, the row from the bottom) is bit `r * columns + c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Marks {
    pub(super) own: u64,
    pub(super) mask: u64,
}

/// A move: the cell marked, as its bit number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

/// Sizes that make no supported m,n,k game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{columns},{rows},{line} is not supported; columns, rows and the marks in a row must be at least \
     1, and columns * rows and the marks in a row at most 64"
)]
pub struct MnkError {
    /// The columns asked for.
    pub columns: u32,
    /// The rows asked for.
    pub rows: u32,
    /// The marks in a row asked for.
    pub line: u32,
}

impl Mnk {
    /// The game on `columns` x `rows` cells that `line` marks in a row win.
    ///
    /// # Errors
    /// If one of the numbers is 0, the board has more than 64 cells, or `line` exceeds 64.
    pub fn new(columns: u32, rows: u32, line: u32) -> Result<Self, MnkError> {
        let in_range = |number: u32| (1..=64).contains(&number);
        if ![columns, rows, line].into_iter().all(in_range) || !in_range(columns * rows) {
            return Err(MnkError { columns, rows, line });
        }
        Ok(Self {
            columns,
            rows,
            line,
            directions: [(1, 0), (0, 1), (1, 1), (-1, 1)]
                .map(|direction| line_starts(columns, rows, line, direction)),
            symmetries: symmetries(columns as u8, rows as u8),
        })
    }

    /// Tic-tac-toe, noughts and crosses: 3,3,3.
    pub fn tictactoe() -> Self {
        Self::new(3, 3, 3).expect("within the limits")
    }

    /// The number of columns, m.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of rows, n.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of marks in a row that win, k.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Every cell of the board.
    pub fn cells(&self) -> u64 {
        u64::MAX >> (64 - self.columns * self.rows)
    }

    /// The cell at a column and a row, both from 0, the row from the bottom.
    pub(super) fn cell(&self, column: u32, row: u32) -> Cell {
        Cell((row * self.columns + column) as u8)
    }

    /// Whether these marks hold a line.
    pub fn has_line(&self, marks: u64) -> bool {
        self.directions.iter().any(|&(stride, starts)| {
            if starts == 0 {
                return false;
            }
            // Runs double in length until they are long enough.
            let (mut runs, mut length) = (marks, 1);
            while length < self.line {
                let step = length.min(self.line - length);
                runs &= runs >> (step * stride);
                length += step;
            }
            runs & starts != 0
        })
    }

    /// The images of a position under the symmetries of the board other than the identity: seven on a
    /// square board, three on any other.
    pub(super) fn images(&self, marks: Marks) -> impl Iterator<Item = Marks> {
        self.symmetries.iter().map(move |map| {
            let image = |mut bits: u64| {
                let mut image = 0;
                while bits != 0 {
                    image |= 1 << map[bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                }
                image
            };
            Marks { own: image(marks.own), mask: image(marks.mask) }
        })
    }
}

impl Marks {
    /// The position with these marks of the side to move and these of both.
    ///
    /// The caller sees to it that `own` is part of `mask`, and that the numbers of marks fit.
    pub const fn from_bits(own: u64, mask: u64) -> Self {
        debug_assert!(own & !mask == 0);
        Self { own, mask }
    }

    /// The marks of the side to move.
    pub fn own(self) -> u64 {
        self.own
    }

    /// The marks of the side that moved last.
    pub fn other(self) -> u64 {
        self.own ^ self.mask
    }

    /// The marks of both sides.
    pub fn mask(self) -> u64 {
        self.mask
    }
}

/// The stride of a direction `(right, up)` and the first cells of its lines. `up` is not negative;
/// going left, the first cell is the one on the right.
fn line_starts(columns: u32, rows: u32, line: u32, (right, up): (i32, i32)) -> (u32, u64) {
    let last = |from: u32, step: i32| i64::from(from) + i64::from(step) * i64::from(line - 1);
    let starts = (0..rows)
        .flat_map(|r| (0..columns).map(move |c| (c, r)))
        .filter(|&(c, r)| {
            (0..i64::from(columns)).contains(&last(c, right))
                && (0..i64::from(rows)).contains(&last(r, up))
        })
        .fold(0, |starts, (c, r)| starts | 1 << (r * columns + c));
    ((up * columns as i32 + right) as u32, starts)
}

/// The cell that each cell goes to, for each symmetry but the identity: the reflections and rotations
/// of a square, or those of a rectangle.
fn symmetries(columns: u8, rows: u8) -> Vec<Vec<u8>> {
    let kinds = if columns == rows { 1..8 } else { 1..4 };
    kinds
        .map(|kind| {
            let image = |cell: u8| {
                let (mut c, mut r) = (cell % columns, cell / columns);
                if kind & 1 != 0 {
                    c = columns - 1 - c;
                }
                if kind & 2 != 0 {
                    r = rows - 1 - r;
                }
                if kind & 4 != 0 {
                    (c, r) = (r, c);
                }
                r * columns + c
            };
            (0..columns * rows).map(image).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_test_finds_exactly_the_lines_counted_cell_by_cell() {
        for (columns, rows, line) in [
            (3, 3, 3),
            (4, 3, 3),
            (3, 5, 4),
            (5, 5, 4),
            (8, 8, 5),
            (64, 1, 64),
            (1, 64, 3),
            (2, 2, 1),
        ] {
            let game = Mnk::new(columns, rows, line).unwrap();
            let mut lines = Vec::new();
            for (c, r) in (0..rows).flat_map(|r| (0..columns).map(move |c| (c, r))) {
                for (dc, dr) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let cells = (0..line as i32).map(|i| (c as i32 + dc * i, r as i32 + dr * i));
                    let on_board = |&(c, r): &(i32, i32)| {
                        (0..columns as i32).contains(&c) && (0..rows as i32).contains(&r)
                    };
                    if cells.clone().all(|cell| on_board(&cell)) {
                        let bit = |(c, r)| 1u64 << (r * columns as i32 + c);
                        lines.push(cells.map(bit).fold(0, |all, bit| all | bit));
                    }
                }
            }
            for &cells in &lines {
                assert!(game.has_line(cells), "{columns},{rows},{line}: {cells:#x}");
                for bit in (0..64).map(|i| 1u64 << i).filter(|bit| cells & bit != 0) {
                    let broken = cells ^ bit;
                    assert!(!game.has_line(broken), "{columns},{rows},{line}: {broken:#x}");
                }
            }
            // All that is needed for no line: one cell out of each.
            let hitting = lines.iter().fold(0, |hit, cells| match hit & cells {
                0 => hit | cells & cells.wrapping_neg(),
                _ => hit,
            });
            assert!(!game.has_line(game.cells() & !hitting));
        }
    }

    #[test]
    fn a_square_has_eight_symmetries_and_a_rectangle_four() {
        for (columns, rows, others) in [(3, 3, 7), (4, 3, 3), (1, 1, 7), (5, 1, 3)] {
            let game = Mnk::new(columns, rows, 3).unwrap();
            assert_eq!(game.symmetries.len(), others);
            for map in &game.symmetries {
                let mut cells = map.clone();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..(columns * rows) as u8));
            }
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        for (columns, rows, line) in [(0, 3, 3), (3, 0, 3), (3, 3, 0), (9, 8, 5), (3, 3, 65)] {
            assert_eq!(Mnk::new(columns, rows, line), Err(MnkError { columns, rows, line }));
        }
    }
}
