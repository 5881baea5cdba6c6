//! Positions of the game so far as terminal draws, against value iteration with just that.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::graph::{Graph, Node};
use retrosolve_games::{Game, NoTables, Notation, Score};

use super::probes::Known;
use super::{COMPLETE_WAYS, check, check_complete, options, oracle, random, solve};
use crate::{Method, Mode, Options, Solver};

const GRAPHS: u64 = 4_000;

/// A graph with a game that has been played on it: the positions before, and the one to solve.
fn game(seed: u64) -> (Graph, Vec<Node>, Node) {
    let graph = random::graph(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(!seed);
    let moves = rng.random_range(1..=8);
    let (history, place) = random::walk(&mut rng, &graph, moves);
    (graph, history, place)
}

#[test]
fn positions_of_the_game_count_as_terminal_draws() {
    let (mut changed, mut came_again) = (0, 0);
    for seed in 0..GRAPHS {
        let (graph, history, place) = game(seed);
        let truth = oracle::scores(&graph, [place], &history);
        let without = oracle::scores(&graph, [place], &[])[&place];
        changed += usize::from(truth[&place] != without);
        if history.contains(&place) {
            came_again += 1;
            let options = Options { history, ..options(Method::Auto, Mode::Strong) };
            let answer = solve(&graph, &NoTables, &place, &options);
            assert_eq!(answer.score(), Some(Score::DRAW), "seed {seed}: the game is over");
            assert_eq!((answer.best, answer.moves.len()), (None, 0));
            continue;
        }
        for method in COMPLETE_WAYS {
            for mode in [Mode::Weak, Mode::Strong] {
                let options = Options { history: history.clone(), ..options(method, mode) };
                let answer = solve(&graph, &NoTables, &place, &options);
                let truth = |node: &Node| truth.get(node).copied().unwrap_or(Score::DRAW);
                check(&graph, &place, &answer, truth);
                check_complete(&answer, &format!("seed {seed} by {}", method.name()));
            }
        }
    }
    assert!(changed > 50 && came_again > 50, "{changed} changed, {came_again} came again");
}

#[test]
fn a_history_moves_values_only_towards_the_draw() {
    for seed in 0..GRAPHS {
        let (graph, history, place) = game(seed);
        let with = oracle::scores(&graph, [place], &history);
        let without = oracle::scores(&graph, [place], &[]);
        for (node, &score) in &with {
            let free = without[node];
            let (low, high) = (free.min(Score::DRAW), free.max(Score::DRAW));
            assert!((low..=high).contains(&score), "seed {seed}, {node:?}: {free} became {score}");
        }
    }
}

/// Tables know no history: their wins and losses must not be taken while it can be met.
#[test]
fn tables_that_know_no_history_mislead_no_search() {
    for seed in 0..GRAPHS {
        let (graph, history, place) = game(seed);
        if history.contains(&place) {
            continue;
        }
        let truth = oracle::scores(&graph, [place], &history);
        let truth = |node: &Node| truth.get(node).copied().unwrap_or(Score::DRAW);
        for dtw in [false, true] {
            let tables = Known::all(&graph, dtw);
            for method in COMPLETE_WAYS {
                let options = Options { history: history.clone(), ..options(method, Mode::Strong) };
                let answer = solve(&graph, &tables, &place, &options);
                check(&graph, &place, &answer, truth);
                check_complete(&answer, &format!("seed {seed} by {}", method.name()));
            }
        }
    }
}

#[test]
fn table_values_that_the_history_keeps_from_use_are_named() {
    // From a the win leads through w, where the table has it; b, c and d lead back to a.
    let graph: Graph = "0: 1, 2  1: 3  2: 0, 4  3: 2, 5  4: 1, 6  5 = -1  6 = -1".parse().unwrap();
    let tables = Known::all(&graph, false);
    let place = Node(3);
    let history = vec![Node(0), Node(1)];
    let options = Options { history, ..options(Method::Auto, Mode::Weak) };
    let mut solver = Solver::new(&graph, &tables, options.clone()).expect("suits any game");
    let answer = solver.solve_here(&place).expect("tables in memory");
    assert_eq!(answer.wdl(), Some(retrosolve_games::Wdl::Win), "by 5, at once");
    let unusable = solver.unusable();
    assert!(unusable.contains(&place), "{unusable:?}: a win that might have become a draw");
    assert!(unusable.iter().all(|node| ![Node(5), Node(6)].contains(node)), "ends are no tables");
    assert_eq!(answer.statistics.unusable, unusable.len() as u64);
    let free = Options { history: Vec::new(), ..options };
    let mut solver = Solver::new(&graph, &tables, free).expect("suits any game");
    solver.solve_here(&place).expect("tables in memory");
    assert!(solver.unusable().is_empty());
}

#[test]
fn a_way_through_a_position_of_the_game_is_a_draw() {
    // From 1 one must go to 2, where the opponent wins, unless the game came from there.
    let graph: Graph = "0: 1  1: 2  2: 4, 0  4 = -1".parse().expect("a graph");
    let node = |name| graph.node(name).expect("a node of the graph");
    let score = |history| {
        let options = Options { history, ..options(Method::Auto, Mode::Strong) };
        solve(&graph, &NoTables, &node("1"), &options).score()
    };
    assert_eq!(score(vec![]), Some(Score::loss_in(2)));
    assert_eq!(score(vec![node("2"), node("0")]), Some(Score::DRAW));
}

/// On a board the colours can be swapped and the board turned, but a position of the game is not its
/// image: here the images of what the best moves lead to have occurred, or just those positions.
#[test]
fn an_image_of_a_position_of_the_game_is_no_repetition() {
    let game = Checkers::new(Board::SIX);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let (mut changed, mut images, mut games) = (0, 0, 0);
    while games < 30 {
        let squares: Vec<u32> = (1..=18).collect();
        let [a, b, c]: [u32; 3] = squares.sample_array(&mut rng).expect("there are more squares");
        let place = game.parse_state(&format!("B:BK{a},K{b}:WK{c}")).expect("a position");
        let free = oracle::scores(&game, [place], &[]);
        if free[&place].plies().is_none_or(|plies| plies < 4) {
            continue;
        }
        games += 1;
        let mut moves = Vec::new();
        game.moves(&place, &mut moves);
        let after = moves.iter().map(|&mv| game.play(&place, mv));
        let best: Vec<_> =
            after.filter(|next| Score::from_child(free[next]) == free[&place]).collect();
        let turned = best.iter().map(|state| state.mirrored(Board::SIX)).collect();
        for (history, is_image) in [(best, false), (turned, true)] {
            let truth = oracle::scores(&game, [place], &history);
            let is_changed = truth[&place] != free[&place];
            changed += usize::from(is_changed);
            images += usize::from(is_image && !is_changed);
            let truth = |state: &_| truth.get(state).copied().unwrap_or(Score::DRAW);
            for method in [Method::Auto, Method::Explored] {
                let options = Options { history: history.clone(), ..options(method, Mode::Strong) };
                let answer = solve(&game, &NoTables, &place, &options);
                check(&game, &place, &answer, truth);
                check_complete(&answer, method.name());
            }
        }
    }
    assert!(changed >= 20 && images >= 20, "{changed} changed, {images} images left all as it was");
}
