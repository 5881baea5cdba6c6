//! Single steps of a piece, by arithmetic on rows and columns of the layout that [`Board`] describes.
//!
//! [`Board`]: retrosolve_games::checkers::Board

/// The squares one row lower and next to each square: where a man that moves up came from.
pub(super) const BEHIND: [u32; 32] = neighbours(false);

/// All squares next to each square: where a king can have come from.
pub(super) const AROUND: [u32; 32] = neighbours(true);

const fn neighbours(all: bool) -> [u32; 32] {
    let mut table = [0; 32];
    let mut a = 0;
    while a < 32 {
        let mut b = 0;
        while b < 32 {
            let lower = b / 4 + 1 == a / 4;
            let higher = all && b / 4 == a / 4 + 1;
            if (lower || higher) && column(a).abs_diff(column(b)) == 1 {
                table[a as usize] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The column of a bit: even rows hold the odd columns.
const fn column(bit: u32) -> u32 {
    let row = bit / 4;
    2 * (bit % 4) + 1 - row % 2
}
