use super::lanes::{Lanes, Mask};
use super::layout::Layout;
use super::portable::Words;
use super::search::{NO_HINT, Node};
use super::word::Word;

/// A position in the layout of the engine.
#[derive(Clone, Copy)]
pub(super) struct Stones<W> {
    /// Those of the side to move.
    pub(super) mover: W,
    /// Those of the other side.
    pub(super) other: W,
}

/// A position after all that is forced.
pub(super) enum Settled<W> {
    /// The value in stones, from the view of the side to move at the position given.
    Value(i32),
    /// The quiet position that the forced moves lead to, and whether the other side is to move there.
    Quiet(Node<W>, bool),
}

impl<W: Word> Settled<W> {
    /// Plays the forced moves of a position.
    pub(super) fn of(layout: &Layout<W>, position: Stones<W>) -> Self {
        let Stones { mut mover, mut other } = position;
        let mut stones = (mover | other).ones() as i32;
        let mut odd = false;
        let signed = |odd: bool, value: i32| Self::Value(if odd { -value } else { value });
        if layout.has_four(alone(other)).any() {
            return signed(odd, -((layout.size + 2 - stones) / 2));
        }
        if wins(layout, mover, other) & layout.playable(mover | other) != W::ZERO {
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
            let replies = if threats == W::ZERO { next } else { threats } & !other_wins.shr(1);
            if threats.ones() > 1 || replies == W::ZERO {
                return signed(odd, -((layout.size - stones) / 2));
            }
            if replies.ones() > 1 {
                if layout.size - stones <= 2 {
                    return signed(odd, 0);
                }
                let (keys, mirrored) = layout.key(alone(mover), alone(mover | other));
                let [key] = keys.store();
                let mirrored = mirrored.any();
                let node = Node { mover, other, other_wins, stones, key, mirrored, hint: NO_HINT };
                return Self::Quiet(node, odd);
            }
            (mover, other) = (other, mover | replies);
            stones += 1;
            odd = !odd;
        }
    }
}

/// The empty cells that complete a line for `side`.
fn wins<W: Word>(layout: &Layout<W>, side: W, other: W) -> W {
    let [completed] = layout.completions(alone(side)).store();
    completed & layout.cells & !(side | other)
}

/// One lane, for a position that comes alone.
fn alone<W: Word>(word: W) -> Words<W, 1> {
    Words::splat(word)
}
