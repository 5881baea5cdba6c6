//! Which table has a position, and where in it.

use retrosolve_games::checkers::Position;

use super::index::Sight;
use super::subsets::{Plain, Squeeze};
use super::{CheckersTables, Material, Slice};

/// Where the value of a position is.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A side has no piece.
    Rules,
    /// There is no table.
    Nowhere,
    /// In a packed table, by its place in the list of tables.
    Packed(usize),
    /// An entry of a table that holds all values.
    Entry(usize, u64),
}

impl CheckersTables {
    /// Where the value of a position is.
    #[inline]
    pub(super) fn locate(&self, position: &Position) -> Place {
        #[cfg(target_arch = "x86_64")]
        if bmi2::is_there() {
            // SAFETY: the features were found.
            return unsafe { bmi2::locate(self, position) };
        }
        self.locate_with::<Plain>(position)
    }

    #[inline(always)]
    fn locate_with<S: Squeeze>(&self, position: &Position) -> Place {
        let slice = Slice::of(position);
        let [own, other] = [slice.own.pieces(), slice.other.pieces()];
        if own.min(other) == 0 {
            return Place::Rules;
        }
        if own.max(other) > Material::MAX_PIECES {
            return Place::Nowhere;
        }
        let place = self.place(slice);
        match self.table_at(place) {
            None => Place::Nowhere,
            Some((_, true)) => Place::Packed(place),
            Some((index, false)) => {
                let sight = Sight::of_position(self.board(), position);
                Place::Entry(place, index.rank_with::<S>(&sight))
            }
        }
    }
}

/// For processors that count bits, move them together and turn several sets at once.
#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use std::arch::x86_64::_pext_u32;

    use super::{CheckersTables, Place, Position, Squeeze};

    struct Bmi2;

    impl Squeeze for Bmi2 {
        #[inline(always)]
        fn squeeze(set: u32, free: u32) -> u32 {
            // SAFETY: used by `locate` alone, which runs only where the feature was found.
            unsafe { _pext_u32(set, free) }
        }
    }

    /// Whether the processor has the features.
    #[inline(always)]
    pub(super) fn is_there() -> bool {
        is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("avx2")
    }

    #[target_feature(enable = "bmi2,popcnt,avx2")]
    pub(super) fn locate(tables: &CheckersTables, position: &Position) -> Place {
        tables.locate_with::<Bmi2>(position)
    }
}
