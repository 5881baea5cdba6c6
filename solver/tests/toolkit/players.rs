//! More than two players, and sampling.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::race::Race;
use retrosolve_games::tree::Tree;
use retrosolve_games::trio::Trio;
use retrosolve_games::{Actor, Game, Notation};

use crate::textbook::data;
use retrosolve_solver::toolkit::{
    Ignorance, MaxnReport, MaxnSettings, SumBounds, ToolkitError, UctSettings, maxn, uct,
};

pub(crate) fn bounds(tree: &Tree) -> SumBounds {
    let sums = tree.nodes().filter_map(|node| tree.utilities(&node));
    let most = sums.map(|utilities| utilities.iter().copied().map(i64::from).sum()).max();
    let least = (0..tree.players()).map(|player| tree.range(player).0).collect();
    SumBounds { most: most.unwrap_or(0), least }
}

fn both<G: Game>(game: &G, state: &G::State, bounds: &SumBounds) -> [MaxnReport<G::Move>; 2] {
    [None, Some(bounds)].map(|bounds| {
        let settings = MaxnSettings { bounds: bounds.cloned(), ..MaxnSettings::default() };
        maxn(game, &Ignorance, state, &settings, &mut ()).expect("no chance")
    })
}

#[test]
fn player_1_of_three_goes_left() {
    let tree = data("three");
    for report in both(&tree, &tree.root(), &bounds(&tree)) {
        assert_eq!(report.values, [8, 8, 1]);
        assert_eq!(report.best, tree.node("left"));
    }
}

