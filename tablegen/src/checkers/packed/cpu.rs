//! What the packer needs of a processor: bits moved together and apart, and its main loop compiled for it.

use super::emit::{Emitter, Work};
use super::lanes::Lanes;
use crate::checkers::KernelPath;

pub(super) trait Cpu: Copy {
    /// The bits of `word` under `mask`, moved together at the low end.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `word`, moved apart to the places of `mask`.
    fn deposit(word: u64, mask: u64) -> u64;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Cpu for Portable {
    #[inline]
    fn extract(mut word: u64, mask: u64) -> u64 {
        if mask == LOW {
            // The lower of every two bits: five steps.
            word &= LOW;
            word = (word | word >> 1) & 0x3333_3333_3333_3333;
            word = (word | word >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
            word = (word | word >> 4) & 0x00ff_00ff_00ff_00ff;
            word = (word | word >> 8) & 0x0000_ffff_0000_ffff;
            return (word | word >> 16) & 0xffff_ffff;
        }
        word &= mask;
        // Above the highest bit of the mask nothing moves.
        let mut holes = !mask & (u64::MAX.checked_shr(mask.leading_zeros()).unwrap_or(0));
        while holes != 0 {
            let below = (1 << holes.ilog2()) - 1;
            word = (word & below) | (word >> 1 & !below);
            holes &= below;
        }
        word
    }

    #[inline]
    fn deposit(mut word: u64, mask: u64) -> u64 {
        if mask == LOW {
            word &= 0xffff_ffff;
            word = (word | word << 16) & 0x0000_ffff_0000_ffff;
            word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
            word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
            word = (word | word << 2) & 0x3333_3333_3333_3333;
            return (word | word << 1) & LOW;
        }
        let mut holes = !mask & (u64::MAX.checked_shr(mask.leading_zeros()).unwrap_or(0));
        while holes != 0 {
            let below = (holes & holes.wrapping_neg()) - 1;
            word = (word & below) | (word & !below) << 1;
            holes &= holes - 1;
        }
        word & mask
    }
}

/// The lower of every two bits.
pub(super) const LOW: u64 = 0x5555_5555_5555_5555;

/// Which code runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Processor {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Bmi2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Processor {
    /// The fastest on a path.
    pub(super) fn find(path: KernelPath) -> Self {
        #[cfg(target_arch = "x86_64")]
        if path == KernelPath::Native {
            if x86::avx512_is_there() {
                return Self::Avx512;
            }
            if x86::bmi2_is_there() {
                return Self::Bmi2;
            }
        }
        let _ = path;
        Self::Portable
    }

    /// [`Emitter::batch`] on this processor.
    pub(super) fn batch(self, emitter: &Emitter<'_>, lanes: &Lanes, work: &mut Work) {
        match self {
            Self::Portable => emitter.batch::<Portable>(lanes, work),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: made only by `find`, which has found the features.
            Self::Bmi2 => unsafe { x86::bmi2(emitter, lanes, work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx512 => unsafe { x86::avx512(emitter, lanes, work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::{Cpu, Emitter, Lanes, Work};

    /// A processor with BMI2; used only in the functions below.
    #[derive(Clone, Copy)]
    struct Bmi2;

    impl Cpu for Bmi2 {
        #[inline(always)]
        fn extract(word: u64, mask: u64) -> u64 {
            // SAFETY: this type is used only where BMI2 was found.
            unsafe { _pext_u64(word, mask) }
        }

        #[inline(always)]
        fn deposit(word: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { _pdep_u64(word, mask) }
        }
    }

    pub(super) fn bmi2_is_there() -> bool {
        std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
            && std::is_x86_feature_detected!("avx2")
    }

    pub(super) fn avx512_is_there() -> bool {
        bmi2_is_there()
            && std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512dq")
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
    pub(super) fn bmi2(emitter: &Emitter<'_>, lanes: &Lanes, work: &mut Work) {
        emitter.batch::<Bmi2>(lanes, work);
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn avx512(emitter: &Emitter<'_>, lanes: &Lanes, work: &mut Work) {
        emitter.batch::<Bmi2>(lanes, work);
    }

    #[cfg(test)]
    pub(super) fn moves_bits_as(word: u64, mask: u64) -> Option<[u64; 2]> {
        bmi2_is_there().then(|| [Bmi2::extract(word, mask), Bmi2::deposit(word, mask)])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Bit by bit.
    fn slowly(word: u64, mask: u64) -> [u64; 2] {
        let places: Vec<u32> = (0..64).filter(|&bit| mask >> bit & 1 == 1).collect();
        let mut moved = [0, 0];
        for (low, &high) in (0..).zip(&places) {
            moved[0] |= (word >> high & 1) << low;
            moved[1] |= (word >> low & 1) << high;
        }
        moved
    }

    proptest! {
        #[test]
        fn bits_are_moved_together_and_apart(word: u64, other: u64, third: u64) {
            for mask in [other, other & third, other | third, LOW, 0, u64::MAX] {
                let expected = slowly(word, mask);
                prop_assert_eq!([Portable::extract(word, mask), Portable::deposit(word, mask)], expected);
                #[cfg(target_arch = "x86_64")]
                if let Some(moved) = x86::moves_bits_as(word, mask) {
                    prop_assert_eq!(moved, expected);
                }
            }
        }
    }
}
