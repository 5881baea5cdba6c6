use super::captures::{At, Capturer};
use super::codes::Stream;
use super::component::{Component, Work};
use super::components::Components;
use super::dense::Dense;
use super::depths::Depths;
use super::men::{MenRow, MenWork};
use super::positions::{Positions, Shape};
use super::sparse::Rows;
use super::store::StoreError;
use super::vectors::{Hunt, Trail};

/// What the kernel needs of a processor; chosen once for a pair of slices.
///
/// The large steps are here so that each is compiled for the processor as a whole, with all that it uses
/// inlined; see the functions of the same names for what they do.
pub(super) trait Cpu: Copy + Send + Sync + 'static {
    /// The bits of `word` under `mask`, moved together at the low end.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `word`, moved apart to the places of `mask`.
    fn deposit(word: u64, mask: u64) -> u64;
    /// [`Capturer::word_at`] after a jump.
    fn deeper_word(capturer: &Capturer<'_>, kings: usize, at: At) -> [u64; 2];
    /// [`Capturer::words_at`] after a jump.
    fn deeper_words(
        capturer: &Capturer<'_>,
        kings: usize,
        at: At,
        sum: [&mut [u64]; 2],
        scratch: &mut [u64],
    );
    /// [`Hunt::follow`].
    fn deeper_hunt(hunt: &Hunt<'_>, trail: Trail, sum: [&mut [u64]; 2], scratch: &mut [u64]);
    /// [`Hunt::follow_word`].
    fn deeper_hunt_word(hunt: &Hunt<'_>, trail: Trail) -> [u64; 2];
    /// [`Component::kingless`].
    fn kingless<'a>(component: &Component<'a>, work: &mut Work<'a>, out: &mut [u64]);
    /// [`Component::vector`].
    fn vector<'a>(
        component: &Component<'a>,
        work: &mut Work<'a>,
        before: Rows<'_>,
        out: &mut [u64],
    );
    /// [`MenRow::solve_into`].
    fn men(row: &MenRow<'_>, work: &mut MenWork, out: [&mut [u64]; 2]);
    /// [`Dense::codes`].
    fn codes(
        dense: &Dense<'_>,
        own: u32,
        components: &mut Components<'_>,
        out: &mut Stream,
    ) -> Result<(), StoreError>;
    /// [`Positions::expand_into`].
    fn expand(positions: &Positions, shape: Shape, men: u32, kept: &[u64], out: &mut [u64]);
    /// [`Positions::pack`].
    fn pack(
        positions: &Positions,
        shape: Shape,
        men: u32,
        full: &[u64],
        stream: &mut Stream,
        out: &mut [u64],
    );
    /// [`Component::begin`].
    fn begin<'a>(component: &Component<'a>, work: &mut Work<'a>, side: usize, out: &mut [u64]);
    /// [`Component::sweep`].
    fn sweep<'a>(
        component: &Component<'a>,
        work: &mut Work<'a>,
        sides: [usize; 2],
        tables: &mut [&mut [u64]],
    ) -> bool;
    /// [`Component::depths`].
    fn depths<'a>(component: &Component<'a>, work: &mut Work<'a>, depths: &mut Depths);
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Cpu for Portable {
    /// One step for each bit of the mask, or for each that is missing: the kernel's masks have few of
    /// either.
    #[inline]
    fn extract(mut word: u64, mask: u64) -> u64 {
        if mask.count_ones() <= 32 {
            let (mut rest, mut bits, mut at) = (mask, 0, 0);
            while rest != 0 {
                bits |= (word >> rest.trailing_zeros() & 1) << at;
                at += 1;
                rest &= rest - 1;
            }
            return bits;
        }
        let mut holes = !mask;
        while holes != 0 {
            let below = (1 << holes.ilog2()) - 1;
            word = (word & below) | (word >> 1 & !below);
            holes &= below;
        }
        word
    }

    #[inline]
    fn deposit(mut word: u64, mask: u64) -> u64 {
        if mask.count_ones() <= 32 {
            let (mut rest, mut bits) = (mask, 0);
            while rest != 0 {
                bits |= (rest & rest.wrapping_neg()) * (word & 1);
                word >>= 1;
                rest &= rest - 1;
            }
            return bits;
        }
        let mut holes = !mask;
        while holes != 0 {
            let below = (holes & holes.wrapping_neg()) - 1;
            word = (word & below) | (word & !below) << 1;
            holes &= holes - 1;
        }
        word & mask
    }

    fn deeper_word(capturer: &Capturer<'_>, kings: usize, at: At) -> [u64; 2] {
        let [_, loses, escapes] = capturer.word_at::<Self>(kings, at, false);
        [loses, escapes]
    }

    fn deeper_words(
        capturer: &Capturer<'_>,
        kings: usize,
        at: At,
        [loses, escapes]: [&mut [u64]; 2],
        scratch: &mut [u64],
    ) {
        capturer.words_at::<Self>(kings, at, false, [&mut [], loses, escapes], scratch);
    }

    fn deeper_hunt(hunt: &Hunt<'_>, trail: Trail, sum: [&mut [u64]; 2], scratch: &mut [u64]) {
        hunt.follow::<Self>(trail, sum, scratch);
    }

    fn deeper_hunt_word(hunt: &Hunt<'_>, trail: Trail) -> [u64; 2] {
        hunt.follow_word::<Self>(trail)
    }

    fn kingless<'a>(component: &Component<'a>, work: &mut Work<'a>, out: &mut [u64]) {
        component.kingless::<Self>(work, out);
    }

    fn vector<'a>(
        component: &Component<'a>,
        work: &mut Work<'a>,
        before: Rows<'_>,
        out: &mut [u64],
    ) {
        component.vector::<Self>(work, before, out);
    }

    fn men(row: &MenRow<'_>, work: &mut MenWork, out: [&mut [u64]; 2]) {
        row.solve_into::<Self>(work, out);
    }

    fn codes(
        dense: &Dense<'_>,
        own: u32,
        components: &mut Components<'_>,
        out: &mut Stream,
    ) -> Result<(), StoreError> {
        dense.codes::<Self>(own, components, out)
    }

    fn expand(positions: &Positions, shape: Shape, men: u32, kept: &[u64], out: &mut [u64]) {
        positions.expand_into::<Self>(shape, men, kept, out);
    }

    fn pack(
        positions: &Positions,
        shape: Shape,
        men: u32,
        full: &[u64],
        stream: &mut Stream,
        out: &mut [u64],
    ) {
        positions.pack::<Self>(shape, men, full, stream, out);
    }

    fn begin<'a>(component: &Component<'a>, work: &mut Work<'a>, side: usize, out: &mut [u64]) {
        component.begin::<Self>(work, side, out);
    }

    fn sweep<'a>(
        component: &Component<'a>,
        work: &mut Work<'a>,
        sides: [usize; 2],
        tables: &mut [&mut [u64]],
    ) -> bool {
        component.sweep::<Self>(work, sides, tables)
    }

    fn depths<'a>(component: &Component<'a>, work: &mut Work<'a>, depths: &mut Depths) {
        component.depths::<Self>(work, depths);
    }
}
