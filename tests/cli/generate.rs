use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::util::Dir;

#[test]
fn the_tables_of_three_pieces_have_the_published_totals() {
    let dir = Dir::new();
    let done = dir.run("generate checkers --pieces 3 --json").json();
    // Values with both sides on the board: 2 pieces, then 3.
    assert_eq!(done["positions"], 3_488 + 196_032);
    assert_eq!(done["wins"], 716 + 100_250);
    assert_eq!(done["losses"], 402 + 87_305);
    assert_eq!(done["draws"], 2_370 + 8_477);
    assert_eq!(done["tables"], 4 + 12);
}

#[test]
fn a_slice_brings_what_it_leads_to() {
    let dir = Dir::new();
    let done = dir.run("generate checkers --slice m1k1-k1 --json").json();
    // m1k1-k1 and its flip, k2-k1, and with two pieces k1-k1 and m1-k1.
    assert_eq!(done["tables"], 2 + 2 + 1 + 2);
    dir.run("probe checkers 'W:WK5,13:BK32'").succeeds();
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    for arguments in [
        "generate checkers --pieces 3",
        "generate checkers --pieces 3 --metric wdl --encoding zstd",
        "generate connect4 --board 4x4",
    ] {
        let (one, three) = (Dir::new(), Dir::new());
        one.run(&format!("{arguments} --threads 1")).succeeds();
        three.run(&format!("{arguments} --threads 3")).succeeds();
        assert!(one.files() == three.files(), "{arguments}");
    }
}

#[test]
fn a_second_run_finds_everything_done() {
    let dir = Dir::new();
    dir.run("generate checkers --board 6x6 --pieces 3").succeeds();
    let before = dir.files();
    dir.run("generate checkers --board 6x6 --pieces 3").succeeds();
    assert!(dir.files() == before);
}

/// Kills a generator as soon as some table is there, several times, and expects the bytes of an
/// undisturbed run in the end.
#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    for (arguments, folder) in [
        ("generate checkers --pieces 4", "data/tables/checkers-8x8-dtw"),
        ("generate connect4 --board 4x5 --encoding raw", "data/tables/connect4-4x5-wdl"),
    ] {
        let (calm, stormy) = (Dir::new(), Dir::new());
        calm.run(arguments).succeeds();
        for kills in 1..=3 {
            let mut child = stormy
                .command(arguments)
                .stdout(Stdio::null())
                .spawn()
                .expect("the command starts");
            let tables = || {
                let entries = fs::read_dir(stormy.path(folder)).into_iter().flatten().flatten();
                entries.filter(|e| e.path().extension().is_some_and(|x| x == "table")).count()
            };
            let before = tables();
            while tables() < before + kills && child.try_wait().expect("a child").is_none() {
                sleep(Duration::from_millis(1));
            }
            child.kill().expect("a child can be killed");
            child.wait().expect("a child ends");
        }
        stormy.run(arguments).succeeds();
        assert!(calm.files() == stormy.files(), "{arguments}");
    }
}

#[test]
fn a_plan_writes_nothing() {
    let dir = Dir::new();
    let text = dir.run("generate checkers --pieces 6 --plan").succeeds().stdout;
    assert!(text.contains("m1k2-m2k1"), "{text}");
    let lines = dir.run("generate checkers --pieces 5 --plan --json").json_lines();
    let positions: u64 = lines.iter().filter_map(|line| line["positions"].as_u64()).sum();
    assert_eq!(positions, 3_488 + 196_032 + 6_209_316 + 139_450_808);
    dir.run("generate connect4 --board 6x6 --plan").succeeds();
    assert!(dir.files().is_empty());
}

#[test]
fn what_does_not_fit_the_memory_is_refused_with_the_estimate() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 5 --memory 20M").fails(1, &["memory", "20 MB"]);
    dir.run("generate connect4 --board 6x6 --memory 1G").fails(1, &["memory"]);
    assert!(dir.files().is_empty());
}

#[test]
fn a_folder_with_a_generator_at_work_is_refused() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2").succeeds();
    let lock = fs::File::options()
        .write(true)
        .open(dir.path("data/tables/checkers-8x8-dtw/lock"))
        .expect("the lock file stays");
    lock.try_lock().expect("nobody holds it");
    let before = dir.files();
    dir.run("generate checkers --pieces 3").fails(1, &["checkers-8x8-dtw", "another generator"]);
    assert!(dir.files() == before);
}

