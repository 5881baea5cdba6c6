//! Depths to conversion of whole slices, as entry codes in the order of table files.

use rayon::prelude::*;
use retrosolve_games::checkers::Board;

use super::component::{Component, Work};
use super::cpu::{Cpu, Portable};
use super::depths::{Depths, SideDepths};
use super::geometry::Geometry;
use super::mover::Setting;
use super::order::Order;
use super::solve::{Kernel, KernelError, Processor, components, windows_of};
use super::space::rank;
use super::sparse::{Place, Rows, SparseTable};
use crate::Progress;
use crate::checkers::{Pair, Placement, Slice, SliceIndex};
use crate::format::{code, entry_bits_for};

/// Entries of all components that are worked on at a time, about: their codes are put in place in between.
const ENTRIES_AT_A_TIME: u64 = 1 << 24;

/// The entries of a slice as codes of the metric dtc, in the order of [`SliceIndex`]: see
/// [`code`](crate::format::code).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DepthCodes {
    /// All depths fit codes of 8 bits.
    Bytes(Vec<u8>),
    /// Codes of 16 bits.
    Words(Vec<u16>),
}

impl DepthCodes {
    /// The number of entries.
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(codes) => codes.len(),
            Self::Words(codes) => codes.len(),
        }
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The width of an entry in bits.
    pub const fn entry_bits(&self) -> u8 {
        match self {
            Self::Bytes(_) => 8,
            Self::Words(_) => 16,
        }
    }

    /// The code of an entry, which must be below [`Self::len`].
    pub fn code(&self, entry: usize) -> u16 {
        match self {
            Self::Bytes(codes) => codes[entry].into(),
            Self::Words(codes) => codes[entry],
        }
    }

    /// Calls `write` for all entries in pieces, as table files hold them.
    ///
    /// # Errors
    /// The first that `write` returns.
    pub fn write<E>(&self, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Bytes(codes) => codes.chunks(1 << 20).try_for_each(write),
            Self::Words(codes) => codes.chunks(1 << 19).try_for_each(|codes| {
                let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
                write(&bytes)
            }),
        }
    }

    /// Room for codes up to a greatest depth.
    fn for_depths(longest: u16) -> Self {
        if entry_bits_for(longest) == Some(8) {
            Self::Bytes(Vec::new())
        } else {
            Self::Words(Vec::new())
        }
    }

    /// Puts entries in their place, with wider codes for all if those need them.
    fn put(&mut self, start: usize, codes: &Self) {
        if let (Self::Bytes(narrow), Self::Words(_)) = (&*self, codes) {
            *self = Self::Words(narrow.iter().map(|&code| code.into()).collect());
        }
        let range = start..start + codes.len();
        match (self, codes) {
            (Self::Bytes(all), Self::Bytes(codes)) => all[range].copy_from_slice(codes),
            (Self::Words(all), Self::Words(codes)) => all[range].copy_from_slice(codes),
            (Self::Words(all), Self::Bytes(codes)) => {
                for (all, &code) in all[range].iter_mut().zip(codes) {
                    *all = code.into();
                }
            }
            (Self::Bytes(_), Self::Words(_)) => unreachable!("widened before"),
        }
    }
}

/// The bytes that finding the depths of a pair takes besides its tables and solving it, on so many threads;
/// an estimate from above.
pub(in crate::checkers) fn depth_bytes(board: Board, pair: Pair, threads: usize) -> u64 {
    let geometry = Geometry::new(board);
    // Codes of 16 bits; at the moment when they turn out to be needed those of 8 bits are there as well.
    let codes = 3 * pair.positions(board).saturating_add(ENTRIES_AT_A_TIME);
    // For each of the two bits of a position in the tables a depth of 16 bits, what a level finds, codes.
    let component = SparseTable::component_bytes(&geometry, pair.first()).saturating_mul(24);
    codes.saturating_add(component.saturating_mul(threads as u64))
}

/// What one component came to: for one or both sides to move the first entry and the entries.
type Parts = Vec<(usize, usize, DepthCodes)>;

impl Kernel {
    /// The depths to conversion of a solved pair: for each of its slices the entries, with wins, draws and
    /// losses found again on the way. On the current rayon pool; `progress` advances by the positions done.
    ///
    /// All tables must be in memory: the pair's and those it leads to.
    ///
    /// # Errors
    /// If one is missing.
    pub fn depths(
        &self,
        pair: Pair,
        progress: &dyn Progress,
    ) -> Result<Vec<(Slice, DepthCodes)>, KernelError> {
        let windows = windows_of(self.board(), pair);
        let needed = windows.iter().map(|window| window.slice).chain(pair.slices());
        for slice in needed {
            if !self.is_in_memory(slice) {
                return Err(KernelError::Missing { pair, missing: slice });
            }
        }
        let indices: Vec<SliceIndex> =
            pair.slices().filter_map(|slice| SliceIndex::new(self.board(), slice)).collect();
        Ok(match self.processor() {
            Processor::Portable => self.depths_with::<Portable>(pair, &indices, progress),
            #[cfg(target_arch = "x86_64")]
            Processor::Bmi2 => self.depths_with::<super::x86::Bmi2>(pair, &indices, progress),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => self.depths_with::<super::x86::Avx512>(pair, &indices, progress),
        })
    }

