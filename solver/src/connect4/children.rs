use super::lanes::{Lanes, Mask};
use super::layout::Layout;
use super::search::Node;
use super::word::Word;

/// The positions after the moves of a node, in the lane of the column played, each followed as long as
/// there is only one reply that does not lose at once.
///
/// The sides are those of the lane's own position: `mover` is to move there.
#[derive(Clone, Copy)]
pub(super) struct Children<V: Lanes> {
    /// The stones of the side to move.
    pub(super) mover: V,
    /// The stones of the other side.
    pub(super) other: V,
    /// The empty cells that would complete a line for the side to move.
    pub(super) mover_wins: V,
    /// The empty cells that would complete a line for the other side.
    pub(super) other_wins: V,
    /// The cell of the node's move.
    pub(super) cell: V,
    /// The node's side's winning cells right after the move.
    pub(super) first_wins: V,
    /// The opponent's replies right after the move that do not lose at once.
    pub(super) replies: V,
    /// The cells that can be played next.
    pub(super) playable: V,
    /// The number of empty cells.
    pub(super) left: V,
    /// The lanes in use.
    pub(super) lanes: V::Mask,
    /// The lanes whose side to move has lost: the opponent's line is completed on the ply after next.
    pub(super) lost: V::Mask,
    /// The lanes in which the side to move is the opponent of the node's.
    pub(super) odd: V::Mask,
}

impl<V: Lanes> Children<V> {
    /// The children of a quiet node, or `None` if one of its moves wins on the ply after next.
    #[inline(always)]
    pub(super) fn of(layout: &Layout<V::Word>, node: &Node<V::Word>) -> Option<Self> {
        let stones = node.mover | node.other;
        let next = layout.playable(stones);
        let safe = next & !node.other_wins.shr(1);
        let cells = V::splat(layout.cells);
        let columns = V::load(&layout.runs);

        let cell = V::splat(safe) & columns;
        let lanes = cell.nonzero();
        let other = V::splat(node.mover) | cell;
        let empty = V::splat(layout.cells & !stones) & !cell;
        let other_wins = layout.completions(other) & empty;
        let playable = (V::splat(next) & !columns) | (cell.shl(1) & cells);
        let (reply, lost) = replies(other_wins, playable);
        if (lost & lanes).any() {
            return None;
        }
        let mut children = Self {
            mover: V::splat(node.other),
            other,
            mover_wins: V::splat(node.other_wins),
            other_wins,
            cell,
            first_wins: other_wins,
            replies: reply,
            playable,
            left: V::number(layout.size - node.stones - 1),
            lanes,
            lost: V::Mask::none(),
            odd: !V::Mask::none(),
        };
        let forced = reply.at_most_one_bit() & lanes;
        if forced.any() {
            children.follow(layout, reply, forced);
        }
        Some(children)
    }

    /// Plays the single replies in the lanes `forced`, until every lane has a choice or is decided.
    #[inline(always)]
    fn follow(&mut self, layout: &Layout<V::Word>, mut reply: V, mut forced: V::Mask) {
        let cells = V::splat(layout.cells);
        while forced.any() {
            let cell = reply.keep(forced);
            let (mover, mover_wins) = (self.mover | cell, self.mover_wins);
            self.mover = V::select(forced, self.other, self.mover);
            self.other = V::select(forced, mover, self.other);
            let empty = cells & !(self.mover | self.other);
            let completed = layout.completions(self.other) & empty;
            self.mover_wins = V::select(forced, self.other_wins & !cell, mover_wins);
            self.other_wins = V::select(forced, completed, self.other_wins);
            self.playable = (self.playable & !cell) | (cell.shl(1) & cells);
            self.left = self.left.add(V::number(-1).keep(forced));
            self.odd = self.odd ^ forced;
            let (next, lost) = replies(self.other_wins, self.playable);
            let open = forced & self.playable.nonzero();
            self.lost = self.lost | (open & lost);
            forced = open & !lost & next.at_most_one_bit();
            reply = next;
        }
    }
}

/// The replies that do not lose at once, from the opponent's winning cells and the playable cells; and
/// the lanes that have none or face two threats (or whose board is full).
#[inline(always)]
fn replies<V: Lanes>(other_wins: V, playable: V) -> (V, V::Mask) {
    let threats = other_wins & playable;
    let threatened = threats.nonzero();
    let reply = V::select(threatened, threats, playable) & !other_wins.shr(1);
    (reply, !threats.at_most_one_bit() | reply.zero())
}
