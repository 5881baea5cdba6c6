use super::children::Children;
use super::lanes::{Lanes, MOST};
use super::layout::Layout;
use super::techniques::Technique::Weights;
use super::theorems::Proved;
use super::word::Word;

/// What each thing is worth to the side that moves. Fitted by coordinate descent on the number of nodes
/// that random positions after 13 and 17 plies take.
mod weight {
    /// A winning cell after the move and what it forces.
    pub(super) const WIN: i32 = 28;
    /// A winning cell right after the move.
    pub(super) const WIN_AT_FIRST: i32 = 42;
    /// A winning cell in the second or third row.
    pub(super) const LOW_WIN: i32 = 35;
    /// A winning cell of the second player in an even row, which it gets last.
    pub(super) const EVEN_WIN: i32 = 4;
    /// The same with no winning cell of the opponent at or below it.
    pub(super) const FREE_EVEN_WIN: i32 = 32;
    /// A winning cell that the opponent wins on too or above one.
    pub(super) const BLOCKED_WIN: i32 = -56;
    /// Two winning cells, one on the other.
    pub(super) const PAIR_OF_WINS: i32 = -6;
    /// A winning cell of the opponent.
    pub(super) const THEIR_WIN: i32 = 11;
    /// The same with no own winning cell at or below it.
    pub(super) const THEIR_FREE_WIN: i32 = -13;
    /// A four still open that has less than two stones.
    pub(super) const UNBUILT: i32 = -4;
    /// An empty cell left: forced moves use them up.
    pub(super) const EMPTY: i32 = -9;
    /// A reply that does not lose at once.
    pub(super) const REPLY: i32 = -2;
    /// A stone in the second or third row.
    pub(super) const LOW_STONE: i32 = -4;
    /// Half a column nearer to the centre.
    pub(super) const CENTRE: i32 = 8;
}

/// What moves are ordered by. Changes the number of nodes, never a value.
pub(super) struct Order<W> {
    /// Nearness to the centre, by column.
    centre: [W; MOST],
    /// The second and third row.
    low_rows: W,
    /// The cells of even rows, counted from 1.
    even_rows: W,
}

impl<W: Word> Order<W> {
    pub(super) fn new(layout: &Layout<W>) -> Self {
        let columns = layout.columns as i32;
        let mut centre = [W::ZERO; MOST];
        for (c, nearness) in (0..columns).zip(&mut centre) {
            let half_columns_off = (2 * c - (columns - 1)).abs();
            *nearness = W::from_i32((columns - 1 - half_columns_off) * weight::CENTRE);
        }
        let row = |row: u32| layout.bottom.shl(row) & layout.cells;
        let even_rows = (1..layout.rows).step_by(2).fold(W::ZERO, |rows, r| rows | row(r));
        let low_rows = (1..layout.rows.min(3)).fold(W::ZERO, |rows, r| rows | row(r));
        Self { centre, low_rows, even_rows }
    }

    /// A number for each lane, greater for what to try first: a signed one in the low 32 bits, with
    /// anything above.
    #[inline(always)]
    pub(super) fn weigh<V: Lanes<Word = W>>(
        &self,
        layout: &Layout<W>,
        children: &Children<V>,
        proved: &Proved<V>,
        second_player: bool,
    ) -> V::Array {
        if !layout.techniques.has(Weights) {
            let threats = times(children.first_wins, 4 * weight::WIN);
            return V::load(&self.centre).add(threats).store();
        }
        let odd = children.odd;
        let own = V::select(odd, children.other, children.mover);
        let wins = V::select(odd, children.other_wins, children.mover_wins);
        let their_wins = V::select(odd, children.mover_wins, children.other_wins);
        let blocked = their_wins | layout.above_lowest(their_wins);
        let their_blocked = wins | layout.above_lowest(wins);
        let low = V::splat(self.low_rows);
        let even = V::splat(self.even_rows);

        let mut sum = V::load(&self.centre)
            .add(times(wins, weight::WIN))
            .add(times(children.first_wins, weight::WIN_AT_FIRST))
            .add(times(wins & low, weight::LOW_WIN))
            .add(times(wins & blocked, weight::BLOCKED_WIN))
            .add(times(wins & wins.shr(1), weight::PAIR_OF_WINS))
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
        let mut unbuilt = V::zeros();
        for (i, &stride) in layout.strides().iter().enumerate() {
            let pair = two_of_four(own, stride);
            let lines = V::select(odd, proved.other_lines[i], proved.mover_lines[i]);
            unbuilt = unbuilt.add((lines & !pair).count_ones());
        }
        sum.add(scale(unbuilt, weight::UNBUILT)).store()
    }
}

/// The number of these cells times a weight.
#[inline(always)]
fn times<V: Lanes>(cells: V, weight: i32) -> V {
    scale(cells.count_ones(), weight)
}

/// A count times a weight, right in the low 32 bits.
#[inline(always)]
fn scale<V: Lanes>(count: V, weight: i32) -> V {
    count.mul_low(V::number(weight))
}

/// The first cells of the fours that hold two of these stones or more.
#[inline(always)]
fn two_of_four<V: Lanes>(stones: V, stride: u32) -> V {
    let next = stones.shr(stride);
    let (both, either) = (stones & next, stones | next);
    both | both.shr(2 * stride) | (either & either.shr(2 * stride))
}
