//! The second reader of the table format (verify/reader), which was written from the specification alone,
//! in another language, against the tables and probes of this one.
//!
//! It takes Python 3.11 and the package zstandard. Where they are not there is nothing to compare with,
//! unless RETROSOLVE_READER says `required`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use retrosolve_games::checkers::Checkers;
use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Game, Notation, Probe, TableValue, ZeroSum};
use retrosolve_tablegen::checkers::CheckersTables;
use retrosolve_tablegen::connect4::Connect4Tables;
use retrosolve_tablegen::connect4::book::Book;
use retrosolve_tablegen::{FolderWriter, Io, TableInfo};

use crate::util::Dir;

/// The reader, if what it takes is there.
fn reader() -> Option<Command> {
    let mut test = Command::new("python3");
    test.args(["-c", "import sys, zstandard; sys.exit(sys.version_info < (3, 11))"]);
    let is_there = test.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !is_there {
        let is_required = std::env::var("RETROSOLVE_READER").is_ok_and(|word| word == "required");
        assert!(!is_required, "the reader takes Python 3.11 and the package zstandard");
        eprintln!("not compared: the reader takes Python 3.11 and the package zstandard");
        return None;
    }
    let mut reader = Command::new("python3");
    reader.arg("-B").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/reader/read.py"));
    Some(reader)
}

/// Runs the reader and returns what it prints, whether it succeeds or not.
fn read(mut reader: Command, verb: &str, folder: &Path, input: &str) -> (bool, String) {
    let mut child = reader
        .arg(verb)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the reader starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The reader answers while it is being asked.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the reader ends");
    // One that has found a fault reads no further.
    let _ = writer.join().expect("the questions are written");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(printed).expect("text"))
}

/// Has the reader check the tables of a folder and find the values of positions, and expects what is told
/// of them, byte for byte, and the same digest.
fn compare(dir: &Dir, set: &str, told: &str) {
    let folder = dir.path(format!("data/tables/{set}"));
    let Some(reader) = reader() else { return };
    let (passed, printed) = read(reader, "check", &folder, "");
    assert!(passed, "{printed}");
    let info = dir.run(&format!("info data/tables/{set} --json")).json();
    let digest = info["digest"].as_str().expect("a digest");
    assert!(printed.contains(digest), "{digest}: {printed}");
    let positions: String =
        told.lines().filter_map(|line| line.split('\t').next()).flat_map(|p| [p, "\n"]).collect();
    let (passed, found) = read(self::reader().expect("as before"), "probe", &folder, &positions);
    assert!(passed, "{found}");
    assert!(told.lines().count() > 100, "{set}");
    for (told, found) in told.lines().zip(found.lines()) {
        assert_eq!(found, told, "{set}");
    }
    assert!(found == told, "{set}");
}

/// A line as the reader writes it.
fn line(position: &str, value: Option<TableValue>) -> String {
    let value = value.map_or_else(
        || "none".to_owned(),
        |value| match value.distance.filter(|_| value.wdl.is_decisive()) {
            Some(plies) => format!("{} {plies}", value.wdl),
            None => value.wdl.to_string(),
        },
    );
    format!("{position}\t{value}\n")
}

/// Every position of some checkers tables with its value by a probe.
fn checkers_values(folder: &Path) -> String {
    let tables = CheckersTables::open(folder, Io::Read).expect("tables");
    let game = Checkers::new(tables.board());
    let mut told = String::new();
    for (index, _) in tables.tables() {
        for number in 0..index.len() {
            // Black and White move in turn, so that both views are read.
            let mut position = index.unrank(number).position(tables.board());
            if number % 2 == 1 {
                position = position.mirrored(tables.board());
            }
            let value = tables.get(&position).expect("a value");
            told += &line(&game.format_state(&position), value);
        }
    }
    told
}

#[test]
fn the_second_reader_finds_the_values_of_checkers_tables_of_every_kind() {
    for (arguments, set) in [
        ("--board 4x4 --pieces 4 --metric wdl --encoding raw", "checkers-4x4-wdl"),
        ("--board 4x4 --pieces 4 --metric dtc --encoding zstd", "checkers-4x4-dtc"),
        ("--board 4x4 --pieces 4 --metric dtw --encoding raw", "checkers-4x4-dtw"),
        ("--board 6x6 --pieces 2 --metric dtw --encoding zstd", "checkers-6x6-dtw"),
        ("--board 8x8 --pieces 2 --metric dtc --encoding raw", "checkers-8x8-dtc"),
    ] {
        let dir = Dir::new();
        dir.run(&format!("generate checkers {arguments}")).succeeds();
        compare(&dir, set, &checkers_values(&dir.path(format!("data/tables/{set}"))));
    }
}

#[test]
fn the_second_reader_finds_the_values_of_packed_checkers_tables() {
    for (arguments, set) in [
        ("--board 4x4 --pieces 4 --sides both", "checkers-4x4-wdl"),
        ("--board 4x4 --pieces 4 --sides one", "checkers-4x4-wdl"),
        ("--board 6x6 --slice m1k1-k1 --sides one", "checkers-6x6-wdl"),
        ("--board 6x6 --slice m1k1-m1 --sides both", "checkers-6x6-wdl"),
        ("--board 8x8 --pieces 2 --sides one", "checkers-8x8-wdl"),
    ] {
        let dir = Dir::new();
        dir.run(&format!("generate checkers --encoding runs {arguments}")).succeeds();
        compare(&dir, set, &checkers_values(&dir.path(format!("data/tables/{set}"))));
    }
}

