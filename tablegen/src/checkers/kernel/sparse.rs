use std::cell::UnsafeCell;

use super::geometry::Geometry;
use super::space::{rank, row_words};
use crate::checkers::binomial::choose;
use crate::checkers::{Material, Slice};

/// Two rows of bits: where the mover loses, and where it does not win. Both are zero at what is no
/// position.
#[derive(Clone, Copy)]
pub(super) enum Rows<'a> {
    /// Rows of one word.
    Word(u64, u64),
    /// Longer ones.
    Words(&'a [u64], &'a [u64]),
}

/// How a component lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// No kings: rows over the other side's men by the mover's, then rows over the mover's by the other
    /// side's; the words of a row of each kind.
    Men { over_other: usize, over_own: usize },
    /// Rows over one king: both rows in one word, "loses" in the low half.
    Packed,
    /// Rows of so many words, "loses" first.
    Words(usize),
}

/// The values of a slice as the kernel works on them.
///
/// Components by the men of both sides, each side's from its own end and ranked among all squares for men.
/// In a component rows by the other side's kings and bits by the mover's, both ranked over all squares of
/// the board; a single row over the kings of one side if the other has none.
pub(super) struct SparseTable {
    pub(super) slice: Slice,
    pub(super) layout: Layout,
    /// Placements of the mover's men and of the other side's, overlapping ones included.
    owns: usize,
    others: usize,
    /// Words of a component.
    stride: usize,
    data: Box<[UnsafeCell<u64>]>,
}

// SAFETY: `data` is written only through the unsafe methods, whose callers keep components apart.
unsafe impl Sync for SparseTable {}

impl Rows<'_> {
    /// Both rows as slices.
    #[inline(always)]
    pub(super) const fn slices(&self) -> (&[u64], &[u64]) {
        match self {
            Rows::Word(loses, survives) => {
                (std::slice::from_ref(loses), std::slice::from_ref(survives))
            }
            Rows::Words(loses, survives) => (loses, survives),
        }
    }
}

#[allow(clippy::mut_from_ref, reason = "components are written in parallel")]
impl SparseTable {
    /// An empty table.
    pub(super) fn new(geometry: &Geometry, slice: Slice) -> Self {
        let Shape { layout, owns, others, stride, words } = Shape::of(geometry, slice);
        // Zeroed pages are not touched before they are written.
        let data: Box<[u64]> = vec![0; words].into();
        let data = Box::into_raw(data) as *mut [UnsafeCell<u64>];
        // SAFETY: `UnsafeCell<u64>` has the layout of `u64`, and the box was just taken apart.
        let data = unsafe { Box::from_raw(data) };
        Self { slice, layout, owns, others, stride, data }
    }

    /// The bytes that the table of a slice takes.
    pub(super) fn bytes(geometry: &Geometry, slice: Slice) -> u64 {
        (Shape::of(geometry, slice).words as u64).saturating_mul(8)
    }

    /// The bytes of one component of a slice.
    pub(super) fn component_bytes(geometry: &Geometry, slice: Slice) -> u64 {
        (Shape::of(geometry, slice).stride as u64).saturating_mul(8)
    }

    /// The component of a placement of men, each side's from its own end.
    #[inline(always)]
    pub(super) fn component(&self, own_men: u32, other_men: u32) -> usize {
        rank(own_men) * self.others + rank(other_men)
    }

