use super::backward::closed;
use super::codes::PAGE;
use super::layer::Builder;
use super::layer::Part;
use super::linear::{FOLD_HIGH, FOLD_LOW};
use super::lines::Lines;
use super::path::Job;
use super::plies::Setting;
use super::unit::{Memory, Unit, WORDS};
use super::walk::{Live, Walk};

/// A part of a ply as the kernel has it, from its codes.
pub(super) struct Restore<'a> {
    pub(super) setting: &'a Setting,
    pub(super) stones: u32,
    pub(super) part: u64,
    /// The codes of the part's positions, in order.
    pub(super) codes: &'a [u16],
}

impl Job for Restore<'_> {
    /// `None` if the codes are not as many as the part has positions.
    type Output = Option<Part>;

    #[inline(always)]
    fn run<U: Unit>(self) -> Self::Output {
        let Self { setting, stones, part, mut codes } = self;
        let Setting { ground, profiles, fours, .. } = setting;
        let layout = setting.layout(stones);
        let (rank, first) = layout.part(part);
        let profile = profiles.profile(stones, rank);
        let lines = Lines::new(ground, &profile, fours, 1, closed(ground.mover(stones)));
        let mut walk = Walk::<true>::new(&lines, stones, ground.first_players(stones));
        let mut live = Live::new();
        let mut builder = Builder::default();
        builder.begin();
        let mut next = first;
        for chunk in first..first + layout.chunks_of_part() {
            builder.begin_chunk();
            if chunk < next {
                continue;
            }
            next = walk.chunk::<U>(chunk, &mut live);
            for (unit, open) in live.units.iter().zip(&live.wanted).take(live.len) {
                let [mut lost, mut not_won] = [[0; WORDS]; 2];
                for (word, open) in open.words().into_iter().enumerate() {
                    let (here, rest) = codes.split_at_checked(open.count_ones() as usize)?;
                    codes = rest;
                    let bits = |of: fn(u16) -> bool| {
                        let bits = here.iter().enumerate();
                        bits.fold(0, |bits, (i, &code)| bits | u64::from(of(code)) << i)
                    };
                    lost[word] = U::deposit(bits(|code| code == 1), open);
                    not_won[word] = U::deposit(bits(|code| code != 3), open);
                }
                let lost = U::load(&Memory::from_words(&lost)).map(&FOLD_LOW);
                let not_won = U::load(&Memory::from_words(&not_won)).map(&FOLD_HIGH);
                builder.push(*unit, lost | not_won, U::load(open).nonzero());
            }
        }
        codes.is_empty().then(|| builder.finish())
    }
}

/// The pages of a part: their numbers in the ply.
pub(super) fn pages_of_part(setting: &Setting, stones: u32, part: u64) -> std::ops::Range<u64> {
    let pages = setting.layout(stones).chunks_of_part().div_ceil(PAGE);
    part * pages..(part + 1) * pages
}

/// The number of pages of a ply.
pub(super) fn pages_of_ply(setting: &Setting, stones: u32) -> u64 {
    let layout = setting.layout(stones);
    layout.parts() * layout.chunks_of_part().div_ceil(PAGE)
}
