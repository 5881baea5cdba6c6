//! Chance nodes: expectiminimax, its pruning, and wrong models.

use std::time::Duration;

use retrosolve_games::Game;
use retrosolve_games::Notation;
use retrosolve_games::race::Race;
use retrosolve_games::tree::Tree;

use crate::random::tree;
use crate::textbook::data;
use retrosolve_solver::CutShort;
use retrosolve_solver::toolkit::{
    ChanceMethod, ChanceReport, ChanceSettings, Counts, Ignorance, Method, Model, Ratio, Settings,
    ToolkitError, compare_models, search_chance,
};

fn value(tree: &Tree, method: ChanceMethod) -> ChanceReport<retrosolve_games::tree::Node> {
    search_chance(
        tree,
        &Ignorance,
        &tree.root(),
        &ChanceSettings::new(method, tree.range(0)),
        &mut (),
    )
    .expect("a tree of two players")
}

fn ratio(above: i128, below: i128) -> Ratio {
    Ratio::new(above, below).expect("not over 0")
}

#[test]
fn of_three_actions_with_random_outcomes_the_third_is_best() {
    let tree = data("actions");
    for method in ChanceMethod::ALL {
        let report = value(&tree, method);
        assert_eq!(report.value, 8.into());
        assert_eq!(report.best, tree.node("third"));
        assert!(report.proved);
    }
    for (action, worth) in [("first", 7), ("second", 7), ("third", 8)] {
        let state = tree.parse_state(action).expect("a node");
        let method = ChanceMethod::Expectiminimax;
        let settings = ChanceSettings::new(method, tree.range(0));
        let report = search_chance(&tree, &Ignorance, &state, &settings, &mut ());
        assert_eq!(report.expect("a tree of two players").value, worth.into(), "{action}");
    }
}

#[test]
fn the_expected_travel_time_is_35() {
    assert_eq!(value(&data("travel"), ChanceMethod::Expectiminimax).value, 35.into());
}

#[test]
fn an_adversary_and_an_even_chance_choose_differently() {
    let adversary = data("adversary");
    let report = crate::run_root(&adversary, &Settings::new(Method::FailSoft));
    assert_eq!((report.value, report.best), (10, adversary.node("left")));
    let average = data("average");
    let report = value(&average, ChanceMethod::Expectiminimax);
    assert_eq!((report.value, report.best), (ratio(109, 2), average.node("right")));
}

#[test]
fn star1_and_star2_are_right_on_10000_random_trees_with_fewer_leaves() {
    let mut counts = [Counts::default(); 3];
    for seed in 0..10_000 {
        let tree = tree(seed, 2 + seed as u32 % 5, true);
        let reports = ChanceMethod::ALL.map(|method| value(&tree, method));
        for (report, counts) in reports.iter().zip(&mut counts) {
            assert_eq!(report.value, reports[0].value, "seed {seed}:\n{tree}");
            assert_eq!(report.best, reports[0].best, "seed {seed}:\n{tree}");
            *counts += report.counts;
        }
    }
    let [all, star1, star2] = counts.map(|counts| counts.leaves);
    assert!(star1 < all && star2 < all, "{all} {star1} {star2}");
    println!("leaves of 10,000 trees: {all}, Star1 {star1}, Star2 {star2}");
}

#[test]
fn star2_saves_where_one_move_below_an_outcome_says_enough() {
    // Whatever y and z are, the dice are worth at most (2 + 2) / 2.
    let text = "top max: 5, 0, dice  dice chance: a, b  a min: 2, y  b min: 2, z  y = 9  z = 9";
    let tree: Tree = text.parse().expect("a tree");
    let leaves = ChanceMethod::ALL.map(|method| value(&tree, method).counts.leaves);
    assert_eq!(leaves, [6, 5, 4]);
}

#[test]
fn the_race_is_worth_the_same_by_every_method() {
    let race = Race::new(12).expect("a track");
    for text in ["", "4-7 1", "7-4 1 wild", "9-3 2", "1-10 1"] {
        let state = race.parse_state(text).expect("a position");
        let reports = ChanceMethod::ALL.map(|method| {
            search_chance(&race, &Ignorance, &state, &ChanceSettings::new(method, (-1, 1)), &mut ())
                .expect("a game of two players")
        });
        assert!(reports.iter().all(|report| report.value == reports[0].value));
        assert!(reports.iter().all(|report| report.best == reports[0].best));
        assert!(reports[1].counts.leaves < reports[0].counts.leaves, "{text}");
        assert!(reports[2].counts.leaves < reports[0].counts.leaves, "{text}");
    }
}

