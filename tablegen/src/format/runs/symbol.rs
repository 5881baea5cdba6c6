//! The alphabet of runs.
//!
//! A chunk begins with a symbol of the context [`FIRST`]: the first value, or [`ALL_FREE`]. Each symbol after
//! it says how long the run of the value is and which of the two other values follows, or that the run goes
//! on to the end of the chunk ([`END`]). Its context is the value and the one before it.

/// Values, as codes less one: loss, draw, win.
pub(super) const VALUES: u8 = 3;
/// The contexts: 0 to 2 the first run, by its value; then by the value before and which of the two others
/// it is; then [`FIRST`].
pub(super) const CONTEXTS: usize = 10;
/// The context of a chunk's first symbol, which is a value or [`ALL_FREE`].
pub(super) const FIRST: u8 = 9;
/// In the context [`FIRST`]: no entry of the chunk is stored.
pub(super) const ALL_FREE: u8 = 3;
/// In the other contexts: the run goes on to the end of the chunk.
pub(super) const END: u8 = 0;

/// The number of symbols of a context, for chunks of `2^chunk_bits` entries.
pub(super) const fn symbols(context: usize, chunk_bits: u32) -> usize {
    if context == FIRST as usize {
        return VALUES as usize + 1;
    }
    // Lengths have an exponent below `chunk_bits`.
    (chunk_bits * (chunk_bits + 1)) as usize + 1
}

/// The value of a context's run.
#[inline(always)]
pub(super) const fn value(context: u8) -> u8 {
    // Two bits each: 0, 1, 2, then after 0: 1, 2; after 1: 0, 2; after 2: 0, 1.
    (0b01_00_10_00_10_01_10_01_00_u32 >> (2 * context) & 3) as u8
}

/// The context of the run after one of a context; `next` tells which of the two other values it has, the
/// lower first.
#[inline(always)]
pub(super) const fn after(context: u8, next: u8) -> u8 {
    VALUES + 2 * value(context) + next
}

/// Which of the two values other than `value` another one is.
#[inline(always)]
pub(super) const fn other(value: u8, other: u8) -> u8 {
    if other > value { other - 1 } else { other }
}

/// The symbol of a run's length, its mantissa apart: `2^exponent` and so many lower bits of which the lowest
/// is set; `next` as in [`after`].
#[inline(always)]
pub(super) const fn of_length(length: u32, next: u8) -> (u8, u32) {
    let exponent = length.ilog2();
    let zeros = length.trailing_zeros();
    let digits = exponent - zeros;
    let class = exponent * (exponent + 1) / 2 + digits;
    // The lowest digit is known, the one of the exponent too.
    let mantissa = if digits == 0 { 0 } else { (length >> zeros & ((1 << digits) - 1)) >> 1 };
    ((1 + 2 * class + next as u32) as u8, mantissa)
}

/// What a symbol other than [`END`] says: exponent, digits below it, which value follows.
pub(super) const fn parts(symbol: u8) -> (u32, u32, u8) {
    let class = (symbol as u32 - 1) / 2;
    let mut exponent = 0;
    while (exponent + 1) * (exponent + 2) / 2 <= class {
        exponent += 1;
    }
    (exponent, class - exponent * (exponent + 1) / 2, (symbol - 1) % 2)
}

/// The length with these parts.
#[inline(always)]
pub(super) const fn length(exponent: u32, digits: u32, mantissa: u32) -> u32 {
    (1 << digits | mantissa << 1 | 1) << (exponent - digits)
}

/// The bits of the mantissa of a run with so many digits.
#[inline(always)]
pub(super) const fn mantissa_bits(digits: u32) -> u32 {
    digits.saturating_sub(1)
}

/// The bits of the mantissa behind a symbol.
pub(super) const fn mantissa(context: u8, symbol: u8) -> u32 {
    if context == FIRST || symbol == END { 0 } else { mantissa_bits(parts(symbol).1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_read_back_from_symbol_and_mantissa() {
        for chunk_bits in super::super::CHUNK_BITS {
            let mut seen = std::collections::BTreeSet::new();
            for run in 1..1 << chunk_bits {
                for next in 0..2 {
                    let (symbol, mantissa) = of_length(run, next);
                    assert!(symbol != END && usize::from(symbol) < symbols(0, chunk_bits));
                    let (exponent, digits, found) = parts(symbol);
                    assert!(mantissa < 1 << mantissa_bits(digits));
                    assert_eq!((length(exponent, digits, mantissa), found), (run, next));
                    seen.insert((symbol, mantissa));
                }
            }
            assert_eq!(seen.len(), 2 * ((1 << chunk_bits) - 1));
        }
    }

    #[test]
    fn a_context_knows_its_value_and_the_one_before() {
        for before in 0..VALUES {
            assert_eq!(value(before), before);
            for now in (0..VALUES).filter(|&now| now != before) {
                let context = after(before, other(before, now));
                assert_eq!(value(context), now);
                assert!((VALUES..FIRST).contains(&context));
                for next in (0..VALUES).filter(|&next| next != now) {
                    assert_eq!(value(after(context, other(now, next))), next);
                }
            }
        }
    }
}
