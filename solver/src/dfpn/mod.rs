//! Depth-first proof-number search: a further way to prove wins and losses.
//!
//! "Can the attacker win?" is searched where the proof seems to need the fewest positions, however deep
//! that is: each node counts how many positions at least must turn out well for its side to reach its
//! aim, and how many to be seen to fail (Allis 1994); a node is left as soon as its numbers exceed
//! limits beyond which another move looks better (Nagai 2002). A win may so be found at a distance that
//! no search by depth would come to.
//!
//! Repetition is treated as in the third way (`CYCLES.md`): a position of the path is no win for the
//! attacker. So a win that is found never leans on the path, and is stored. That the defender holds may
//! lean on it: it is stored only if it depends on no ply above the node, and else valid in the frame of
//! the node above alone. The numbers are estimates, and never a claim.

mod numbers;

use std::collections::HashMap;

use retrosolve_games::{Probe, Score, ZeroSum};

use crate::bounds::{WIN, child_question};
use crate::context::{Context, Node};
use crate::hash::BuildKeyHasher;
use crate::limits::Stop;
use crate::table::NO_MOVE;
use crate::{Bounds, CutShort};

use numbers::{Estimates, MOST, NEVER, Numbers};

/// Beyond every ply.
const NO_PLY: usize = usize::MAX;

/// Depth-first proof-number search and what it remembers.
pub(crate) struct Dfpn<G: ZeroSum> {
    estimates: Estimates<G::Key>,
    /// The ply of each position on the path.
    path: HashMap<G::Key, usize, BuildKeyHasher>,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
}

/// A move, with what is known of the position it leads to.
struct Child<G: ZeroSum> {
    index: usize,
    node: Node<G>,
    /// Proved of the position alone.
    bounds: Bounds,
    /// From its own side's view.
    numbers: Numbers,
    /// If it is settled: the smallest ply that this depends on through a repetition.
    depends_on: usize,
    /// The game's hint.
    rank: i32,
}

/// What a search found of a node.
struct Found {
    bounds: Bounds,
    numbers: Numbers,
    depends_on: usize,
}

