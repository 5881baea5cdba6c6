//! The folder of tables: what a run leaves, how one goes on, what is refused, what a probe answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Notation, Probe, TableValue, Wdl};
use retrosolve_tablegen::connect4::{
    Connect4Error, Connect4Tables, Ground, Options, Path as KernelPath, Plan, generate,
    generate_under, slice_name, solve_board, table_set,
};
use retrosolve_tablegen::{Encoding, FolderError, FolderWriter, Io, Progress, Silent, TableFolder};

fn board(columns: u32, rows: u32) -> Board {
    Board::new(columns, rows).unwrap()
}

fn options(encoding: Encoding) -> Options {
    Options { encoding, ..Options::default() }
}

/// The files of a folder, lock aside, with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    named.filter(|(name, _)| name != "lock").map(|(n, path)| (n, fs::read(path).unwrap())).collect()
}

#[test]
fn the_bytes_are_the_same_on_any_number_of_threads_and_on_both_paths() {
    for encoding in [Encoding::Raw, Encoding::Zstd] {
        let folders = [1, 2, 5].map(|threads| {
            let dir = tempfile::tempdir().unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let path = if threads == 1 { KernelPath::Portable } else { KernelPath::best() };
            let options = Options { path, ..options(encoding) };
            pool.install(|| generate(board(4, 4), dir.path(), &options, &Silent)).unwrap();
            files(dir.path())
        });
        assert_eq!(folders[0].len(), 35, "two files for each of 17 plies, and the manifest");
        assert!(folders[0] == folders[1] && folders[0] == folders[2]);
    }
}

/// Panics after some units of work: the closest to a kill that a test in one process can come.
struct Interrupt(AtomicU64);

impl Progress for Interrupt {
    fn begin(&self, _: &str, _: u64, _: &str) {}

    fn advance(&self, n: u64) {
        let take = |left: u64| left.checked_sub(n);
        if self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).is_err() {
            // A panic without its message.
            std::panic::resume_unwind(Box::new("interrupted"));
        }
    }

    fn end(&self) {}
}

#[test]
fn a_run_that_was_interrupted_anywhere_ends_with_the_same_bytes() {
    let (board, options) = (board(4, 3), options(Encoding::Zstd));
    let whole = tempfile::tempdir().unwrap();
    let solution = generate(board, whole.path(), &options, &Silent).unwrap();
    let mut interrupted = 0;
    for work in (0..).step_by(37) {
        let dir = tempfile::tempdir().unwrap();
        let interrupt = Interrupt(AtomicU64::new(work));
        let run = || generate(board, dir.path(), &options, &interrupt);
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(done) => {
                done.unwrap();
                break;
            }
            Err(_) => interrupted += 1,
        }
        assert_eq!(generate(board, dir.path(), &options, &Silent).unwrap(), solution);
        assert_eq!(files(dir.path()), files(whole.path()), "interrupted after {work} blocks");
    }
    assert!(interrupted >= 10, "only {interrupted} interruptions");
}

#[test]
fn plies_that_are_complete_are_kept_and_missing_ones_made_again() {
    let board = board(4, 4);
    let dir = tempfile::tempdir().unwrap();
    generate(board, dir.path(), &options(Encoding::Raw), &Silent).unwrap();
    let whole = files(dir.path());
    for missing in [vec![0], vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], vec![16], vec![3, 9, 12]] {
        for &ply in &missing {
            fs::remove_file(dir.path().join(format!("{}.table", slice_name(ply)))).unwrap();
        }
        let age = |ply| fs::metadata(dir.path().join(format!("{}.table", slice_name(ply))));
        let last = missing.iter().max().unwrap() + 1;
        let before = age(last).and_then(|m| m.modified()).ok();
        generate(board, dir.path(), &options(Encoding::Raw), &Silent).unwrap();
        assert_eq!(files(dir.path()), whole, "without {missing:?}");
        assert_eq!(
            age(last).and_then(|m| m.modified()).ok(),
            before,
            "a complete ply is not rewritten"
        );
    }
}

