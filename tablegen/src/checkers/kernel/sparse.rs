use std::cell::UnsafeCell;
use std::sync::{Arc, OnceLock};

use super::components::Kept;
use super::geometry::Geometry;
use super::levels::MenSets;
use super::positions::{Positions, Shape};
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
/// Components by level, in a level by the level of the mover's men, then by the mover's men and the other
/// side's. In a component rows by the other side's kings and bits by the mover's, both ranked over all
/// squares of the board; a single row over the kings of one side if the other has none. Levels come and go:
/// whoever reads has seen to it that what it reads is here. A level may keep of its components the
/// positions alone: see [`Positions`].
///
/// Slices without kings are one level.
pub(super) struct SparseTable {
    pub(super) slice: Slice,
    pub(super) layout: Layout,
    own: Arc<MenSets>,
    other: Arc<MenSets>,
    /// Words of a component as it is worked on.
    pub(super) stride: usize,
    /// Words of a component in its level.
    pub(super) kept_words: usize,
    /// What brings components into the working form, if levels keep positions alone.
    positions: Option<Arc<Positions>>,
    levels: Vec<Level>,
}

/// Components whose men have come equally far.
struct Level {
    /// The number of the first component by the level of the mover's men.
    starts: Vec<usize>,
    words: usize,
    data: Option<Box<[UnsafeCell<u64>]>>,
    /// Components that were read, in the working form, if that is not how they are kept.
    expanded: Box<[OnceLock<Box<[u64]>>]>,
}

// SAFETY: `data` is written only through the unsafe methods, whose callers keep components apart.
unsafe impl Sync for Level {}

impl Level {
    #[inline(always)]
    fn cells(&self) -> &[UnsafeCell<u64>] {
        self.data.as_deref().expect("a level that is read is in memory")
    }

    #[inline(always)]
    fn words(&self, start: usize, len: usize) -> &[u64] {
        let cells = &self.cells()[start..start + len];
        // SAFETY: nobody writes what can be read, by the contract of the methods that write.
        unsafe { std::slice::from_raw_parts(cells.as_ptr().cast(), len) }
    }

    /// # Safety
    /// Until the borrow ends nobody else may read or write these words.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "components are written in parallel")]
    unsafe fn words_mut(&self, start: usize, len: usize) -> &mut [u64] {
        let cells = &self.cells()[start..start + len];
        // SAFETY: inside `UnsafeCell`s; that nobody else has them is the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(cells.as_ptr() as *mut u64, len) }
    }
}

/// A component for reading.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// Of a slice without kings: the ranks of the mover's men and of the other side's.
    Men(usize, usize),
    /// Of another: its words.
    Words(&'a [u64]),
}

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

/// Two rows of as many words, "loses" first.
#[inline(always)]
pub(super) fn both(both: &[u64]) -> Rows<'_> {
    let words = both.len() / 2;
    let (loses, survives) = both.split_at(words);
    if words == 1 { Rows::Word(loses[0], survives[0]) } else { Rows::Words(loses, survives) }
}

#[allow(clippy::mut_from_ref, reason = "components are written in parallel")]
impl SparseTable {
    /// A table of which nothing is in memory. With `positions` levels keep those alone where that is
    /// smaller.
    pub(super) fn new(
        geometry: &Geometry,
        men: &[Arc<MenSets>],
        slice: Slice,
        positions: Option<&Arc<Positions>>,
    ) -> Self {
        let (own, other) = (&men[usize::from(slice.own.men)], &men[usize::from(slice.other.men)]);
        let Size { layout, stride, kept, whole } = Size::of(geometry, slice, positions.is_some());
        let level = |starts, words| Level { starts, words, data: None, expanded: Box::default() };
        let levels = match layout {
            Layout::Men { .. } => vec![level(Vec::new(), whole)],
            _ => (0..own.levels.len() + other.levels.len() - 1)
                .map(|number| {
                    let mut components = 0;
                    let starts = own.levels.iter().enumerate().map(|(mine, sets)| {
                        let start = components;
                        let theirs = number.checked_sub(mine).and_then(|at| other.levels.get(at));
                        components += sets.len() * theirs.map_or(0, Vec::len);
                        start
                    });
                    let starts = starts.collect();
                    level(starts, components * kept)
                })
                .collect(),
        };
        let positions = positions.filter(|_| kept < stride).cloned();
        let (own, other) = (own.clone(), other.clone());
        Self { slice, layout, own, other, stride, kept_words: kept, positions, levels }
    }