/// A tree of the seed for three players, with utilities from 0 that sum to 9.
pub(crate) fn three(seed: u64) -> Tree {
    fn below(rng: &mut ChaCha8Rng, plies: u32, names: &mut u32, text: &mut String) -> String {
        let children: Vec<_> = (0..rng.random_range(1..=4))
            .map(|_| {
                if plies == 1 || rng.random_bool(0.1) {
                    let a = rng.random_range(0..=9);
                    let b = rng.random_range(0..=9 - a);
                    format!("({a},{b},{})", 9 - a - b)
                } else {
                    below(rng, plies - 1, names, text)
                }
            })
            .collect();
        *names += 1;
        let name = format!("n{names}");
        let player = rng.random_range(1..=3);
        *text += &format!("{name} player {player}: {}\n", children.join(", "));
        name
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = String::new();
    let root = below(&mut rng, 4, &mut 0, &mut text);
    format!("root {root}\n{text}").parse().expect("a tree")
}

#[test]
fn shallow_pruning_changes_no_tuple() {
    let (mut all, mut pruned) = (0, 0);
    for seed in 0..2000 {
        let tree = three(seed);
        let [plain, shallow] = both(&tree, &tree.root(), &bounds(&tree));
        assert_eq!(plain.values, shallow.values, "seed {seed}:\n{tree}");
        assert_eq!(plain.best, shallow.best, "seed {seed}:\n{tree}");
        all += plain.counts.leaves;
        pruned += shallow.counts.leaves;
    }
    assert!(pruned * 10 < all * 9, "{pruned} of {all} leaves");
}

#[test]
fn trio_on_3x3_by_both_ways() {
    let trio = Trio::new(Mnk::tictactoe());
    let bounds = SumBounds { most: Trio::POINTS.into(), least: vec![0; 3] };
    for text in ["a1 b1", "a1 c3 b2", "b2 a1 b1 c1"] {
        let state = trio.parse_state(text).expect("a position");
        let [plain, shallow] = both(&trio, &state, &bounds);
        assert_eq!((&plain.values, plain.best), (&shallow.values, shallow.best), "{text}");
        assert!(shallow.counts.leaves < plain.counts.leaves, "{text}");
    }
}

#[test]
fn maxn_refuses_chance_and_broken_promises() {
    let tree: Tree = "a max: c  c chance: 1, 2".parse().expect("a tree");
    let settings = MaxnSettings::default();
    let error = maxn(&tree, &Ignorance, &tree.root(), &settings, &mut ()).expect_err("chance");
    assert!(matches!(error, ToolkitError::Chance { .. }));
    let tree = data("three");
    for (most, least, word) in [(10, vec![0; 3], "sum"), (18, vec![1, 0, 0], "outside")] {
        let bounds = Some(SumBounds { most, least });
        let settings = MaxnSettings { bounds, ..MaxnSettings::default() };
        let error = maxn(&tree, &Ignorance, &tree.root(), &settings, &mut ()).expect_err("a lie");
        assert!(error.to_string().contains(word), "{error}");
    }
}

/// The tuple by plain recursion, of nobody's merit beyond the depth.
fn plain<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<i32> {
    if let Some(utilities) = game.utilities(state) {
        return utilities;
    }
    if depth == 0 {
        return vec![0; usize::from(game.players())];
    }
    let Actor::Player(player) = game.actor(state) else { panic!("no chance here") };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let tuples = moves.iter().map(|&mv| plain(game, &game.play(state, mv), depth - 1));
    let own = |tuple: &Vec<i32>| tuple[usize::from(player)];
    tuples.reduce(|best, tuple| if own(&tuple) > own(&best) { tuple } else { best }).expect("moves")
}

#[test]
fn to_a_depth_maxn_is_plain_recursion_to_that_depth() {
    fn check<G: Game>(game: &G, most: i64, proved: &mut [u32; 2]) {
        for depth in 1..=4 {
            for bounds in [None, Some(SumBounds { most, least: vec![0; 3] })] {
                let settings =
                    MaxnSettings { bounds, depth: Some(depth), ..MaxnSettings::default() };
                let root = game.root();
                let report = maxn(game, &Ignorance, &root, &settings, &mut ()).expect("no chance");
                assert_eq!(report.values, plain(game, &root, depth), "{settings:?}");
                proved[usize::from(report.proved)] += 1;
            }
        }
    }
    let mut proved = [0; 2];
    for seed in 0..300 {
        check(&three(seed), 9, &mut proved);
    }
    assert!(proved.iter().all(|&count| count > 500), "{proved:?}");
    check(&Trio::new(Mnk::tictactoe()), Trio::POINTS.into(), &mut proved);
}

#[test]
fn a_limit_ends_maxn_without_a_value() {
    let trio = Trio::new(Mnk::tictactoe());
    let settings = MaxnSettings { nodes: Some(77), ..MaxnSettings::default() };
    let error = maxn(&trio, &Ignorance, &trio.root(), &settings, &mut ()).expect_err("too many");
    assert_eq!(error.to_string(), "the node limit was reached after 77 nodes");
}

#[test]
fn uct_takes_a_win_and_stops_a_loss_and_repeats_itself() {
    let game = Mnk::tictactoe();
    for (text, best) in [("a1 b1 a2 b2", "a3"), ("a1 b1 c3 b2", "b3")] {
        let state = game.parse_state(text).expect("a position");
        for seed in 0..5 {
            let settings = UctSettings { rounds: 2000, seed, ..UctSettings::default() };
            let estimate = uct(&game, &state, &settings);
            let found = estimate.best.map(|mv| game.format_move(&state, mv));
            assert_eq!(found.as_deref(), Some(best), "{text}, seed {seed}");
            assert_eq!(estimate, uct(&game, &state, &settings), "the same seed");
            assert_eq!(estimate.moves.iter().map(|m| m.visits).sum::<u32>(), 2000);
            assert!(estimate.moves.iter().all(|m| (-1.0..=1.0).contains(&m.mean)));
        }
    }
}

#[test]
fn uct_tends_to_the_value_with_dice_and_with_three_players() {
    let race = Race::new(6).expect("a track");
    let state = race.parse_state("1-4 1").expect("a position");
    let settings = UctSettings { rounds: 20_000, ..UctSettings::default() };
    let estimate = uct(&race, &state, &settings);
    let found = estimate.best.map(|mv| race.format_move(&state, mv));
    assert_eq!(found.as_deref(), Some("wild"), "who is behind takes chances: {estimate:?}");
    let tree = data("three");
    let settings = UctSettings { range: (0, 9), rounds: 20_000, ..UctSettings::default() };
    assert_eq!(uct(&tree, &tree.root(), &settings).best, tree.node("left"));
    let over = game_over();
    assert_eq!(uct(&Mnk::tictactoe(), &over, &settings).best, None);
}

fn game_over() -> <Mnk as Game>::State {
    Mnk::tictactoe().parse_state("a1 a2 b1 b2 c1").expect("a position")
}
