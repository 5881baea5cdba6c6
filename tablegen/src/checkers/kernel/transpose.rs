/// Turns a square of 64 x 64 bits over: bit `j` of word `i` goes to bit `i` of word `j`.
#[inline(always)]
pub(super) fn transpose(block: &mut [u64; 64]) {
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    let mut width = 32;
    while width != 0 {
        let mut start = 0;
        while start < 64 {
            for low in start..start + width {
                let high = low + width;
                let change = (block[low] >> width ^ block[high]) & mask;
                block[low] ^= change << width;
                block[high] ^= change;
            }
            start += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_change_places() {
        let mut block = [0; 64];
        let mut state = 1u64;
        for word in &mut block {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            *word = state ^ state >> 29;
        }
        let before = block;
        transpose(&mut block);
        for (row, word) in block.iter().enumerate() {
            for (column, other) in before.iter().enumerate() {
                assert_eq!(word >> column & 1, other >> row & 1);
            }
        }
    }
}
