//! Searches that are cut short tell no lies.

use std::time::{Duration, Instant};

use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::graph::Graph;
use retrosolve_games::{Game, NoTables, Notation, Score, Wdl};

use super::{COMPLETE_WAYS, check, options, oracle, random, solve};
use crate::{CutShort, Method, Mode, Options};

#[test]
fn whatever_the_node_limit_the_bounds_hold_and_the_move_is_legal() {
    for seed in 0..1_000 {
        let graph = random::graph(seed);
        let truth = oracle::scores(&graph, [graph.root()], &[]);
        for method in COMPLETE_WAYS {
            for mode in [Mode::Weak, Mode::Strong] {
                let full = solve(&graph, &NoTables, &graph.root(), &options(method, mode));
                for nodes in 0..=full.nodes {
                    let options = Options { nodes: Some(nodes), ..options(method, mode) };
                    let answer = solve(&graph, &NoTables, &graph.root(), &options);
                    check(&graph, &graph.root(), &answer, |node| truth[node]);
                    assert!(answer.nodes <= nodes, "seed {seed}");
                    let is_cut = answer.cut_short == Some(CutShort::Nodes);
                    assert_eq!(is_cut, nodes < full.nodes, "seed {seed} at {nodes} nodes");
                }
            }
        }
    }
}

#[test]
fn a_larger_limit_never_knows_less() {
    for seed in 0..300 {
        let graph = random::graph(seed);
        for method in COMPLETE_WAYS {
            let at = |nodes| {
                let options = Options { nodes: Some(nodes), ..options(method, Mode::Strong) };
                solve(&graph, &NoTables, &graph.root(), &options).bounds
            };
            let all: Vec<_> = (0..40).map(at).collect();
            for pair in all.windows(2) {
                assert_eq!(pair[0].meet(pair[1]), pair[1], "seed {seed} by {}", method.name());
            }
        }
    }
}

#[test]
fn a_node_limit_is_exact_and_reproducible_on_boards() {
    let game = ConnectFour::new("5x4".parse().expect("a board"));
    for nodes in [0, 1, 10, 1000] {
        let options = Options { nodes: Some(nodes), ..options(Method::Auto, Mode::Strong) };
        let answer = solve(&game, &NoTables, &game.root(), &options);
        assert_eq!((answer.nodes, answer.cut_short), (nodes, Some(CutShort::Nodes)));
        assert!(!answer.exact && answer.best.is_some());
        assert!(answer.bounds.contains(Score::DRAW));
    }
}

#[test]
fn a_time_limit_strikes_and_leaves_a_legal_move() {
    // Six kings on open board, without tables: nothing that is solved at once.
    let game = Checkers::new(Board::EIGHT);
    let state = game.parse_state("W:WK1,K2,K3,K5:BK28,K31,K32,K30").expect("a position");
    for method in COMPLETE_WAYS {
        let time = Duration::from_millis(50);
        let options = Options { time: Some(time), ..options(method, Mode::Weak) };
        let start = Instant::now();
        let answer = solve(&game, &NoTables, &state, &options);
        assert!(start.elapsed() < time * 40, "{:?} by {}", start.elapsed(), method.name());
        assert_eq!(answer.cut_short, Some(CutShort::Time));
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert!(answer.best.is_some_and(|best| moves.contains(&best)));
    }
}

#[test]
fn a_small_graph_stops_at_its_memory_and_says_so() {
    let game = Checkers::new(Board::EIGHT);
    let state = game.parse_state("W:WK1,K2:BK31,K32").expect("a position");
    let options = Options { graph_bytes: 1 << 16, ..options(Method::Explored, Mode::Strong) };
    let answer = solve(&game, &NoTables, &state, &options);
    assert_eq!((answer.cut_short, answer.exact), (Some(CutShort::Memory), false));
}

#[test]
fn a_ply_limit_ends_the_horizon() {
    let game = Checkers::new(Board::EIGHT);
    let state = game.parse_state("W:WK1:BK32").expect("a position");
    let options = Options { plies: Some(5), ..options(Method::Horizon, Mode::Strong) };
    let answer = solve(&game, &NoTables, &state, &options);
    assert_eq!(answer.cut_short, Some(CutShort::Plies));
    assert!(answer.bounds.lower < Score::loss_in(5).next().next());
    assert!(answer.bounds.lower > Score::loss_in(5) && answer.bounds.upper < Score::win_in(5));
}

#[test]
fn lines_of_thousands_of_plies_do_not_overflow_the_stack() {
    // A corridor; with a way from its last room back to the first, or without.
    let length = 15_001;
    let corridor = |back: &str| -> Graph {
        let rooms = (0..length - 1).map(|room| format!("{room}: {}\n", room + 1));
        let end = format!("{}: {length}{back}\n{length} = -1\n", length - 1);
        rooms.chain([end]).collect::<String>().parse().expect("a graph")
    };
    let (cyclic, acyclic) = (corridor(", 0"), corridor(""));
    for (graph, methods) in
        [(&cyclic, &COMPLETE_WAYS[..]), (&acyclic, &[Method::AlphaBeta, Method::Repetition])]
    {
        for &method in methods {
            let options = options(method, Mode::Strong);
            let answer = crate::solve(graph, &NoTables, &graph.root(), &options).expect("no table");
            assert_eq!(answer.score(), Some(Score::win_in(length)), "{}", method.name());
            assert_eq!(answer.line.len(), usize::from(length));
        }
    }
}

/// The value may be known from the transposition table while the move that reaches it is not.
#[test]
fn an_exact_answer_has_a_best_move_that_is_proved() {
    let graph: Graph = "0: 8, 3, 1  1: 7, 8  3: 8, 3  8 = +1  7 = +1".parse().unwrap();
    for nodes in 0..8 {
        let options = Options { nodes: Some(nodes), ..options(Method::Repetition, Mode::Strong) };
        let answer = solve(&graph, &NoTables, &graph.root(), &options);
        assert!(!answer.exact || answer.best == graph.node("1"), "{answer:?}");
    }
}

#[test]
fn a_distance_beyond_the_scale_is_not_claimed() {
    let plies = u32::from(Score::MAX_PLIES) + 2;
    let chain: Vec<_> = (0..plies).map(|i| format!("{i}: {}", i + 1)).collect();
    let graph: Graph = format!("{} {plies} = -1", chain.join(" ")).parse().unwrap();
    let options = options(Method::Explored, Mode::Strong);
    let answer = solve(&graph, &NoTables, &graph.root(), &options);
    assert_eq!((answer.exact, answer.cut_short), (false, Some(CutShort::Plies)));
    assert_eq!(answer.wdl(), Some(Wdl::Loss));
}
