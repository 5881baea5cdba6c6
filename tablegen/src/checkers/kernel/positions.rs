//! Components with their positions alone.
//!
//! The working form ranks kings over all squares, so that rows of different components fit each other. With
//! many pieces on few squares most of it is no position: of all tables of 6x6 nineteen parts in twenty. So
//! there a level keeps of its components what files have, the codes of the positions in their order; a
//! component that is read is brought back into the working form first and stays so until room is made.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use retrosolve_games::checkers::Board;

use super::codes::{Codes, Stream};
use super::cpu::{Cpu, Portable};
use super::geometry::Geometry;
use super::order::{Order, Visit};
use super::solve::Processor;
use super::space::Space;
use super::sparse::{Layout, Rows, SparseTable, both};
use crate::checkers::{Pair, Slice};

/// Components of so many words are always in the working form: the other would not be smaller by much.
const SMALL: usize = 64;
/// How many times its own size a component may read, about.
const READ_FOR_ONE: u64 = 32;

/// Passes between the two forms.
pub(super) struct Positions {
    geometry: Geometry,
    spaces: Arc<[Space]>,
    processor: Processor,
    /// The bytes that components brought back into the working form may take, about.
    room: u64,
    /// The bytes that they take.
    expanded: AtomicU64,
}

/// A component as it is worked on.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) slice: Slice,
    pub(super) layout: Layout,
    /// Its words.
    pub(super) stride: usize,
}

impl Positions {
    pub(super) fn new(
        geometry: Geometry,
        spaces: Arc<[Space]>,
        processor: Processor,
        room: u64,
    ) -> Self {
        Self { geometry, spaces, processor, room, expanded: AtomicU64::new(0) }
    }

    /// Whether levels on disk keep positions alone: not where most of the working form is positions.
    pub(super) fn pay(board: Board) -> bool {
        board != Board::EIGHT
    }

    /// The room that solving a pair on so many threads takes at least, in bytes, about.
    pub(super) fn room(geometry: &Geometry, pair: Pair, threads: usize) -> u64 {
        let largest = pair.slices().map(|slice| SparseTable::component_bytes(geometry, slice));
        largest.max().unwrap_or(0).saturating_mul(threads as u64 * READ_FOR_ONE / 4)
    }

    /// How many components of so many bytes to solve before looking at the room again.
    pub(super) fn batch(&self, component_bytes: u64) -> usize {
        (self.room / (READ_FOR_ONE * component_bytes)).clamp(1, 1 << 14) as usize
    }

    /// The words of a component of that shape with its positions alone; `None` if it is kept as it is
    /// worked on.
    pub(super) fn words(geometry: &Geometry, shape: Shape) -> Option<usize> {
        let words = Order::positions(geometry, shape.slice).div_ceil(32) as usize;
        let is_small = shape.stride <= SMALL || matches!(shape.layout, Layout::Men { .. });
        (!is_small && words < shape.stride).then_some(words)
    }

    pub(super) const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Whether components in the working form should go now.
    pub(super) fn is_full(&self) -> bool {
        self.expanded.load(Ordering::Relaxed) > self.room / 2
    }

    /// Tells that none is there any more.
    pub(super) fn forget(&self) {
        self.expanded.store(0, Ordering::Relaxed);
    }

    /// The working form of the component of all `men`, as the mover sees them.
    pub(super) fn expand(&self, shape: Shape, men: u32, kept: &[u64]) -> Box<[u64]> {
        let mut out = vec![0; shape.stride].into_boxed_slice();
        self.expanded.fetch_add(8 * shape.stride as u64, Ordering::Relaxed);
        match self.processor {
            Processor::Portable => Portable::expand(self, shape, men, kept, &mut out),
            #[cfg(target_arch = "x86_64")]
            Processor::Bmi2 => super::x86::Bmi2::expand(self, shape, men, kept, &mut out),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => super::x86::Avx512::expand(self, shape, men, kept, &mut out),
        }
        out
    }

    fn order(&self, slice: Slice) -> Order<'_> {
        Order { geometry: &self.geometry, spaces: &self.spaces, slice }
    }

    /// [`Self::expand`] into words that are zero.
    #[inline(always)]
    pub(super) fn expand_into<C: Cpu>(
        &self,
        shape: Shape,
        men: u32,
        kept: &[u64],
        out: &mut [u64],
    ) {
        let visit =
            Expand::<C> { layout: shape.layout, codes: Codes::new(kept), out, cpu: PhantomData };
        self.order(shape.slice).rows(men, visit);
    }

    /// The positions alone of the component of all `men` in its working form `full`.
    #[inline(always)]
    pub(super) fn pack<C: Cpu>(
        &self,
        shape: Shape,
        men: u32,
        full: &[u64],
        stream: &mut Stream,
        out: &mut [u64],
    ) {
        let visit = Pack::<C> { layout: shape.layout, full, stream, cpu: PhantomData };
        self.order(shape.slice).rows(men, visit);
        stream.take(out);
    }
}

// No closures, since those are not always inlined where the processor is known.

struct Expand<'a, C> {
    layout: Layout,
    codes: Codes<'a>,
    out: &'a mut [u64],
    cpu: PhantomData<C>,
}

impl<C: Cpu> Visit for Expand<'_, C> {
    #[inline(always)]
    fn row(&mut self, row: usize, legal: &[u64]) {
        for (at, &legal) in legal.iter().enumerate().filter(|(_, legal)| **legal != 0) {
            let (loses, survives) = self.codes.word::<C>(legal);
            match self.layout {
                Layout::Words(words) => {
                    self.out[2 * words * row + at] = loses;
                    self.out[2 * words * row + words + at] = survives;
                }
                _ => self.out[row] = loses | survives << 32,
            }
        }
    }
}

struct Pack<'a, C> {
    layout: Layout,
    full: &'a [u64],
    stream: &'a mut Stream,
    cpu: PhantomData<C>,
}

impl<C: Cpu> Visit for Pack<'_, C> {
    #[inline(always)]
    fn row(&mut self, row: usize, legal: &[u64]) {
        let rows = match self.layout {
            Layout::Words(words) => both(&self.full[2 * words * row..][..2 * words]),
            _ => Rows::Word(self.full[row] & 0xffff_ffff, self.full[row] >> 32),
        };
        self.stream.rows::<C>(rows, legal);
    }
}