#[test]
fn encodings_hold_the_same_values() {
    let digests = [Encoding::Raw, Encoding::Zstd].map(|encoding| {
        let dir = tempfile::tempdir().unwrap();
        generate(board(5, 3), dir.path(), &options(encoding), &Silent).unwrap();
        let folder = TableFolder::open(dir.path()).unwrap();
        for table in folder.tables() {
            assert_eq!(table.encoding, encoding);
            folder.open_table(&table.slice, Io::Map).unwrap().verify().unwrap();
        }
        folder.digest()
    });
    assert_eq!(digests[0], digests[1]);
}

#[test]
fn generating_finds_what_solving_in_memory_finds() {
    let dir = tempfile::tempdir().unwrap();
    let board = board(4, 4);
    let generated = generate(board, dir.path(), &Options::default(), &Silent).unwrap();
    assert_eq!(generated, solve_board(board, None, &Silent).unwrap());
    let raw = options(Encoding::Raw);
    let again = generate(board, dir.path(), &raw, &Silent).unwrap();
    assert_eq!(again, generated, "another encoding replaces the tables");
    let folder = TableFolder::open(dir.path()).unwrap();
    assert!(folder.tables().all(|table| table.encoding == Encoding::Raw));
}

#[test]
fn mirror_images_have_the_same_value() {
    let board = board(5, 3);
    let game = ConnectFour::new(board);
    let dir = tempfile::tempdir().unwrap();
    generate(board, dir.path(), &options(Encoding::Raw), &Silent).unwrap();
    let tables = Connect4Tables::open(board, dir.path(), Io::Map).unwrap();
    for ply in 0..=board.cells() {
        for part in 0..tables.parts(ply) {
            let each = |position, value| {
                let mirrored = tables.probe(&game, &game.mirror(position)).unwrap();
                assert_eq!(mirrored, Some(TableValue::wdl(value)));
            };
            tables.visit(ply, part, each).unwrap();
        }
    }
}

#[test]
fn tables_under_a_root_know_what_comes_after_it_and_nothing_else() {
    let board = board(5, 4);
    let game = ConnectFour::new(board);
    let line = |moves: &str| game.parse_state(moves).unwrap();
    let ground = Ground::under(board, line("3231")).unwrap();
    assert_eq!(ground.to_string(), "5x4+3132", "the first of the games that lead there");
    assert_eq!("5x4+3132".parse(), Ok(ground));
    let dir = tempfile::tempdir().unwrap();
    generate_under(&ground, dir.path(), &Options::default(), &Silent).unwrap();
    let tables = Connect4Tables::open_under(&ground, dir.path(), Io::Map).unwrap();
    let whole = tempfile::tempdir().unwrap();
    generate(board, whole.path(), &Options::default(), &Silent).unwrap();
    let all = Connect4Tables::open(board, whole.path(), Io::Map).unwrap();
    for moves in ["3231", "3132", "31321", "323155", "323114", "32313", "32313155"] {
        let expected = all.probe(&game, &line(moves)).unwrap();
        assert!(expected.is_some());
        assert_eq!(tables.probe(&game, &line(moves)).unwrap(), expected, "{moves}");
    }
    for moves in ["", "323", "3233", "1323", "32335"] {
        assert_eq!(tables.probe(&game, &line(moves)).unwrap(), None, "{moves}");
    }
    assert!(Ground::under(board, line("1122334")).is_none(), "a finished game");
    let whole = Connect4Tables::open(board, dir.path(), Io::Map);
    assert!(whole.is_err(), "a folder under a root is not that of the board");
}

