use std::ops::Range;
use std::sync::OnceLock;

use retrosolve_games::checkers::{Board, Color, Position};

use super::binomial::choose;
use super::subsets::{Plain, Squeeze};
use super::{Slice, subsets};

/// The name of this numbering in table files.
///
/// Men first: the mover's men by colexicographic rank, then the other side's on the squares that are
/// left; then the other side's kings on the squares free of men, then the mover's on what is free of those
/// too. Every side is seen from its own end of the board. So the placements of the kings over fixed men (a
/// *component*) lie together, as rows by the other side's kings and columns by the mover's, and turning
/// the move over keeps every rank but the kings' squeezed one.
pub const INDEX_NAME: &str = "checkers-dense/1";

/// The pieces of a position, each side's from its own end: its men move to higher bits. Bits as in
/// [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Placement {
    /// The men of the side to move.
    pub own_men: u32,
    /// The kings of the side to move.
    pub own_kings: u32,
    /// The men of the other side.
    pub other_men: u32,
    /// The kings of the other side.
    pub other_kings: u32,
}

impl Placement {
    /// The pieces of a position. A position and its mirror image have the same placement.
    #[inline]
    pub const fn of(board: Board, position: &Position) -> Self {
        let [black_men, white_men] = position.men;
        let [black_kings, white_kings] = position.kings;
        let black = (black_men, black_kings);
        let white = (board.half_turn(white_men), board.half_turn(white_kings));
        let (own, other) = match position.turn {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Self { own_men: own.0, own_kings: own.1, other_men: other.0, other_kings: other.1 }
    }

    /// The position with these pieces and Black to move.
    #[inline]
    pub const fn position(&self, board: Board) -> Position {
        Position {
            men: [self.own_men, board.half_turn(self.other_men)],
            kings: [self.own_kings, board.half_turn(self.other_kings)],
            turn: Color::Black,
        }
    }
}

/// A placement with what its number is made of besides: pieces as the side that they are not of sees them.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    placement: Placement,
    /// The mover's men from the other side's end.
    own_men_seen: u32,
    /// The other side's pieces from the mover's end.
    other_seen: u32,
}

impl Sight {
    #[inline]
    const fn of(board: Board, placement: &Placement) -> Self {
        Self {
            placement: *placement,
            own_men_seen: board.half_turn(placement.own_men),
            other_seen: board.half_turn(placement.other_men | placement.other_kings),
        }
    }

    /// Of a position: all pieces are turned, so that a processor can turn them at once.
    #[inline(always)]
    pub(super) fn of_position(board: Board, position: &Position) -> Self {
        let Position { men, kings, turn } = *position;
        let seen = [[men, kings], [men, kings].map(|sets| sets.map(|set| board.half_turn(set)))];
        let (own, other) = (turn as usize, 1 - turn as usize);
        let [own_view, other_view] = [seen[own], seen[other]];
        let placement = Placement {
            own_men: own_view[0][own],
            own_kings: own_view[1][own],
            other_men: other_view[0][other],
            other_kings: other_view[1][other],
        };
        let (own_men_seen, other_seen) =
            (other_view[0][own], own_view[0][other] | own_view[1][other]);
        Self { placement, own_men_seen, other_seen }
    }
}

/// The squares a side's men can stand on: all but its last row.
pub(super) const fn men_squares(board: Board) -> u32 {
    board.mask() & !board.crown_row(Color::Black)
}

/// The number of positions of a slice: placements of its pieces, men never on their crown row. Saturates
/// at the greatest number.
///
/// Summed over how many of the mover's men stand on the row that the other side's men cannot enter.
pub fn positions(board: Board, slice: Slice) -> u64 {
    let squares = board.squares();
    let area = men_squares(board).count_ones();
    let home = u32::from(board.width());
    let [own_men, own_kings, other_men, other_kings] =
        [slice.own.men, slice.own.kings, slice.other.men, slice.other.kings].map(u32::from);
    let mut men_pairs = 0;
    for at_home in 0..=own_men.min(home) {
        let afield = own_men - at_home;
        if afield <= area - home && afield + other_men <= area {
            men_pairs += u128::from(choose(home, at_home))
                * u128::from(choose(area - home, afield))
                * u128::from(choose(area - afield, other_men));
        }
    }
    if own_men + own_kings + other_men + other_kings > squares {
        return 0;
    }
    let free = squares - own_men - other_men;
    let kings =
        u128::from(choose(free, other_kings)) * u128::from(choose(free - other_kings, own_kings));
    u64::try_from(men_pairs * kings).unwrap_or(u64::MAX)
}

