//! The code for x86-64 vector instructions: all unsafe code of the engine but the view of its table's
//! memory.
//!
//! Nothing here is called before the `is_available` of its [`Path`] has said yes. The functions with
//! target features are compiled for them with all that is inlined into them, which is the whole search.

use std::arch::asm;
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::lanes::{Lanes, MOST};
use super::path::Path;
use super::portable::Words;
use super::search::{Node, expand};
use super::table::Bucket;
use super::worker::Worker;

/// Plain words, compiled for 256-bit vectors.
pub(super) struct Avx2;

impl Avx2 {
    /// Whether this processor has all the instructions that the compiler may use.
    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search_avx2(worker: &mut Worker<'_, u64>, node: &Node<u64>, alpha: i32) -> i32 {
    expand::<Avx2>(worker, node, alpha)
}

impl Path for Avx2 {
    type Word = u64;
    type V = Words<u64, 8>;

    #[inline(always)]
    fn search(worker: &mut Worker<'_, u64>, node: &Node<u64>, alpha: i32) -> i32 {
        // SAFETY: an engine takes this path only after `is_available`.
        unsafe { search_avx2(worker, node, alpha) }
    }
}

/// 512-bit vectors.
pub(super) struct Avx512;

impl Avx512 {
    /// Whether this processor has all the instructions that are used here or that the compiler may use.
    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && Avx2::is_available()
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
fn search_avx512(worker: &mut Worker<'_, u64>, node: &Node<u64>, alpha: i32) -> i32 {
    expand::<Avx512>(worker, node, alpha)
}

impl Path for Avx512 {
    type Word = u64;
    type V = Zmm;

    #[inline(always)]
    fn search(worker: &mut Worker<'_, u64>, node: &Node<u64>, alpha: i32) -> i32 {
        // SAFETY: an engine takes this path only after `is_available`.
        unsafe { search_avx512(worker, node, alpha) }
    }

    #[inline(always)]
    fn matching(bucket: &Bucket, entry: u64, mask: u64) -> u8 {
        // SAFETY: as in `search`.
        unsafe { matching(bucket, entry, mask) }
    }

    #[inline(always)]
    fn smallest(bucket: &Bucket) -> usize {
        // SAFETY: as in `search`.
        unsafe { smallest(bucket) }
    }
}

/// [`Lanes`] in one 512-bit register.
#[derive(Clone, Copy)]
pub(super) struct Zmm(__m512i);

/// One intrinsic whose operands are registers.
macro_rules! op {
    ($e:expr) => {{
        // SAFETY: a `Zmm` is only made below `search_avx512` (and in tests after `is_available`), so the
        // processor has the instruction; it touches registers alone.
        unsafe { $e }
    }};
}

impl BitAnd for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(op!(_mm512_and_si512(self.0, other.0)))
    }
}

impl BitOr for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(op!(_mm512_or_si512(self.0, other.0)))
    }
}

impl BitXor for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(op!(_mm512_xor_si512(self.0, other.0)))
    }
}

impl Not for Zmm {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(op!(_mm512_xor_si512(self.0, _mm512_set1_epi64(-1))))
    }
}

impl Lanes for Zmm {
    type Word = u64;
    type Mask = u8;
    type Array = [u64; 8];

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self(op!(_mm512_set1_epi64(word as i64)))
    }

    #[inline(always)]
    fn load(words: &[u64; MOST]) -> Self {
        // SAFETY: as in `op!`; the array is 64 readable bytes and more, and the load needs no alignment.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: as in `op!`; the array is 64 writable bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // Becomes a shift by a constant wherever the number is one.
        Self(op!(_mm512_sll_epi64(self.0, _mm_cvtsi32_si128(bits as i32))))
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        Self(op!(_mm512_srl_epi64(self.0, _mm_cvtsi32_si128(bits as i32))))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(op!(_mm512_add_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(op!(_mm512_sub_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(op!(_mm512_mullo_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        Self(op!(_mm512_mul_epu32(self.0, other.0)))
    }

    #[inline(always)]
    fn min_small(self, other: Self) -> Self {
        Self(op!(_mm512_min_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn max_small(self, other: Self) -> Self {
        Self(op!(_mm512_max_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        Self(op!(_mm512_popcnt_epi64(self.0)))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        let order = op!(_mm512_set4_epi64(
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
        ));
        Self(op!(_mm512_shuffle_epi8(self.0, order)))
    }

    #[inline(always)]
    fn pack_sevens(self) -> Self {
        // Neighbours together: weights 1 and 2^7 of bytes, then 1 and 2^14 of words.
        let pairs =
            op!(_mm512_maddubs_epi16(_mm512_set1_epi16(i16::from_le_bytes([1, 128])), self.0));
        let fours = op!(_mm512_madd_epi16(pairs, _mm512_set1_epi32(1 << 30 | 1)));
        let low = op!(_mm512_and_si512(fours, _mm512_set1_epi64(0x0fff_ffff)));
        Self(op!(_mm512_or_si512(low, _mm512_slli_epi64::<28>(_mm512_srli_epi64::<32>(fours)))))
    }

    #[inline(always)]
    fn nonzero(self) -> u8 {
        op!(_mm512_test_epi64_mask(self.0, self.0))
    }

    #[inline(always)]
    fn zero(self) -> u8 {
        op!(_mm512_testn_epi64_mask(self.0, self.0))
    }

    #[inline(always)]
    fn exceeds_small(self, other: Self) -> u8 {
        op!(_mm512_cmpgt_epi64_mask(self.0, other.0))
    }

    #[inline(always)]
    fn exceeds_unsigned(self, other: Self) -> u8 {
        op!(_mm512_cmpgt_epu64_mask(self.0, other.0))
    }

    #[inline(always)]
    fn select(mask: u8, yes: Self, no: Self) -> Self {
        Self(op!(_mm512_mask_blend_epi64(mask, no.0, yes.0)))
    }

    #[inline(always)]
    fn keep(self, mask: u8) -> Self {
        Self(op!(_mm512_maskz_mov_epi64(mask, self.0)))
    }
}

/// The entries of a bucket by one load.
///
/// The words may be changing under the load and need not be of one moment: a hint where to look,
/// which the caller checks by an atomic load of the entry itself.
#[target_feature(enable = "avx512f")]
#[inline]
fn load_racing(bucket: &Bucket) -> __m512i {
    let words: __m512i;
    // SAFETY: reads the 64 bytes of the bucket, which are aligned to 64. Assembly, since other threads
    // may store to them by atomics meanwhile, which an ordinary load must not meet.
    unsafe {
        asm!("vmovdqa64 {}, [{}]", out(zmm_reg) words, in(reg) bucket,
             options(readonly, nostack, preserves_flags));
    }
    words
}

/// Which entries of the bucket seem to agree with `entry` in the bits of `mask`.
#[target_feature(enable = "avx512f")]
#[inline]
fn matching(bucket: &Bucket, entry: u64, mask: u64) -> u8 {
    let words = load_racing(bucket);
    let differ = _mm512_xor_si512(words, _mm512_set1_epi64(entry as i64));
    _mm512_testn_epi64_mask(differ, _mm512_set1_epi64(mask as i64))
}

/// The place of what seems to be the smallest entry of the bucket; the first of equals.
#[target_feature(enable = "avx512f")]
#[inline]
fn smallest(bucket: &Bucket) -> usize {
    let words = load_racing(bucket);
    let least = _mm512_set1_epi64(_mm512_reduce_min_epu64(words) as i64);
    _mm512_cmpeq_epi64_mask(words, least).trailing_zeros() as usize
}
