//! Tables that were damaged, cut or put in the wrong place are refused, and never answer wrongly.

use std::fs;
use std::path::PathBuf;

use crate::util::Dir;

const FOLDER: &str = "data/tables/checkers-8x8-dtw";

fn tables() -> Dir {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2").succeeds();
    dir
}

fn table(dir: &Dir) -> PathBuf {
    dir.path(FOLDER).join("k1-k1.table")
}

#[test]
fn a_table_cut_to_half_is_refused() {
    let dir = tables();
    let bytes = fs::read(table(&dir)).expect("a table");
    fs::write(table(&dir), &bytes[..bytes.len() / 2]).expect("a table");
    for verb in ["probe checkers W:WK5:BK9", "info", "verify checkers", "solve checkers W:WK5:BK9"]
    {
        dir.run(verb).fails(1, &["k1-k1.table", "bytes"]);
    }
}

#[test]
fn a_flipped_bit_in_the_header_is_refused() {
    let dir = tables();
    let good = fs::read(table(&dir)).expect("a table");
    for at in [0, 9, 20, 60] {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        fs::write(table(&dir), &bytes).expect("a table");
        dir.run("probe checkers W:WK5:BK9").fails(1, &["k1-k1.table"]);
    }
}

#[test]
fn a_flipped_bit_in_the_data_is_found_by_the_probe_that_meets_it() {
    let dir = tables();
    let mut bytes = fs::read(table(&dir)).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(table(&dir), &bytes).expect("a table");
    dir.run("probe checkers W:WK5:BK9").fails(1, &["k1-k1.table", "checksum"]);
    dir.run("solve checkers W:WK5:BK9").fails(1, &["k1-k1.table", "checksum"]);
    let ran = dir.run("verify checkers");
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

#[test]
fn a_table_of_another_board_is_refused() {
    let dir = tables();
    dir.run("generate checkers --board 6x6 --pieces 2").succeeds();
    fs::copy(dir.path("data/tables/checkers-6x6-dtw/k1-k1.table"), table(&dir)).expect("a copy");
    dir.run("probe checkers W:WK5:BK9").fails(1, &["k1-k1.table"]);
}

#[test]
fn a_file_that_is_no_table_is_refused() {
    let dir = tables();
    fs::write(table(&dir), "not a table at all, but long enough to be looked at").expect("a file");
    dir.run("probe checkers W:WK5:BK9").fails(1, &["k1-k1.table", "not a"]);
    dir.write("stray", "x");
    dir.run("info stray").fails(1, &["stray"]);
}

#[test]
fn a_missing_table_is_made_again() {
    let dir = tables();
    let before = dir.files();
    fs::remove_file(table(&dir)).expect("a table");
    dir.run("probe checkers W:WK5:BK9").fails(1, &["k1-k1.table", "missing"]);
    dir.run("generate checkers --pieces 2").succeeds();
    assert!(dir.files() == before);
}

#[test]
fn a_damaged_table_is_made_again() {
    let dir = tables();
    let before = dir.files();
    let mut bytes = fs::read(table(&dir)).expect("a table");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(table(&dir), &bytes).expect("a table");
    dir.run("generate checkers --pieces 2").succeeds();
    assert!(dir.files() == before);
}

#[test]
fn a_folder_of_another_board_under_the_wrong_name_is_refused() {
    let dir = tables();
    fs::rename(dir.path(FOLDER), dir.path("data/tables/checkers-6x6-dtw")).expect("a folder");
    for verb in ["probe", "solve"] {
        dir.run(&format!("{verb} checkers --board 6x6 W:WK5:BK9")).fails(1, &["8x8", "6x6"]);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_is_refused_and_not_waited_for() {
    for name in ["k1-k1.table", "manifest.json", "lock"] {
        let dir = tables();
        let path = dir.path(FOLDER).join(name);
        fs::remove_file(&path).expect("a file");
        let status = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(status.success());
        if name == "lock" {
            dir.run("generate checkers --pieces 2").fails(1, &["lock", "not a regular file"]);
        } else {
            dir.run("probe checkers W:WK5:BK9").fails(1, &[name, "not a regular file"]);
        }
    }
}
