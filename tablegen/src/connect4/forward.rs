use super::fours::{Claim, Four};
use super::ground::Ground;
use super::insert::{BYTE_BITS, PUT_IN, remove_bit};
use super::layer::{Builder, Layer, Layout, Part, Units};
use super::linear::{FOLD_BOTH, UNFOLD_LOW, WIDEN};
use super::lines::{Lines, variable};
use super::path::Job;
use super::profile::Profiles;
use super::unit::{Counts, UNIT_BITS, Unit};
use super::walk::{CHUNK_BITS, Walk};

/// How many positions of a ply play can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlyCount {
    /// All of them; mirror images count separately.
    pub positions: u64,
    /// Those in which the side that moved last has four in a row. A full board without is not among
    /// them.
    pub finished: u64,
}

impl PlyCount {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            finished: self.finished + other.finished,
        }
    }
}

/// One part of a ply, from the ply before: what of it play does not reach.
///
/// Only one to two in a hundred of the positions with the right number of stones and without a line are
/// not reached, so these are what is stored (their folds, in both halves of a byte). A position is reached
/// if it comes from one that is reached and has no line: the highest stone of some column is of the side
/// that moved last, what is left without it has no line, and is not among those not reached.
pub(super) struct Reach<'a> {
    pub(super) ground: &'a Ground,
    pub(super) profiles: &'a Profiles,
    pub(super) fours: &'a [Four],
    /// The stones of the positions.
    pub(super) stones: u32,
    /// Of the ply before what is not reached.
    pub(super) before: &'a Layer,
    pub(super) part: u64,
    pub(super) builder: &'a mut Builder,
}

/// The set of positions that play never reaches: the side to move has a line, or the other has one that
/// was there before the last move, whichever that was.
const NEVER: usize = 0;
/// The set of positions in which the side that moved last has a line.
const FINISHED: usize = 1;
/// From here on, column by column that has stones, the set of positions in which it has a line without
/// the highest stone of the column.
const WITHOUT: usize = 2;

/// A column whose highest stone may be the last one played.
struct Undo {
    /// The rank of the profile before.
    rank: u64,
    /// The bit of the stone.
    bit: u32,
}

impl Job for Reach<'_> {
    type Output = (Part, PlyCount);

    #[inline(always)]
    fn run<U: Unit>(self) -> Self::Output {
        let Self { ground, profiles, fours, stones, before, part, builder } = self;
        let layout = Layout::new(profiles, stones);
        let (rank, first) = layout.part(part);
        let profile = profiles.profile(stones, rank);
        let mover = ground.mover(stones);
        let places: Vec<usize> = Profiles::before(profile).map(|(place, _)| place).collect();
        let sets = WITHOUT + places.len();
        let lines =
            Lines::new(ground, &profile, fours, sets, |claim| sets_of(claim, mover, &places));
        let undos: Vec<Undo> = Profiles::before(profile)
            .map(|(place, before)| Undo { rank: profiles.rank(&before), bit: before.top(place) })
            .collect();
        let mut walk = Walk::<false>::new(&lines, stones, ground.first_players(stones));
        let [mut positions, mut finished] = [Counts::default(); 2];
        let last_mover = 1 - mover;
        let mut sources = vec![Units::NONE; undos.len()];
        builder.begin();
        let mut next = first;
        for chunk in first..first + layout.chunks_of_part() {
            builder.begin_chunk();
            if chunk < next {
                continue;
            }
            for (source, undo) in sources.iter_mut().zip(&undos) {
                *source = match undo.bit.checked_sub(UNIT_BITS + CHUNK_BITS) {
                    Some(bit) if chunk >> bit & 1 != last_mover => Units::NONE,
                    Some(bit) => before.chunk(undo.rank, remove_bit(chunk, bit)),
                    None => before.chunk(undo.rank, chunk >> 1),
                };
            }
            next = walk.groups::<U>(chunk, |unit, _, right, sets| {
                let possible = U::load(right).and_not(U::load(&sets[NEVER]));
                if possible.is_zero() {
                    return;
                }
                let mut reached = if undos.is_empty() { possible } else { U::zero() };
                for ((undo, source), without) in undos.iter().zip(&sources).zip(&sets[WITHOUT..]) {
                    if let Some(found) = undo.at::<U>(chunk, unit, last_mover, source) {
                        reached = reached | found.and_not(U::load(without));
                    }
                }
                reached = reached & possible;
                let over = U::load(&sets[FINISHED]);
                reached.count_into(&mut positions);
                (reached & over).count_into(&mut finished);
                let missing = possible.and_not(over).and_not(reached);
                if !missing.is_zero() {
                    builder.push(unit, missing.map(&FOLD_BOTH), missing.nonzero());
                }
            });
        }
        let count = PlyCount { positions: positions.sum(), finished: finished.sum() };
        (builder.finish(), count)
    }
}

/// The sets that a line belongs to, one bit each.
fn sets_of(claim: &Claim, mover: u64, places: &[usize]) -> u32 {
    if !claim.complete {
        return 0;
    }
    if claim.color == mover || claim.tops == 0 {
        return 1 << NEVER;
    }
    let without = places.iter().enumerate().filter(|(_, place)| claim.tops >> **place & 1 == 0);
    without.fold(1 << FINISHED, |sets, (i, _)| sets | 1 << (WITHOUT + i))
}

impl Undo {
    /// The entries of a unit of which the stone is of the side that moved last, and which without it are
    /// not among those of `source`; `None` if there are none for a bit of the unit's own number.
    #[inline(always)]
    fn at<U: Unit>(&self, chunk: u64, unit: u8, color: u64, source: &Units<'_>) -> Option<U> {
        let inside = usize::from(unit);
        // The place in the chunk before of the units that this chunk becomes part of.
        let half = (chunk as usize & 1) << (CHUNK_BITS - 1);
        if self.bit >= UNIT_BITS + CHUNK_BITS {
            let bit = self.bit - UNIT_BITS - CHUNK_BITS;
            return (chunk >> bit & 1 == color).then(|| unfolded::<U>(source, inside));
        }
        if let Some(bit) = self.bit.checked_sub(UNIT_BITS) {
            let before = half | remove_bit(u64::from(unit), bit) as usize;
            return (u64::from(unit) >> bit & 1 == color).then(|| unfolded::<U>(source, before));
        }
        let of_color = U::load(variable(self.bit, color));
        let before = half | inside >> 1;
        if !source.has(before) {
            return Some(of_color);
        }
        let bytes = source.get::<U>(before);
        let missing = if let Some(bit) = self.bit.checked_sub(BYTE_BITS) {
            bytes.spread(&PUT_IN[bit as usize][inside & 1]).map(&UNFOLD_LOW)
        } else {
            let bytes = bytes.spread(&PUT_IN[0][inside & 1]);
            let [even, odd] = &WIDEN[self.bit as usize];
            let is_odd = U::load(variable(BYTE_BITS, 1));
            bytes.map(even).and_not(is_odd) | (bytes.map(odd) & is_odd)
        };
        Some(of_color.and_not(missing))
    }
}

/// All entries of a unit but those of the source.
#[inline(always)]
fn unfolded<U: Unit>(source: &Units<'_>, unit: usize) -> U {
    let all = U::splat(!0);
    if source.has(unit) { all.and_not(source.get::<U>(unit).map(&UNFOLD_LOW)) } else { all }
}
