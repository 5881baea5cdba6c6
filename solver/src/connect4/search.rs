use super::busy::SHARED;
use super::children::Children;
use super::driver::Range;
use super::lanes::{Lanes, MOST, Mask};
use super::path::Path;
use super::queue::Queue;
use super::store::{Entry, Store};
use super::techniques::Technique::{Lookahead, Prefetch, StoredMove};
use super::theorems::Proved;
use super::word::Word;
use super::worker::{UNSTORED, Worker};

/// No move is known to be good.
pub(super) const NO_HINT: u32 = MOST as u32;

/// A quiet position: no side completes a line on its next move, and the side to move has at least two
/// moves after which this is still so. At least three cells are empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W> {
    /// The stones of the side to move.
    pub(super) mover: W,
    /// The stones of the other side.
    pub(super) other: W,
    /// The empty cells that would complete a line for the other side; none is playable.
    pub(super) other_wins: W,
    /// The number of stones.
    pub(super) stones: i32,
    /// Its key, see [`Layout::key`](super::layout::Layout::key).
    pub(super) key: W,
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
pub(super) fn expand<P: Path>(
    worker: &mut Worker<'_, P::Word>,
    node: &Node<P::Word>,
    alpha: i32,
) -> i32 {
    if !worker.enter() {
        return 0;
    }
    let layout = worker.means.layout;
    let left = layout.size - node.stones;
    let Some(children) = Children::<P::V>::of(layout, node) else {
        return (left - 1) / 2;
    };
    // No win on the third ply, so the fifth at the soonest.
    let most = (left - 3) / 2;
    if alpha >= most {
        return most;
    }
    // The cache lines of the children are on their way while bounds and weights are computed.
    let (keys, mirrored) = layout.key(children.mover, children.mover | children.other);
    let (keys, lefts) = (keys.store(), children.left.store());
    let keys = keys.as_ref();
    let left_of = |lane: usize| lefts.as_ref()[lane].to_i32();
    let techniques = layout.techniques;
    for i in each((children.lanes & !children.lost).bits()) {
        if techniques.has(Prefetch) && left_of(i) > UNSTORED {
            worker.table(left_of(i)).prefetch(keys[i]);
        }
    }
    let proved = Proved::of(layout, &children);

    // From here on in the view of this node's side.
    let zero = P::V::zeros();
    let lower = P::V::select(children.odd, zero.sub(proved.upper), proved.lower);
    let upper = P::V::select(children.odd, zero.sub(proved.lower), proved.upper);
    let bar = P::V::number(alpha);
    let good = children.lanes & lower.exceeds_small(bar);
    if good.any() {
        return greatest(lower.store().as_ref(), good.bits());
    }
    let open = children.lanes & upper.exceeds_small(bar);
    let mut best = greatest(upper.store().as_ref(), (children.lanes & !open).bits());
    let mut open = open.bits();
    if open == 0 {
        return best;
    }

    let second_player = node.stones % 2 == 1;
    let weights = worker.means.order.weigh(layout, &children, &proved, second_player);
    let (odd, mirrored) = (children.odd.bits(), mirrored.bits());

    let mut queue = Queue::new();
    let mut hints = [NO_HINT; MOST];
    for i in each(open) {
        let mut weight = weights.as_ref()[i].to_i32();
        if i as u32 == node.hint && techniques.has(StoredMove) {
            weight += FIRST;
        }
        if techniques.has(Lookahead)
            && let Some(entry) = worker.known::<P>(left_of(i), keys[i])
        {
            let (lower, upper) = bounds(entry, is_in(odd, i));
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                open &= !(1 << i);
                best = best.max(upper);
                continue;
            }
            weight += ROOM * (upper - alpha) + WORK * entry.work as i32;
            let image = is_in(mirrored, i);
            hints[i] = if image { layout.mirror_column(entry.best) } else { entry.best };
        }
        if worker.may_be_tabled(left_of(i)) {
            let (movers, others) = (children.mover.store(), children.other.store());
            if let Some(range) = worker.tabled(movers.as_ref()[i], others.as_ref()[i]) {
                let Range { lower, upper } = if is_in(odd, i) { range.negated() } else { range };
                if lower > alpha {
                    return lower;
                }
                if upper <= alpha {
                    open &= !(1 << i);
                    best = best.max(upper);
                    continue;
                }
            }
        }
        queue.insert(i, weight);
    }

    let (movers, others) = (children.mover.store(), children.other.store());
    let other_wins = children.other_wins.store();
    let before = worker.nodes;
    let mut best_column = 0;
    // What another thread is searching comes last.
    let busy = worker.means.busy.filter(|_| left > SHARED);
    let mut number = 0;
    while number < queue.len() {
        let i = queue.lane(number);
        let odd = is_in(odd, i);
        if let Some(busy) = busy
            && number > 0
            && queue.may_wait(number)
            && busy.is_marked(keys[i].low())
        {
            queue.put_off(number);
            continue;
        }
        let left = left_of(i);
        // A transposition may have been met meanwhile.
        let again = number > 0 || !techniques.has(Lookahead);
        let known = if again { worker.known::<P>(left, keys[i]) } else { None };
        let known = known.map(|entry| bounds(entry, odd));
        let value = match known {
            Some((lower, _)) if lower > alpha => lower,
            Some((_, upper)) if upper <= alpha => upper,
            _ => {
                let child = Node {
                    mover: movers.as_ref()[i],
                    other: others.as_ref()[i],
                    other_wins: other_wins.as_ref()[i],
                    stones: layout.size - left,
                    key: keys[i],
                    mirrored: is_in(mirrored, i),
                    hint: hints[i],
                };
                if let Some(busy) = busy {
                    busy.mark(keys[i].low());
                }
                let value = if odd {
                    -P::search(worker, &child, -alpha - 1)
                } else {
                    P::search(worker, &child, alpha)
                };
                if let Some(busy) = busy {
                    busy.unmark(keys[i].low());
                }
                value
            }
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
        number += 1;
    }
    if left > UNSTORED && open != 0 {
        let work = ((worker.nodes - before).max(1).ilog2() + 1).min(31);
        let (lower, upper) = if best > alpha { (best, most) } else { (-((left - 2) / 2), best) };
        let best_column =
            if node.mirrored { layout.mirror_column(best_column) } else { best_column };
        worker.table(left).put::<P>(node.key, Entry { lower, upper, best: best_column, work });
    }
    best
}

/// Below every value, and above nothing that a table can hold.
const LEAST: i32 = -(1 << 20);
/// Puts a move before all others.
const FIRST: i32 = 1 << 16;
/// What a stone of room above the bar is worth to a move that the table knows.
const ROOM: i32 = 1;
/// What a doubling of the work already done is worth to a move that the table knows.
const WORK: i32 = 2;

/// What an entry says in the view of the node's side.
#[inline(always)]
fn bounds(entry: Entry, odd: bool) -> (i32, i32) {
    if odd { (-entry.upper, -entry.lower) } else { (entry.lower, entry.upper) }
}

#[inline(always)]
const fn is_in(mask: u32, lane: usize) -> bool {
    mask >> lane & 1 != 0
}

/// The places of the ones of a lane mask.
#[inline(always)]
fn each(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let i = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(i)
    })
}

/// The greatest of the lanes, or a number below every value if there are none.
#[inline(always)]
fn greatest<W: Word>(lanes: &[W], mask: u32) -> i32 {
    let mut best = LEAST;
    for i in each(mask) {
        best = best.max(lanes[i].to_i32());
    }
    best
}
