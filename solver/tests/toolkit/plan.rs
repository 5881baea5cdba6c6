//! Plans: what they guarantee, and that a check finds whatever is wrong with one.

use std::collections::HashMap;

use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::graph::Graph;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::race::Race;
use retrosolve_games::tree::Tree;
use retrosolve_games::trio::Trio;
use retrosolve_games::{Game, NoTables, Notation, ZeroSum};

use crate::random::tree;
use crate::textbook::data;
use retrosolve_solver::Options;
use retrosolve_solver::toolkit::{
    Alternating, ChanceMethod, ChanceSettings, Ignorance, Plan, PlanError, PlanFault, Ratio,
    compare_models, search_chance,
};

const MOST: usize = 100_000;

fn by_search<G: ZeroSum>(game: &G, root: &G::State, player: u8) -> Plan<G> {
    Plan::by_search(game, &NoTables, root, player, MOST, Options::default()).expect("a small game")
}

fn by_induction<G: Game>(game: &G, root: &G::State, player: u8) -> Plan<G> {
    Plan::by_induction(game, root, player, MOST).expect("a small game")
}

/// Checks a plan, writes it and reads it back. Returns the guarantee.
fn sound<G: Notation>(game: &G, plan: &Plan<G>) -> Ratio {
    let checked = plan.check(game).expect("a sound plan");
    assert_eq!(checked.moves, plan.moves().len(), "no position is there for nothing");
    let read = Plan::read(game, &plan.write(game).to_string()).expect("what was written");
    assert!(read.moves() == plan.moves() && read.guarantee() == plan.guarantee());
    assert!(read.root() == plan.root() && read.player() == plan.player());
    plan.guarantee()
}

/// The guarantees of both players' plans for a zero-sum game, of which one is the other's loss.
fn both<G: ZeroSum + Notation>(game: &G, root: &G::State) -> Ratio {
    let [first, second] = [0, 1].map(|player| sound(game, &by_search(game, root, player)));
    assert_eq!(first.plus(second), Some(Ratio::ZERO));
    first
}

#[test]
fn plans_keep_their_guarantee_against_every_reply() {
    let game = Mnk::tictactoe();
    assert_eq!(both(&game, &game.root()), 0.into());
    let mnk = Mnk::new(4, 3, 3).expect("a board");
    assert_eq!(both(&mnk, &mnk.root()), 1.into());
    let game = ConnectFour::new("4x4".parse().expect("a board"));
    both(&game, &game.parse_state("12341").expect("a position"));
    let four = Checkers::new(Board::FOUR);
    assert_eq!(both(&four, &four.root()), 0.into());
    for (text, value) in [("0:1,2 1:2,4 2:3,1 3=+1 4=-1", 1), ("0:2,1 1:3 2:1,4 3:2 4=-1", -1)] {
        let graph: Graph = text.parse().expect("a graph");
        let game = Alternating(&graph);
        assert_eq!(both(&game, &game.root()), value.into());
    }
}

/// Tic-tac-toe as it is written: rows from the top, `x` first.
mod board {
    pub(super) fn marks(text: &str) -> [[char; 3]; 3] {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        [0, 1, 2].map(|row| [0, 1, 2].map(|column| rows[row][column]))
    }

    pub(super) fn text(marks: &[[char; 3]; 3]) -> String {
        marks.map(|row| row.iter().collect::<String>()).join("/")
    }

    pub(super) fn has_line(marks: &[[char; 3]; 3], mark: char) -> bool {
        let all = |cells: [(usize, usize); 3]| cells.iter().all(|&(r, c)| marks[r][c] == mark);
        (0..3).any(|i| all([0, 1, 2].map(|j| (i, j))) || all([0, 1, 2].map(|j| (j, i))))
            || all([0, 1, 2].map(|i| (i, i)))
            || all([0, 1, 2].map(|i| (i, 2 - i)))
    }
}