    /// The bytes that the whole table of a slice takes, if levels keep positions alone or not.
    pub(super) fn bytes(geometry: &Geometry, slice: Slice, positions: bool) -> u64 {
        (Size::of(geometry, slice, positions).whole as u64).saturating_mul(8)
    }

    /// The bytes of one component of a slice in its level.
    pub(super) fn kept_bytes(geometry: &Geometry, slice: Slice, positions: bool) -> u64 {
        (Size::of(geometry, slice, positions).kept as u64).saturating_mul(8)
    }

    /// The bytes of one component of a slice as it is worked on.
    pub(super) fn component_bytes(geometry: &Geometry, slice: Slice) -> u64 {
        (Size::of(geometry, slice, false).stride as u64).saturating_mul(8)
    }

    /// What brings components into the working form, if levels keep positions alone.
    pub(super) fn positions(&self) -> Option<&Positions> {
        self.positions.as_deref()
    }

    /// Its components.
    pub(super) const fn shape(&self) -> Shape {
        Shape { slice: self.slice, layout: self.layout, stride: self.stride }
    }

    /// Lets components go that are in the working form besides.
    pub(super) fn forget_expanded(&mut self) {
        for level in self.levels.iter_mut().filter(|_| self.positions.is_some()) {
            level.expanded.iter_mut().for_each(|component| drop(component.take()));
        }
    }

    /// The number of levels.
    pub(super) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The bytes of a level.
    pub(super) fn level_bytes(&self, level: usize) -> u64 {
        8 * self.levels[level].words as u64
    }

    /// Whether a level is in memory.
    pub(super) fn has(&self, level: usize) -> bool {
        self.levels[level].data.is_some()
    }

    /// Brings a level into memory, empty.
    pub(super) fn add_level(&mut self, level: usize) {
        // Zeroed pages are not touched before they are written.
        self.put_level(level, vec![0; self.levels[level].words].into());
    }

    /// Brings a level into memory with these words.
    pub(super) fn put_level(&mut self, level: usize, data: Box<[u64]>) {
        debug_assert_eq!(data.len(), self.levels[level].words);
        let data = Box::into_raw(data) as *mut [UnsafeCell<u64>];
        // SAFETY: `UnsafeCell<u64>` has the layout of `u64`, and the box was just taken apart.
        self.levels[level].data = Some(unsafe { Box::from_raw(data) });
        if self.positions.is_some() {
            let components = self.levels[level].words / self.kept_words;
            self.levels[level].expanded = (0..components).map(|_| OnceLock::new()).collect();
        }
    }

    /// Lets a level go.
    pub(super) fn drop_level(&mut self, level: usize) {
        self.levels[level].data = None;
        self.levels[level].expanded = Box::default();
    }

    /// The words of a level.
    pub(super) fn level_words(&self, level: usize) -> &[u64] {
        self.levels[level].words(0, self.levels[level].words)
    }

    /// By the level of the mover's men the numbers of the components of a level.
    pub(super) fn starts(&self, level: usize) -> &[usize] {
        &self.levels[level].starts
    }

    /// The level of a component and where its words start there, by where the men of both sides are.
    #[inline(always)]
    pub(super) fn locate(&self, own: (usize, usize), other: (usize, usize)) -> (usize, usize) {
        let level = own.0 + other.0;
        let number =
            self.levels[level].starts[own.0] + own.1 * self.other.levels[other.0].len() + other.1;
        (level, number * self.kept_words)
    }

