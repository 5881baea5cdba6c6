//! Every method in every combination has plain minimax's value.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::graph::{Graph, Node};
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{Game, NoTables, Notation, ZeroSum};

use crate::plain;
use crate::random::{checkers_endings, positions, tree};
use crate::{combinations, run, run_root};
use retrosolve_solver::toolkit::{
    Alternating, CheckersKnowledge, Connect4Knowledge, Ignorance, Knowledge, Method, Order, Proofs,
    Scale, Settings, ToolkitError, Value, search, value_of_score,
};

/// Compares all combinations with minimax; the best move must have the value too.
fn compare<G: Game>(game: &G, knowledge: &dyn Knowledge<G>, state: &G::State, base: &Settings) {
    let plain = Settings { method: Method::Minimax, ..base.clone() };
    let value = run(game, knowledge, state, &plain).value;
    let deeper = || Settings { depth: plain.depth.map(|depth| depth + 2), ..plain.clone() };
    let deeper = LazyCell::new(|| run(game, knowledge, state, &deeper()).value);
    for settings in combinations(base) {
        let report = run(game, knowledge, state, &settings);
        // What is proved is true at every depth.
        assert!(!report.proved || *deeper == value, "{state:?} by {settings:?}");
        // Deepening may end before the last depth, by a proof.
        let is_same = report.depth == settings.depth || report.proved && settings.deepening;
        assert!(is_same, "{state:?}: depth {:?} by {settings:?}", report.depth);
        assert_eq!(report.value, value, "{state:?} by {settings:?}");
        check_best(game, knowledge, state, &settings, report.best, value);
    }
}

fn check_best<G: Game>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    state: &G::State,
    settings: &Settings,
    best: Option<G::Move>,
    value: Value,
) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let best = best.expect("the game is not over");
    assert!(moves.contains(&best), "{state:?}: {best:?} is not legal");
    let next = game.play(state, best);
    let depth = settings.depth.map(|depth| depth - 1);
    let plain = Settings { method: Method::Minimax, depth, ..settings.clone() };
    let plain = Settings { deepening: false, ..plain };
    let below = run(game, knowledge, &next, &plain).value;
    let keeps_side = game.actor(&next) == game.actor(state) && game.utilities(&next).is_none();
    let below = if keeps_side || is_end_for_mover(game, state, &next) { below } else { -below };
    assert_eq!(settings.scale.up(below), value, "{state:?}: {best:?} by {settings:?}");
}

/// Whether a report on the end of the game is from the view of the one who moved there.
fn is_end_for_mover<G: Game>(game: &G, state: &G::State, next: &G::State) -> bool {
    game.utilities(next).is_some() && game.actor(next) == game.actor(state)
}

#[test]
fn on_random_trees() {
    for seed in 0..120 {
        let tree = tree(seed, 2 + seed as u32 % 5, false);
        compare(&tree, &Ignorance, &tree.root(), &Settings::new(Method::Minimax));
        let depth = Some(1 + seed as u32 % 4);
        compare(
            &tree,
            &Ignorance,
            &tree.root(),
            &Settings { depth, ..Settings::new(Method::Minimax) },
        );
    }
}

#[test]
fn on_tictactoe_from_the_third_ply() {
    let game = Mnk::tictactoe();
    for scale in [Scale::Utilities, Scale::Distances] {
        for state in positions(&game, 7, 3, 4) {
            compare(
                &game,
                &Ignorance,
                &state,
                &Settings { scale, ..Settings::new(Method::Minimax) },
            );
        }
    }
}

#[test]
fn on_connect_four_to_a_depth_with_and_without_quiescence() {
    let game = ConnectFour::new("5x5".parse().expect("a board"));
    let knowledge = Connect4Knowledge::default();
    for (i, state) in positions(&game, 11, 9, 12).into_iter().enumerate() {
        let base = Settings {
            scale: Scale::Distances,
            depth: Some(3 + i as u32 % 2),
            quiescence: 4 * (i as u32 % 3),
            ..Settings::new(Method::Minimax)
        };
        compare(&game, &knowledge, &state, &base);
    }
}

#[test]
fn on_checkers_of_four_pieces_to_a_depth_with_and_without_quiescence() {
    let game = Checkers::new(Board::EIGHT);
    let knowledge = CheckersKnowledge::default();
    for (i, state) in checkers_endings(3, 12).into_iter().enumerate() {
        let base = Settings {
            scale: Scale::Distances,
            depth: Some(3 + i as u32 % 2),
            quiescence: 6 * (i as u32 % 2),
            ..Settings::new(Method::Minimax)
        };
        compare(&game, &knowledge, &state, &base);
    }
}

#[test]
fn tictactoe_whole_as_plain_recursion_has_it() {
    let game = Mnk::tictactoe();
    let truth = plain::scores(&game);
    let proofs = Proofs::new(Ignorance, &NoTables);
    for (state, &score) in &truth {
        for method in &Method::ALL[1..] {
            let settings = Settings {
                scale: Scale::Distances,
                table: 1 << 10,
                order: vec![Order::Table, Order::Killers],
                proofs: true,
                ..Settings::new(*method)
            };
            let report = run(&game, &proofs, state, &settings);
            assert_eq!(report.value, value_of_score(score), "{state:?} by {}", method.name());
            assert!(report.proved);
        }
    }
    let plain = Settings { scale: Scale::Distances, ..Settings::new(Method::Minimax) };
    let report = run_root(&game, &plain);
    assert_eq!((report.value, report.counts.leaves), (0, 255_168), "all games of tic-tac-toe");
}

