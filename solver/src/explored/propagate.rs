use retrosolve_games::{Score, Wdl, ZeroSum};

use super::graph::{Graph, Vertex};
use crate::Bounds;
use crate::bounds::to_parent;

/// Computes the bounds of every position of the explored graph.
///
/// Each position stands twice: one *copy* carries its lower bound, the other its upper bound. A move
/// leads from the lower copy to the upper one of the target and the other way round, since what is
/// best for one side is worst for the other. Each copy then has an ordinary game value with infinite
/// play as a draw, found by retrograde analysis in order of distance: positions that are not expanded
/// count as what is known of them, which where nothing is known is a loss at once for the lower bound
/// and a win at once for the upper.
///
/// What is known already of an expanded position (from a table, or an earlier search) takes part: a
/// known bound enters at its distance, and a value that would pass a known bound waits for it.
#[derive(Default)]
pub(super) struct Propagation {
    /// By copy: the score once it is final.
    scores: Vec<Option<Score>>,
    /// By copy: moves that are not known to lose.
    open_moves: Vec<u32>,
    /// By distance in plies: the copies to be final there, with who wins.
    levels: Vec<Vec<(u32, Wdl)>>,
}

const LOWER: u32 = 0;
const UPPER: u32 = 1;

fn copy(vertex: Vertex, side: u32) -> usize {
    2 * vertex as usize + side as usize
}

impl Propagation {
    /// Brings the bounds in `graph` up to date and tells `news` of every position whose outcome has
    /// become known.
    pub(super) fn run<G: ZeroSum>(
        &mut self,
        graph: &mut Graph<G>,
        mut news: impl FnMut(G::Key, Bounds),
    ) {
        self.seed(graph);
        let mut plies = 0;
        while plies < self.levels.len() {
            // A level may grow while it is read: wins of the greatest distance beget such losses.
            let mut next = 0;
            while let Some(&(id, winner)) = self.levels[plies].get(next) {
                next += 1;
                self.settle(graph, id, winner, plies as u16);
            }
            self.levels[plies].clear();
            plies += 1;
        }
        for vertex in 0..graph.len() as Vertex {
            if !graph.is_expanded(vertex) {
                continue;
            }
            let [lower, upper] =
                [LOWER, UPPER].map(|side| self.scores[copy(vertex, side)].unwrap_or(Score::DRAW));
            let was_open = graph.bounds(vertex).wdl().is_none();
            // A copy that is not final is a draw as far as this pass can tell; what was known stays.
            if graph.learn(vertex, Bounds { lower, upper }) {
                let bounds = graph.bounds(vertex);
                if was_open && bounds.wdl().is_some() {
                    news(graph.key(vertex), bounds);
                }
            }
        }
    }

    /// Enters what is known before any move is looked at.
    fn seed<G: ZeroSum>(&mut self, graph: &Graph<G>) {
        self.scores.clear();
        self.scores.resize(2 * graph.len(), None);
        self.open_moves.clear();
        for vertex in 0..graph.len() as Vertex {
            self.open_moves.extend([graph.move_count(vertex); 2]);
            let Bounds { lower, upper } = graph.bounds(vertex);
            let expanded = graph.is_expanded(vertex);
            // Of an expanded position a lower bound that is a loss only says how far away it is.
            if !expanded || lower > Score::DRAW {
                self.enter(copy(vertex, LOWER), lower);
            }
            if !expanded || upper < Score::DRAW {
                self.enter(copy(vertex, UPPER), upper);
            }
        }
    }

    /// Puts a copy on the level of its score; a draw has none.
    fn enter(&mut self, id: usize, score: Score) {
        let Some(plies) = score.plies() else { return };
        let plies = usize::from(plies);
        if self.levels.len() <= plies {
            self.levels.resize_with(plies + 1, Vec::new);
        }
        self.levels[plies].push((id as u32, score.wdl()));
    }

    /// Makes a copy final and tells its predecessors.
    fn settle<G: ZeroSum>(&mut self, graph: &Graph<G>, id: u32, winner: Wdl, plies: u16) {
        if self.scores[id as usize].is_some() {
            return;
        }
        let score = if winner == Wdl::Win { Score::win_in(plies) } else { Score::loss_in(plies) };
        self.scores[id as usize] = Some(score);
        let (vertex, side) = (id / 2, id % 2);
        for predecessor in graph.predecessors(vertex) {
            let above = copy(predecessor, 1 - side);
            if self.scores[above].is_some() {
                continue;
            }
            if winner == Wdl::Win {
                self.open_moves[above] -= 1;
                if self.open_moves[above] > 0 {
                    continue;
                }
            }
            let known = graph.bounds(predecessor);
            let score = to_parent(score);
            let score = if side == UPPER { score.max(known.lower) } else { score.min(known.upper) };
            // A known bound on the other side of the draw, or at it, rules this outcome out.
            if score.wdl() == -winner {
                self.enter(above, score);
            }
        }
    }
}
