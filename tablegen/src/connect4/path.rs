use std::sync::OnceLock;

use super::portable::Plain;
use super::unit::Unit;

/// A piece of work that is compiled for each kind of processor.
pub(super) trait Job {
    /// What it comes to.
    type Output;

    /// Does it; to be inlined with all that it calls in its loops.
    fn run<U: Unit>(self) -> Self::Output;
}

/// The instructions that the kernels use. Results are the same on every path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// Those of any processor.
    Portable,
    /// 512-bit vectors with byte permutations and affine maps of bytes (AVX-512 VBMI2, GFNI); where the
    /// processor has them not, the same as [`Self::Portable`].
    Vector,
}

impl Path {
    /// The fastest of this processor.
    pub fn best() -> Self {
        if vectors_are_available() { Self::Vector } else { Self::Portable }
    }

    /// Does a job on this path.
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vector if vectors_are_available() => {
                // SAFETY: the instructions are available.
                unsafe { super::x86::run(job) }
            }
            _ => job.run::<Plain>(),
        }
    }
}

fn vectors_are_available() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        static AVAILABLE: OnceLock<bool> = OnceLock::new();
        *AVAILABLE.get_or_init(super::x86::is_available)
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::connect4::linear::{FOLD_BOTH, HALVES, SWAP, UNFOLD_LOW, WIDEN};
    use crate::connect4::unit::{BYTES, Counts, Memory};

    /// Every operation on the same operands.
    struct Operations {
        units: [Memory; 2],
        places: Memory,
        mask: u64,
    }

    impl Job for Operations {
        type Output = (Vec<Memory>, Vec<u64>);

        #[inline(always)]
        fn run<U: Unit>(self) -> Self::Output {
            let [a, b] = self.units.map(|unit| U::load(&unit));
            let maps = [&FOLD_BOTH, &SWAP, &UNFOLD_LOW, &WIDEN[1][0], &HALVES[2][1][0][1]];
            let mut units = vec![
                a & b,
                a | b,
                a.and_not(b),
                U::zero(),
                U::splat(self.mask as u8),
                U::expand(&self.units[0].0, self.mask),
                U::pick([a, b], &self.places),
                a.spread(&self.places),
            ];
            units.extend(maps.map(|map| a.map(map)));
            let mut packed = [0; BYTES];
            a.compress(self.mask, &mut packed);
            packed[self.mask.count_ones() as usize..].fill(0);
            let mut counts = Counts::default();
            a.count_into(&mut counts);
            b.count_into(&mut counts);
            let words = self.units[0].words();
            let numbers = vec![
                u64::from(a.is_zero()),
                u64::from(a.is_full()),
                u64::from(U::splat(!0).is_full()),
                a.nonzero(),
                counts.sum(),
                u64::from(U::holds(self.mask | words[1], &words)),
                U::extract(words[0], self.mask),
                U::deposit(words[0], self.mask),
            ];
            let store = |unit: U| {
                let mut memory = Memory::ZERO;
                unit.store(&mut memory);
                memory
            };
            let stored = units.into_iter().map(store).chain([Memory(packed)]);
            (stored.collect(), numbers)
        }
    }

    proptest! {
        #[test]
        fn both_paths_do_the_same(
            words in prop::array::uniform16(any::<u64>()), thin in any::<u64>(), mask in any::<u64>(),
        ) {
            let [a, mut b] = [0, 8].map(|at| Memory::from_words(&std::array::from_fn(|i| words[at + i])));
            for (byte, word) in b.0.iter_mut().zip(0..64) {
                *byte *= (thin >> word & 1) as u8;
            }
            let places = Memory(a.0.map(|byte| byte % 128));
            for units in [[a, b], [b, a], [Memory::ZERO, Memory::ONES], [Memory::ONES, b]] {
                let run = |path: Path| path.run(Operations { units, places, mask });
                prop_assert_eq!(run(Path::Portable), run(Path::best()));
            }
        }
    }
}
