//! Opening books: every value against slow methods, what a run leaves and goes on from, what is refused.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Game, Notation, Probe, Score, TableValue, Wdl, ZeroSum};
use retrosolve_oracle::connect4::Connect4;
use retrosolve_oracle::{Player, value_iteration};
use retrosolve_tablegen::connect4::book::{Book, BookOptions, BookPlan, book_set, generate};
use retrosolve_tablegen::connect4::{self, Connect4Error, slice_name};
use retrosolve_tablegen::format::{Encoding, FolderError, FolderWriter, Io, TableFolder};
use retrosolve_tablegen::{Silent, Totals};

fn board(columns: u32, rows: u32) -> Board {
    Board::new(columns, rows).unwrap()
}

/// Plain negamax that remembers what it has seen.
struct Negamax {
    game: ConnectFour,
    seen: HashMap<u64, Score>,
    asked: usize,
}

impl Negamax {
    fn new(board: Board) -> Self {
        Self { game: ConnectFour::new(board), seen: HashMap::new(), asked: 0 }
    }

    fn score(&mut self, position: Position) -> Score {
        if let Some(outcome) = self.game.outcome(&position) {
            return Score::terminal(outcome);
        }
        if let Some(&score) = self.seen.get(&position.key()) {
            return score;
        }
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let after = moves.into_iter().map(|mv| self.game.play(&position, mv));
        let after: Vec<Position> = after.collect();
        let scores = after.into_iter().map(|after| Score::from_child(self.score(after)));
        let score = scores.max().expect("a move");
        self.seen.insert(position.key(), score);
        score
    }

    fn solve(&mut self, positions: &[Position]) -> Vec<Score> {
        self.asked += positions.len();
        positions.iter().map(|&position| self.score(position)).collect()
    }
}

/// Makes a book by plain negamax; returns its totals and how many positions had to be solved.
fn make(board: Board, ply: u32, dir: &Path, encoding: Encoding) -> (Vec<Totals>, usize) {
    let mut negamax = Negamax::new(board);
    let options = BookOptions { encoding, memory: None };
    let made = generate(board, ply, dir, &options, &mut |batch| Ok(negamax.solve(batch)), &Silent);
    (made.unwrap(), negamax.asked)
}

/// The files of a folder, lock aside, with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    named.filter(|(name, _)| name != "lock").map(|(n, path)| (n, fs::read(path).unwrap())).collect()
}

fn value(score: Score) -> TableValue {
    TableValue::dtw(score.wdl(), score.plies().unwrap_or(0))
}

#[test]
fn every_position_up_to_the_last_ply_has_the_value_that_the_oracle_says() {
    for (columns, rows, last) in
        [(4, 4, 9), (5, 3, 7), (3, 5, 14), (4, 3, 11), (6, 2, 4), (3, 3, 0)]
    {
        let board = board(columns, rows);
        let game = ConnectFour::new(board);
        let dir = tempfile::tempdir().unwrap();
        let (totals, _) = make(board, last, dir.path(), Encoding::Zstd);
        let book = Book::open(board, dir.path(), Io::Map).unwrap();
        assert_eq!(book.last_ply(), Some(last));

        let rules = Connect4::new(columns as usize, rows as usize);
        let solution = value_iteration(&rules, [rules.start()]);
        let mut counted = vec![Totals::default(); last as usize + 1];
        for (state, expected) in solution.iter() {
            let (mut first, mut second) = (0, 0);
            for (column, row) in (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))) {
                let cell = game.cell(Column(column as u8), row);
                match rules.at(state, column as usize, row as usize) {
                    None => {}
                    Some(Player::First) => first |= cell,
                    Some(Player::Second) => second |= cell,
                }
            }
            let own = if state.to_move() == Player::First { first } else { second };
            let position = Position::from_bits(own, first | second);
            let found = book.probe(&game, &position).unwrap();
            let Some(totals) = counted.get_mut(position.stones() as usize) else {
                assert_eq!(found, None, "beyond the book");
                continue;
            };
            let wdl = match expected.wdl() {
                1 => Wdl::Win,
                0 => Wdl::Draw,
                _ => Wdl::Loss,
            };
            let plies = expected.dtw().unwrap_or(0);
            assert_eq!(found, Some(TableValue::dtw(wdl, plies as u16)), "{board}: {state:?}");
            *match wdl {
                Wdl::Win => &mut totals.wins,
                Wdl::Draw => &mut totals.draws,
                Wdl::Loss => &mut totals.losses,
            } += 1;
        }
        assert_eq!(totals, counted, "{board}");
    }
}

