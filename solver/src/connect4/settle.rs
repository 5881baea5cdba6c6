use retrosolve_games::connect4::Position;

use super::lanes::Lanes;
use super::layout::{Layout, completions, has_four};
use super::portable::Words;
use super::search::{NO_HINT, Node};

/// A position after all that is forced.
pub(super) enum Settled {
    /// The value in stones, from the view of the side to move at the position given.
    Value(i32),
    /// The quiet position that the forced moves lead to, and whether the other side is to move there.
    Quiet(Node, bool),
}

impl Settled {
    /// Plays the forced moves of a position.
    pub(super) fn of(layout: &Layout, position: Position) -> Self {
        let (mut mover, mut other) = layout.sides(position);
        let mut stones = position.stones() as i32;
        let mut odd = false;
        let signed = |odd: bool, value: i32| Self::Value(if odd { -value } else { value });
        if has_four(Words::splat(other)) != 0 {
            return signed(odd, -((layout.size + 2 - stones) / 2));
        }
        if wins(layout, mover, other) & layout.playable(mover | other) != 0 {
            return signed(odd, (layout.size + 1 - stones) / 2);
        }
        loop {
            // The side to move has no line to complete: seen above, or the reply before was chosen so.
            if stones == layout.size {
                return signed(odd, 0);
            }
            let next = layout.playable(mover | other);
            let other_wins = wins(layout, other, mover);
            let threats = other_wins & next;
            let replies = if threats == 0 { next } else { threats } & !(other_wins >> 1);
            if threats.count_ones() > 1 || replies == 0 {
                return signed(odd, -((layout.size - stones) / 2));
            }
            if replies.count_ones() > 1 {
                if layout.size - stones <= 2 {
                    return signed(odd, 0);
                }
                let (keys, mirrored) = layout.key(Words::splat(mover), Words::splat(mover | other));
                let key = keys.store()[0];
                let node = Node {
                    mover,
                    other,
                    other_wins,
                    stones,
                    key,
                    mirrored: mirrored & 1 != 0,
                    hint: NO_HINT,
                };
                return Self::Quiet(node, odd);
            }
            (mover, other) = (other, mover | replies);
            stones += 1;
            odd = !odd;
        }
    }
}

/// The empty cells that complete a line for `side`.
fn wins(layout: &Layout, side: u64, other: u64) -> u64 {
    completions(Words::splat(side)).store()[0] & layout.cells & !(side | other)
}