/// The least that `own` gets by the moves of a plan, by rules of its own and the text alone.
fn least(plan: &HashMap<String, String>, marks: [[char; 3]; 3], own: char, turn: char) -> i32 {
    let other = if turn == 'x' { 'o' } else { 'x' };
    if board::has_line(&marks, other) {
        return if other == own { 1 } else { -1 };
    }
    let empty: Vec<_> =
        (0..9).map(|i| (i / 3, i % 3)).filter(|&(r, c)| marks[r][c] == '.').collect();
    if empty.is_empty() {
        return 0;
    }
    let chosen: Vec<_> = if turn == own {
        let mv = plan.get(&board::text(&marks)).expect("a move for every position");
        let (column, row) = (mv.as_bytes()[0] - b'a', mv.as_bytes()[1] - b'1');
        let cell = (2 - usize::from(row), usize::from(column));
        assert!(empty.contains(&cell), "{mv} is taken");
        vec![cell]
    } else {
        empty
    };
    let after = |(r, c): (usize, usize)| {
        let mut next = marks;
        next[r][c] = turn;
        least(plan, next, own, other)
    };
    chosen.into_iter().map(after).min().expect("a move")
}

#[test]
fn another_program_finds_the_same_of_the_plans_for_tictactoe() {
    let game = Mnk::tictactoe();
    for (text, turn) in [("", 'x'), ("a1", 'o'), ("a1 b1", 'x'), ("a1 b2 b1", 'o')] {
        let root = game.parse_state(text).expect("a position");
        for player in [0, 1] {
            let plan = by_search(&game, &root, player);
            let text = plan.write(&game).to_string();
            let lines = text.lines().skip(4).map(|line| line.split_once('\t').expect("a tab"));
            let moves = lines.map(|(state, mv)| (state.to_owned(), mv.to_owned())).collect();
            let marks = board::marks(&game.format_state(&root));
            let own = ['x', 'o'][usize::from(player)];
            let found = least(&moves, marks, own, turn);
            assert_eq!(Ratio::from(found), plan.guarantee(), "player {player} of {text}");
        }
    }
}

#[test]
fn induction_and_search_guarantee_the_same() {
    let game = Mnk::tictactoe();
    for text in ["", "a1 b1", "b2 a1"] {
        let root = game.parse_state(text).expect("a position");
        for player in [0, 1] {
            let plan = by_induction(&game, &root, player);
            assert_eq!(sound(&game, &plan), by_search(&game, &root, player).guarantee());
        }
    }
}

#[test]
fn on_trees_with_chance_the_guarantee_is_the_expectiminimax_value() {
    let value = |tree: &Tree| {
        let settings = ChanceSettings::new(ChanceMethod::Expectiminimax, tree.range(0));
        search_chance(tree, &Ignorance, &tree.root(), &settings, &mut ())
            .expect("a game of two players")
            .value
    };
    let trees = ["a", "b", "d", "actions", "travel", "adversary", "average"].map(data);
    let random = (0..300).map(|seed| tree(seed, 5, true));
    for tree in trees.into_iter().chain(random) {
        let [first, second] =
            [0, 1].map(|player| sound(&tree, &by_induction(&tree, &tree.root(), player)));
        assert_eq!(first, value(&tree), "{tree}");
        assert_eq!(first.plus(second), Some(Ratio::ZERO), "{tree}");
        // The check knows the worth of the plan to the last digit.
        for player in [0, 1] {
            let plan = by_induction(&tree, &tree.root(), player);
            let more = plan.guarantee().plus(Ratio::new(1, 1000).expect("a number"));
            let boast = format!("guarantees\t{}\n", more.expect("a number"));
            let told = format!("guarantees\t{}\n", plan.guarantee());
            let text = plan.write(&tree).to_string().replacen(&told, &boast, 1);
            let plan = Plan::read(&tree, &text).expect("readable");
            assert!(plan.check(&tree).is_err(), "player {player}:\n{tree}{text}");
        }
    }
    let race = Race::new(15).expect("a track");
    let plan = by_induction(&race, &race.root(), 0);
    let [truth, ..] = compare_models(&race, &race.root(), 0).expect("no position recurs");
    assert_eq!(sound(&race, &plan), truth.believed);
}

#[test]
fn among_three_a_plan_counts_on_nobody() {
    // Max^n has (8,8,1); but if the others are out to hurt player 1 it gets nothing.
    let tree = data("three");
    assert_eq!(sound(&tree, &by_induction(&tree, &tree.root(), 0)), 0.into());
    let trio = Trio::new(Mnk::tictactoe());
    for player in 0..3 {
        sound(&trio, &by_induction(&trio, &trio.root(), player));
    }
}

