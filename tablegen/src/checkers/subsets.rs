//! Sets of squares numbered in colexicographic order: sets with a lower highest square come first.
//!
//! The squares that count are given as a second set (`free`); squares outside it are skipped as if the
//! board had none there.

use std::sync::LazyLock;

use super::binomial::choose;

/// The number of `set` among the subsets of `free` of its size.
#[inline]
pub(super) fn rank(set: u32, free: u32) -> u32 {
    let mut rest = compress(set, free);
    let mut number = 0;
    let mut k = 1;
    while rest != 0 {
        number += choose(rest.trailing_zeros(), k);
        rest &= rest - 1;
        k += 1;
    }
    number
}

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