    fn depths_with<C: Cpu>(
        &self,
        pair: Pair,
        indices: &[SliceIndex],
        progress: &dyn Progress,
    ) -> Vec<(Slice, DepthCodes)> {
        let setting = self.setting();
        let slice = pair.first();
        if slice.own.kings == 0 && slice.other.kings == 0 {
            let codes = indices.iter().map(|index| {
                let codes = self.depths_of_men(index);
                progress.advance(index.len());
                (index.slice(), codes)
            });
            return codes.collect();
        }
        let mut codes: Vec<DepthCodes> =
            indices.iter().map(|index| DepthCodes::Bytes(vec![0; index.len() as usize])).collect();
        let levels = setting.tables.get(slice).map_or(0, |table| table.levels());
        let list: Vec<(u32, u32)> = (0..levels)
            .flat_map(|level| components(setting.geometry, self.all_men(), pair, level))
            .collect();
        let entries = indices.iter().map(SliceIndex::component_len).sum::<u64>();
        let at_a_time = (ENTRIES_AT_A_TIME / entries.max(1)).max(1) as usize;
        for list in list.chunks(at_a_time) {
            let parts: Vec<Parts> = list
                .par_iter()
                .map_init(
                    || (Work::default(), Depths::default()),
                    |(work, depths), &(own_men, other_men)| {
                        let component = Component { setting, slice, own_men, other_men };
                        C::depths(&component, work, depths);
                        parts(&component, depths, indices)
                    },
                )
                .collect();
            for (side, start, part) in parts.iter().flatten() {
                codes[*side].put(*start, part);
                progress.advance(part.len() as u64);
            }
        }
        indices.iter().map(SliceIndex::slice).zip(codes).collect()
    }

    /// A slice without kings: every move converts.
    fn depths_of_men(&self, index: &SliceIndex) -> DepthCodes {
        let setting = self.setting();
        let board = self.board();
        let Some(table) = setting.tables.get(index.slice()) else {
            return DepthCodes::Bytes(Vec::new());
        };
        let entry = |placement: Placement| {
            let ranks = [placement.own_men, placement.other_men].map(|men| rank(board.pack(men)));
            let Rows::Word(loses, survives) = table.rows(Place::Men(ranks[0], ranks[1]), 0) else {
                return code::NONE as u8;
            };
            let stuck = || !placement.position(board).has_move(board);
            depth_code(loses, survives, u16::from(loses == 0 || !stuck())) as u8
        };
        let numbers: Vec<u64> = (0..index.len()).step_by(1 << 14).collect();
        let parts: Vec<Vec<u8>> = numbers
            .par_iter()
            .map(|&start| {
                index.placements(start..index.len().min(start + (1 << 14))).map(entry).collect()
            })
            .collect();
        DepthCodes::Bytes(parts.concat())
    }
}

/// The code of a position by the lowest bits of both rows and the depth if there is a winner.
#[inline(always)]
fn depth_code(loses: u64, survives: u64, plies: u16) -> u16 {
    let (loses, survives) = (loses & 1, survives & 1);
    let decisive = 2 + 2 * plies + u16::from(survives == 0);
    if loses == survives { decisive } else { code::DISTANCE_DRAW }
}

/// The entries of a component that was solved.
fn parts(component: &Component<'_>, depths: &Depths, indices: &[SliceIndex]) -> Parts {
    let turned = component.turned();
    let mut parts = Vec::with_capacity(2);
    for (side, component) in [component, &turned].into_iter().enumerate() {
        if side == 1 && component.is_own_mirror() {
            break;
        }
        // A mirror slice has both sides to move.
        let of = side.min(indices.len() - 1);
        let index = &indices[of];
        let start = start(index, component) as usize;
        let found = &depths.sides[side];
        let mut codes = DepthCodes::for_depths(found.longest);
        match &mut codes {
            DepthCodes::Bytes(codes) => {
                codes.reserve_exact(index.component_len() as usize);
                collect(component, found, |code| codes.push(code as u8));
            }
            DepthCodes::Words(codes) => {
                codes.reserve_exact(index.component_len() as usize);
                collect(component, found, |code| codes.push(code));
            }
        }
        parts.push((of, start, codes));
    }
    parts
}

/// The number of the first entry of a component.
fn start(index: &SliceIndex, component: &Component<'_>) -> u64 {
    let Setting { geometry, .. } = component.setting;
    let board = geometry.board;
    let men = Placement {
        own_men: board.unpack(component.own_men),
        other_men: board.unpack(geometry.turned_set(component.other_men)),
        ..Placement::default()
    };
    index.component(&men) * index.component_len()
}

/// Calls `push` for the codes of a component in their order.
fn collect(component: &Component<'_>, found: &SideDepths, mut push: impl FnMut(u16)) {
    let table = component.table();
    let place = Place::Words(&found.words);
    let Setting { geometry, spaces, .. } = component.setting;
    let order = Order { geometry, spaces, slice: component.slice };
    order.rows(component.own_men | component.other_men, |row: usize, legal: &[u64]| {
        let rows = table.rows(place, row);
        let (loses, survives) = rows.slices();
        let plies = &found.plies[row * found.width..][..found.width];
        for (at, plies) in plies.chunks_exact(64).enumerate() {
            let mut left = legal[at];
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                push(depth_code(loses[at] >> bit, survives[at] >> bit, plies[bit as usize]));
            }
        }
    });
}
