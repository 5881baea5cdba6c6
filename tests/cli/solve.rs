use crate::util::Dir;

#[test]
fn connect_four_with_and_without_tables() {
    let dir = Dir::new();
    let searched = dir.run("solve connect4 --board 4x5 '' --json").json();
    assert_eq!(searched["value"], "draw");
    assert_eq!(searched["exact"], true);
    assert_eq!(searched["line"].as_array().map(Vec::len), Some(20));
    dir.run("generate connect4 --board 4x5").succeeds();
    let with_tables = dir.run("solve connect4 --board 4x5 '' --json").json();
    let looked_up = dir.run("probe connect4 --board 4x5 '' --json").json();
    assert_eq!(with_tables["value"], "draw");
    assert_eq!(looked_up["value"], "draw");
    assert!(with_tables["nodes"].as_u64() < searched["nodes"].as_u64());
}

#[test]
fn search_over_small_tables_agrees_with_larger_ones() {
    let dir = Dir::new();
    let positions = "'W:WK23,K19:BK28,12' 'W:WK18,K27:BK28,12'";
    dir.run("generate checkers --pieces 4 --out four").succeeds();
    dir.run("generate checkers --pieces 3 --out three").succeeds();
    let known = dir.run(&format!("probe checkers {positions} --tables four --json")).json_lines();
    let weak = dir.run(&format!("solve checkers {positions} --weak --tables three --json"));
    for (known, found) in known.iter().zip(weak.json_lines()) {
        assert_eq!(known["value"], found["value"]);
        assert_eq!(found["source"], "search");
        assert_eq!(found["exact"], true);
    }
}

#[test]
fn a_strong_answer_has_a_line_as_long_as_its_distance() {
    let dir = Dir::new();
    let report = dir.run("solve checkers 'W:WK15,K10:BK3' --json").json();
    assert_eq!(report["value"], "win");
    assert_eq!(report["line"].as_array().map(|l| l.len() as u64), report["distance"].as_u64());
}

#[test]
fn a_search_cut_short_is_honest() {
    let dir = Dir::new();
    for flags in ["--nodes 50", "--time 0"] {
        let report = dir.run(&format!("solve connect4 '' {flags} --json")).json();
        assert_eq!(report["exact"], false);
        assert_eq!(report["value"], serde_json::Value::Null);
        assert_eq!(report["bounds"]["lower"].as_str().map(|s| s.starts_with("loss")), Some(true));
        assert_eq!(report["best"].as_array().map(Vec::len), Some(1), "a legal move: {report}");
        assert!(report["stopped"].as_str().is_some_and(|s| s.contains("limit")));
    }
}

