//! What a recorded search says of itself: its counts, and that nothing it cut could have mattered.

use std::collections::{HashMap, HashSet};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::tree::{Kind, Node, Tree};
use retrosolve_games::{Actor, Game};

use crate::players::{bounds, three};
use crate::random::tree;
use retrosolve_solver::toolkit::{
    Cause, ChanceMethod, ChanceSettings, Counts, Event, Ignorance, MaxnSettings, Method, Recorder,
    Settings, maxn, search, search_chance,
};

/// A tree some of whose leaves are worth something else.
struct Changed<'a> {
    tree: &'a Tree,
    leaves: HashMap<Node, Vec<i32>>,
}

impl Game for Changed<'_> {
    type State = Node;
    type Move = Node;

    fn name(&self) -> &'static str {
        "changed"
    }

    fn board(&self) -> String {
        String::new()
    }

    fn root(&self) -> Node {
        self.tree.root()
    }

    fn players(&self) -> u8 {
        self.tree.players()
    }

    fn actor(&self, state: &Node) -> Actor {
        self.tree.actor(state)
    }

    fn moves(&self, state: &Node, moves: &mut Vec<Node>) {
        self.tree.moves(state, moves);
    }

    fn play(&self, state: &Node, mv: Node) -> Node {
        self.tree.play(state, mv)
    }

    fn utilities(&self, state: &Node) -> Option<Vec<i32>> {
        self.leaves.get(state).cloned().or_else(|| self.tree.utilities(state))
    }

    fn weight(&self, state: &Node, mv: Node) -> u32 {
        self.tree.weight(state, mv)
    }
}

/// The leaves below a node.
fn leaves(tree: &Tree, node: Node, found: &mut HashSet<Node>) {
    match tree.kind(node) {
        Kind::Leaf(_) => {
            found.insert(node);
        }
        kind => kind.children().iter().for_each(|&child| leaves(tree, child, found)),
    }
}

/// Checks the counts and that every leaf is seen or cut; returns those that were not seen.
fn unseen(tree: &Tree, recorder: &Recorder<'_, Tree>, counts: Counts, once: bool) -> Vec<Node> {
    let (mut seen, mut cut) = (HashSet::new(), HashSet::new());
    let (mut nodes, mut visits, mut cuts) = (0, 0, 0);
    // The leaves seen at each open node.
    let mut open = vec![HashSet::new()];
    for step in recorder.steps() {
        match &step.event {
            Event::Enter(..) => {
                nodes += 1;
                open.push(HashSet::new());
            }
            Event::Leaf(node, _) => {
                visits += 1;
                open.last_mut().expect("the root's").insert(*node);
                let is_new = seen.insert(*node);
                assert!(is_new || !once, "{} is seen twice", tree.node_name(*node));
            }
            Event::Cut { at, rest, by } => {
                cuts += 1;
                rest.iter().for_each(|&node| leaves(tree, node, &mut cut));
                assert!(rest.iter().all(|node| tree.kind(*at).children().contains(node)));
                let here = open.last().expect("an open node");
                assert!(rest.iter().all(|node| !here.contains(node)), "seen and cut:\n{tree}");
                assert!(!matches!(by, Cause::Window(_)) || !once, "the whole window is open");
            }
            Event::Leave(..) => drop(open.pop()),
            Event::Pass(_) => {}
        }
    }
    assert_eq!((counts.nodes, counts.leaves, counts.exact), (nodes, visits, cuts), "{tree}");
    let mut all = HashSet::new();
    leaves(tree, tree.root(), &mut all);
    let unseen: Vec<_> = all.into_iter().filter(|leaf| !seen.contains(leaf)).collect();
    assert!(unseen.iter().all(|leaf| cut.contains(leaf)), "left out without a reason:\n{tree}");
    unseen
}

#[test]
fn what_two_players_cut_cannot_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut all = 0;
    for seed in 0..400 {
        let tree = tree(seed, 5, false);
        let root = tree.root();
        for method in Method::ALL {
            let mut recorder = Recorder::new(&tree);
            let settings = Settings::new(method);
            let report =
                search(&tree, &Ignorance, &root, &settings, &mut recorder).expect("a tree");
            let once = !matches!(method, Method::Pvs | Method::Mtdf);
            let cut = unseen(&tree, &recorder, report.counts, once);
            all += cut.len();
            let value = rng.random_range(-99..=99);
            let leaves = cut.into_iter().map(|leaf| (leaf, vec![value, -value])).collect();
            let changed = Changed { tree: &tree, leaves };
            let plain = Settings::new(Method::Minimax);
            let other = search(&changed, &Ignorance, &root, &plain, &mut ()).expect("a tree");
            assert_eq!(other.value, report.value, "{} on\n{tree}", method.name());
        }
    }
    assert!(all > 10_000, "{all}");
}

#[test]
fn what_star1_and_star2_cut_cannot_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut all = 0;
    for seed in 0..1000 {
        let tree = tree(seed, 5, true);
        let (root, range) = (tree.root(), tree.range(0));
        for method in ChanceMethod::ALL {
            let mut recorder = Recorder::new(&tree);
            let settings = ChanceSettings::new(method, range);
            let report =
                search_chance(&tree, &Ignorance, &root, &settings, &mut recorder).expect("a tree");
            let cut = unseen(&tree, &recorder, report.counts, method != ChanceMethod::Star2);
            all += cut.len();
            let value = rng.random_range(range.0..=range.1);
            let leaves = cut.into_iter().map(|leaf| (leaf, vec![value, -value])).collect();
            let changed = Changed { tree: &tree, leaves };
            let plain = ChanceSettings::new(ChanceMethod::Expectiminimax, range);
            let other = search_chance(&changed, &Ignorance, &root, &plain, &mut ());
            assert_eq!(other.expect("a tree").value, report.value, "{} on\n{tree}", method.name());
        }
    }
    assert!(all > 1000, "{all}");
}

#[test]
fn what_maxn_cuts_cannot_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut all = 0;
    for seed in 0..1000 {
        let tree = three(seed);
        let root = tree.root();
        let bounds = bounds(&tree);
        let settings = MaxnSettings { bounds: Some(bounds.clone()), ..MaxnSettings::default() };
        let mut recorder = Recorder::new(&tree);
        let report = maxn(&tree, &Ignorance, &root, &settings, &mut recorder).expect("a tree");
        let cut = unseen(&tree, &recorder, report.counts, true);
        all += cut.len();
        let least = &bounds.least;
        let mut tuple = || {
            let mut left = 9 - least.iter().sum::<i32>();
            let mut extra = |last: bool| {
                let extra = if last { left } else { rng.random_range(0..=left) };
                left -= extra;
                extra
            };
            vec![least[0] + extra(false), least[1] + extra(false), least[2] + extra(true)]
        };
        let leaves = cut.into_iter().map(|leaf| (leaf, tuple())).collect();
        let changed = Changed { tree: &tree, leaves };
        let other = maxn(&changed, &Ignorance, &root, &MaxnSettings::default(), &mut ());
        assert_eq!(other.expect("a tree").values, report.values, "{tree}");
    }
    assert!(all > 1000, "{all}");
}
