//! Prefix codes of limited length: lengths by package-merge, codes in canonical order.

use super::CODE_BITS;

/// The lengths in bits of the codes of symbols that occur so often; 0 for those that do not occur. No length
/// exceeds [`CODE_BITS`]; of at most `2^CODE_BITS` symbols.
///
/// Package-merge (Larmore and Hirschberg 1990): the cheapest code of limited length. A lone symbol gets one
/// bit.
pub(super) fn lengths(counts: &[u64]) -> Vec<u8> {
    let mut leaves: Vec<(u64, usize)> =
        counts.iter().copied().zip(0..).filter(|&(count, _)| count > 0).collect();
    leaves.sort_unstable();
    let mut lengths = vec![0; counts.len()];
    if let [(_, lone)] = leaves[..] {
        lengths[lone] = 1;
        return lengths;
    }
    // Level by level the weights of leaves and of pairs of the level before, in order, and which are leaves.
    let mut levels: Vec<Vec<(u64, bool)>> = vec![leaves.iter().map(|&(w, _)| (w, true)).collect()];
    for _ in 1..CODE_BITS {
        let last = &levels[levels.len() - 1];
        let packages = last.chunks_exact(2).map(|two| (two[0].0 + two[1].0, false));
        let mut next: Vec<(u64, bool)> = levels[0].iter().copied().chain(packages).collect();
        // Stable: of equal weights the leaves come first, so the result is one and the same everywhere.
        next.sort_by_key(|&(weight, _)| weight);
        levels.push(next);
    }
    // Of the last level the lightest are taken, and with a package the two below that it is made of.
    let mut taken = 2 * leaves.len().saturating_sub(1);
    for level in levels.iter().rev() {
        let of_leaves = level[..taken].iter().filter(|(_, is_leaf)| *is_leaf).count();
        leaves[..of_leaves].iter().for_each(|&(_, symbol)| lengths[symbol] += 1);
        taken = 2 * (taken - of_leaves);
    }
    lengths
}

/// The canonical codes of given lengths, to be written lowest bit first; `None` if the lengths are no code.
///
/// Shorter codes come first, and of one length those of lower symbols; a code is a number whose highest bit
/// goes first, so it is turned round here.
pub(super) fn codes(lengths: &[u8]) -> Option<Vec<u16>> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0u32;
    for length in 1..=CODE_BITS {
        next <<= 1;
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, l)| u32::from(**l) == length) {
            if next >> length != 0 {
                return None;
            }
            *code = (next.reverse_bits() >> (32 - length)) as u16;
            next += 1;
        }
    }
    lengths.iter().all(|&length| u32::from(length) <= CODE_BITS).then_some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sum over symbols of 2^-length, in units of 2^-CODE_BITS.
    fn kraft(lengths: &[u8]) -> u32 {
        lengths.iter().filter(|&&l| l > 0).map(|&l| 1 << (CODE_BITS - u32::from(l))).sum()
    }

    /// What Huffman's own procedure costs, without limit.
    fn unlimited_cost(counts: &[u64]) -> u64 {
        let mut heap: std::collections::BinaryHeap<_> =
            counts.iter().filter(|&&c| c > 0).map(|&c| std::cmp::Reverse(c)).collect();
        let mut cost = 0;
        while let (Some(a), Some(b)) = (heap.pop(), heap.pop()) {
            cost += a.0 + b.0;
            heap.push(std::cmp::Reverse(a.0 + b.0));
        }
        cost
    }

    fn cost(counts: &[u64], lengths: &[u8]) -> u64 {
        counts.iter().zip(lengths).map(|(&count, &length)| count * u64::from(length)).sum()
    }

    #[test]
    fn the_code_is_complete_and_as_short_as_huffmans() {
        let even: Vec<u64> = vec![7; 241];
        let steps: Vec<u64> = (0..200).map(|n| n * n % 89 + 30).collect();
        for counts in [&even[..], &steps, &[1, 1], &[5, 0, 1, 3], &[1, 2, 4, 8, 16, 32, 64]] {
            let lengths = lengths(counts);
            assert_eq!(kraft(&lengths), 1 << CODE_BITS);
            assert_eq!(cost(counts, &lengths), unlimited_cost(counts));
        }
    }

    #[test]
    fn no_code_is_longer_than_the_limit() {
        let counts: Vec<u64> = (0..40).map(|n| 1 << n).collect();
        let lengths = lengths(&counts);
        assert_eq!(lengths.iter().max(), Some(&(CODE_BITS as u8)));
        assert_eq!(kraft(&lengths), 1 << CODE_BITS);
    }

    #[test]
    fn a_lone_symbol_takes_a_bit_and_none_takes_nothing() {
        assert_eq!(lengths(&[0, 9, 0]), [0, 1, 0]);
        assert_eq!(lengths(&[0, 0]), [0, 0]);
        assert_eq!(codes(&[0, 1, 0]), Some(vec![0, 0, 0]));
    }

    #[test]
    fn codes_are_canonical_and_too_many_of_them_are_refused() {
        // 0, 10, 110, 111, turned round.
        assert_eq!(codes(&[2, 1, 3, 3]), Some(vec![0b01, 0, 0b011, 0b111]));
        assert_eq!(codes(&[1, 1, 1]), None);
        assert_eq!(codes(&[1, 11]), None);
    }
}
