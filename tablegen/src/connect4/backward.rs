use super::codes::Codes;
use super::fours::{Claim, Four};
use super::ground::Ground;
use super::insert::{TAKE_OUT, insert_bit};
use super::layer::{Builder, Layer, Layout, Part, Units};
use super::linear::{FOLD_BITS, FOLD_BOTH, FOLD_HIGH, FOLD_LOW, HALVES, SWAP};
use super::lines::{Lines, ONES};
use super::path::Job;
use super::profile::Profiles;
use super::unit::{Counts, Memory, UNIT_BITS, Unit};
use super::walk::{CHUNK, CHUNK_BITS, Live, Walk};

/// How many positions of a ply are open, and how many of these are lost and not won for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Values {
    pub(super) open: u64,
    pub(super) losses: u64,
    pub(super) not_wins: u64,
}

impl Values {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            open: self.open + other.open,
            losses: self.losses + other.losses,
            not_wins: self.not_wins + other.not_wins,
        }
    }
}

/// What comes of a part.
pub(super) struct Made {
    pub(super) part: Part,
    pub(super) values: Values,
    /// The codes of its positions in order, if they were asked for.
    pub(super) codes: Codes,
}

/// What a thread works with.
pub(super) struct Scratch {
    live: Box<Live>,
    sums: Box<[Memory; CHUNK]>,
    builder: Builder,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            live: Live::new(),
            sums: Box::new([Memory::ZERO; CHUNK]),
            builder: Builder::default(),
        }
    }
}

/// The open positions' set 0: those that are finished, that the side to move has a line in (which play
/// never reaches), and that it wins at once.
pub(super) fn closed(mover: u64) -> impl Fn(&Claim) -> u32 {
    move |claim| u32::from(claim.complete || claim.color == mover)
}

/// One part of a ply, from the ply after.
///
/// A position is *open* if it has no line and the side to move cannot complete one at once. Only open
/// positions are stored: a successor of an open position is never finished, and if it is not open, its
/// side to move wins at once.
///
/// The bytes stored are folds: bits 0 to 2 of a byte say *lost*, bits 3 to 5 *not won*, for the side to
/// move. What is not stored reads as zero, that is as won. A move inserts a bit of the mover's colour
/// into the colours, which takes a byte to a byte and, since the classes of both are the same, a fold to
/// a fold, as long as the bit is none of the lowest three. So with `s` the folds of the successors,
///
/// - won = OR of lost(s), not lost = OR of not won(s)
///
/// is one OR of whole bytes over the moves, and exchanging the halves of its complement gives what is
/// stored.
pub(super) struct Step<'a> {
    pub(super) ground: &'a Ground,
    pub(super) profiles: &'a Profiles,
    pub(super) fours: &'a [Four],
    /// The stones of the positions.
    pub(super) stones: u32,
    /// The ply after.
    pub(super) after: &'a Layer,
    /// Of this ply what play does not reach from the root, if only what it does is to be counted.
    pub(super) unreached: Option<&'a Layer>,
    pub(super) part: u64,
    /// Whether the values are wanted as codes too, for a table.
    pub(super) codes: bool,
    pub(super) scratch: &'a mut Scratch,
}

