use crate::util::Dir;

/// Won and lost positions of 3 and 4 pieces, some of them far from the end.
const DECISIVE: [&str; 5] =
    ["W:WK1,K5:BK32", "B:WK1,K5:BK32", "W:WK23,K19:BK28,12", "B:W31:BK1,2", "W:WK10,11:BK32"];

#[test]
fn a_game_that_is_won_is_finished_by_the_best_moves_of_depth_tables() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 4 --metric dtc --encoding zstd").succeeds();
    for fen in DECISIVE {
        let report = dir.run(&format!("solve checkers '{fen}' --json")).json();
        assert_eq!((&report["metric"], &report["source"]), (&"dtc".into(), &"table".into()));
        let line: Vec<&str> =
            report["line"].as_array().expect("a line").iter().filter_map(|m| m.as_str()).collect();
        let depth = report["distance"].as_u64().expect("a distance") as usize;
        assert!(line.len() >= depth && depth > 0, "{fen}: {line:?}");
        let at = |plies: usize| {
            let moves = line[..plies].join(",");
            dir.run(&format!("solve checkers '{fen}' --history {moves} --json")).json()
        };
        let end = at(line.len());
        assert_eq!((&end["value"], &end["source"]), (&"loss".into(), &"rules".into()), "{fen}");
        let wins = report["value"] == "win";
        assert_eq!(line.len() % 2 == 1, wins, "{fen}: the winner moves last");
    }
}

#[test]
fn of_the_moves_of_a_won_position_those_that_convert_count_one_ply() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3 --metric dtc").succeeds();
    // A man one step from its crown row, and a king.
    let report = dir.run("probe checkers 'W:WK1,8:BK32' --json").json();
    assert_eq!((&report["metric"], &report["value"]), (&"dtc".into(), &"win".into()));
    let moves = report["moves"].as_array().expect("a list");
    let crowning = moves.iter().find(|m| m["move"] == "8-3").expect("8-3 is legal");
    assert_eq!((&crowning["value"], &crowning["distance"]), (&"win".into(), &1.into()));
    assert_eq!(report["distance"], 1);
    let text = dir.run("probe checkers 'W:WK1,8:BK32'").succeeds().stdout;
    assert!(text.contains("win in 1") && text.contains("plies to a conversion"), "{text}");
    let solved = dir.run("solve checkers 'W:WK1,8:BK32' --json").json();
    assert_eq!(solved["best"], report["best"]);
}

#[test]
fn depth_tables_pass_every_check() {
    let dir = Dir::new();
    dir.run("generate checkers --board 6x6 --pieces 3 --metric dtc").succeeds();
    let checked = dir.run("verify checkers --independent").succeeds().stdout;
    assert!(checked.contains("dtc, 3 pieces: every component again"), "{checked}");
    assert!(checked.contains("every entry by value iteration"), "{checked}");
    assert!(!checked.contains("FAIL"), "{checked}");
}

#[test]
fn captures_are_counted_apart_as_a_table_as_tsv_and_as_json() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3 --metric dtc").succeeds();
    let info = dir.run("info --captures --json").json();
    let slices = info["slices"].as_array().expect("a list");
    let of = |name: &str| slices.iter().find(|s| s["slice"] == name).expect("the slice");
    for (name, counts) in [("k1-k1", [72, 0, 0]), ("m1-k2", [58, 714, 260])] {
        let captures = &of(name)["captures"];
        for (key, count) in ["wins", "draws", "losses"].iter().zip(counts) {
            assert_eq!(captures[key], count, "{name} {key}");
        }
    }
    let tsv = dir.run("info --captures --tsv --longest 1").succeeds().stdout;
    let rows: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 17);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let column = |name: &str| rows[0].iter().position(|n| *n == name).expect("the column");
    let kings = rows.iter().find(|row| row[column("slice")] == "k1-k1").expect("the slice");
    assert_eq!((kings[column("capture_wins")], kings[column("wins")]), ("72", "230"));
    let longest = kings[column("longest")];
    let report = dir.run(&format!("probe checkers '{longest}' --json")).json();
    assert_eq!(report["distance"].to_string(), kings[column("longest_win")]);
    let text = dir.run("info --captures").succeeds().stdout;
    assert!(text.contains("with a capture"), "{text}");
    dir.run("generate connect4 --board 4x4").succeeds();
    dir.run("info data/tables/connect4-4x4-wdl --captures").fails(2, &["--captures", "connect4"]);
}
