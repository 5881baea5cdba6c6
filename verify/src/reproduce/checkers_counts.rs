use retrosolve_games::checkers::{Board, Color, Position};
use retrosolve_oracle::checkers::{Material, Size, placements};
use retrosolve_tablegen::checkers::{self, Slice, positions};

use super::run::Run;
use crate::VerifyError;
use crate::published;

/// Placements of at most so many pieces are made one by one.
const ONE_BY_ONE: u8 = 4;
/// The same, by the oracle.
const BY_THE_ORACLE: u8 = 3;

/// Positions by number of pieces: all, and those with pieces of both colours.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    let figures = published::checkers_counts();
    for row in &figures.rows {
        let pieces = row.pieces;
        let enumerated = (pieces <= ONE_BY_ONE).then(|| enumerate(Board::EIGHT, pieces));
        let mut found = vec![("formula", formula(pieces, false).to_string())];
        found.extend(enumerated.map(|count| ("enumeration", count.all.to_string())));
        run.line(format!("{pieces} pieces, positions"), row.positions, figures.source, &found);

        let mut found = vec![
            ("formula", formula(pieces, true).to_string()),
            ("table index", by_slices(pieces).to_string()),
        ];
        found.extend(enumerated.map(|count| ("enumeration", count.both_sides.to_string())));
        if pieces <= BY_THE_ORACLE {
            let all = Material::both_sided(usize::from(pieces));
            let count = all.into_iter().map(|m| placements(Size::Eight, m).len()).sum::<usize>();
            found.push(("oracle", count.to_string()));
        }
        let item = format!("{pieces} pieces, of both colours");
        run.line(item, row.both_sides, figures.source, &found);
    }
    Ok(())
}

/// Placements of so many pieces on 8x8 from binomial coefficients: `black` and `white` men of which
/// `b` and `w` stand on the four squares that the other side's men cannot, the rest on the 24 squares
/// for both; the kings on what is left of the 32.
fn formula(pieces: u8, both_sides: bool) -> u128 {
    let n = u128::from(pieces);
    let mut sum = 0;
    for black in 0..=n {
        for white in 0..=n - black {
            let kings = n - black - white;
            let mut men = 0;
            for b in 0..=black.min(4) {
                for w in 0..=white.min(4) {
                    let (b_inner, w_inner) = (black - b, white - w);
                    if b_inner + w_inner <= 24 {
                        men += choose(4, b)
                            * choose(4, w)
                            * choose(24, b_inner)
                            * choose(24 - b_inner, w_inner);
                    }
                }
            }
            // Each king is of either colour; leave out the colourings that leave a side bare.
            let all = 1u128 << kings;
            let bare = match (black, white) {
                _ if !both_sides => 0,
                (0, 0) => {
                    if kings == 0 {
                        1
                    } else {
                        2
                    }
                }
                (0, _) | (_, 0) => 1,
                _ => 0,
            };
            let free = 32 - (black + white);
            sum += men * choose(free, kings) * (all - bare);
        }
    }
    sum
}

fn choose(n: u128, k: u128) -> u128 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The sum of the sizes of the table index over all slices of so many pieces.
fn by_slices(pieces: u8) -> u64 {
    let sides = || {
        (0..pieces)
            .flat_map(|men| (0..=pieces - men).map(move |kings| (men, kings)))
            .chain([(pieces, 0)])
            .map(|(men, kings)| checkers::Material::new(men, kings))
            .filter(|side| side.pieces() > 0)
    };
    sides()
        .flat_map(|own| sides().map(move |other| Slice::new(own, other)))
        .filter(|slice| slice.pieces() == pieces)
        .map(|slice| positions(Board::EIGHT, slice))
        .sum()
}

/// Placements made one by one.
#[derive(Clone, Copy, Default)]
struct Count {
    all: u64,
    both_sides: u64,
}

/// Makes every placement of so many pieces.
fn enumerate(board: Board, pieces: u8) -> Count {
    let mut count = Count::default();
    let empty = Position { men: [0; 2], kings: [0; 2], turn: Color::Black };
    place(board, empty, pieces, 1, &mut count);
    count
}

/// Puts the pieces left on squares from `first` on, in all ways.
fn place(board: Board, position: Position, left: u8, first: u32, count: &mut Count) {
    if left == 0 {
        if position.validate(board).is_ok() {
            let both = Color::ALL.iter().all(|&color| position.pieces(color) != 0);
            count.all += 1;
            count.both_sides += u64::from(both);
        }
        return;
    }
    for number in first..=board.squares() {
        let Some(bit) = board.bit(number) else { continue };
        for side in 0..2 {
            let mut man = position;
            man.men[side] |= bit;
            place(board, man, left - 1, number + 1, count);
            let mut king = position;
            king.kings[side] |= bit;
            place(board, king, left - 1, number + 1, count);
        }
    }
}
