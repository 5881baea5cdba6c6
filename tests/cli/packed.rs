//! Packed tables: `--encoding runs` and `--sides`.

use crate::util::Dir;

#[test]
fn packed_tables_hold_what_raw_ones_hold() {
    let dir = Dir::new();
    let mut runs = Vec::new();
    for arguments in ["--metric wdl", "--encoding runs", "--encoding runs --sides one"] {
        let done = dir.run(&format!("generate checkers --pieces 4 {arguments} --json")).json();
        let probe = dir.run("probe checkers 'W:WK23,K19:BK28,12' --json").json();
        assert_eq!(probe["value"], "win", "{arguments}");
        let info = dir.run("info --json").json();
        let encoding = if arguments.contains("runs") { "runs" } else { "raw" };
        assert_eq!(info["slices"][0]["encoding"], encoding);
        runs.push(done);
    }
    for key in ["positions", "wins", "draws", "losses", "digest"] {
        assert!(runs.iter().all(|done| done[key] == runs[0][key]), "{key}");
    }
    let bytes: Vec<u64> = runs.iter().filter_map(|done| done["bytes"].as_u64()).collect();
    assert!(bytes[0] > 5 * bytes[1] && bytes[1] > bytes[2], "{bytes:?}");
}

#[test]
fn packing_that_cannot_be_is_misuse() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2 --sides one").fails(2, &["--sides", "runs"]);
    dir.run("generate checkers --pieces 2 --metric dtw --encoding runs").fails(2, &["wdl"]);
    dir.run("generate connect4 --board 4x4 --encoding runs").fails(2, &["checkers"]);
    assert!(dir.files().is_empty());
}

#[test]
fn a_damaged_packed_table_is_found_by_the_probe_that_meets_it_and_made_again() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2 --encoding runs").succeeds();
    let before = dir.files();
    let table = dir.path("data/tables/checkers-8x8-wdl/k1-k1.table");
    let mut bytes = std::fs::read(&table).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&table, &bytes).expect("a table");
    dir.run("probe checkers W:WK5:BK32").fails(1, &["k1-k1.table", "checksum"]);
    dir.run("generate checkers --pieces 2 --encoding runs").succeeds();
    assert!(dir.files() == before);
}

#[test]
fn packed_tables_pass_every_check() {
    for sides in ["both", "one"] {
        let dir = Dir::new();
        dir.run(&format!("generate checkers --pieces 3 --encoding runs --sides {sides}"))
            .succeeds();
        dir.run("verify checkers --sample 2000").succeeds();
    }
}

#[test]
fn a_killed_packing_goes_on_to_the_same_bytes() {
    let arguments = "generate checkers --pieces 4 --encoding runs --sides one";
    let (calm, stormy) = (Dir::new(), Dir::new());
    calm.run(arguments).succeeds();
    let folder = stormy.path("data/tables/checkers-8x8-wdl");
    let tables = || {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        entries.filter(|e| e.path().extension().is_some_and(|x| x == "table")).count()
    };
    for kills in 1..=3 {
        let mut child = stormy
            .command(arguments)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("the command starts");
        let before = tables();
        while tables() < before + kills && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().expect("a child can be killed");
        child.wait().expect("a child ends");
    }
    stormy.run(arguments).succeeds();
    assert!(calm.files() == stormy.files());
}
