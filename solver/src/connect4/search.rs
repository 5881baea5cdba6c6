use super::children::Children;
use super::lanes::Lanes;
use super::path::Path;
use super::table::Entry;
use super::theorems::Proved;
use super::worker::{UNSTORED, Worker};

/// No move is known to be good.
pub(super) const NO_HINT: u32 = 8;

/// A quiet position: no side completes a line on its next move, and the side to move has a move after
/// which this is still so. At least three cells are empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The stones of the side to move.
    pub(super) mover: u64,
    /// The stones of the other side.
    pub(super) other: u64,
    /// The empty cells that would complete a line for the side to move; none is playable.
    pub(super) mover_wins: u64,
    /// The empty cells that would complete a line for the other side; none is playable.
    pub(super) other_wins: u64,
    /// The number of stones.
    pub(super) stones: i32,
    /// Its key, see [`Layout::key`](super::layout::Layout::key).
    pub(super) key: u64,
    /// Whether the key is that of the mirror image.
    pub(super) mirrored: bool,
    /// The column to try first, or [`NO_HINT`].
    pub(super) hint: u32,
}

/// Searches a node with the question whether its value exceeds `alpha`.
///
/// Fail-soft: the result is a lower bound of the value if it exceeds `alpha`, else an upper bound. In
/// stones, see [`Board::stone_score`](retrosolve_games::connect4::Board::stone_score). Void if the
/// worker has been stopped.
#[inline(always)]
pub(super) fn expand<P: Path>(worker: &mut Worker<'_>, node: &Node, alpha: i32) -> i32 {
    if !worker.enter() {
        return 0;
    }
    let layout = worker.layout;
    let left = layout.size - node.stones;
    let Some(children) = Children::<P::V>::of(layout, node) else {
        return (left - 1) / 2;
    };
    // No win on the third ply, so the fifth at the soonest.
    if alpha >= (left - 3) / 2 {
        return (left - 3) / 2;
    }
    let proved = Proved::of(layout, &children);

    // From here on in the view of this node's side.
    let zero = P::V::splat(0);
    let lower = P::V::select(children.odd, zero.sub(proved.upper), proved.lower);
    let upper = P::V::select(children.odd, zero.sub(proved.lower), proved.upper);
    let bar = P::V::splat(alpha as u64);
    let good = children.lanes & lower.exceeds(bar);
    let lowers = lower.store();
    if good != 0 {
        return greatest(&lowers, good);
    }
    let mut open = children.lanes & upper.exceeds(bar);
    let uppers = upper.store();
    let mut best = greatest(&uppers, children.lanes & !open);
    if open == 0 {
        return best;
    }

    let (keys, mirrored) = layout.key(children.mover, children.mover | children.other);
    let keys = keys.store();
    let lefts = children.left.store();
    for i in each(open) {
        let left = lefts[i] as i32;
        if left > UNSTORED {
            P::prefetch(worker.table(left).bucket(keys[i]));
        }
    }
    let second_player = node.stones % 2 == 1;
    let weights = worker.order.weigh(&children, &proved, second_player);

    let mut hints = [NO_HINT; 8];
    for i in each(open) {
        let left = lefts[i] as i32;
        if left <= UNSTORED {
            continue;
        }
        let Some(entry) = worker.table(left).get::<P>(keys[i]) else { continue };
        let odd = children.odd >> i & 1 != 0;
        let (lower, upper) =
            if odd { (-entry.upper(), -entry.lower()) } else { (entry.lower(), entry.upper()) };
        if lower > alpha {
            return lower;
        }
        if upper <= alpha {
            open &= !(1 << i);
            best = best.max(upper);
        } else {
            let image = mirrored >> i & 1 != 0;
            hints[i] = if image { layout.mirror_column(entry.best()) } else { entry.best() };
        }
    }
    if open == 0 {
        return best;
    }

    let mut queue = [0i32; 8];
    let mut queued = 0;
    for i in each(open) {
        let mut weight = weights[i] as i64 as i32;
        if i as u32 == node.hint {
            weight += 1 << 16;
        }
        let entry = weight << 3 | (7 - i as i32);
        // Insertion, greatest first.
        let mut place = queued;
        while place > 0 && queue[place - 1] < entry {
            queue[place] = queue[place - 1];
            place -= 1;
        }
        queue[place] = entry;
        queued += 1;
    }

    let movers = children.mover.store();
    let others = children.other.store();
    let mover_wins = children.mover_wins.store();
    let other_wins = children.other_wins.store();
    let before = worker.nodes;
    let mut best_column = 0;
    for (number, &entry) in queue[..queued].iter().enumerate() {
        let i = 7 - (entry & 7) as usize;
        let odd = children.odd >> i & 1 != 0;
        let left = lefts[i] as i32;
        // A transposition may have been met meanwhile.
        if number > 0 && left > UNSTORED {
            if let Some(entry) = worker.table(left).get::<P>(keys[i]) {
                let (lower, upper) = if odd {
                    (-entry.upper(), -entry.lower())
                } else {
                    (entry.lower(), entry.upper())
                };
                if lower > alpha {
                    best = lower;
                    best_column = i as u32;
                    break;
                }
                if upper <= alpha {
                    best = best.max(upper);
                    continue;
                }
            }
        }
        let child = Node {
            mover: movers[i],
            other: others[i],
            mover_wins: mover_wins[i],
            other_wins: other_wins[i],
            stones: layout.size - left,
            key: keys[i],
            mirrored: mirrored >> i & 1 != 0,
            hint: hints[i],
        };
        let value = if odd {
            -P::search(worker, &child, -alpha - 1)
        } else {
            P::search(worker, &child, alpha)
        };
        if worker.stopped {
            return 0;
        }
        if number == 0 || value > best {
            best_column = i as u32;
        }
        best = best.max(value);
        if best > alpha {
            break;
        }
    }
    if left > UNSTORED {
        let work = (worker.nodes - before + 1).ilog2() + 1;
        let (least, most) = (-((left - 2) / 2), (left - 1) / 2);
        let (lower, upper) = if best > alpha { (best, most) } else { (least, best) };
        let column = if node.mirrored { layout.mirror_column(best_column) } else { best_column };
        worker
            .table(left)
            .put::<P>(node.key, Entry::new(lower, upper.max(lower), column, work.min(31)));
    }
    best
}

/// The places of the ones of a lane mask.
#[inline(always)]
fn each(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let i = mask.trailing_zeros() as usize & 7;
        mask &= mask - 1;
        Some(i)
    })
}

/// The greatest of the lanes, or a number below every value if there are none.
#[inline(always)]
fn greatest(lanes: &[u64; 8], mask: u8) -> i32 {
    let mut best = -31;
    for i in each(mask) {
        best = best.max(lanes[i] as i64 as i32);
    }
    best
}
