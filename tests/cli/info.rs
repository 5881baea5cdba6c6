use crate::util::Dir;

#[test]
fn info_lists_slices_with_totals_and_digests() {
    let dir = Dir::new();
    let done = dir.run("generate checkers --pieces 3 --json").json();
    let info = dir.run("info data/tables --json").json();
    assert_eq!(info["digest"], done["digest"]);
    let slices = info["slices"].as_array().expect("a list");
    assert_eq!(slices.len(), 16);
    let kings = slices.iter().find(|s| s["slice"] == "k1-k1").expect("k1-k1");
    for (key, value) in
        [("positions", 992), ("wins", 230), ("losses", 108), ("draws", 654), ("longest_win", 11)]
    {
        assert_eq!(kings[key], value, "{key}");
    }
}

#[test]
fn the_longest_wins_are_positions_of_that_distance() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3").succeeds();
    let info = dir.run("info --longest 2 --json").json();
    for slice in info["slices"].as_array().expect("a list") {
        let Some(plies) = slice["longest_win"].as_u64() else { continue };
        let longest = slice["longest"].as_array().expect("a list");
        assert_eq!(longest.len() as u64, slice["longest_wins"].as_u64().map_or(0, |n| n.min(2)));
        for fen in longest {
            let fen = fen.as_str().expect("text");
            let report = dir.run(&format!("probe checkers '{fen}' --json")).json();
            assert_eq!((&report["value"], &report["distance"]), (&"win".into(), &plies.into()));
        }
    }
}

#[test]
fn info_of_one_file_and_of_several_sets() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2").succeeds();
    dir.run("generate connect4 --board 4x4").succeeds();
    assert_eq!(dir.run("info --json").json_lines().len(), 2);
    let info = dir.run("info data/tables/connect4-4x4-wdl/ply03.table --json").json();
    assert_eq!(info["slices"].as_array().map(Vec::len), Some(1));
    let text = dir.run("info").succeeds().stdout;
    assert!(text.contains("ply16") && text.contains("k1-m1"), "{text}");
}
