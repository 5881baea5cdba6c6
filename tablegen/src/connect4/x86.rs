//! Units as 512-bit vectors: all unsafe code of the kernels.
//!
//! Nothing here is reached before `is_available` has said yes.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr};

use super::linear::Linear;
use super::path::Job;
use super::unit::{BYTES, Counts, Memory, Unit};

/// A unit in one register.
#[derive(Clone, Copy)]
pub(super) struct Zmm(__m512i);

/// Whether this processor has all the instructions that are used here or that the compiler may use.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Does a job in code compiled for 512-bit vectors.
///
/// # Safety
/// [`is_available`] has said yes.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn run<J: Job>(job: J) -> J::Output {
    job.run::<Zmm>()
}

macro_rules! operator {
    ($operator:ident $function:ident $intrinsic:ident) => {
        impl $operator for Zmm {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                // SAFETY: see the head of this module.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    };
}
operator!(BitAnd bitand _mm512_and_si512);
operator!(BitOr bitor _mm512_or_si512);

// SAFETY of every block below: the instructions are there (see the head of this module), and every
// access to memory is of the 64 bytes of a reference.
impl Unit for Zmm {
    #[inline(always)]
    fn load(memory: &Memory) -> Self {
        // SAFETY: see above; `Memory` is aligned.
        Self(unsafe { _mm512_load_si512(memory.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, memory: &mut Memory) {
        // SAFETY: see above; `Memory` is aligned.
        unsafe { _mm512_store_si512(memory.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_setzero_si512() })
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm512_cmpneq_epi64_mask(self.0, _mm512_set1_epi64(-1)) == 0 }
    }

    #[inline(always)]
    fn nonzero(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm512_test_epi8_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn map(self, map: &Linear) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let matrix = _mm512_set1_epi64(map.matrix as i64);
            _mm512_gf2p8affine_epi64_epi8::<0>(self.0, matrix)
        })
    }

    #[inline(always)]
    fn expand(bytes: &[u8; BYTES], mask: u64) -> Self {
        // SAFETY: see above; the load need not be aligned. Loading whole and expanding in the register
        // is faster than the instruction that does both.
        Self(unsafe { _mm512_maskz_expand_epi8(mask, _mm512_loadu_si512(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn compress(self, mask: u64, bytes: &mut [u8; BYTES]) {
        // SAFETY: see above; the store need not be aligned. Compressing in the register and storing
        // whole is faster than the instruction that does both.
        unsafe {
            let front = _mm512_maskz_compress_epi8(mask, self.0);
            _mm512_storeu_si512(bytes.as_mut_ptr().cast(), front);
        }
    }

    #[inline(always)]
    fn pick(pair: [Self; 2], places: &Memory) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_permutex2var_epi8(pair[0].0, Self::load(places).0, pair[1].0) })
    }

    #[inline(always)]
    fn spread(self, places: &Memory) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_permutexvar_epi8(Self::load(places).0, self.0) })
    }

    #[inline(always)]
    fn count_into(self, counts: &mut Counts) {
        // SAFETY: see above; `Counts` is aligned and of 64 bytes.
        unsafe {
            let counts = counts.0.as_mut_ptr().cast();
            let sum = _mm512_add_epi64(_mm512_load_si512(counts), _mm512_popcnt_epi64(self.0));
            _mm512_store_si512(counts, sum);
        }
    }

    #[inline(always)]
    fn holds(number: u64, sets: &[u64; 8]) -> u8 {
        // SAFETY: see above; the load need not be aligned.
        unsafe {
            let sets = _mm512_loadu_si512(sets.as_ptr().cast());
            _mm512_testn_epi64_mask(sets, _mm512_set1_epi64(!number as i64))
        }
    }

    #[inline(always)]
    fn extract(word: u64, mask: u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pext_u64(word, mask) }
    }

    #[inline(always)]
    fn deposit(word: u64, mask: u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pdep_u64(word, mask) }
    }
}
