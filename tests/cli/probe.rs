use crate::util::Dir;

#[test]
fn first_position_is_won_and_every_move_has_its_value() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 4").succeeds();
    let report = dir.run("probe checkers 'W:WK23,K19:BK28,12' --json").json();
    assert_eq!(report["value"], "win");
    assert_eq!(report["source"], "table");
    assert_eq!(report["exact"], true);
    assert_eq!(report["metric"], "dtw");
    let moves = report["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 6);
    assert_eq!(report["best"][0], moves[0]["move"]);
    assert_eq!(report["distance"], moves[0]["distance"]);
    let rank = |value: &str| ["loss", "draw", "win"].iter().position(|v| *v == value);
    assert!(
        moves.is_sorted_by_key(|m| std::cmp::Reverse(rank(m["value"].as_str().expect("text")))),
        "best first: {moves:?}"
    );
}

#[test]
fn a_position_and_its_mirror_image_have_the_same_value() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3").succeeds();
    let [a, b] = ["W:WK1,30:B12", "B:W21:BK32,3"]
        .map(|fen| dir.run(&format!("probe checkers {fen} --json")).json());
    for key in ["value", "distance"] {
        assert_eq!(a[key], b[key]);
    }
}

#[test]
fn positions_from_standard_input() {
    let dir = Dir::new();
    dir.run("generate connect4 --board 4x4").succeeds();
    let input = "\n# a comment\n12\n1212\n";
    let ran = dir.run_with_input("probe connect4 --board 4x4 - --json", input);
    assert_eq!(ran.json_lines().len(), 2);
    let ran = dir.run_with_input("probe connect4 --board 4x4 - --json", "12\n99\n");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("line 2"), "{ran:?}");
}

#[test]
fn a_finished_game_has_its_value_by_the_rules() {
    let dir = Dir::new();
    dir.run("generate connect4 --board 4x4").succeeds();
    let report = dir.run("probe connect4 --board 4x4 1212121 --json").json();
    assert_eq!((&report["value"], &report["source"]), (&"loss".into(), &"rules".into()));
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(0));
}

#[test]
fn mapped_and_read_tables_give_the_same() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3 --encoding zstd").succeeds();
    let [map, read] = ["map", "read"].map(|io| {
        let mut report = dir.run(&format!("probe checkers B:WK5:B9,K20 --io {io} --json")).json();
        report["seconds"].take();
        report
    });
    assert_eq!(map, read);
}

#[test]
fn the_folder_may_be_named_by_flag_and_by_environment() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2 --out elsewhere").succeeds();
    dir.run("probe checkers W:WK5:BK9 --tables elsewhere").succeeds();
    dir.run("probe checkers W:WK5:BK9 --tables elsewhere/checkers-8x8-dtw").succeeds();
    let output = dir
        .command("probe checkers W:WK5:BK9")
        .env("RETROSOLVE_TABLES", dir.path("elsewhere"))
        .output()
        .expect("the command starts");
    assert!(output.status.success());
}

#[test]
fn an_empty_variable_is_no_folder() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2").succeeds();
    let mut command = dir.command("probe checkers W:WK5:BK9");
    let output = command.env("RETROSOLVE_TABLES", "").output().expect("the command starts");
    assert!(output.status.success());
}

#[test]
fn what_no_table_holds_names_the_slice_and_the_command_that_makes_it() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2").succeeds();
    dir.run("probe checkers W:WK5,K6:BK9").fails(1, &["k2-k1", "generate checkers"]);
    dir.run("probe checkers --board 6x6 W:WK5:BK9").fails(1, &["no tables", "6x6"]);
}
