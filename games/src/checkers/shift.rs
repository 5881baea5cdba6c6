//! Sets of squares moved by one step or one jump, all squares at once.
//!
//! Up is towards higher numbers, left towards lower columns. Squares that would leave the 8x8 board
//! vanish; on smaller boards the caller's mask removes the rest. A step changes the index by 3, 4 or
//! 5, by the parity of the row; two steps the same way always by 7 or 9.

const EVEN_ROWS: u32 = 0x0F0F_0F0F;
const ODD_ROWS: u32 = !EVEN_ROWS;
const FIRST_PLACE: u32 = 0x1111_1111;
const LAST_PLACE: u32 = 0x8888_8888;

pub(super) const fn up_left(set: u32) -> u32 {
    ((set & EVEN_ROWS) << 4) | ((set & (ODD_ROWS & !FIRST_PLACE)) << 3)
}

pub(super) const fn up_right(set: u32) -> u32 {
    ((set & (EVEN_ROWS & !LAST_PLACE)) << 5) | ((set & ODD_ROWS) << 4)
}

pub(super) const fn down_left(set: u32) -> u32 {
    ((set & EVEN_ROWS) >> 4) | ((set & (ODD_ROWS & !FIRST_PLACE)) >> 5)
}

pub(super) const fn down_right(set: u32) -> u32 {
    ((set & (EVEN_ROWS & !LAST_PLACE)) >> 3) | ((set & ODD_ROWS) >> 4)
}

pub(super) const fn jump_up_left(set: u32) -> u32 {
    (set & !FIRST_PLACE) << 7
}

pub(super) const fn jump_up_right(set: u32) -> u32 {
    (set & !LAST_PLACE) << 9
}

pub(super) const fn jump_down_left(set: u32) -> u32 {
    (set & !FIRST_PLACE) >> 9
}

pub(super) const fn jump_down_right(set: u32) -> u32 {
    (set & !LAST_PLACE) >> 7
}