impl<G: ZeroSum> Dfpn<G> {
    /// A search that takes at most about so many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            estimates: Estimates::new(bytes),
            path: HashMap::default(),
            moves: Vec::new(),
            replies: Vec::new(),
        }
    }

    /// Searches until the bounds of `node` decide "is it a win?" or "is it at least a draw?". Called
    /// again, it goes on with the estimates that it has.
    ///
    /// # Errors
    /// [`CutShort::Plies`] of any other question: it finds no distances.
    pub(crate) fn narrow<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        bounds: &mut Bounds,
        bound: Score,
    ) -> Result<(), Stop> {
        *bounds = bounds.meet(context.assess(node, bound)?);
        if bounds.decide(bound) {
            return Ok(());
        }
        let is_attack = match bound {
            WIN => true,
            Score::DRAW => false,
            _ => return Err(Stop::Limit(CutShort::Plies)),
        };
        self.path.clear();
        let no_limit = Numbers { reach: NEVER, fail: NEVER };
        let found = self.search(context, node, is_attack, no_limit, 0)?;
        *bounds = bounds.meet(found.bounds);
        Ok(())
    }

    /// Searches a node that goes on until it is settled or one of its numbers comes to its limit.
    fn search<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        is_attack: bool,
        limit: Numbers,
        ply: usize,
    ) -> Result<Found, Stop> {
        context.limits.enter()?;
        Context::<G, P>::check_depth(ply)?;
        let nodes_before = context.limits.nodes();
        self.path.insert(node.key, ply);
        let result = self.expand(context, node, is_attack, limit, ply);
        self.path.remove(&node.key);
        let (found, best) = result?;
        let work = context.limits.nodes() - nodes_before + 1;
        if found.numbers.is_settled() && found.depends_on >= ply {
            found.bounds.check()?;
            let best = u8::try_from(best).unwrap_or(NO_MOVE);
            context.table.put(node.key, found.bounds, best, work);
        } else {
            // Settled on this path alone: nothing is claimed, but it looks bad for the attacker.
            let numbers = match (found.numbers, is_attack) {
                (Numbers::FAILED, true) => Numbers { reach: MOST, fail: 1 },
                (Numbers::REACHED, false) => Numbers { reach: 1, fail: MOST },
                (numbers, _) => numbers,
            };
            self.estimates.put(node.key, is_attack, numbers, work);
        }
        Ok(found)
    }

    /// What is found of a node, and the index of the move that reaches the aim.
    fn expand<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        is_attack: bool,
        limit: Numbers,
        ply: usize,
    ) -> Result<(Found, usize), Stop> {
        let mut children = self.children(context, node, is_attack)?;
        loop {
            let numbers = of_children(&children);
            if numbers.is_settled() || numbers.reach >= limit.reach || numbers.fail >= limit.fail {
                return Ok(conclude(&children, numbers, is_attack, ply));
            }
            let (best, limit) = choose(&children, numbers, limit);
            let child = &mut children[best];
            let found = self.search(context, &child.node, !is_attack, limit, ply + 1)?;
            child.bounds = child.bounds.meet(found.bounds);
            (child.numbers, child.depends_on) = (found.numbers, found.depends_on);
            self.refresh(context, &mut children, is_attack);
        }
    }

    /// The moves of a node, those that promise most first.
    fn children<P: Probe<G>>(
        &mut self,
        context: &mut Context<'_, G, P>,
        node: &Node<G>,
        is_attack: bool,
    ) -> Result<Vec<Child<G>>, Stop> {
        let question = child_question(if is_attack { WIN } else { Score::DRAW });
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        context.game.moves(&node.state, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            let child = context.child(node, mv);
            let bounds = context.assess(&child, question)?;
            let (mut numbers, mut depends_on) = (settled(bounds, question), NO_PLY);
            if numbers.is_none()
                && let Some(&earlier) = self.path.get(&child.key)
            {
                // To come back wins nothing: the attacker fails, the defender holds.
                numbers = Some(if is_attack { Numbers::REACHED } else { Numbers::FAILED });
                depends_on = earlier;
            }
            let numbers = numbers
                .or_else(|| self.estimates.get(child.key, !is_attack))
                .unwrap_or_else(|| {
                    self.replies.clear();
                    context.game.moves(&child.state, &mut self.replies);
                    Numbers::of_moves(self.replies.len())
                });
            let rank = context.game.order_hint(&node.state, mv);
            children.push(Child { index, node: child, bounds, numbers, depends_on, rank });
            if numbers == Numbers::FAILED && depends_on == NO_PLY {
                // The aim is reached, whatever the other moves are worth.
                break;
            }
        }
        self.moves = moves;
        if context.techniques.ordering {
            children.sort_by_key(|child| std::cmp::Reverse(child.rank));
        }
        Ok(children)
    }

    /// Takes over what has become known of children by other ways.
    fn refresh<P: Probe<G>>(
        &self,
        context: &Context<'_, G, P>,
        children: &mut [Child<G>],
        is_attack: bool,
    ) {
        let question = child_question(if is_attack { WIN } else { Score::DRAW });
        let open = |child: &Child<G>| !child.numbers.is_settled();
        for child in children.iter().filter(|child| open(child)) {
            context.table.prefetch(&child.node.key);
        }
        for child in children.iter_mut().filter(|child| open(child)) {
            if let Some(entry) = context.table.get(&child.node.key) {
                let bounds = child.bounds.meet(entry.bounds);
                if let Some(numbers) = settled(bounds, question) {
                    (child.bounds, child.numbers, child.depends_on) = (bounds, numbers, NO_PLY);
                    continue;
                }
            }
            if let Some(numbers) = self.estimates.get(child.node.key, !is_attack) {
                child.numbers = numbers;
            }
        }
    }
}

