use super::unit::{BYTES, Memory, UNIT_BITS};

/// `number` with the bit `value` inserted at `bit`; the bits from there on move up.
#[inline(always)]
pub(super) fn insert_bit(number: u64, bit: u32, value: u64) -> u64 {
    let low = number & !(!0 << bit);
    (number ^ low) << 1 | value << bit | low
}

/// `number` without bit `bit`; the bits above move down. Inverse of [`insert_bit`].
#[inline(always)]
pub(super) fn remove_bit(number: u64, bit: u32) -> u64 {
    let low = number & !(!0 << bit);
    (number >> 1 & (!0 << bit)) | low
}

/// The bits of an entry's number that select it inside a byte.
pub(super) const BYTE_BITS: u32 = 3;
/// The bits of an entry's number that select its byte inside a unit.
const MIDDLE: usize = (UNIT_BITS - BYTE_BITS) as usize;

/// Takes a bit out of the numbers of the bytes of a pair of units: `TAKE_OUT[bit][color]` are the bytes of
/// the pair that have the colour at the bit.
pub(super) static TAKE_OUT: [[Memory; 2]; MIDDLE] = {
    let mut all = [[Memory::ZERO; 2]; MIDDLE];
    let mut bit = 0;
    while bit < MIDDLE {
        let mut byte = 0;
        while byte < BYTES {
            let low = byte & ((1 << bit) - 1);
            let wide = (byte ^ low) << 1 | low;
            all[bit][0].0[byte] = wide as u8;
            all[bit][1].0[byte] = (wide | 1 << bit) as u8;
            byte += 1;
        }
        bit += 1;
    }
    all
};

/// Puts a bit into the numbers of the bytes of half a unit: `PUT_IN[bit][half]` are, for each byte of the
/// result, the byte of the unit that has its number without the bit.
pub(super) static PUT_IN: [[Memory; 2]; MIDDLE] = {
    let mut all = [[Memory::ZERO; 2]; MIDDLE];
    let mut bit = 0;
    while bit < MIDDLE {
        let mut byte = 0;
        while byte < BYTES {
            let low = byte & ((1 << bit) - 1);
            let narrow = (byte >> 1 & !((1 << bit) - 1)) | low;
            all[bit][0].0[byte] = narrow as u8;
            all[bit][1].0[byte] = (narrow + BYTES / 2) as u8;
            byte += 1;
        }
        bit += 1;
    }
    all
};