#[test]
fn to_a_depth_the_methods_agree_on_estimates() {
    /// How much further the first player is.
    struct Lead;
    impl retrosolve_solver::toolkit::Knowledge<Race> for Lead {
        fn estimate(&self, game: &Race, state: &<Race as Game>::State) -> i32 {
            let text = game.format_state(state);
            let fields: Vec<i32> = text
                .split(['-', ' '])
                .take(2)
                .map(|field| field.parse().expect("a field"))
                .collect();
            fields[0] - fields[1]
        }
    }
    let race = Race::new(40).expect("a track");
    for depth in 0..8 {
        let values = ChanceMethod::ALL.map(|method| {
            let settings =
                ChanceSettings { depth: Some(depth), ..ChanceSettings::new(method, (-50, 50)) };
            search_chance(&race, &Lead, &race.root(), &settings, &mut ())
                .expect("a game of two players")
        });
        assert!(values.iter().all(|report| report.value == values[0].value), "{depth}");
        assert!(values.iter().all(|report| !report.proved));
    }
}

#[test]
fn a_wrong_model_costs() {
    let race = Race::new(25).expect("a track");
    let rows = compare_models(&race, &race.root(), 0).expect("no position recurs");
    let [right, worst, average] = rows;
    assert_eq!(rows.map(|row| row.model), Model::ALL);
    // The true model gets what it believes, and no policy gets more against the best opponent.
    assert_eq!(right.believed, right.against_best);
    assert!(worst.against_best < right.against_best, "{rows:?}");
    assert!(average.against_best <= right.against_best, "{rows:?}");
    // Who fears the dice believes too little, who scorns the opponent too much.
    assert!(worst.believed < worst.against_best);
    assert!(average.believed > average.against_best);
    // Against the opponent that it believes in, that model is the best there is.
    assert_eq!(average.believed, average.against_average);
    assert!(rows.iter().all(|row| row.against_average <= average.against_average));
    // Nobody does worse against an opponent that plays at random.
    assert!(rows.iter().all(|row| row.against_average >= row.against_best));
    // Without remembering positions the search is for shorter tracks.
    let race = Race::new(11).expect("a track");
    let [right, ..] = compare_models(&race, &race.root(), 0).expect("no position recurs");
    let settings = ChanceSettings::new(ChanceMethod::Star2, (-1, 1));
    let report = search_chance(&race, &Ignorance, &race.root(), &settings, &mut ());
    assert_eq!(report.expect("two players").value, right.believed);
}

#[test]
fn what_does_not_suit_is_refused() {
    let refused = |text: &str, range| {
        let tree: Tree = text.parse().expect("a tree");
        let settings = ChanceSettings::new(ChanceMethod::Star1, range);
        search_chance(&tree, &Ignorance, &tree.root(), &settings, &mut ()).expect_err(text)
    };
    assert!(matches!(refused("a max: 3, 7", (0, 5)), ToolkitError::Range { utility: 7, .. }));
    assert!(matches!(refused("a player 1: (1,1)", (0, 5)), ToolkitError::NotZeroSum { .. }));
    assert!(matches!(refused("a player 3: (1,1,1)", (0, 5)), ToolkitError::Players { .. }));
}

#[test]
fn a_limit_ends_a_search_with_chance_without_a_value() {
    let race = Race::new(20).expect("a track");
    for method in ChanceMethod::ALL {
        let none = ChanceSettings::new(method, (-1, 1));
        for (settings, limit, nodes) in [
            (ChanceSettings { nodes: Some(500), ..none.clone() }, CutShort::Nodes, 500),
            (ChanceSettings { time: Some(Duration::ZERO), ..none }, CutShort::Time, 0),
        ] {
            let error = search_chance(&race, &Ignorance, &race.root(), &settings, &mut ())
                .expect_err("too many positions");
            let ToolkitError::CutShort { limit: struck, nodes: searched } = error else {
                panic!("{error}")
            };
            assert_eq!((struck, searched), (limit, nodes));
        }
    }
}