#[test]
fn connect_four_on_4x4_as_plain_recursion_has_it() {
    let game = ConnectFour::new("4x4".parse().expect("a board"));
    let truth = plain::scores(&game);
    let knowledge = Proofs::new(Connect4Knowledge::default(), &NoTables);
    let mut states: Vec<_> = truth.keys().filter(|state| state.stones() % 16 > 5).collect();
    states.sort_unstable();
    let sample = states.into_iter().step_by(701).copied().chain([game.root()]);
    let mut proved = 0;
    for state in sample {
        for method in &Method::ALL[2..] {
            for (proofs, deepening) in [(false, false), (true, false), (false, true)] {
                let settings = Settings {
                    scale: Scale::Distances,
                    table: 1 << 14,
                    order: Order::ALL.to_vec(),
                    proofs,
                    deepening,
                    aspiration: Some(2),
                    ..Settings::new(*method)
                };
                let report = run(&game, &knowledge, &state, &settings);
                assert_eq!(report.value, value_of_score(truth[&state]), "{state:?} {settings:?}");
                assert!(proofs || report.counts.proved == 0);
                proved += report.counts.proved;
            }
        }
    }
    assert!(proved > 0);
}

#[test]
fn on_graphs_whose_nodes_belong_to_no_player() {
    fn plain(graph: &Graph, node: Node, depth: u32) -> Value {
        match graph.outcome(&node) {
            Some(outcome) => outcome as Value - 1,
            None if depth == 0 => 0,
            None => {
                let mut moves = Vec::new();
                graph.moves(&node, &mut moves);
                let values = moves.iter().map(|&to| -plain(graph, to, depth - 1));
                values.max().expect("a node that is no end has successors")
            }
        }
    }
    for text in ["0:1,2 1:2,4 2:3,1 3=+1 4=-1", "0:2,1 1:0,3 2:3,4 3:2 4=-1"] {
        let graph: Graph = text.parse().expect("a graph");
        let game = Alternating(&graph);
        for depth in 1..8 {
            let base = Settings { depth: Some(depth), ..Settings::new(Method::Minimax) };
            let value = run_root(&game, &base).value;
            assert_eq!(value, plain(&graph, graph.root(), depth));
            for settings in combinations(&base) {
                assert_eq!(run_root(&game, &settings).value, value, "{text} {settings:?}");
            }
        }
    }
}

/// An estimate of every node, drawn by its number, for the first player.
struct Drawn;

impl<'a> Knowledge<Alternating<'a, Graph>> for Drawn {
    fn estimate(&self, _: &Alternating<'a, Graph>, (node, player): &(Node, u8)) -> Value {
        let drawn = (node.0 + 1).wrapping_mul(2_654_435_761) % 199;
        let own = drawn as Value - 99;
        if *player == 0 { own } else { -own }
    }
}

#[test]
fn on_random_graphs_where_a_node_is_met_at_several_depths() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..60 {
        let nodes = rng.random_range(4..=9);
        let mut lines: Vec<String> = (0..nodes)
            .map(|node| {
                let count = rng.random_range(1..=3);
                let to: BTreeSet<_> =
                    (0..count).map(|_| rng.random_range(0..=nodes).to_string()).collect();
                format!("{node}:{}", to.into_iter().collect::<Vec<_>>().join(","))
            })
            .collect();
        lines.push(format!("{nodes}=-1"));
        let Ok(graph) = lines.join(" ").parse::<Graph>() else { continue };
        let game = Alternating(&graph);
        for depth in 4..=7 {
            let base = Settings { depth: Some(depth), ..Settings::new(Method::Minimax) };
            compare(&game, &Drawn, &game.root(), &base);
        }
    }
}

#[test]
fn games_that_do_not_suit_are_refused_with_the_reason() {
    let settings = Settings::new(Method::Pvs);
    let refused = |text: &str| {
        let tree: retrosolve_games::tree::Tree = text.parse().expect("a tree");
        search(&tree, &Ignorance, &tree.root(), &settings, &mut ()).expect_err(text)
    };
    assert!(matches!(refused("a max: c  c chance: 1, 2"), ToolkitError::Chance { .. }));
    assert!(matches!(refused("a player 3: (1,1,1)"), ToolkitError::Players { players: 3, .. }));
    let error = refused("a player 1: (1,1), (2,3)");
    assert_eq!(
        error.to_string(),
        "pvs needs utilities that sum to 0, but [1, 1] do not; choose maxn"
    );
    let game = Checkers::new(Board::EIGHT);
    let state = game.parse_state("W:WK1:BK32").expect("a position");
    let error = search(&game, &Ignorance, &state, &settings, &mut ()).expect_err("cycles");
    assert!(matches!(error, ToolkitError::TooDeep { .. }));
}