#[test]
fn every_move_gets_its_score() {
    let dir = Dir::new();
    let report = dir.run("solve connect4 --board 4x4 12 --scores --json").json();
    let moves = report["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 4);
    assert!(moves.iter().all(|m| m["value"].is_string() && m["score"].is_i64()), "{report}");
}

#[test]
fn scores_count_stones_from_the_end_and_distances_plies() {
    let dir = Dir::new();
    // The first player has three in the bottom row with both ends open.
    let report = dir.run("solve connect4 334455 --scores --json").json();
    assert_eq!((&report["value"], &report["distance"]), (&"win".into(), &1.into()));
    // 42 cells: with the seventh stone 18 of the winner's 21 would be left, this one counted.
    assert_eq!(report["score"], 18);
    let moves = report["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 7);
    for mv in moves {
        let wins_at_once = mv["move"] == "2" || mv["move"] == "6";
        assert_eq!(mv["score"] == 18, wins_at_once, "{mv}");
    }
}

#[test]
fn boards_beyond_64_bits_are_solved_and_have_no_tables() {
    let dir = Dir::new();
    let report = dir.run("solve connect4 --board 9x7 4455667 --json").json();
    assert_eq!((&report["value"], &report["score"]), (&"loss".into(), &(-29).into()));
    let report = dir.run("solve connect4 --board 8x8 44556 --scores --json").json();
    assert_eq!((&report["value"], &report["distance"]), (&"loss".into(), &2.into()));
    dir.run("generate connect4 --board 8x8").fails(2, &["8 columns", "use solve"]);
    dir.run("solve connect4 --board 12x12 ''").fails(2, &["12 columns", "128"]);
}

#[test]
fn graphs_from_a_file_by_every_method() {
    let dir = Dir::new();
    dir.write("g4.graph", "0:1,2 1:3,9 2:4,5 3:2 4:1 5:6 6:7 7:8 8:9 9=-1");
    for method in ["auto", "horizon", "explored", "dfpn", "repetition"] {
        let report = dir.run(&format!("solve graph g4.graph 0 --method {method} --json")).json();
        assert_eq!(
            (&report["value"], &report["distance"]),
            (&"loss".into(), &4.into()),
            "{method}"
        );
    }
}

#[test]
fn tic_tac_toe_and_its_kin() {
    let dir = Dir::new();
    assert_eq!(dir.run("solve tictactoe '' --json").json()["value"], "draw");
    let report = dir.run("solve mnk --board 4,3,3 '' --json").json();
    assert_eq!(report["value"], "win");
}

#[test]
fn positions_of_the_game_so_far_count_as_drawn() {
    let dir = Dir::new();
    // From c the win leads back through a, where b was the wrong turning.
    dir.write("way.graph", "a: w, b  b: c  c: d  d: a  w: t  t = +1");
    let free = dir.run("solve graph way.graph c --json").json();
    assert_eq!((&free["value"], &free["distance"]), (&"win".into(), &4.into()));
    let bound = dir.run("solve graph way.graph a --history b,c --json").json();
    assert_eq!(bound["value"], "draw");
    dir.run("solve graph way.graph a --history 'b c d a'").fails(2, &["come before"]);
    dir.run("solve graph way.graph a --history 'b x'").fails(2, &["move 2", "x"]);
}

#[test]
fn output_into_a_closed_pipe_ends_quietly() {
    let dir = Dir::new();
    let script = format!(
        "yes '' | head -2000 | {} solve connect4 --board 4x4 12121 33 4411 | head -1",
        env!("CARGO_BIN_EXE_retrosolve")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(dir.path(""))
        .output()
        .expect("a shell");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_position_is_solved_from_the_end_of_the_game_back() {
    let dir = Dir::new();
    let solve = |rest: &str| dir.run(&format!("solve connect4 {rest}"));
    for (board, position) in [("5x4", "''"), ("4x5", "23"), ("7x6", "444444326511223666")] {
        let rest = format!("--board {board} {position} --json");
        let found = solve(&format!("{rest} --method retrograde")).json();
        let searched = solve(&format!("{rest} --weak --scores")).json();
        assert_eq!(found["source"], "retrograde");
        assert_eq!((&found["metric"], &found["exact"]), (&"wdl".into(), &true.into()));
        assert_eq!(found["value"], searched["value"], "{rest}");
        let values = |report: &serde_json::Value| -> Vec<(String, String)> {
            let words = |m: &serde_json::Value, key: &str| m[key].as_str().unwrap().to_owned();
            let moves = report["moves"].as_array().unwrap().iter();
            let mut values: Vec<_> = moves.map(|m| (words(m, "move"), words(m, "value"))).collect();
            values.sort();
            values
        };
        assert_eq!(values(&found), values(&searched), "{rest}");
    }
    let said = solve("--board 5x4 '' --method retrograde").succeeds().stdout;
    assert!(said.lines().next().unwrap().contains("takes about"), "the estimate first: {said}");
    assert_eq!(solve("1122334 --method retrograde --json").json()["value"], "loss");
    assert!(dir.files().is_empty());

    solve("--board 6x6 '' --method retrograde --memory 100M").fails(1, &["memory", "6x6"]);
    solve("'' --memory 1G").fails(2, &["--memory", "retrograde"]);
    solve("44 --method retrograde --nodes 5").fails(2, &["--nodes"]);
    solve("--board 9x7 44 --method retrograde").fails(2, &["64 bits"]);
    dir.run("solve tictactoe '' --method retrograde").fails(2, &["connect4"]);
}