#[test]
fn a_probe_answers_for_what_play_can_reach_and_for_finished_positions() {
    let board = board(4, 4);
    let game = ConnectFour::new(board);
    let dir = tempfile::tempdir().unwrap();
    generate(board, dir.path(), &Options::default(), &Silent).unwrap();
    for io in [Io::Map, Io::Read] {
        let tables = Connect4Tables::open(board, dir.path(), io).unwrap();
        let probe = |game, position: Position| tables.probe(game, &position).unwrap();
        let line = |moves: &str| game.parse_state(moves).unwrap();

        assert_eq!(probe(&game, Position::EMPTY), Some(TableValue::wdl(Wdl::Draw)));
        assert_eq!(probe(&game, line("1122334")), Some(TableValue::wdl(Wdl::Loss)), "finished");
        assert_eq!(
            probe(&game, line("112233")),
            Some(TableValue::wdl(Wdl::Win)),
            "a line to close"
        );

        // One stone, and it is the mover's: no play leads there.
        assert_eq!(probe(&game, Position::from_bits(1, 1)), None);
        // The side to move has four in the bottom row, and play would have ended with that.
        let cell = |column, row| game.cell(Column(column), row);
        let other = cell(0, 1) | cell(1, 1) | cell(2, 1) | cell(0, 2);
        assert_eq!(probe(&game, Position::from_bits(game.bottom(), game.bottom() | other)), None);
        // A stone above an empty cell.
        assert_eq!(probe(&game, Position::from_bits(0, 2)), None);

        let other = ConnectFour::new(Board::new(5, 4).unwrap());
        assert_eq!(probe(&other, Position::EMPTY), None, "another board");
    }
}

#[test]
fn plies_without_a_table_are_not_covered() {
    let board = board(3, 3);
    let dir = tempfile::tempdir().unwrap();
    generate(board, dir.path(), &Options::default(), &Silent).unwrap();
    let set = table_set(board);
    fs::remove_file(dir.path().join("ply00.table")).unwrap();
    drop(FolderWriter::open(dir.path(), &set).unwrap());
    let tables = Connect4Tables::open(board, dir.path(), Io::Map).unwrap();
    let game = ConnectFour::new(board);
    assert_eq!(tables.probe(&game, &Position::EMPTY).unwrap(), None);
    let one = game.parse_state("2").unwrap();
    assert_eq!(tables.probe(&game, &one).unwrap(), Some(TableValue::wdl(Wdl::Draw)));
}

#[test]
fn a_table_of_another_board_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    generate(board(3, 3), dir.path(), &Options::default(), &Silent).unwrap();
    let before = files(dir.path());
    let wrong = |error: Connect4Error| {
        assert!(matches!(error, Connect4Error::Folder(FolderError::WrongSet { .. })), "{error}");
        assert!(error.to_string().contains("3x3"), "{error}");
    };
    wrong(generate(board(3, 4), dir.path(), &Options::default(), &Silent).unwrap_err());
    wrong(Connect4Tables::open(board(3, 4), dir.path(), Io::Map).unwrap_err());
    assert_eq!(files(dir.path()), before);
}

#[test]
fn a_second_generator_is_refused_while_one_is_at_work() {
    let dir = tempfile::tempdir().unwrap();
    let _first = FolderWriter::open(dir.path(), &table_set(board(3, 3))).unwrap();
    let error = generate(board(3, 3), dir.path(), &Options::default(), &Silent).unwrap_err();
    assert!(matches!(error, Connect4Error::Folder(FolderError::Locked { .. })), "{error}");
}

#[test]
fn a_job_too_large_is_refused_with_the_estimate_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("tables");
    let little = Options { memory: Some(1 << 20), ..Options::default() };
    let error = generate(board(5, 5), &folder, &little, &Silent).unwrap_err();
    let Connect4Error::Memory { plan, limit } = &error else { panic!("{error}") };
    let ground = Ground::of_board(board(5, 5));
    assert_eq!((**plan, *limit), (Plan::generating(&ground, Encoding::Zstd), 1 << 20));
    assert!(error.to_string().contains("1.0 MiB of memory may be used"), "{error}");

    // The largest boards there are: nothing overflows on the way to the refusal.
    for board in Board::all().filter(|board| board.cells() >= 50) {
        if Plan::solving(&Ground::of_board(board)).memory < 1 << 50 {
            continue;
        }
        let options = Options { memory: None, ..Options::default() };
        assert!(generate(board, &folder, &options, &Silent).is_err(), "{board}");
    }
    assert!(!folder.exists());
}
