use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::code::Code;
use super::path::{Path, Portable, Wide};
use super::search::Node;
use super::store::Store;
use super::table::Table;
use super::wide_table::WideTable;
use super::worker::Worker;

/// A bitboard: 64 bits, or 128 for the boards that do not fit.
pub(super) trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The number of bits.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// An odd number that mixes keys well: 2 to the [`Self::BITS`] over the golden ratio.
    const FACTOR: Self;
    /// The bits of a column, or `None` if they follow from the board.
    const COLUMN: Option<u32>;
    /// The transposition table for keys of this width.
    type Store: Store<Self>;

    /// A small number, sign and all.
    fn from_i32(number: i32) -> Self;
    /// The low 128 bits of a board.
    fn from_u128(bits: u128) -> Self;
    /// The small number.
    fn to_i32(self) -> i32;
    /// The low 64 bits.
    fn low(self) -> u64;
    /// Shifts to the left, by less than [`Self::BITS`].
    fn shl(self, bits: u32) -> Self;
    /// Shifts to the right, zeros entering.
    fn shr(self, bits: u32) -> Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// The number of ones.
    fn ones(self) -> u32;
    /// The bytes in the opposite order.
    fn bytes_swapped(self) -> Self;

    /// Searches by the code that is asked for, as far as there is one for this width, on a board of so
    /// many columns. See [`expand`](super::search::expand).
    fn search(
        code: Code,
        columns: u32,
        worker: &mut Worker<'_, Self>,
        node: &Node<Self>,
        alpha: i32,
    ) -> i32;
}

macro_rules! word {
    ($word:ty) => {
        const BITS: u32 = <$word>::BITS;
        const ZERO: Self = 0;
        const ONE: Self = 1;

        #[inline(always)]
        fn from_i32(number: i32) -> Self {
            number as $word
        }

        #[inline(always)]
        fn from_u128(bits: u128) -> Self {
            bits as $word
        }

        #[inline(always)]
        fn to_i32(self) -> i32 {
            self as i32
        }

        #[inline(always)]
        fn low(self) -> u64 {
            self as u64
        }

        #[inline(always)]
        fn shl(self, bits: u32) -> Self {
            self << bits
        }

        #[inline(always)]
        fn shr(self, bits: u32) -> Self {
            self >> bits
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            self.wrapping_add(other)
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            self.wrapping_sub(other)
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            self.wrapping_mul(other)
        }

        #[inline(always)]
        fn ones(self) -> u32 {
            self.count_ones()
        }

        #[inline(always)]
        fn bytes_swapped(self) -> Self {
            self.swap_bytes()
        }
    };
}

impl Word for u64 {
    word!(u64);

    const FACTOR: Self = 0x9e37_79b9_7f4a_7c15;
    const COLUMN: Option<u32> = Some(8);
    type Store = Table;

    fn search(
        code: Code,
        _: u32,
        worker: &mut Worker<'_, Self>,
        node: &Node<Self>,
        alpha: i32,
    ) -> i32 {
        match code {
            Code::Portable => Portable::search(worker, node, alpha),
            #[cfg(target_arch = "x86_64")]
            Code::Avx2 => super::x86::Avx2::search(worker, node, alpha),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512 => super::x86::Avx512::search(worker, node, alpha),
            #[cfg(not(target_arch = "x86_64"))]
            Code::Avx2 | Code::Avx512 => {
                unreachable!("an engine only takes code that is available")
            }
        }
    }
}

/// One code for all: the columns are too wide for what the vector instructions are good at.
impl Word for u128 {
    word!(u128);

    const FACTOR: Self = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    const COLUMN: Option<u32> = None;
    type Store = WideTable;

    fn search(
        _: Code,
        columns: u32,
        worker: &mut Worker<'_, Self>,
        node: &Node<Self>,
        alpha: i32,
    ) -> i32 {
        if columns <= 8 {
            Wide::<8>::search(worker, node, alpha)
        } else {
            Wide::<16>::search(worker, node, alpha)
        }
    }
}