#[test]
fn every_entry_of_a_5x4_book_is_what_negamax_finds_and_the_rest_is_not_stored() {
    let board = board(5, 4);
    let game = ConnectFour::new(board);
    let dir = tempfile::tempdir().unwrap();
    make(board, 10, dir.path(), Encoding::Raw);
    let book = Book::open(board, dir.path(), Io::Read).unwrap();
    let mut negamax = Negamax::new(board);
    for ply in 0..=10 {
        let mut stored = 0;
        for part in 0..book.parts(ply) {
            let each = |position: Position, found| {
                assert_eq!(
                    found,
                    value(negamax.score(position)),
                    "{}",
                    game.format_state(&position)
                );
                assert_eq!(game.canonical(&position), position, "the one of two images");
                assert_eq!(book.probe(&game, &game.mirror(position)).unwrap(), Some(found));
                stored += 1;
            };
            book.visit(ply, part, each).unwrap();
        }
        assert_eq!(stored, book.table(ply).unwrap().header().totals.positions());
    }
    let bottom = |own: &[u8], other: &[u8]| {
        let cells = |columns: &[u8]| columns.iter().fold(0, |m, &c| m | game.cell(Column(c), 0));
        Position::from_bits(cells(own), cells(own) | cells(other))
    };
    assert!(book.probe(&game, &bottom(&[0], &[4])).unwrap().is_some());
    // The second player's stone below the only one of the first player.
    let floating = Position::from_bits(game.cell(Column(0), 1), 3);
    assert_eq!(book.probe(&game, &floating).unwrap(), None, "play never leads there");
    assert_eq!(book.probe(&game, &bottom(&[0, 1], &[4])).unwrap(), None, "too many stones");
    let other = ConnectFour::new(Board::STANDARD);
    assert_eq!(book.probe(&other, &Position::EMPTY).unwrap(), None, "another board");
}

#[test]
fn the_bytes_are_the_same_on_any_number_of_threads_and_wherever_a_run_was_stopped() {
    let (board, last) = (board(4, 4), 9);
    let whole = tempfile::tempdir().unwrap();
    let (totals, all) = make(board, last, whole.path(), Encoding::Zstd);
    let expected = files(whole.path());
    assert_eq!(expected.len(), 21, "two files for each of 10 plies, and the manifest");
    for threads in [2, 5] {
        let dir = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| make(board, last, dir.path(), Encoding::Zstd));
        assert!(files(dir.path()) == expected, "{threads} threads");
    }

    let dir = tempfile::tempdir().unwrap();
    let mut negamax = Negamax::new(board);
    let mut interrupted = 0;
    loop {
        // Each run solves two batches and dies in the third.
        let mut batches = 0;
        let mut solve = |batch: &[Position]| {
            batches += 1;
            if batches == 3 {
                resume_unwind(Box::new("interrupted"));
            }
            Ok(negamax.solve(batch))
        };
        let options = BookOptions::default();
        let run = || generate(board, last, dir.path(), &options, &mut solve, &Silent);
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(made) => {
                assert_eq!(made.unwrap(), totals);
                break;
            }
            Err(_) => interrupted += 1,
        }
    }
    assert!(interrupted >= 3, "only {interrupted} interruptions");
    assert!(files(dir.path()) == expected);
    assert_eq!(negamax.asked, all, "nothing that was solved is solved again");
}

