use super::children::Children;
use super::lanes::{Lanes, Mask};
use super::layout::Layout;
use super::techniques::Technique::{self, NoLine, OddThreat, SecondThreat};

/// What holds of quiet positions without search: `CONNECT4.md` beside this crate has the proofs.
///
/// Bounds are in stones, from the view of the side to move of each lane.
pub(super) struct Proved<V> {
    /// The value is at least this.
    pub(super) lower: V,
    /// The value is at most this.
    pub(super) upper: V,
    /// The fours still open to the side to move, by their first cell and direction.
    pub(super) mover_lines: [V; 4],
    /// The fours still open to the other side.
    pub(super) other_lines: [V; 4],
}

impl<V: Lanes> Proved<V> {
    /// Bounds of every lane in use; lanes decided have their value.
    #[inline(always)]
    pub(super) fn of(layout: &Layout<V::Word>, children: &Children<V>) -> Self {
        let zero = V::zeros();
        let stones = children.mover | children.other;
        let empty = V::splat(layout.cells) & !stones;
        let left = children.left;

        // A quiet position: a win takes three plies or more, a loss four.
        let mut upper = left.sub(V::number(1)).max_small(zero).shr(1);
        let mut lower = zero.sub(left.sub(V::number(2)).max_small(zero).shr(1));

        let mover_lines = layout.fours(children.mover | empty);
        let other_lines = layout.fours(children.other | empty);
        if layout.techniques.has(NoLine) {
            upper = V::select(any(mover_lines), upper, upper.min_small(zero));
            lower = V::select(any(other_lines), lower, lower.max_small(zero));
        }

        if layout.techniques.has(Technique::FollowUp) {
            let follow_up = FollowUp::new(layout, children, empty);
            let [mut main, others @ ..] = follow_up.choices();
            if !layout.techniques.has(OddThreat) {
                main.1 = main.1 & !follow_up.odd;
            }
            upper = upper.min_small(follow_up.bound(main));
            for choice in others {
                if layout.techniques.has(SecondThreat) && (choice.1 & children.lanes).any() {
                    upper = upper.min_small(follow_up.bound(choice));
                }
            }
        }

        if children.lost.any() {
            let loss = zero.sub(left.shr(1));
            upper = V::select(children.lost, loss, upper);
            lower = V::select(children.lost, loss, lower);
        }
        Self { lower, upper, mover_lines, other_lines }
    }
}

#[inline(always)]
fn any<V: Lanes>(lines: [V; 4]) -> V::Mask {
    (lines[0] | lines[1] | lines[2] | lines[3]).nonzero()
}

/// The side not to move answers every move on top of it: what that is worth.
pub(super) struct FollowUp<'a, V: Lanes> {
    layout: &'a Layout<V::Word>,
    mover: V,
    other: V,
    other_wins: V,
    empty: V,
    /// The cells of the rows that the follower gets in columns of an even number of empty cells.
    rows: V,
    /// The next cells of the columns with an odd number of empty cells.
    odd_cells: V,
    /// The follower's winning cells in those columns that it reaches if it follows up from the start.
    odd_threats: V,
    /// The lanes with an odd number of empty cells.
    odd: V::Mask,
}

impl<'a, V: Lanes> FollowUp<'a, V> {
    #[inline(always)]
    pub(super) fn new(layout: &'a Layout<V::Word>, children: &Children<V>, empty: V) -> Self {
        let rows = V::splat(layout.follow);
        let odd_cells = children.playable & rows;
        let odd_threats = children.other_wins & !rows & layout.columns_of(odd_cells);
        Self {
            layout,
            mover: children.mover,
            other: children.other,
            other_wins: children.other_wins,
            empty,
            rows,
            odd_cells,
            odd_threats,
            odd: (children.left & V::number(1)).nonzero(),
        }
    }

    /// The choices of special columns, each with the lanes in which it is a full strategy: as many of
    /// them as leave an even number of other odd columns, and each with a threat.
    ///
    /// Of the columns with odd threats the first in the lanes with an odd number of empty cells, and
    /// none in the others; there, the first two; the second alone where one is needed.
    #[inline(always)]
    pub(super) fn choices(&self) -> [(V, V::Mask); 3] {
        let first = self.layout.columns_of(self.odd_threats.lowest_bit());
        let others = self.odd_threats & !first;
        let second = self.layout.columns_of(others.lowest_bit());
        let (one, two) = (self.odd_threats.nonzero(), others.nonzero());
        [
            (first.keep(self.odd), !self.odd | one),
            (first | second, !self.odd & two),
            (second, self.odd & two),
        ]
    }

    /// The upper bound for the mover if the follower treats these columns as special, in the lanes
    /// where that is a full strategy; a bound above every value in the others.
    #[inline(always)]
    pub(super) fn bound(&self, (special, lanes): (V, V::Mask)) -> V {
        let rows = self.rows ^ special;
        let threats = self.other_wins & rows;
        let above = self.layout.above_lowest(threats) & self.empty;
        let reach = (self.mover | (self.empty & !rows) | self.odd_cells) & !above;
        let holds = lanes & !self.layout.has_four(reach);
        // Columns end below the cell under a threat; all but two of the cells from there up stay empty.
        let unused = above | threats | threats.shr(1);
        let at_a_threat = unused.count_ones().shr(1);
        let own = self.other | (self.empty & rows & !self.odd_cells);
        let at_the_end = V::number(1).keep(self.layout.has_four(own));
        let win = V::select(threats.nonzero(), at_a_threat, at_the_end);
        V::select(holds, V::zeros().sub(win), V::number(100))
    }
}
