//! Codes as bytes: 2 bits, four to a byte, lowest bits first; 8 bits; 16 bits, little-endian.

/// The number of bytes of `entries` entries of `bits` bits (2, 8 or 16), the last byte filled up.
/// Saturates, though not below [`super::MOST_ENTRIES`].
pub const fn bytes(entries: u64, bits: u8) -> u64 {
    match bits {
        2 => entries.div_ceil(4),
        8 => entries,
        _ => entries.saturating_mul(2),
    }
}

/// The code at `index`, or `None` beyond the end of `packed`.
#[inline]
pub fn get(packed: &[u8], bits: u8, index: u64) -> Option<u16> {
    let index = usize::try_from(index).ok()?;
    match bits {
        2 => packed.get(index / 4).map(|byte| u16::from(byte >> (index % 4 * 2) & 3)),
        8 => packed.get(index).map(|&byte| u16::from(byte)),
        _ => {
            let start = index.checked_mul(2)?;
            let pair = packed.get(start..start.checked_add(2)?)?;
            Some(u16::from_le_bytes([pair[0], pair[1]]))
        }
    }
}

/// Appends `codes` to `packed`, which holds `entries` entries so far. The codes must fit the width;
/// higher bits are dropped.
pub fn pack(codes: &[u16], bits: u8, entries: u64, packed: &mut Vec<u8>) {
    match bits {
        2 => {
            let (head, body) = codes.split_at(codes.len().min(((4 - entries % 4) % 4) as usize));
            if let Some(last) = packed.last_mut() {
                for (slot, code) in (entries % 4..).zip(head) {
                    *last |= ((code & 3) as u8) << (slot * 2);
                }
            }
            packed.extend(
                body.chunks(4).map(|four| {
                    four.iter().rev().fold(0, |byte, code| byte << 2 | (code & 3) as u8)
                }),
            );
        }
        8 => packed.extend(codes.iter().map(|&code| code as u8)),
        _ => packed.extend(codes.iter().flat_map(|code| code.to_le_bytes())),
    }
}

/// Appends the codes of the entries `first..first + count` of `packed`, fewer if it ends before.
pub fn unpack(packed: &[u8], bits: u8, first: usize, count: usize, codes: &mut Vec<u16>) {
    let whole = packed.len() * 8 / usize::from(bits);
    let range = first.min(whole)..first.saturating_add(count).min(whole);
    match bits {
        2 => {
            // Whole bytes in the middle, entry by entry to the first and from the last.
            let middle = range.start.next_multiple_of(4).min(range.end);
            let end = middle.max(range.end / 4 * 4);
            let entry = |i: usize| u16::from(packed[i / 4] >> (i % 4 * 2) & 3);
            codes.extend((range.start..middle).map(entry));
            let four = |&b: &u8| [b & 3, b >> 2 & 3, b >> 4 & 3, b >> 6].map(u16::from);
            codes.extend(packed[middle / 4..end / 4].iter().flat_map(four));
            codes.extend((end..range.end).map(entry));
        }
        8 => codes.extend(packed[range].iter().map(|&byte| u16::from(byte))),
        _ => {
            let (pairs, _) = packed.as_chunks();
            codes.extend(pairs[range].iter().map(|&pair| u16::from_le_bytes(pair)));
        }
    }
}

/// Whether the bits behind the last of `entries` entries are zero, as they must be.
pub fn padding_is_clear(packed: &[u8], bits: u8, entries: u64) -> bool {
    bits != 2
        || entries.is_multiple_of(4)
        || packed.last().is_none_or(|last| last >> (entries % 4 * 2) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_survive_packing_in_pieces() {
        for (bits, mask) in [(2, 3), (8, 255), (16, u16::MAX)] {
            let codes: Vec<u16> = (0..37u16).map(|i| i.wrapping_mul(40_503) & mask).collect();
            for piece in 1..9 {
                let mut packed = Vec::new();
                for (n, part) in codes.chunks(piece).enumerate() {
                    pack(part, bits, (n * piece) as u64, &mut packed);
                }
                assert_eq!(packed.len() as u64, bytes(codes.len() as u64, bits));
                for (i, &code) in codes.iter().enumerate() {
                    assert_eq!(get(&packed, bits, i as u64), Some(code));
                }
                for first in 0..codes.len() {
                    let mut out = Vec::new();
                    let count = (codes.len() - first).min(11);
                    unpack(&packed, bits, first, count, &mut out);
                    assert_eq!(out, codes[first..first + count]);
                }
            }
        }
    }

    #[test]
    fn the_first_entry_of_a_byte_is_in_its_lowest_bits() {
        let mut packed = Vec::new();
        pack(&[1, 2, 3, 0, 2], 2, 0, &mut packed);
        assert_eq!(packed, [0b00_11_10_01, 0b10]);
    }
}