/// A perfect numbering of the positions of a slice: from 0, without gaps, in both directions.
#[derive(Clone, Debug)]
pub struct SliceIndex {
    board: Board,
    slice: Slice,
    men_squares: u32,
    /// Positions.
    len: u64,
    /// Positions of a component.
    component: u64,
    /// Placements of the mover's kings for given other pieces.
    row: u32,
    /// Made with the first use: of the slices of a folder most are never looked at.
    components: OnceLock<Components>,
}

/// Where the components of each placement of the mover's men are.
#[derive(Clone, Debug)]
struct Components {
    /// Components before each placement of the mover's men, and at the end their number.
    before: Vec<u64>,
    /// For every so many components, the placement of the mover's men that the first of them has.
    placements: Vec<u32>,
    /// Components between two entries of `placements`, as a power of two.
    step: u32,
}

impl SliceIndex {
    /// The numbering of a slice; `None` if it has no position on this board or more than 2^63.
    ///
    /// Holds 12 to 16 bytes for every placement of the mover's men, from the first use on.
    pub fn new(board: Board, slice: Slice) -> Option<Self> {
        let len = positions(board, slice);
        if len == 0 || len > 1 << 63 {
            return None;
        }
        let free = board.squares() - u32::from(slice.men());
        let row = choose(free - u32::from(slice.other.kings), u32::from(slice.own.kings));
        let rows = choose(free, u32::from(slice.other.kings));
        let component = u64::from(row) * u64::from(rows);
        let men_squares = men_squares(board);
        let components = OnceLock::new();
        Some(Self { board, slice, men_squares, len, component, row, components })
    }

    /// Where the components are.
    #[inline]
    fn components(&self) -> &Components {
        self.components.get_or_init(|| self.find_components())
    }