    /// The two rows of a component.
    #[inline(always)]
    pub(super) fn rows(&self, component: usize, row: usize) -> Rows<'_> {
        match self.layout {
            Layout::Men { over_other, .. } => {
                let (own, other) = (component / self.others, component % self.others);
                let row = self.words(own * 2 * over_other, 2 * over_other);
                let bit = |row: &[u64]| row[other / 64] >> (other % 64) & 1;
                Rows::Word(bit(row), bit(&row[over_other..]))
            }
            Layout::Packed => {
                let word = self.words(component * self.stride + row, 1)[0];
                Rows::Word(word & 0xffff_ffff, word >> 32)
            }
            Layout::Words(words) => self.both(component * self.stride + row * 2 * words, words),
        }
    }

    /// One bit of each of the two rows of a component.
    #[inline(always)]
    pub(super) fn bit(&self, component: usize, bit: usize) -> Rows<'_> {
        match self.rows(component, 0) {
            Rows::Word(loses, escapes) => Rows::Word(loses >> bit & 1, escapes >> bit & 1),
            Rows::Words(loses, escapes) => {
                Rows::Word(loses[bit / 64] >> (bit % 64) & 1, escapes[bit / 64] >> (bit % 64) & 1)
            }
        }
    }

    #[inline(always)]
    fn words(&self, start: usize, len: usize) -> &[u64] {
        let cells = &self.data[start..start + len];
        // SAFETY: nobody writes what can be read, by the contract of the methods that write.
        unsafe { std::slice::from_raw_parts(cells.as_ptr().cast(), len) }
    }

    /// A component for writing; not for slices without kings.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write this component.
    #[inline(always)]
    pub(super) unsafe fn component_mut(&self, component: usize) -> &mut [u64] {
        // SAFETY: the caller's promise.
        unsafe { self.words_mut(component * self.stride, self.stride) }
    }

    /// For slices without kings: the rows over the other side's men for a placement of the mover's.
    #[inline(always)]
    pub(super) fn over_other(&self, own_rank: usize) -> Rows<'_> {
        let (start, words) = self.place_over_other(own_rank);
        self.both(start, words)
    }

    /// For slices without kings: the rows over the mover's men for a placement of the other side's.
    #[inline(always)]
    pub(super) fn over_own(&self, other_rank: usize) -> Rows<'_> {
        let (start, words) = self.place_over_own(other_rank);
        self.both(start, words)
    }

    /// [`Self::over_other`] for writing, "loses" first.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write these rows.
    pub(super) unsafe fn over_other_mut(&self, own_rank: usize) -> &mut [u64] {
        let (start, words) = self.place_over_other(own_rank);
        // SAFETY: the caller's promise.
        unsafe { self.words_mut(start, 2 * words) }
    }

    /// [`Self::over_own`] for writing, "loses" first.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write these rows.
    pub(super) unsafe fn over_own_mut(&self, other_rank: usize) -> &mut [u64] {
        let (start, words) = self.place_over_own(other_rank);
        // SAFETY: the caller's promise.
        unsafe { self.words_mut(start, 2 * words) }
    }

    /// Sets the bits of word `at` of the two rows of a component, given by the ranks of both sides' men;
    /// they must be zero before.
    ///
    /// # Safety
    /// Nobody else may read or write the table meanwhile.
    pub(super) unsafe fn fill(
        &self,
        [own, other]: [usize; 2],
        row: usize,
        at: usize,
        loses: u64,
        survives: u64,
    ) {
        let component = own * self.others + other;
        match self.layout {
            Layout::Men { over_other, over_own } => {
                // SAFETY: the caller's promise.
                let out = unsafe { self.over_other_mut(own) };
                out[other / 64] |= loses << (other % 64);
                out[over_other + other / 64] |= survives << (other % 64);
                // SAFETY: the caller's promise.
                let out = unsafe { self.over_own_mut(other) };
                out[own / 64] |= loses << (own % 64);
                out[over_own + own / 64] |= survives << (own % 64);
            }
            Layout::Packed => {
                // SAFETY: the caller's promise.
                let out = unsafe { self.component_mut(component) };
                out[row] |= loses | survives << 32;
            }
            Layout::Words(words) => {
                // SAFETY: the caller's promise.
                let out = unsafe { self.component_mut(component) };
                out[2 * words * row + at] |= loses;
                out[2 * words * row + words + at] |= survives;
            }
        }
    }

    fn place_over_other(&self, own_rank: usize) -> (usize, usize) {
        let Layout::Men { over_other, .. } = self.layout else { unreachable!("men alone") };
        (own_rank * 2 * over_other, over_other)
    }

    fn place_over_own(&self, other_rank: usize) -> (usize, usize) {
        let Layout::Men { over_other, over_own } = self.layout else { unreachable!("men alone") };
        (2 * (self.owns * over_other + other_rank * over_own), over_own)
    }

    /// For slices with one king in all: the row of a component by the ranks of both sides' men.
    #[inline(always)]
    pub(super) fn packed(&self, own_rank: usize, other_rank: usize) -> u64 {
        debug_assert_eq!((self.layout, self.stride), (Layout::Packed, 1));
        self.words(own_rank * self.others + other_rank, 1)[0]
    }

    #[inline(always)]
    fn both(&self, start: usize, words: usize) -> Rows<'_> {
        let (loses, survives) = self.words(start, 2 * words).split_at(words);
        if words == 1 { Rows::Word(loses[0], survives[0]) } else { Rows::Words(loses, survives) }
    }

    /// # Safety
    /// As [`Self::component_mut`], for these words.
    #[inline(always)]
    unsafe fn words_mut(&self, start: usize, len: usize) -> &mut [u64] {
        let cells = &self.data[start..start + len];
        // SAFETY: inside `UnsafeCell`s; that nobody else has them is the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(cells.as_ptr() as *mut u64, len) }
    }
}