impl Job for Step<'_> {
    type Output = Made;

    #[inline(always)]
    fn run<U: Unit>(self) -> Self::Output {
        let Self { ground, profiles, fours, stones, after, unreached, part, codes, scratch } = self;
        let Scratch { live, sums, builder } = scratch;
        let mut written = Codes::default();
        let layout = Layout::new(profiles, stones);
        let (rank, first) = layout.part(part);
        let profile = profiles.profile(stones, rank);
        let mover = ground.mover(stones);
        let lines = Lines::new(ground, &profile, fours, 1, closed(mover));
        let mut walk = Walk::<true>::new(&lines, stones, ground.first_players(stones));
        let moves: Vec<(u32, u64)> = (profiles.after(profile))
            .map(|(place, after)| (profile.top(place), profiles.rank(&after)))
            .collect();
        // A full board without a line is not won and not lost.
        let none = U::splat(if moves.is_empty() { 0b111 << FOLD_BITS } else { 0 });
        let [mut open, mut losses, mut not_wins] = [Counts::default(); 3];
        builder.begin();
        let mut next = first;
        for chunk in first..first + layout.chunks_of_part() {
            builder.begin_chunk();
            written.begin_chunk(chunk);
            if chunk < next {
                continue;
            }
            next = walk.chunk::<U>(chunk, live);
            let sums = &mut sums[..live.len];
            sums.iter_mut().for_each(|sum| none.store(sum));
            for &(bit, rank) in &moves {
                add_move::<U>(after, rank, chunk, bit, mover, live, sums);
            }
            let unreached = unreached.map_or(Units::NONE, |layer| layer.chunk(rank, chunk));
            for (i, sum) in sums.iter().enumerate() {
                let unit = live.units[i];
                let wanted = U::load(&live.wanted[i]);
                let folded = wanted.map(&FOLD_BOTH);
                let stored = folded.and_not(U::load(sum).map(&SWAP));
                builder.push(unit, stored, wanted.nonzero());
                if codes {
                    written.push::<U>(&live.wanted[i], stored);
                }
                let (mut counted, mut of) = (stored, folded);
                if unreached.has(unit.into()) {
                    let unreached = unreached.get::<U>(unit.into());
                    (counted, of) = (stored.and_not(unreached), folded.and_not(unreached));
                }
                (of & U::splat(0b111)).count_into(&mut open);
                (counted & U::splat(0b111)).count_into(&mut losses);
                (counted & U::splat(0b111 << FOLD_BITS)).count_into(&mut not_wins);
            }
        }
        written.finish();
        let values = Values { open: open.sum(), losses: losses.sum(), not_wins: not_wins.sum() };
        Made { part: builder.finish(), values, codes: written }
    }
}

/// Adds what the successors by a move are to the sums of the live units of a chunk. The move puts a stone
/// of `color` at bit `bit`; the profile after has rank `rank`.
#[inline(always)]
fn add_move<U: Unit>(
    after: &Layer,
    rank: u64,
    chunk: u64,
    bit: u32,
    color: u64,
    live: &Live,
    sums: &mut [Memory],
) {
    let units = live.units.iter().map(|&unit| u64::from(unit));
    let add = |sum: &mut Memory, value: U| (U::load(sum) | value).store(sum);
    if bit >= UNIT_BITS + CHUNK_BITS {
        let chunk = insert_bit(chunk, bit - UNIT_BITS - CHUNK_BITS, color);
        let source = after.chunk(rank, chunk);
        if source.is_empty() {
            return;
        }
        for (unit, sum) in units.zip(sums) {
            add(sum, source.get(unit as usize));
        }
        return;
    }
    let pair = [0, 1].map(|i| after.chunk(rank, 2 * chunk + i));
    if pair.iter().all(Units::is_empty) {
        return;
    }
    let get = |unit: u64| pair[unit as usize / CHUNK % 2].get::<U>(unit as usize % CHUNK);
    if let Some(high) = bit.checked_sub(UNIT_BITS) {
        for (unit, sum) in units.zip(sums) {
            add(sum, get(insert_bit(unit, high, color)));
        }
    } else if let Some(middle) = bit.checked_sub(3) {
        let places = &TAKE_OUT[middle as usize][color as usize];
        for (unit, sum) in units.zip(sums) {
            add(sum, U::pick([get(2 * unit), get(2 * unit + 1)], places));
        }
    } else {
        let [low, high] = &HALVES[bit as usize][color as usize];
        let [even, odd] = &TAKE_OUT[0];
        for ((unit, &ones), sum) in units.zip(&live.ones).zip(sums) {
            let units = [get(2 * unit), get(2 * unit + 1)];
            let (even, odd) = (U::pick(units, even), U::pick(units, odd));
            let right = U::load(&ONES[usize::from(ones)]);
            let lost = (even.map(&low[0]) | odd.map(&low[1])) & right;
            let not_won = (even.map(&high[0]) | odd.map(&high[1])) & right;
            add(sum, lost.map(&FOLD_LOW) | not_won.map(&FOLD_HIGH));
        }
    }
}
