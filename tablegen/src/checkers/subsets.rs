//! Sets of squares numbered in colexicographic order: sets with a lower highest square come first.
//!
//! The squares that count are given as a second set (`free`); squares outside it are skipped as if the
//! board had none there.

use std::sync::LazyLock;

use super::binomial::choose;

/// How the squares of a set are moved together.
pub(super) trait Squeeze {
    /// Moves the squares of `set` down over those that are not in `free`.
    fn squeeze(set: u32, free: u32) -> u32;
}

/// As every processor does it.
pub(super) struct Plain;

impl Squeeze for Plain {
    #[inline(always)]
    fn squeeze(set: u32, free: u32) -> u32 {
        compress(set, free)
    }
}

/// The number of `set` among the subsets of `free` of its size.
#[inline]
pub(super) fn rank(set: u32, free: u32) -> u32 {
    rank_with::<Plain>(set, free)
}

/// The same: without a branch, since how many squares there are is different every time.
#[inline(always)]
pub(super) fn rank_with<S: Squeeze>(set: u32, free: u32) -> u32 {
    let [a, b, c, d] = S::squeeze(set, free).to_le_bytes();
    let below_b = a.count_ones() as usize;
    let below_c = below_b + b.count_ones() as usize;
    let below_d = below_c + c.count_ones() as usize;
    RANKS[0][usize::from(a)]
        + RANKS[BYTES[1] + below_b][usize::from(b)]
        + RANKS[BYTES[2] + below_c][usize::from(c)]
        + RANKS[BYTES[3] + below_d][usize::from(d)]
}

/// Where in [`RANKS`] the parts of each byte begin: 1, 9, 17 and 25 of them.
const BYTES: [usize; 4] = [0, 1, 10, 27];

/// What a byte of a set adds to its number: for each byte, and each number of squares below it.
static RANKS: [[u32; 256]; 52] = {
    let mut ranks = [[0; 256]; 52];
    let mut byte = 0;
    while byte < 4 {
        let mut below = 0;
        while below <= 8 * byte {
            let row = &mut ranks[BYTES[byte] + below];
            let mut set = 1;
            while set < 256 {
                // The highest square, and the number of the others.
                let place = usize::ilog2(set);
                let rest = set ^ 1 << place;
                let k = below as u32 + (set as u32).count_ones();
                row[set] = row[rest] + choose(8 * byte as u32 + place, k);
                set += 1;
            }
            below += 1;
        }
        byte += 1;
    }
    ranks
};

/// The subset of `free` of `size` squares that has this number, which must be lower than their count.
#[inline]
pub(super) fn unrank(number: u32, size: u32, free: u32) -> u32 {
    let packed = match size {
        0 => 0,
        1 => 1 << number,
        2..=LISTED => LISTS[size as usize - 2][number as usize],
        _ => unrank_packed(number, size),
    };
    expand(packed, free)
}

/// The subset of `free` that follows `set`, which is neither empty nor the last.
#[inline]
pub(super) fn next(set: u32, free: u32) -> u32 {
    // With the squares that do not count filled, a carry runs past them to the next free place.
    let carried = ((set | !free).wrapping_add(set & set.wrapping_neg())) & free;
    let mut rest = free;
    for _ in carried.count_ones()..set.count_ones() {
        rest &= rest - 1;
    }
    carried | (free & !rest)
}

/// The largest size whose subsets are listed: with four squares the lists take 166 KB, and larger sets
/// are rare enough to be computed.
const LISTED: u32 = 4;

/// All sets of 2, 3 and 4 of 32 squares in colexicographic order. Looking a set up costs a fifth of
/// computing it.
static LISTS: LazyLock<[Vec<u32>; 3]> =
    LazyLock::new(|| [2, 3, 4].map(|k| (0..choose(32, k)).map(|n| unrank_packed(n, k)).collect()));

fn unrank_packed(mut number: u32, size: u32) -> u32 {
    let mut set = 0;
    let mut square = 32;
    for k in (1..=size).rev() {
        // The highest square is the last one below which the numbers of all lower sets fit.
        loop {
            square -= 1;
            if choose(square, k) <= number {
                break;
            }
        }
        number -= choose(square, k);
        set |= 1 << square;
    }
    set
}

/// Moves the squares of `set` down over those that are not in `free`.
#[inline]
fn compress(mut set: u32, free: u32) -> u32 {
    // What is above the highest square does not move it.
    let mut holes = !free & (u32::MAX.checked_shr(set.leading_zeros()).unwrap_or(0));
    while holes != 0 {
        let below = (1 << holes.ilog2()) - 1;
        set = (set & below) | ((set >> 1) & !below);
        holes &= below;
    }
    set
}

/// The inverse of [`compress`].
#[inline]
fn expand(mut set: u32, free: u32) -> u32 {
    let mut holes = !free;
    while holes != 0 {
        let below = (holes & holes.wrapping_neg()) - 1;
        let above = set & !below;
        if above == 0 {
            break;
        }
        set = (set & below) | above << 1;
        holes &= holes - 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run_through_all_subsets_in_order() {
        for free in [0xffff_ffff_u32, 0x0fff_ffff, 0x7777, 0x8421_0421, 0b1011, 0x7fff_fffe] {
            for size in 0..=free.count_ones().min(5) {
                let mut last = 0;
                for number in 0..choose(free.count_ones(), size) {
                    let set = unrank(number, size, free);
                    assert_eq!((set.count_ones(), set & !free), (size, 0));
                    assert_eq!(rank(set, free), number);
                    if number > 0 {
                        assert!(set > last);
                        assert_eq!(next(last, free), set);
                    }
                    last = set;
                }
            }
        }
    }
}