#[test]
fn what_cannot_be_generated_is_misuse() {
    let dir = Dir::new();
    dir.run("generate checkers").fails(2, &["--pieces", "--slice"]);
    dir.run("generate checkers --slice m2").fails(2, &["m2"]);
    dir.run("generate tictactoe").fails(2, &["solve"]);
    dir.run("generate go").fails(2, &["go", "checkers"]);
    dir.run("generate connect4 --board 7x6 --metric dtw").fails(2, &["wdl"]);
    dir.run("generate connect4 --board 9x9").fails(2, &["9 columns"]);
    dir.run("generate checkers --board 10x10 --pieces 2").fails(2, &["10x10", "8x8"]);
    assert!(dir.files().is_empty());
}

#[test]
fn tables_under_a_root_answer_for_what_comes_after_it() {
    let dir = Dir::new();
    let plan = dir.run("generate connect4 --board 5x4 --root 3231 --plan").succeeds().stdout;
    assert!(plan.contains("5x4+3132") && plan.contains("memory"), "{plan}");
    assert!(dir.files().is_empty());
    let said = dir.run("generate connect4 --board 5x4 --root 3231").succeeds().stdout;
    assert!(said.contains("takes about"), "the estimate first: {said}");
    let report = dir.run("probe connect4 --board 5x4 323155 --json").json();
    assert_eq!(report["source"], "table");
    let searched = dir.run("solve connect4 --board 5x4 323155 --no-tables --json").json();
    assert_eq!(report["value"], searched["value"]);
    let solved = dir.run("solve connect4 --board 5x4 323155 --json").json();
    assert_eq!(solved["value"], searched["value"]);
    // What no table holds is searched without.
    assert_eq!(dir.run("solve connect4 --board 5x4 1 --json").json()["exact"], true);
    dir.run("probe connect4 --board 5x4 1").fails(1, &["root"]);
    let info = dir.run("info --json").json();
    assert_eq!((&info["board"], &info["slices"][0]["positions"]), (&"5x4+3132".into(), &1.into()));
    dir.run("verify connect4 --board 5x4").succeeds();

    dir.run("generate connect4 --root 1122334").fails(2, &["over"]);
    dir.run("generate connect4 --root 8").fails(2, &["--root"]);
    dir.run("generate checkers --pieces 2 --root 1").fails(2, &["--root", "connect4"]);
}

#[test]
fn a_book_answers_with_distances_up_to_its_last_ply() {
    let dir = Dir::new();
    let plan = dir.run("generate connect4 --board 5x4 --book 5 --plan").succeeds().stdout;
    assert!(plan.contains("ply 5") && plan.contains("memory"), "{plan}");
    assert!(dir.files().is_empty());
    let made = dir.run("generate connect4 --board 5x4 --book 5 --threads 1 --json").json();
    assert_eq!(made["tables"], 6);
    let files = dir.files();
    let again = dir.run("generate connect4 --board 5x4 --book 5 --threads 2 --json").json();
    assert_eq!(again["digest"], made["digest"]);
    assert_eq!(dir.files(), files);
    for position in ["''", "33", "12345"] {
        let solve = |flags: &str| {
            dir.run(&format!("solve connect4 --board 5x4 {position} {flags} --json")).json()
        };
        let (known, searched) = (
            dir.run(&format!("probe connect4 --board 5x4 {position} --json")).json(),
            solve("--no-tables"),
        );
        for key in ["value", "distance", "score"] {
            assert_eq!(known[key], searched[key], "{position} {key}");
        }
        assert_eq!(known["metric"], "dtw");
        let with_book = solve("--scores");
        assert_eq!(with_book["score"], searched["score"]);
        assert!(with_book["nodes"].as_u64() < searched["nodes"].as_u64());
    }
    dir.run("probe connect4 --board 5x4 123451").fails(1, &["book"]);
    dir.run("verify connect4 --board 5x4").succeeds();
    let info = dir.run("info --json").json();
    assert_eq!((&info["metric"], &info["slices"][1]["positions"]), (&"dtw".into(), &5.into()));

    dir.run("generate connect4 --board 5x4 --book 20").fails(2, &["--book", "19"]);
    dir.run("generate connect4 --book 30").fails(1, &["memory"]);
    dir.run("generate connect4 --book 4 --root 1").fails(2, &["--book", "--root"]);
    dir.run("generate connect4 --book 4 --metric wdl").fails(2, &["dtw"]);
    dir.run("generate checkers --pieces 2 --book 4").fails(2, &["connect4"]);
    assert_eq!(dir.files(), files);
}
