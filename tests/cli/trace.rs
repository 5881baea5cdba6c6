//! Trees from a file, searched step by step.

use std::fs;

use serde_json::Value;

use crate::util::Dir;

/// The textbook tree of that name, put into the folder.
fn tree(dir: &Dir, name: &str) {
    let path = format!("{}/data/trees/{name}.tree", env!("CARGO_MANIFEST_DIR"));
    dir.write(
        &format!("{name}.tree"),
        &fs::read_to_string(path).expect("a file of the repository"),
    );
}

#[test]
fn tree_a_is_shown_with_its_cuts_and_their_reasons() {
    let dir = Dir::new();
    tree(&dir, "a");
    let text = dir.run("trace a.tree").succeeds().stdout;
    let expected = "\
top max
  left min
    left.1 = 4
    left.2 = 9
    left.3 = 6
  left = 4
  middle min [4, +inf]
    middle.1 = 3
    cut middle.2 (7), middle.3 (5): top has 4 already
  middle <= 3
  right min [4, +inf]
    right.1 = 8
    right.2 = 2
    cut right.3 (10): top has 4 already
  right <= 2
top = 4
alphabeta: value 4, best left; 6 leaves evaluated of 9, 4 nodes, 2 cut-offs
";
    assert_eq!(text, expected);
}

#[test]
fn a_deep_cut_names_the_ancestor_far_above() {
    let dir = Dir::new();
    tree(&dir, "deep");
    let text = dir.run("trace deep.tree").succeeds().stdout;
    assert!(text.contains("cut near.2 (9): top has 5 already"), "{text}");
}

#[test]
fn every_method_that_suits_ends_with_the_same_value() {
    let dir = Dir::new();
    for (name, methods, value, best) in [
        ("a", "minimax negamax alphabeta-hard alphabeta pvs mtdf", "4", "left"),
        ("actions", "expectiminimax star1 star2", "8", "third"),
        ("average", "expectiminimax star1 star2", "54.5", "right"),
        ("three", "maxn maxn-shallow", "(8,8,1)", "left"),
    ] {
        tree(&dir, name);
        for method in methods.split(' ') {
            let run = dir.run(&format!("trace {name}.tree --method {method} --json"));
            let lines = run.json_lines();
            let last = lines.last().expect("a result");
            assert_eq!((&last["value"], &last["best"]), (&value.into(), &best.into()), "{method}");
            assert_eq!(last["method"], method);
            let leaves = lines.iter().filter(|line| line["event"] == "leaf").count();
            assert_eq!(last["leaves"].as_u64(), Some(leaves as u64), "{name} {method}");
            // Every cut has a reason.
            let cuts: Vec<&Value> = lines.iter().filter(|line| line["event"] == "cut").collect();
            assert_eq!(last["cutoffs"].as_u64(), Some(cuts.len() as u64), "{name} {method}");
            assert!(cuts.iter().all(|cut| cut["why"].is_string() && cut["cut"].is_array()));
        }
    }
}

#[test]
fn the_drawing_shows_visited_cut_and_principal_branches() {
    let dir = Dir::new();
    for name in ["a", "actions", "three"] {
        tree(&dir, name);
        dir.run(&format!("trace {name}.tree --svg {name}.svg")).succeeds();
        let svg = fs::read_to_string(dir.path(format!("{name}.svg"))).expect("a drawing");
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("edge principal"), "{name}");
        // Every element that is opened is closed.
        for element in ["text", "style", "svg"] {
            let opened = svg.matches(&format!("<{element}")).count();
            assert_eq!(svg.matches(&format!("</{element}>")).count(), opened, "{element}");
        }
    }
    let svg = fs::read_to_string(dir.path("a.svg")).expect("a drawing");
    assert_eq!(svg.matches("class=\"edge cut\"").count(), 3, "7, 5 and 10");
    assert_eq!(svg.matches("class=\"mark\"").count(), 3);
    assert_eq!(svg.matches("class=\"edge principal\"").count(), 2, "left and its 4");
}

#[test]
fn what_cannot_be_traced_says_why() {
    let dir = Dir::new();
    dir.run("trace missing.tree").fails(1, &["missing.tree"]);
    dir.write("bad.tree", "top max: 1,\nx min: 2");
    dir.run("trace bad.tree").fails(2, &["bad.tree", "line 2"]);
    dir.write("small.tree", "top max: 1, 2");
    dir.run("trace small.tree --method star1").fails(2, &["star1", "alphabeta"]);
    dir.run("trace small.tree --svg no/such/folder.svg").fails(1, &["no/such/folder.svg"]);
    let chain = |name: &str, plies: u32| {
        let nodes: String = (1..plies).map(|i| format!("n{i} max: n{}\n", i + 1)).collect();
        dir.write(name, &format!("{nodes}n{plies} max: 1, 2\n"));
    };
    chain("long.tree", 1000);
    dir.run("trace long.tree --svg long.svg").succeeds();
    chain("longer.tree", 1001);
    dir.run("trace longer.tree").fails(1, &["1000 plies"]);
    dir.run("trace").fails(2, &["<TREE>"]);
}

#[test]
fn star2_names_no_outcome_as_cut_that_it_has_seen() {
    let dir = Dir::new();
    // 0 and a's first move leave the dice with at most (0 + 2 + 9) / 3 where 5 is to be had.
    dir.write("dice.tree", "top max: 5, dice  dice chance: 0, a, b  a min: 2, 7  b min: 9, 8");
    let lines = dir.run("trace dice.tree --method star2 --json").json_lines();
    let cut: Vec<_> = lines.iter().filter(|line| line["event"] == "cut").collect();
    assert_eq!(cut.len(), 1);
    assert_eq!((&cut[0]["node"], &cut[0]["cut"]), (&"dice".into(), &serde_json::json!(["a", "b"])));
}
