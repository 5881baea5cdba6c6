use super::lanes::Lanes;
use super::layout::{Layout, completions};
use super::search::Node;

/// Lane `i` holds the cells of column `i`.
const COLUMNS: [u64; 8] =
    [0xff, 0xff << 8, 0xff << 16, 0xff << 24, 0xff << 32, 0xff << 40, 0xff << 48, 0xff << 56];

/// The positions after the moves of a node, in the lane of the column played, each followed as long as
/// there is only one reply that does not lose at once.
///
/// The sides are those of the lane's own position: `mover` is to move there.
#[derive(Clone, Copy)]
pub(super) struct Children<V> {
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
    pub(super) lanes: u8,
    /// The lanes whose side to move has lost: the opponent's line is completed on the ply after next.
    pub(super) lost: u8,
    /// The lanes in which the side to move is the opponent of the node's.
    pub(super) odd: u8,
}

impl<V: Lanes> Children<V> {
    /// The children of a quiet node, or `None` if one of its moves wins on the ply after next.
    #[inline(always)]
    pub(super) fn of(layout: &Layout, node: &Node) -> Option<Self> {
        let stones = node.mover | node.other;
        let next = layout.playable(stones);
        let safe = next & !(node.other_wins >> 1);
        let cells = V::splat(layout.cells);
        let columns = V::load(&COLUMNS);

        let cell = V::splat(safe) & columns;
        let lanes = cell.nonzero();
        let other = V::splat(node.mover) | cell;
        let empty = V::splat(layout.cells & !stones) & !cell;
        let other_wins = completions(other) & empty;
        let playable = (V::splat(next) & !columns) | (cell.shl::<1>() & cells);
        let (reply, lost) = replies(other_wins, playable);
        if lost & lanes != 0 {
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
            left: V::splat((layout.size - node.stones - 1) as u64),
            lanes,
            lost: 0,
            odd: u8::MAX,
        };
        let forced = reply.at_most_one_bit() & lanes;
        if forced != 0 {
            children.follow(layout, reply, forced);
        }
        Some(children)
    }

    /// Plays the single replies in the lanes `forced`, until every lane has a choice or is decided.
    #[inline(always)]
    fn follow(&mut self, layout: &Layout, mut reply: V, mut forced: u8) {
        let cells = V::splat(layout.cells);
        while forced != 0 {
            let cell = reply.keep(forced);
            let (mover, mover_wins) = (self.mover | cell, self.mover_wins);
            self.mover = V::select(forced, self.other, self.mover);
            self.other = V::select(forced, mover, self.other);
            let empty = cells & !(self.mover | self.other);
            let completed = completions(self.other) & empty;
            self.mover_wins = V::select(forced, self.other_wins & !cell, mover_wins);
            self.other_wins = V::select(forced, completed, self.other_wins);
            self.playable = (self.playable & !cell) | (cell.shl::<1>() & cells);
            self.left = self.left.add(V::splat(u64::MAX).keep(forced));
            self.odd ^= forced;
            let (next, lost) = replies(self.other_wins, self.playable);
            let open = forced & self.playable.nonzero();
            self.lost |= open & lost;
            forced = open & !lost & next.at_most_one_bit();
            reply = next;
        }
    }
}

/// The replies that do not lose at once, from the opponent's winning cells and the playable cells; and
/// the lanes that have none or face two threats (or whose board is full).
#[inline(always)]
fn replies<V: Lanes>(other_wins: V, playable: V) -> (V, u8) {
    let threats = other_wins & playable;
    let threatened = threats.nonzero();
    let reply = V::select(threatened, threats, playable) & !other_wins.shr::<1>();
    (reply, !threats.at_most_one_bit() | reply.zero())
}