struct Shape {
    layout: Layout,
    owns: usize,
    others: usize,
    stride: usize,
    words: usize,
}

impl Shape {
    fn of(geometry: &Geometry, slice: Slice) -> Self {
        let men = |side: Material| choose(geometry.men_squares, u32::from(side.men)) as usize;
        let kings = |count: u8| choose(geometry.squares, u32::from(count)) as usize;
        let (owns, others) = (men(slice.own), men(slice.other));
        let (own, other) = (slice.own.kings, slice.other.kings);
        let bits = if own == 0 { other } else { own };
        let rows = if own == 0 { 1 } else { kings(other) };
        let layout = match bits {
            0 => Layout::Men { over_other: others.div_ceil(64), over_own: owns.div_ceil(64) },
            1 => Layout::Packed,
            _ => Layout::Words(row_words(geometry.squares, bits.into())),
        };
        let stride = match layout {
            Layout::Men { .. } => 0,
            Layout::Packed => rows,
            Layout::Words(words) => rows.saturating_mul(2 * words),
        };
        let words = match layout {
            Layout::Men { over_other, over_own } => 2 * (owns * over_other + others * over_own),
            _ => owns.saturating_mul(others).saturating_mul(stride),
        };
        Self { layout, owns, others, stride, words }
    }
}

/// Sparse tables by slice.
pub(super) struct SparseTables {
    tables: Vec<Option<Box<SparseTable>>>,
}

/// Materials of a side with at most [`Material::MAX_PIECES`] pieces, none included.
const MATERIALS: usize = 91;

impl SparseTables {
    pub(super) fn new() -> Self {
        Self { tables: (0..MATERIALS * MATERIALS).map(|_| None).collect() }
    }

    #[inline(always)]
    pub(super) fn get(&self, slice: Slice) -> Option<&SparseTable> {
        self.tables[place(slice)].as_deref()
    }

    pub(super) fn add(&mut self, table: SparseTable) {
        let place = place(table.slice);
        self.tables[place] = Some(table.into());
    }

    pub(super) fn remove(&mut self, slice: Slice) {
        self.tables[place(slice)] = None;
    }
}

#[inline(always)]
fn place(slice: Slice) -> usize {
    let number = |side: Material| {
        let pieces = usize::from(side.pieces());
        pieces * (pieces + 1) / 2 + usize::from(side.kings)
    };
    number(slice.own) * MATERIALS + number(slice.other)
}
