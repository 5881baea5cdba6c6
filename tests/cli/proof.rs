use std::fs;

use crate::util::Dir;

#[test]
fn a_proof_is_written_and_stands() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3 --metric wdl --encoding runs --out three").succeeds();
    for (fen, value) in [
        ("W:WK23,K19:BK28,12", "win"),
        ("W:WK18,K27:BK28,12", "draw"),
        ("B:WK22,K23,K24:BK31,K32", "loss"),
    ] {
        let command = format!("solve checkers '{fen}' --weak --tables three --proof p --json");
        let lines = dir.run(&command).json_lines();
        assert_eq!((&lines[0]["value"], &lines[1]["value"]), (&value.into(), &value.into()));
        let checked = dir.run("check-proof p --tables three --json").json();
        assert_eq!((&checked["stands"], &checked["value"]), (&true.into(), &value.into()));
        assert!(checked["moves"].as_u64() > Some(0) && checked["tables"].as_u64() > Some(0));
        // Where it ends by tables it needs them.
        dir.run("check-proof p --no-tables").fails(1, &["no table has the value"]);
    }
}

#[test]
fn tables_can_be_asked_of_fewer_pieces_than_they_have() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 4 --metric wdl --encoding runs --out four").succeeds();
    let solve = "solve checkers W:WK23,K19:BK28,12 --weak --tables four";
    let known = dir.run(&format!("{solve} --json")).json();
    let searched = dir.run(&format!("{solve} --table-pieces 3 --proof p --json")).json_lines();
    assert_eq!((&known["value"], &searched[0]["value"]), (&"win".into(), &"win".into()));
    assert_eq!((&known["source"], &searched[0]["source"]), (&"table".into(), &"search".into()));
    dir.run("check-proof p --tables four --table-pieces 3").succeeds();
    dir.run("check-proof p --tables four --table-pieces 2").fails(1, &["no table has the value"]);
    dir.run("solve tictactoe a1 --table-pieces 3").fails(2, &["--table-pieces", "checkers"]);
}

#[test]
fn a_proof_without_tables_goes_to_the_end() {
    let dir = Dir::new();
    dir.run("solve checkers W:WK15,K10:BK3 --weak --no-tables --proof p").succeeds();
    let checked = dir.run("check-proof p --no-tables --json").json();
    assert_eq!((&checked["value"], &checked["tables"]), (&"win".into(), &0.into()));
}

#[test]
fn a_proof_that_was_changed_fails() {
    let dir = Dir::new();
    dir.run("solve checkers W:WK15,K10:BK3 --weak --no-tables --proof p").succeeds();
    let text = fs::read_to_string(dir.path("p")).expect("the proof");
    dir.write("loss", &text.replace("value win", "value loss"));
    dir.run("check-proof loss --no-tables").fails(1, &["loss", "strategy other win"]);
    let last = text.trim_end().lines().last().expect("a move");
    let (position, _) = last.split_once(' ').expect("a position and a move");
    dir.write("moved", &text.replace(last, &format!("{position} 1-32")));
    dir.run("check-proof moved --no-tables").fails(1, &["moved", "not legal"]);
    dir.write("cut", &text.replace(last, ""));
    dir.run("check-proof cut --no-tables").fails(1, &["cut", "due"]);
    dir.run("check-proof nowhere").fails(1, &["nowhere"]);
}

#[test]
fn what_has_no_proof_is_refused() {
    let dir = Dir::new();
    dir.run("solve connect4 --board 4x4 '' --proof p").fails(2, &["checkers"]);
    dir.run("solve checkers W:WK15:BK3 W:WK15:BK4 --proof p").fails(2, &["one position"]);
    dir.run("solve checkers W:WK15:BK3 --history 15-18 --proof p").fails(2, &["--history"]);
    assert!(dir.files().is_empty());
}

#[test]
fn several_threads_give_the_same_value() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3 --metric wdl --encoding runs --out three").succeeds();
    let solve =
        "solve checkers 'W:WK18,K27:BK28,12' 'W:WK23,K19:BK28,12' --weak --tables three --json";
    let values = |threads: u32| -> Vec<_> {
        let lines = dir.run(&format!("{solve} --threads {threads}")).json_lines();
        lines.into_iter().map(|line| (line["value"].clone(), line["exact"].clone())).collect()
    };
    let one = values(1);
    assert_eq!(one[0], ("draw".into(), true.into()));
    for threads in [2, 4] {
        assert_eq!(values(threads), one);
    }
}

#[test]
fn table_values_that_a_history_keeps_from_use_are_named() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3 --metric wdl --encoding runs --out three").succeeds();
    let solve = "solve checkers W:WK15,K10:BK3 --weak --tables three --json";
    let free = dir.run(solve).json();
    assert!(free["unusable"].is_null(), "{free}");
    let bound = dir.run(&format!("{solve} --history '15-18 3-8 18-15 8-12'")).json();
    assert!(bound["unusable"]["count"].as_u64() > Some(0), "{bound}");
    assert!(bound["unusable"]["positions"][0].as_str().is_some_and(|fen| fen.contains(":W")));
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_a_device_stays_one() {
    let dir = Dir::new();
    dir.write("target", "");
    std::os::unix::fs::symlink(dir.path("target"), dir.path("link")).expect("a link");
    std::os::unix::fs::symlink("/dev/null", dir.path("device")).expect("a link");
    let solve = "solve checkers W:WK15,K10:BK3 --weak --no-tables --proof";
    for file in ["link", "device"] {
        dir.run(&format!("{solve} {file}")).succeeds();
        assert!(dir.path(file).is_symlink(), "{file}");
    }
    assert!(fs::read_to_string(dir.path("target")).is_ok_and(|text| text.contains("strategy")));
    assert!(!fs::metadata("/dev/null").expect("it is there").is_file());
}
