use super::children::Children;
use super::lanes::Lanes;
use super::layout::{Layout, above_lowest};
use super::theorems::Proved;

/// What each thing is worth to the side that moves. Fitted by coordinate descent on the number of nodes
/// that random positions after 13 and 17 plies take.
mod weight {
    /// A winning cell after the move and what it forces.
    pub(super) const WIN: i64 = 28;
    /// A winning cell right after the move.
    pub(super) const WIN_AT_FIRST: i64 = 42;
    /// A winning cell in the second or third row.
    pub(super) const LOW_WIN: i64 = 35;
    /// A winning cell of the second player in an even row, which it gets last.
    pub(super) const EVEN_WIN: i64 = 4;
    /// The same with no winning cell of the opponent at or below it.
    pub(super) const FREE_EVEN_WIN: i64 = 32;
    /// A winning cell that the opponent wins on too or above one.
    pub(super) const BLOCKED_WIN: i64 = -56;
    /// Two winning cells, one on the other.
    pub(super) const PAIR_OF_WINS: i64 = -6;
    /// A winning cell of the opponent.
    pub(super) const THEIR_WIN: i64 = 11;
    /// The same with no own winning cell at or below it.
    pub(super) const THEIR_FREE_WIN: i64 = -13;
    /// A four still open that has less than two stones.
    pub(super) const UNBUILT: i64 = -4;
    /// An empty cell left: forced moves use them up.
    pub(super) const EMPTY: i64 = -9;
    /// A reply that does not lose at once.
    pub(super) const REPLY: i64 = -2;
    /// A stone in the second or third row.
    pub(super) const LOW_STONE: i64 = -4;
    /// Half a column nearer to the centre.
    pub(super) const CENTRE: u64 = 8;
}

/// What moves are ordered by. Changes the number of nodes, never a value.
pub(super) struct Order {
    /// Nearness to the centre, by column.
    centre: [u64; 8],
    /// The second and third row.
    low_rows: u64,
    /// The cells of even rows, counted from 1.
    even_rows: u64,
}

impl Order {
    pub(super) fn new(layout: &Layout) -> Self {
        let columns = u64::from(layout.rules.board().columns());
        let mut centre = [0; 8];
        for (c, nearness) in (0..columns).zip(&mut centre) {
            let half_columns_off = (2 * c).abs_diff(columns - 1);
            *nearness = (columns - 1 - half_columns_off) * weight::CENTRE;
        }
        let row = |row: u32| layout.bottom << row & layout.cells;
        Self { centre, low_rows: row(1) | row(2), even_rows: row(1) | row(3) | row(5) }
    }

    /// A number for each lane, greater for what to try first: a signed one in the low 32 bits, with
    /// anything above.
    #[inline(always)]
    pub(super) fn weigh<V: Lanes>(
        &self,
        children: &Children<V>,
        proved: &Proved<V>,
        second_player: bool,
    ) -> [u64; 8] {
        let odd = children.odd;
        let own = V::select(odd, children.other, children.mover);
        let wins = V::select(odd, children.other_wins, children.mover_wins);
        let their_wins = V::select(odd, children.mover_wins, children.other_wins);
        let blocked = their_wins | above_lowest(their_wins);
        let their_blocked = wins | above_lowest(wins);
        let low = V::splat(self.low_rows);
        let even = V::splat(self.even_rows);

        let mut sum = V::load(&self.centre)
            .add(times(wins, weight::WIN))
            .add(times(children.first_wins, weight::WIN_AT_FIRST))
            .add(times(wins & low, weight::LOW_WIN))
            .add(times(wins & blocked, weight::BLOCKED_WIN))
            .add(times(wins & wins.shr::<1>(), weight::PAIR_OF_WINS))
            .add(times(their_wins, weight::THEIR_WIN))
            .add(times(their_wins & !their_blocked, weight::THEIR_FREE_WIN))
            .add(times(children.replies, weight::REPLY))
            .add(times(children.cell & low, weight::LOW_STONE))
            .add(scale(children.left, weight::EMPTY));
        if second_player {
            sum = sum
                .add(times(wins & even, weight::EVEN_WIN))
                .add(times(wins & even & !blocked, weight::FREE_EVEN_WIN));
        }
        let pairs = [
            two_of_four::<V, 1, 2>(own),
            two_of_four::<V, 7, 14>(own),
            two_of_four::<V, 8, 16>(own),
            two_of_four::<V, 9, 18>(own),
        ];
        let mut unbuilt = V::splat(0);
        for (i, pair) in pairs.into_iter().enumerate() {
            let lines = V::select(odd, proved.other_lines[i], proved.mover_lines[i]);
            unbuilt = unbuilt.add((lines & !pair).count_ones());
        }
        sum.add(scale(unbuilt, weight::UNBUILT)).store()
    }
}

/// The number of these cells times a weight.
#[inline(always)]
fn times<V: Lanes>(cells: V, weight: i64) -> V {
    scale(cells.count_ones(), weight)
}

/// A count times a weight, right in the low 32 bits.
#[inline(always)]
fn scale<V: Lanes>(count: V, weight: i64) -> V {
    count.mul_low(V::splat(weight as u64))
}

/// The first cells of the fours that hold two of these stones or more.
#[inline(always)]
fn two_of_four<V: Lanes, const ONE: u32, const TWO: u32>(stones: V) -> V {
    let next = stones.shr::<ONE>();
    let (both, either) = (stones & next, stones | next);
    both | both.shr::<TWO>() | (either & either.shr::<TWO>())
}
