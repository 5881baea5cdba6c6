use crate::util::Dir;

#[test]
fn results_by_name_pass() {
    let dir = Dir::new();
    let lines = dir.run("reproduce tictactoe repetition-fixtures checkers-4x4 --json").json_lines();
    assert!(lines.len() >= 6, "{lines:?}");
    for line in &lines {
        assert_eq!(line["passed"], true, "{line}");
    }
    assert!(dir.files().is_empty(), "nothing is left behind");
}

#[test]
fn the_catalogue_is_listed_and_unknown_names_are_misuse() {
    let dir = Dir::new();
    let names = dir.run("reproduce --list").succeeds().stdout;
    for name in [
        "tictactoe",
        "connect4-counts",
        "connect4-values",
        "connect4-8ply",
        "checkers-counts",
        "checkers-slices",
        "checkers-perft",
        "checkers-positions",
        "checkers-4x4",
        "checkers-6x6",
        "repetition-fixtures",
    ] {
        assert!(names.contains(name), "{name}");
    }
    dir.run("reproduce perpetual-motion").fails(2, &["perpetual-motion", "tictactoe"]);
}
