//! Sets of squares moved by one step or one jump in the layout of [`Board`]; what leaves the 8x8 board
//! vanishes.
//!
//! Directions are numbered: 0 up left, 1 up right, 2 down left, 3 down right; `3 - d` is the opposite of `d`.
//!
//! [`Board`]: retrosolve_games::checkers::Board

const EVEN_ROWS: u32 = 0x0f0f_0f0f;
const FIRST_PLACE: u32 = 0x1111_1111;
const LAST_PLACE: u32 = 0x8888_8888;

/// The squares of a set moved by one step.
#[inline(always)]
pub(super) const fn step<const DIRECTION: u8>(set: u32) -> u32 {
    let (even, odd) = (set & EVEN_ROWS, set & !EVEN_ROWS);
    match DIRECTION {
        0 => even << 4 | (odd & !FIRST_PLACE) << 3,
        1 => (even & !LAST_PLACE) << 5 | odd << 4,
        2 => even >> 4 | (odd & !FIRST_PLACE) >> 5,
        _ => (even & !LAST_PLACE) >> 3 | odd >> 4,
    }
}

/// The squares of a set moved by two steps the same way.
#[inline(always)]
pub(super) const fn jump<const DIRECTION: u8>(set: u32) -> u32 {
    match DIRECTION {
        0 => (set & !FIRST_PLACE) << 7,
        1 => (set & !LAST_PLACE) << 9,
        2 => (set & !FIRST_PLACE) >> 9,
        _ => (set & !LAST_PLACE) >> 7,
    }
}

/// The squares one step up of those of a set.
#[inline(always)]
pub(super) const fn up(set: u32) -> u32 {
    step::<0>(set) | step::<1>(set)
}

/// The squares one step down of those of a set.
#[inline(always)]
pub(super) const fn down(set: u32) -> u32 {
    step::<2>(set) | step::<3>(set)
}

/// The squares of a set, one bit each, the lowest first.
#[inline]
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set & set.wrapping_neg();
        set ^= square;
        (square != 0).then_some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::steps::{AROUND, BEHIND};
    use super::*;

    #[test]
    fn steps_are_those_of_the_board_and_a_jump_is_two_of_them() {
        for square in 0..32 {
            let set = 1 << square;
            assert_eq!(down(set), BEHIND[square]);
            assert_eq!(up(set) | down(set), AROUND[square]);
            assert_eq!(jump::<0>(set), step::<0>(step::<0>(set)));
            assert_eq!(jump::<1>(set), step::<1>(step::<1>(set)));
            assert_eq!(jump::<2>(set), step::<2>(step::<2>(set)));
            assert_eq!(jump::<3>(set), step::<3>(step::<3>(set)));
        }
    }
}