#[test]
fn the_second_reader_finds_the_values_of_tables_with_wide_entries() {
    let dir = Dir::new();
    dir.run("generate checkers --board 4x4 --pieces 3 --out narrow").succeeds();
    let narrow = CheckersTables::open(dir.path("narrow/checkers-4x4-dtw"), Io::Read).unwrap();
    let wide = dir.path("data/tables/checkers-4x4-dtw");
    let (_, first) = narrow.tables().next().expect("a table");
    let writer = FolderWriter::open(&wide, &first.header().info.set).unwrap();
    for (index, table) in narrow.tables() {
        let mut codes = Vec::new();
        table.read_codes(0..index.len(), &mut codes).unwrap();
        let info = TableInfo { entry_bits: 16, ..table.header().info.clone() };
        let mut table = writer.create(info).unwrap();
        table.write_codes(&codes).unwrap();
        writer.commit(table).unwrap();
    }
    drop(writer);
    compare(&dir, "checkers-4x4-dtw", &checkers_values(&wide));
}

/// Every position that play reaches from a root in at most so many plies, as the columns played.
fn reached(game: &ConnectFour, root: &str, plies: usize) -> Vec<(String, Position)> {
    let state = game.parse_state(root).expect("a root");
    let mut layer = vec![(root.to_owned(), state)];
    let mut all = layer.clone();
    for _ in 0..plies {
        let mut next = Vec::new();
        for (moves, state) in &layer {
            if game.outcome(state).is_some() {
                continue;
            }
            let mut columns = Vec::new();
            game.moves(state, &mut columns);
            let play = |Column(c)| (format!("{moves}{}", c + 1), game.play(state, Column(c)));
            next.extend(columns.into_iter().map(play));
        }
        next.sort_by_key(|(_, state)| game.key(state));
        next.dedup_by_key(|(_, state)| game.key(state));
        all.extend(next.iter().cloned());
        layer = next;
    }
    all
}

fn connect4_values(
    probe: &impl Probe<ConnectFour>,
    game: &ConnectFour,
    positions: &[(String, Position)],
) -> String {
    let value = |state| probe.probe(game, state).expect("a value");
    positions.iter().map(|(moves, state)| line(moves, value(state))).collect()
}

#[test]
fn the_second_reader_finds_the_values_of_connect4_tables() {
    // The image of a root is found too.
    let (root, image) = ("1111112222223333337777775444", "7777776666665555551111113444");
    let under = format!("connect4-7x6+{}-wdl", "1111112222223333335444777777");
    for (arguments, board, set, roots) in [
        ("--board 3x5 --encoding raw", "3x5", "connect4-3x5-wdl", vec![""]),
        ("--board 4x4 --encoding zstd", "4x4", "connect4-4x4-wdl", vec![""]),
        (&format!("--root {root}"), "7x6", &under, vec![root, image]),
    ] {
        let board: Board = board.parse().expect("a board");
        let game = ConnectFour::new(board);
        let dir = Dir::new();
        dir.run(&format!("generate connect4 {arguments}")).succeeds();
        let folder = dir.path(format!("data/tables/{set}"));
        let ground = set.trim_start_matches("connect4-").trim_end_matches("-wdl");
        let ground = ground.parse().expect("a board with a root");
        let tables = Connect4Tables::open_under(&ground, &folder, Io::Read).expect("tables");
        let mut told = String::new();
        for root in roots {
            let mut positions = reached(&game, root, 42);
            // Of 4x4 a part, for the time it takes.
            let step = if board.cells() == 16 { 5 } else { 1 };
            positions = positions.into_iter().step_by(step).collect();
            told += &connect4_values(&tables, &game, &positions);
        }
        compare(&dir, set, &told);
    }
}

#[test]
fn the_second_reader_finds_the_values_of_books() {
    for encoding in ["zstd", "raw"] {
        let dir = Dir::new();
        dir.run(&format!("generate connect4 --board 5x4 --book 5 --encoding {encoding}"))
            .succeeds();
        let game = ConnectFour::new("5x4".parse().expect("a board"));
        let folder = dir.path("data/tables/connect4-5x4-dtw");
        let book = Book::open(game.board(), &folder, Io::Read).expect("a book");
        let told = connect4_values(&book, &game, &reached(&game, "", 6));
        assert!(told.contains("none") && told.contains("loss 1"), "{told}");
        compare(&dir, "connect4-5x4-dtw", &told);
    }
}

#[test]
fn the_second_reader_finds_every_damaged_byte() {
    if reader().is_none() {
        return;
    }
    let dir = Dir::new();
    for (arguments, set, file) in [
        ("checkers --board 4x4 --pieces 2 --metric dtw", "checkers-4x4-dtw", "k1-k1.table"),
        ("checkers --board 4x4 --pieces 2 --encoding runs", "checkers-4x4-wdl", "k1-k1.table"),
        ("connect4 --board 3x3", "connect4-3x3-wdl", "ply05.table"),
        ("connect4 --board 3x3", "connect4-3x3-wdl", "ply05.pages"),
    ] {
        dir.run(&format!("generate {arguments}")).succeeds();
        let folder = dir.path(format!("data/tables/{set}"));
        let whole = std::fs::read(folder.join(file)).expect("a file");
        for at in (0..whole.len()).step_by(whole.len() / 8) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(folder.join(file), &bytes).expect("a file");
            let (passed, printed) = read(reader().expect("as before"), "check", &folder, "");
            assert!(!passed, "byte {at} of {file}: {printed}");
            let mut lines = String::new();
            write!(lines, "{printed}").expect("text");
            assert!(lines.contains(file) && !lines.contains("Traceback"), "{lines}");
        }
        std::fs::write(folder.join(file), &whole).expect("a file");
        let (passed, printed) = read(reader().expect("as before"), "check", &folder, "");
        assert!(passed, "{printed}");
    }
}