#[test]
fn a_game_that_is_too_large_is_refused() {
    let game = Mnk::tictactoe();
    let refused = Plan::by_search(&game, &NoTables, &game.root(), 0, 20, Options::default());
    assert!(matches!(refused, Err(PlanError::TooMany { most: 20 })));
    let refused = Plan::by_induction(&game, &game.root(), 0, 20);
    assert_eq!(
        refused.err().map(|error| error.to_string()).as_deref(),
        Some("the game is too large: there are more than 20 positions")
    );
    let options = Options { nodes: Some(3), ..Options::default() };
    let refused = Plan::by_search(&game, &NoTables, &game.root(), 0, MOST, options);
    assert!(matches!(refused, Err(PlanError::CutShort(_))));
}

#[test]
fn every_plan_with_a_line_missing_is_found_out() {
    let game = Mnk::new(4, 3, 3).expect("a board");
    let text = by_search(&game, &game.root(), 0).write(&game).to_string();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.len() > 20);
    for gap in 4..lines.len() {
        let shorter = [&lines[..gap], &lines[gap + 1..]].concat().join("\n");
        let plan = Plan::read(&game, &shorter).expect("readable");
        assert!(matches!(plan.check(&game), Err(PlanFault::Missing(_))), "line {}", gap + 1);
    }
}

#[test]
fn every_plan_that_promises_more_is_found_out() {
    let boast = |text: String| {
        let end = text.lines().nth(3).expect("a guarantee").to_owned();
        text.replacen(&end, "guarantees\t3/2", 1)
    };
    let game = Mnk::tictactoe();
    let text = boast(by_search(&game, &game.root(), 0).write(&game).to_string());
    let fault = Plan::read(&game, &text).expect("readable").check(&game);
    assert!(matches!(fault, Err(PlanFault::Worse { .. })), "{fault:?}");
    let race = Race::new(8).expect("a track");
    let text = boast(by_induction(&race, &race.root(), 0).write(&race).to_string());
    let fault = Plan::read(&race, &text).expect("readable").check(&race);
    assert!(matches!(fault, Err(PlanFault::WorseOnAverage { .. })), "{fault:?}");
}

#[test]
fn a_win_that_goes_round_for_ever_is_found_out() {
    let graph: Graph = "0:1,2 1:2,4 2:3,1 3=+1 4=-1".parse().expect("a graph");
    let game = Alternating(&graph);
    let head = format!("plan\tgraph {}\nroot\t0\nplayer\t1\nguarantees\t1\n", graph.board());
    let text = format!("{head}0\t1\n2\t1\n");
    let fault = Plan::read(&game, &text).expect("readable").check(&game);
    assert!(matches!(fault, Err(PlanFault::Endless(_) | PlanFault::Worse { .. })), "{fault:?}");
    // 3 ends the game, so this one only goes round.
    let graph: Graph = "0:1,2 1:0 2=-1".parse().expect("a graph");
    let game = Alternating(&graph);
    for (guarantee, is_kept) in [(1, false), (0, true)] {
        let head = format!("plan\tgraph {}\nroot\t0\nplayer\t1\n", graph.board());
        let text = format!("{head}guarantees\t{guarantee}\n0\t1\n");
        let fault = Plan::read(&game, &text).expect("readable").check(&game);
        assert_eq!(fault.is_ok(), is_kept, "{fault:?}");
    }
}

#[test]
fn text_that_is_no_plan_is_refused_by_line() {
    let game = Mnk::tictactoe();
    let head = "plan\ttictactoe\nroot\t.../.../...\nplayer\t1\nguarantees\t0\n";
    for (text, words) in [
        ("", &["line 1", "plan"][..]),
        ("plan\tcheckers 8x8\n", &["line 1", "checkers 8x8", "tictactoe"]),
        (&head.replace("player\t1", "player\t3"), &["line 3", "1 to 2"]),
        (&head.replace("player\t1", "player\t0"), &["line 3", "1 to 2"]),
        (&head.replace("\t0\n", "\tall\n"), &["line 4", "all"]),
        (&format!("{head}.../.../... a1\n"), &["line 5", "tab"]),
        (&format!("{head}.../.../...\ta9\n"), &["line 5", "a9"]),
        (&format!("{head}.../...\ta1\n"), &["line 5"]),
        (&format!("{head}.../.../x..\ta2\n"), &["line 5", "turn"]),
        (&format!("{head}.../.../...\ta1\n.../.../...\tb2\n"), &["line 6", "already"]),
    ] {
        let error = Plan::<Mnk>::read(&game, text).expect_err(text).to_string();
        for word in words {
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
