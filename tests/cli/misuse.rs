//! Bad input: one clear line, a non-zero exit code, nothing written.

use crate::util::Dir;

#[test]
fn bad_checkers_positions_name_the_column_and_the_reason() {
    let dir = Dir::new();
    for (fen, words) in [
        ("W:WK40:B3", &["column 5", "40", "32"][..]),
        ("W:W1:B2", &["column 4", "crown row", "K1"]),
        ("W:WK5:BK5", &["column 8", "square 5"]),
        ("", &["empty"]),
        ("W:WK5:BK1 and more", &["column 11"]),
        ("X:WK5:BK1", &["column 1", "side to move"]),
        ("W:WK99999999999999999999:BK1", &["column 5"]),
    ] {
        dir.run(&format!("probe checkers '{fen}'")).fails(2, words);
        dir.run(&format!("solve checkers '{fen}'")).fails(2, words);
    }
    assert!(dir.files().is_empty());
}

#[test]
fn bad_connect_four_positions_name_the_column_and_the_reason() {
    let dir = Dir::new();
    for (text, words) in [
        ("44444444", &["column 7", "full"][..]),
        ("8", &["column 1"]),
        ("12121212", &["over"]),
        ("44x4", &["column 3"]),
    ] {
        dir.run(&format!("probe connect4 '{text}'")).fails(2, words);
        dir.run(&format!("solve connect4 '{text}'")).fails(2, words);
    }
    assert!(dir.files().is_empty());
}

#[test]
fn a_missing_folder_says_how_to_make_tables() {
    let dir = Dir::new();
    dir.run("probe checkers W:WK5:BK1 --tables nowhere").fails(1, &["nowhere", "generate"]);
    dir.run("solve checkers W:WK5:BK1 --tables nowhere").fails(1, &["nowhere", "generate"]);
    dir.run("info nowhere").fails(1, &["nowhere", "generate"]);
    dir.run("verify checkers --tables nowhere").fails(1, &["nowhere", "generate"]);
    assert!(dir.files().is_empty());
}

#[test]
fn unknown_games_boards_and_flags() {
    let dir = Dir::new();
    dir.run("solve chess x").fails(2, &["chess", "connect4"]);
    dir.run("solve connect4 --board 7by6 ''").fails(2, &["7by6", "COLUMNSxROWS"]);
    dir.run("solve mnk ''").fails(2, &["--board"]);
    dir.run("solve tictactoe --board 3x3 ''").fails(2, &["--board"]);
    dir.run("solve graph").fails(2, &["<POS>", "--help"]);
    dir.run("solve graph missing.graph 0").fails(1, &["missing.graph"]);
    dir.run("solve connect4").fails(2, &["<POS>"]);
    dir.run("solve connect4 '' --no-such-flag").fails(2, &["--no-such-flag"]);
    dir.run("probe checkers W:WK5:BK1 --threads 0").fails(2, &["--threads", "0"]);
    dir.run("generate checkers --pieces 3 --memory none").fails(2, &["--memory", "512M"]);
    dir.run("solve checkers W:WK5:BK1 --method alphabeta").fails(2, &["alphabeta"]);
    dir.run("verify --sample 0").fails(2, &["--sample"]);
    dir.run("probe tictactoe ''").fails(1, &["tictactoe", "solve"]);
    dir.run("").code_is(2);
}

#[test]
fn a_graph_that_is_none_names_file_line_and_column() {
    let dir = Dir::new();
    dir.write("bad.graph", "a: b\nb: nowhere\n");
    dir.run("solve graph bad.graph a").fails(2, &["bad.graph", "line 2", "column"]);
}
