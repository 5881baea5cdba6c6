use super::children::Children;
use super::lanes::Lanes;
use super::layout::Layout;
use super::theorems::Proved;

/// What moves are ordered by. Changes the number of nodes, never a value.
pub(super) struct Order {
    /// Eight times nearness to the centre, by column.
    centre: [u64; 8],
    /// The second and third row.
    low_rows: u64,
    /// The cells of even rows, which the second player gets last.
    even_rows: u64,
}

impl Order {
    pub(super) fn new(layout: &Layout) -> Self {
        let columns = u64::from(layout.rules.board().columns());
        let mut centre = [0; 8];
        for (c, weight) in (0..columns).zip(&mut centre) {
            // Half columns from the middle.
            let off = (2 * c).abs_diff(columns - 1);
            *weight = (columns - 1 - off) * 2;
        }
        let row = |row: u32| layout.bottom << row & layout.cells;
        Self { centre, low_rows: row(1) | row(2), even_rows: row(1) | row(3) | row(5) }
    }

    /// A number for each lane, greater for what to try first.
    #[inline(always)]
    pub(super) fn weigh<V: Lanes>(
        &self,
        children: &Children<V>,
        proved: &Proved<V>,
        second_player: bool,
    ) -> [u64; 8] {
        let odd = children.odd;
        let own = V::select(odd, children.other, children.mover);
        let own_wins = V::select(odd, children.other_wins, children.mover_wins);
        let their_wins = V::select(odd, children.mover_wins, children.other_wins);
        let pick = |i: usize| {
            (
                V::select(odd, proved.other_lines[i], proved.mover_lines[i]),
                V::select(odd, proved.mover_lines[i], proved.other_lines[i]),
            )
        };
        let pairs = [
            two_of_four::<V, 1, 2>(own),
            two_of_four::<V, 7, 14>(own),
            two_of_four::<V, 8, 16>(own),
            two_of_four::<V, 9, 18>(own),
        ];
        let mut score = V::load(&self.centre);
        score = score.add(own_wins.count_ones().shl::<6>());
        score = score.add((own_wins & V::splat(self.low_rows)).count_ones().shl::<3>());
        if second_player {
            score = score.add((own_wins & V::splat(self.even_rows)).count_ones().shl::<3>());
        }
        // A threat on or above the opponent's is of less use.
        let blocked = their_wins | super::layout::above_lowest(their_wins);
        score = score.sub((own_wins & blocked).count_ones().shl::<3>());
        let mut built = V::splat(0);
        let mut theirs = V::splat(0);
        for (i, pair) in pairs.into_iter().enumerate() {
            let (own_lines, their_lines) = pick(i);
            built = built.add((own_lines & pair).count_ones());
            theirs = theirs.add(their_lines.count_ones());
        }
        score = score.add(built).add(built.shl::<1>()).sub(theirs);
        score.store()
    }
}

/// The first cells of the fours that hold two of these stones or more.
#[inline(always)]
fn two_of_four<V: Lanes, const ONE: u32, const TWO: u32>(stones: V) -> V {
    let next = stones.shr::<ONE>();
    let (both, either) = (stones & next, stones | next);
    both | both.shr::<TWO>() | (either & either.shr::<TWO>())
}