    /// The component of a placement of men, each side's from its own end.
    #[inline(always)]
    pub(super) fn component(&self, own_men: u32, other_men: u32) -> Place<'_> {
        self.component_of_ranks(rank(own_men), rank(other_men))
    }

    /// The component of men given by their ranks.
    #[inline(always)]
    pub(super) fn component_of_ranks(&self, own: usize, other: usize) -> Place<'_> {
        if let Layout::Men { .. } = self.layout {
            return Place::Men(own, other);
        }
        let (own, other) = self.places(own, other);
        let (level, at) = self.locate(own, other);
        let kept = self.levels[level].words(at, self.kept_words);
        let Some(positions) = &self.positions else { return Place::Words(kept) };
        let component = &self.levels[level].expanded[at / self.kept_words];
        Place::Words(component.get_or_init(|| {
            let other_men = self.other.levels[other.0][other.1];
            let other_men = positions.geometry().turned_set(other_men);
            positions.expand(self.shape(), self.own.levels[own.0][own.1] | other_men, kept)
        }))
    }

    /// The component of men given by their ranks, in the form in which it is kept.
    pub(super) fn kept(&self, own: usize, other: usize) -> Kept<'_> {
        if let Layout::Men { .. } = self.layout {
            return Kept::Rows(Place::Men(own, other));
        }
        let (own, other) = self.places(own, other);
        let (level, at) = self.locate(own, other);
        self.kept_at(level, at)
    }

    /// The component that starts at a word of a level, in the form in which it is kept.
    pub(super) fn kept_at(&self, level: usize, at: usize) -> Kept<'_> {
        self.form_of(self.levels[level].words(at, self.kept_words))
    }

    /// What the words of a component in a level are.
    pub(super) const fn form_of<'a>(&self, words: &'a [u64]) -> Kept<'a> {
        if self.positions.is_some() { Kept::Codes(words) } else { Kept::Rows(Place::Words(words)) }
    }

    /// The words of a component in its level for writing, the men given by their ranks; not for slices
    /// without kings.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write this component.
    #[inline(always)]
    pub(super) unsafe fn kept_mut(&self, own: usize, other: usize) -> &mut [u64] {
        let (own, other) = self.places(own, other);
        let (level, at) = self.locate(own, other);
        // SAFETY: the caller's promise.
        unsafe { self.levels[level].words_mut(at, self.kept_words) }
    }

    /// The places of both sides' men given by their ranks.
    #[inline(always)]
    pub(super) fn places(&self, own: usize, other: usize) -> ((usize, usize), (usize, usize)) {
        (self.own.place_of_rank(own), self.other.place_of_rank(other))
    }

    /// The two rows of a component.
    #[inline(always)]
    pub(super) fn rows<'a>(&'a self, component: Place<'a>, row: usize) -> Rows<'a> {
        match component {
            Place::Men(own, other) => {
                let Layout::Men { over_other, .. } = self.layout else { unreachable!("men alone") };
                let row = self.levels[0].words(own * 2 * over_other, 2 * over_other);
                let bit = |row: &[u64]| row[other / 64] >> (other % 64) & 1;
                Rows::Word(bit(row), bit(&row[over_other..]))
            }
            Place::Words(component) => match self.layout {
                Layout::Words(words) => both(&component[2 * words * row..][..2 * words]),
                _ => Rows::Word(component[row] & 0xffff_ffff, component[row] >> 32),
            },
        }
    }

    /// One bit of each of the two rows of a component.
    #[inline(always)]
    pub(super) fn bit<'a>(&'a self, component: Place<'a>, bit: usize) -> Rows<'a> {
        match self.rows(component, 0) {
            Rows::Word(loses, escapes) => Rows::Word(loses >> bit & 1, escapes >> bit & 1),
            Rows::Words(loses, escapes) => {
                Rows::Word(loses[bit / 64] >> (bit % 64) & 1, escapes[bit / 64] >> (bit % 64) & 1)
            }
        }
    }

    /// For slices without kings: the rows over the other side's men for a placement of the mover's.
    #[inline(always)]
    pub(super) fn over_other(&self, own_rank: usize) -> Rows<'_> {
        let (start, words) = self.place_over_other(own_rank);
        both(self.levels[0].words(start, 2 * words))
    }

    /// For slices without kings: the rows over the mover's men for a placement of the other side's.
    #[inline(always)]
    pub(super) fn over_own(&self, other_rank: usize) -> Rows<'_> {
        let (start, words) = self.place_over_own(other_rank);
        both(self.levels[0].words(start, 2 * words))
    }

    /// [`Self::over_other`] for writing, "loses" first.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write these rows.
    pub(super) unsafe fn over_other_mut(&self, own_rank: usize) -> &mut [u64] {
        let (start, words) = self.place_over_other(own_rank);
        // SAFETY: the caller's promise.
        unsafe { self.levels[0].words_mut(start, 2 * words) }
    }

    /// [`Self::over_own`] for writing, "loses" first.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write these rows.
    pub(super) unsafe fn over_own_mut(&self, other_rank: usize) -> &mut [u64] {
        let (start, words) = self.place_over_own(other_rank);
        // SAFETY: the caller's promise.
        unsafe { self.levels[0].words_mut(start, 2 * words) }
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
        if let Layout::Men { over_other, over_own } = self.layout {
            // SAFETY: the caller's promise.
            let out = unsafe { self.over_other_mut(own) };
            out[other / 64] |= loses << (other % 64);
            out[over_other + other / 64] |= survives << (other % 64);
            // SAFETY: the caller's promise.
            let out = unsafe { self.over_own_mut(other) };
            out[own / 64] |= loses << (own % 64);
            out[over_own + own / 64] |= survives << (own % 64);
            return;
        }
        // SAFETY: the caller's promise.
        let out = unsafe { self.kept_mut(own, other) };
        match self.layout {
            Layout::Words(words) => {
                out[2 * words * row + at] |= loses;
                out[2 * words * row + words + at] |= survives;
            }
            _ => out[row] |= loses | survives << 32,
        }
    }

    fn place_over_other(&self, own_rank: usize) -> (usize, usize) {
        let Layout::Men { over_other, .. } = self.layout else { unreachable!("men alone") };
        (own_rank * 2 * over_other, over_other)
    }

    fn place_over_own(&self, other_rank: usize) -> (usize, usize) {
        let Layout::Men { over_other, over_own } = self.layout else { unreachable!("men alone") };
        (2 * (self.own.len() * over_other + other_rank * over_own), over_own)
    }

    /// For slices with one king in all: the row of a component by the ranks of both sides' men.
    #[inline(always)]
    pub(super) fn packed(&self, own_rank: usize, other_rank: usize) -> u64 {
        debug_assert_eq!((self.layout, self.stride), (Layout::Packed, 1));
        let (level, at) =
            self.locate(self.own.place_of_rank(own_rank), self.other.place_of_rank(other_rank));
        self.levels[level].words(at, 1)[0]
    }
}

struct Size {
    layout: Layout,
    stride: usize,
    kept: usize,
    /// The words of all levels.
    whole: usize,
}

impl Size {
    fn of(geometry: &Geometry, slice: Slice, positions: bool) -> Self {
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
        let kept = match Positions::words(geometry, Shape { slice, layout, stride }) {
            Some(words) if positions => words,
            _ => stride,
        };
        let whole = match layout {
            Layout::Men { over_other, over_own } => 2 * (owns * over_other + others * over_own),
            _ => owns.saturating_mul(others).saturating_mul(kept),
        };
        Self { layout, stride, kept, whole }
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

    pub(super) fn get_mut(&mut self, slice: Slice) -> Option<&mut SparseTable> {
        self.tables[place(slice)].as_deref_mut()
    }

    pub(super) fn remove(&mut self, slice: Slice) {
        self.tables[place(slice)] = None;
    }

    /// Lets components go that are in the working form besides.
    pub(super) fn forget_expanded(&mut self) {
        self.tables.iter_mut().flatten().for_each(|table| table.forget_expanded());
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
