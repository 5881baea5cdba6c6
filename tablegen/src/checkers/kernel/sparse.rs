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
    /// No kings: the two bits.
    Bits,
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
    /// Placements of the other side's men, overlapping ones included.
    others: usize,
    /// Words of a component.
    stride: usize,
    data: Box<[UnsafeCell<u64>]>,
}

// SAFETY: `data` is written only through `component_mut`, whose callers keep components apart.
unsafe impl Sync for SparseTable {}

impl SparseTable {
    /// An empty table.
    pub(super) fn new(geometry: &Geometry, slice: Slice) -> Self {
        let Shape { layout, components, others, stride } = Shape::of(geometry, slice);
        let words =
            if layout == Layout::Bits { components.div_ceil(8) } else { components * stride };
        // Zeroed pages are not touched before they are written.
        let data: Box<[u64]> = vec![0; words].into();
        let data = Box::into_raw(data) as *mut [UnsafeCell<u64>];
        // SAFETY: `UnsafeCell<u64>` has the layout of `u64`, and the box was just taken apart.
        let data = unsafe { Box::from_raw(data) };
        Self { slice, layout, others, stride, data }
    }

    /// The bytes that the table of a slice takes.
    pub(super) fn bytes(geometry: &Geometry, slice: Slice) -> u64 {
        let Shape { layout, components, stride, .. } = Shape::of(geometry, slice);
        if layout == Layout::Bits { components as u64 } else { (components * stride) as u64 * 8 }
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
            Layout::Bits => {
                let at = self.data.as_ptr().cast::<u8>().wrapping_add(component);
                assert!(component < self.data.len() * 8);
                // SAFETY: in bounds; nobody writes what can be read, by the contract of `component_mut`.
                let bits = unsafe { *at };
                Rows::Word(u64::from(bits & 1), u64::from(bits >> 1))
            }
            Layout::Packed => {
                let word = self.words(component * self.stride + row, 1)[0];
                Rows::Word(word & 0xffff_ffff, word >> 32)
            }
            Layout::Words(words) => {
                let both = self.words(component * self.stride + row * 2 * words, 2 * words);
                let (loses, escapes) = both.split_at(words);
                if words == 1 {
                    Rows::Word(loses[0], escapes[0])
                } else {
                    Rows::Words(loses, escapes)
                }
            }
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
        // SAFETY: nobody writes what can be read, by the contract of `component_mut`.
        unsafe { std::slice::from_raw_parts(cells.as_ptr().cast(), len) }
    }

    /// A component for writing; not for slices without kings.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write this component.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "components are written in parallel")]
    pub(super) unsafe fn component_mut(&self, component: usize) -> &mut [u64] {
        assert!(self.layout != Layout::Bits);
        let cells = &self.data[component * self.stride..][..self.stride];
        // SAFETY: inside `UnsafeCell`s; that nobody else has them is the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(cells.as_ptr() as *mut u64, self.stride) }
    }

    /// Sets the component of a slice without kings.
    ///
    /// # Safety
    /// Nobody else may read or write this component meanwhile.
    #[inline(always)]
    pub(super) unsafe fn set_bits(&self, component: usize, loses: bool, escapes: bool) {
        assert!(self.layout == Layout::Bits && component < self.data.len() * 8);
        let at = self.data.as_ptr() as *mut u8;
        // SAFETY: in bounds, inside `UnsafeCell`s; that nobody else has the byte is the caller's promise.
        unsafe { *at.add(component) = u8::from(loses) | u8::from(escapes) << 1 };
    }
}

struct Shape {
    layout: Layout,
    components: usize,
    others: usize,
    stride: usize,
}

impl Shape {
    fn of(geometry: &Geometry, slice: Slice) -> Self {
        let men = |side: Material| choose(geometry.men_squares, u32::from(side.men)) as usize;
        let kings = |count: u8| choose(geometry.squares, u32::from(count)) as usize;
        let (own, other) = (slice.own.kings, slice.other.kings);
        let bits = if own == 0 { other } else { own };
        let rows = if own == 0 { 1 } else { kings(other) };
        let layout = match bits {
            0 => Layout::Bits,
            1 => Layout::Packed,
            _ => Layout::Words(row_words(geometry.squares, bits.into())),
        };
        let stride = match layout {
            Layout::Bits => 0,
            Layout::Packed => rows,
            Layout::Words(words) => 2 * words * rows,
        };
        let others = men(slice.other);
        Self { layout, components: men(slice.own) * others, others, stride }
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