/// The numbers of a position whose bounds decide the question, whose side to move aims at "yes".
fn settled(bounds: Bounds, question: Score) -> Option<Numbers> {
    if bounds.lower >= question {
        Some(Numbers::REACHED)
    } else if bounds.upper < question {
        Some(Numbers::FAILED)
    } else {
        None
    }
}

/// The numbers of a node: one of the children must fail for its side to reach its aim; for it to fail
/// all must reach theirs. The effort for all is taken as the greatest of them and one for each other:
/// their sum would count positions that several lines share again and again (Ueda and others 2008).
fn of_children<G: ZeroSum>(children: &[Child<G>]) -> Numbers {
    let mut numbers = Numbers { reach: NEVER, fail: 0 };
    let mut open = 0;
    for child in children {
        numbers.reach = numbers.reach.min(child.numbers.fail);
        numbers.fail = numbers.fail.max(child.numbers.reach);
        open += u32::from(child.numbers.reach > 0);
    }
    if numbers.reach == 0 {
        return Numbers::REACHED;
    }
    if numbers.fail > 0 {
        numbers.fail = numbers.fail.saturating_add(open - 1).min(MOST);
    }
    numbers
}

/// The child to search next, and its limits: until another looks better, or the node's own limits are
/// reached.
fn choose<G: ZeroSum>(children: &[Child<G>], numbers: Numbers, limit: Numbers) -> (usize, Numbers) {
    let (mut best, mut second, mut open) = (0, NEVER, 0);
    for (i, child) in children.iter().enumerate() {
        open += u32::from(child.numbers.reach > 0);
        let effort = |child: &Child<G>| (child.numbers.fail, child.numbers.reach);
        if i == 0 {
            continue;
        }
        if effort(child) < effort(&children[best]) {
            second = children[best].numbers.fail;
            best = i;
        } else {
            second = second.min(child.numbers.fail);
        }
    }
    debug_assert!(children[best].numbers.fail == numbers.reach);
    // A little more than the second best: else two equal moves are left in turns, each time losing the
    // place (Pawlewicz and Lew 2007).
    let fail = limit.reach.min(second.saturating_add(second / 4).saturating_add(1));
    let reach = if limit.fail == NEVER { NEVER } else { limit.fail - (open - 1) };
    (best, Numbers { reach, fail })
}

/// What the children prove of a node.
fn conclude<G: ZeroSum>(
    children: &[Child<G>],
    numbers: Numbers,
    is_attack: bool,
    ply: usize,
) -> (Found, usize) {
    let mut found = Found { bounds: Bounds::UNKNOWN, numbers, depends_on: NO_PLY };
    let mut best = usize::from(NO_MOVE);
    if numbers.reach == 0 {
        // One child carries the claim: the one that leans least on the path, then the fastest win.
        let rank = |child: &&Child<G>| {
            (child.depends_on, child.bounds.to_parent().lower, std::cmp::Reverse(child.index))
        };
        let reached = children.iter().filter(|child| child.numbers.fail == 0);
        if let Some(child) = reached.max_by_key(rank) {
            best = child.index;
            found.depends_on = child.depends_on;
            let lower = if is_attack { child.bounds.to_parent().lower } else { Score::DRAW };
            found.bounds.lower = lower;
        }
    } else if numbers.fail == 0 {
        found.depends_on = children.iter().map(|child| child.depends_on).min().unwrap_or(NO_PLY);
        let of_moves = children.iter().map(|child| child.bounds.to_parent().upper);
        found.bounds.upper = match of_moves.max() {
            Some(upper) if !is_attack => upper,
            _ => Score::DRAW,
        };
    }
    // What depends on nothing above the node holds of the position alone.
    if found.depends_on >= ply {
        found.depends_on = NO_PLY;
    } else {
        found.bounds = Bounds::UNKNOWN;
    }
    (found, best)
}