    #[cold]
    fn find_components(&self) -> Components {
        let Self { board, slice, men_squares, .. } = *self;
        let own_men = u32::from(slice.own.men);
        let mut before = Vec::with_capacity(choose(men_squares.count_ones(), own_men) as usize + 1);
        let mut sum = 0;
        for number in 0..choose(men_squares.count_ones(), own_men) {
            before.push(sum);
            let men = subsets::unrank(number, own_men, men_squares);
            let left = men_squares & !board.half_turn(men);
            sum += u64::from(choose(left.count_ones(), u32::from(slice.other.men)));
        }
        before.push(sum);
        debug_assert_eq!(sum * self.component, self.len);
        let (placements, step) = inverse(&before);
        Components { before, placements, step }
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The slice.
    pub const fn slice(&self) -> Slice {
        self.slice
    }

    /// The number of positions.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Never: a slice without positions has no numbering.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of positions with the same men: those of a component are numbered without a break.
    pub const fn component_len(&self) -> u64 {
        self.component
    }

    /// The number of a placement, which must be one of the slice.
    #[inline]
    pub fn rank(&self, placement: &Placement) -> u64 {
        self.rank_with::<Plain>(&Sight::of(self.board, placement))
    }

    /// The same, with the processor's help.
    #[inline(always)]
    pub(super) fn rank_with<S: Squeeze>(&self, sight: &Sight) -> u64 {
        let row = self.row_with::<S>(sight);
        row.start + u64::from(subsets::rank_with::<S>(sight.placement.own_kings, row.free))
    }

    /// The number of the component of a placement.
    #[inline]
    pub(super) fn component(&self, placement: &Placement) -> u64 {
        self.component_with::<Plain>(&Sight::of(self.board, placement))
    }

    #[inline(always)]
    fn component_with<S: Squeeze>(&self, sight: &Sight) -> u64 {
        let Sight { placement, own_men_seen, .. } = sight;
        let own_rank = subsets::rank_with::<S>(placement.own_men, self.men_squares);
        let left = self.men_squares & !own_men_seen;
        let other_rank = subsets::rank_with::<S>(placement.other_men, left);
        self.components().before[own_rank as usize] + u64::from(other_rank)
    }

    /// The row of a placement: all positions that differ from it in the mover's kings alone.
    #[inline]
    pub(super) fn row(&self, placement: &Placement) -> Row {
        self.row_with::<Plain>(&Sight::of(self.board, placement))
    }

    #[inline(always)]
    fn row_with<S: Squeeze>(&self, sight: &Sight) -> Row {
        let component = self.component_with::<S>(sight);
        let Sight { placement, own_men_seen, other_seen } = sight;
        let free = self.board.mask() & !(own_men_seen | placement.other_men);
        let row = subsets::rank_with::<S>(placement.other_kings, free);
        Row {
            start: component * self.component + u64::from(row) * u64::from(self.row),
            free: self.board.mask() & !(placement.own_men | other_seen),
        }
    }

    /// The placement with that number, which must be below [`Self::len`].
    #[inline]
    pub fn unrank(&self, number: u64) -> Placement {
        let Slice { own, other } = self.slice;
        let (component, number) = (number / self.component, (number % self.component) as u32);
        let Components { before, placements, step } = self.components();
        let mut own_rank = placements[(component >> step) as usize] as usize;
        while before[own_rank + 1] <= component {
            own_rank += 1;
        }
        let other_rank = (component - before[own_rank]) as u32;
        let (row, column) = (number / self.row, number % self.row);
        let own_men = subsets::unrank(own_rank as u32, u32::from(own.men), self.men_squares);
        let own_men_seen = self.board.half_turn(own_men);
        let left = self.men_squares & !own_men_seen;
        let other_men = subsets::unrank(other_rank, u32::from(other.men), left);
        let free = self.board.mask() & !(own_men_seen | other_men);
        let other_kings = subsets::unrank(row, u32::from(other.kings), free);
        let mut placement = Placement { own_men, own_kings: 0, other_men, other_kings };
        let free = self.free(&placement);
        placement.own_kings = subsets::unrank(column, u32::from(own.kings), free);
        placement
    }

    /// The placements with the numbers of a range, which must end at most at [`Self::len`]. In a row this
    /// costs a fraction of [`Self::unrank`].
    pub fn placements(&self, range: Range<u64>) -> impl Iterator<Item = Placement> + '_ {
        let mut placement = Placement::default();
        let mut free = 0;
        let mut left_in_row = 0;
        range.map(move |number| {
            if left_in_row == 0 {
                placement = self.unrank(number);
                free = self.free(&placement);
                left_in_row = u64::from(self.row) - number % u64::from(self.row);
            } else {
                placement.own_kings = subsets::next(placement.own_kings, free);
            }
            left_in_row -= 1;
            placement
        })
    }

    /// The squares for the mover's kings: those without any other piece, from the mover's end.
    #[inline]
    const fn free(&self, placement: &Placement) -> u32 {
        let other_seen = self.board.half_turn(placement.other_men | placement.other_kings);
        self.board.mask() & !(placement.own_men | other_seen)
    }
}

/// For every `2^step` components, which placement of men the first of them belongs to; so many that on
/// average there is one such placement between two.
fn inverse(before: &[u64]) -> (Vec<u32>, u32) {
    let (placements, components) = (before.len() - 1, before[before.len() - 1]);
    let step = (components / placements as u64).max(1).ilog2();
    let mut placement = 0;
    let inverse = (0..components).step_by(1 << step).map(|component| {
        while before[placement + 1] <= component {
            placement += 1;
        }
        placement as u32
    });
    (inverse.collect(), step)
}

/// Consecutive positions that differ in the mover's kings.
#[derive(Clone, Copy)]
pub(super) struct Row {
    start: u64,
    /// The squares for the mover's kings, from the mover's end.
    pub(super) free: u32,
}

impl Row {
    /// The number of the position with these kings.
    #[inline]
    pub(super) fn rank(self, own_kings: u32) -> u64 {
        self.start + u64::from(subsets::rank(own_kings, self.free))
    }
}
