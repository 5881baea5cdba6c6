//! UCT (Kocsis and Szepesvari 2006): Monte Carlo tree search that treats every choice as a bandit
//! problem (UCB1, Auer, Cesa-Bianchi and Fischer 2002). Each round walks down the tree by the upper
//! confidence bounds, adds one position, plays on at random to the end and credits every player with its
//! utility on the way.
//!
//! What it gives are estimates. They tend to the values as rounds go on, but no number of rounds proves
//! anything: the result type has no field that could say so.

use retrosolve_games::{Actor, Game};

use crate::connect4::Random;

/// How to sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctSettings {
    /// Rounds.
    pub rounds: u32,
    /// The seed: the same seed gives the same result.
    pub seed: u64,
    /// The weight of uncertainty, in units of the range of utilities; sqrt(1/2) is that of the paper
    /// for utilities in the unit interval.
    pub exploration: f64,
    /// The least and the greatest utility, which scale the above.
    pub range: (i32, i32),
    /// Plies after which a game is counted as 0 for everyone.
    pub plies: u32,
}

impl Default for UctSettings {
    /// 10,000 rounds of a game with utilities from -1 to 1.
    fn default() -> Self {
        Self {
            rounds: 10_000,
            seed: 1,
            exploration: std::f64::consts::FRAC_1_SQRT_2,
            range: (-1, 1),
            plies: 200,
        }
    }
}

/// What sampling suggests; never a proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate<M> {
    /// The move that was tried most often, the first of equals; `None` if the game is over.
    pub best: Option<M>,
    /// Every move, in the game's order.
    pub moves: Vec<MoveEstimate<M>>,
    /// Rounds that were played.
    pub rounds: u32,
}

/// What sampling suggests of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveEstimate<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u32,
    /// The mean utility to the player at the root; NaN if it was never tried.
    pub mean: f64,
}

/// Estimates the moves of a position of any game.
pub fn uct<G: Game>(game: &G, state: &G::State, settings: &UctSettings) -> Estimate<G::Move> {
    let mut tree = Tree { game, settings, random: Random(settings.seed), nodes: Vec::new() };
    let root = tree.add(state.clone());
    if tree.nodes[root].edges.is_empty() {
        return Estimate { best: None, moves: Vec::new(), rounds: 0 };
    }
    for _ in 0..settings.rounds {
        tree.round(root);
    }
    let moves: Vec<_> = tree.nodes[root]
        .edges
        .iter()
        .map(|edge| MoveEstimate {
            mv: edge.mv,
            visits: edge.visits,
            mean: edge.sum / f64::from(edge.visits),
        })
        .collect();
    let most = moves.iter().map(|estimate| estimate.visits).max();
    let best = moves.iter().find(|estimate| Some(estimate.visits) == most).map(|e| e.mv);
    Estimate { best, moves, rounds: settings.rounds }
}

struct Edge<M> {
    mv: M,
    weight: u32,
    child: Option<usize>,
    visits: u32,
    /// The utilities gathered by the player who chooses here.
    sum: f64,
}

struct Node<G: Game> {
    state: G::State,
    actor: Actor,
    edges: Vec<Edge<G::Move>>,
    visits: u32,
}

struct Tree<'a, G: Game> {
    game: &'a G,
    settings: &'a UctSettings,
    random: Random,
    nodes: Vec<Node<G>>,
}

impl<G: Game> Tree<'_, G> {
    fn add(&mut self, state: G::State) -> usize {
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        let edge = |mv| {
            let weight = self.game.weight(&state, mv);
            Edge { mv, weight, child: None, visits: 0, sum: 0.0 }
        };
        let edges = moves.into_iter().map(edge).collect();
        let actor = self.game.actor(&state);
        self.nodes.push(Node { state, actor, edges, visits: 0 });
        self.nodes.len() - 1
    }

    /// Selection, expansion, a random game, and credit to all on the way.
    fn round(&mut self, root: usize) {
        let (mut node, mut path, mut plies) = (root, Vec::new(), 0);
        while !self.nodes[node].edges.is_empty() && plies < self.settings.plies {
            let edge = self.select(node);
            path.push((node, edge));
            plies += 1;
            match self.nodes[node].edges[edge].child {
                Some(child) => node = child,
                None => {
                    let mv = self.nodes[node].edges[edge].mv;
                    let state = self.game.play(&self.nodes[node].state, mv);
                    let child = self.add(state);
                    self.nodes[node].edges[edge].child = Some(child);
                    node = child;
                    break;
                }
            }
        }
        let utilities = self.play_out(self.nodes[node].state.clone(), plies);
        for (node, edge) in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            let edge = &mut node.edges[edge];
            edge.visits += 1;
            // Credit at a chance node is of no use to anyone.
            if let Actor::Player(player) = node.actor {
                edge.sum += f64::from(utilities[usize::from(player)]);
            }
        }
    }

    /// Untried moves first, then the greatest upper confidence bound; chance by its odds.
    fn select(&mut self, node: usize) -> usize {
        let Node { actor, edges, visits, .. } = &self.nodes[node];
        if *actor == Actor::Chance {
            return draw(&mut self.random, edges.iter().map(|edge| edge.weight));
        }
        let untried: Vec<_> = (0..edges.len()).filter(|&i| edges[i].visits == 0).collect();
        if !untried.is_empty() {
            return untried[self.random.below(untried.len() as u32) as usize];
        }
        let range = f64::from(self.settings.range.1) - f64::from(self.settings.range.0);
        let weight = self.settings.exploration * range;
        let log = 2.0 * f64::from(*visits).ln();
        let bound = |edge: &Edge<G::Move>| {
            let tried = f64::from(edge.visits);
            edge.sum / tried + weight * (log / tried).sqrt()
        };
        let better = |best: usize, i: usize| {
            if bound(&edges[i]) > bound(&edges[best]) { i } else { best }
        };
        (0..edges.len()).fold(0, better)
    }

    /// The utilities of a random game from a state.
    fn play_out(&mut self, mut state: G::State, mut plies: u32) -> Vec<i32> {
        let mut moves = Vec::new();
        loop {
            if let Some(utilities) = self.game.utilities(&state) {
                return utilities;
            }
            moves.clear();
            self.game.moves(&state, &mut moves);
            if moves.is_empty() || plies >= self.settings.plies {
                return vec![0; usize::from(self.game.players())];
            }
            let mv = moves[match self.game.actor(&state) {
                Actor::Chance => {
                    let weights = moves.iter().map(|&mv| self.game.weight(&state, mv));
                    draw(&mut self.random, weights)
                }
                Actor::Player(_) => self.random.below(moves.len() as u32) as usize,
            }];
            state = self.game.play(&state, mv);
            plies += 1;
        }
    }
}

/// The place of a random weight, by its share of the sum; the first if all are 0.
fn draw(random: &mut Random, weights: impl Iterator<Item = u32> + Clone) -> usize {
    let total: u64 = weights.clone().map(u64::from).sum();
    let mut drawn = random.next() % total.max(1);
    for (place, weight) in weights.enumerate() {
        if drawn < weight.into() {
            return place;
        }
        drawn -= u64::from(weight);
    }
    0
}