#[test]
fn what_a_folder_has_is_kept_and_serves_what_is_asked_next() {
    let board = board(4, 4);
    let dir = tempfile::tempdir().unwrap();
    let (_, four) = make(board, 4, dir.path(), Encoding::Zstd);
    assert!(four > 0);
    let early = files(dir.path());
    let (totals, seven) = make(board, 7, dir.path(), Encoding::Zstd);
    assert!(seven > four);
    let whole = files(dir.path());
    for (name, bytes) in early.iter().filter(|(name, _)| *name != "manifest.json") {
        assert_eq!(whole.get(name), Some(bytes), "{name}");
    }
    assert_eq!(make(board, 3, dir.path(), Encoding::Zstd), (totals[..4].to_vec(), 0));
    assert_eq!(make(board, 7, dir.path(), Encoding::Raw), (totals.clone(), 0), "values are kept");
    let raw = TableFolder::open(dir.path()).unwrap();
    assert!(raw.tables().all(|table| table.encoding == Encoding::Raw));
    // Of a damaged table nothing is believed, and the last ply is solved anew.
    let path = dir.path().join(format!("{}.table", slice_name(7)));
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(make(board, 7, dir.path(), Encoding::Zstd), (totals, seven));
    assert_eq!(files(dir.path()), whole);
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let board = board(4, 4);
    let game = ConnectFour::new(board);
    let dir = tempfile::tempdir().unwrap();
    make(board, 5, dir.path(), Encoding::Raw);
    let position = game.parse_state("12344").unwrap();
    for name in ["ply05.table", "ply05.pages"] {
        let path = dir.path().join(name);
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, damaged).unwrap();
            let probed = Book::open(board, dir.path(), Io::Read)
                .map_err(|error| error.to_string())
                .and_then(|book| {
                    let all =
                        (0..book.parts(5)).try_for_each(|part| book.visit(5, part, |_, _| {}));
                    all.map_err(|error| error.to_string())
                });
            assert!(probed.unwrap_err().contains(name), "{name}, byte {at}");
        }
        fs::write(&path, whole).unwrap();
    }
    let book = Book::open(board, dir.path(), Io::Map).unwrap();
    assert!(book.probe(&game, &position).unwrap().is_some());

    let wrong = |error: Connect4Error| {
        assert!(matches!(error, Connect4Error::Folder(FolderError::WrongSet { .. })), "{error}");
    };
    wrong(Book::open(Board::STANDARD, dir.path(), Io::Map).unwrap_err());
    wrong(connect4::Connect4Tables::open(board, dir.path(), Io::Map).unwrap_err());
    let tables = tempfile::tempdir().unwrap();
    connect4::generate(board, tables.path(), &connect4::Options::default(), &Silent).unwrap();
    wrong(Book::open(board, tables.path(), Io::Map).unwrap_err());
}

#[test]
fn what_cannot_be_made_is_refused_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("book");
    let mut never = |_: &[Position]| panic!("nothing is solved");
    let mut refused = |board, ply, memory| {
        let options = BookOptions { memory, ..BookOptions::default() };
        generate(board, ply, &folder, &options, &mut never, &Silent).unwrap_err().to_string()
    };
    assert!(refused(board(4, 4), 16, None).contains("before the full board is 15"));
    assert!(refused(Board::STANDARD, 12, Some(100 << 20)).contains("100.0 MiB"));
    assert!(refused(Board::STANDARD, 40, None).contains("at most"));
    for board in Board::all().filter(|board| board.cells() > 1) {
        assert!(BookPlan::new(board, board.cells() - 1).memory > 0, "{board} overflows nowhere");
    }
    assert!(!folder.exists());

    let _lock = FolderWriter::open(&folder, &book_set(board(4, 4))).unwrap();
    assert!(refused(board(4, 4), 3, None).contains("locked"));
    drop(_lock);
    let short = &mut |batch: &[Position]| Ok(vec![Score::DRAW; batch.len() - 1]);
    let made = generate(board(4, 4), 3, &folder, &BookOptions::default(), short, &Silent);
    assert!(matches!(made, Err(Connect4Error::Values { .. })));
    let failing = &mut |_: &[Position]| Err("out of order".into());
    let made = generate(board(4, 4), 3, &folder, &BookOptions::default(), failing, &Silent);
    assert_eq!(made.unwrap_err().to_string(), "the solver failed: out of order");
}
