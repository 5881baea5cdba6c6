use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Probe, ProbeError, Score, TableValue, Wdl};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::connect4::book::{self, Book, BookOptions};
use retrosolve_tablegen::connect4::{
    Connect4Tables, Ground, Options as GenerateOptions, generate, generate_under,
};
use retrosolve_tablegen::format::Io;

use crate::connect4::{check_book, check_tables, fast};
use crate::sample::{random_game, stream};
use crate::twin::{ConnectFourTwin, Twin};
use crate::{Check, Method, Options};

fn tables(board: &str) -> (tempfile::TempDir, Connect4Tables) {
    let board: Board = board.parse().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("tables");
    generate(board, &folder, &GenerateOptions::default(), &Silent).unwrap();
    let tables = Connect4Tables::open(board, &folder, Io::Map).unwrap();
    (dir, tables)
}

fn checks(tables: &Connect4Tables, options: &Options) -> Vec<Check> {
    let mut checks = Vec::new();
    check_tables(tables, options, &Silent, &mut |check| {
        eprintln!("{check:?}");
        checks.push(check);
    });
    checks
}

#[test]
fn tables_of_small_boards_pass_every_check() {
    for board in ["3x3", "4x4", "2x8", "5x3"] {
        let (_dir, tables) = tables(board);
        let checks = checks(&tables, &Options { sample: 5_000, ..Options::default() });
        for check in &checks {
            assert!(check.passed() && check.compared > 0, "{check:?}");
        }
        use Method::{Fast, Independent, Integrity, Published, Search};
        for method in [Integrity, Fast, Independent, Published, Search] {
            assert!(checks.iter().any(|check| check.method == method), "{method}");
        }
        let fast = checks.iter().find(|check| check.name.contains("every entry from its")).unwrap();
        assert!(fast.is_complete(), "{fast:?}");
    }
}

/// Under roots that seeded random games of 7x6 come to.
#[test]
fn tables_under_late_roots_of_7x6_pass_every_check() {
    let twin = ConnectFourTwin::new(Board::STANDARD);
    let mut roots = Vec::new();
    for game in 0.. {
        let states = random_game(&twin, &mut stream(4, game));
        let late = states.get(21).map(|state| twin.ours(state));
        roots.extend(late.and_then(|root| Ground::under(Board::STANDARD, root)));
        if roots.len() == 3 {
            break;
        }
    }
    for ground in roots {
        let dir = tempfile::tempdir().unwrap();
        generate_under(&ground, dir.path(), &GenerateOptions::default(), &Silent).unwrap();
        let tables = Connect4Tables::open_under(&ground, dir.path(), Io::Map).unwrap();
        let checks = checks(&tables, &Options { sample: 4_000, ..Options::default() });
        for check in checks.iter().filter(|check| !check.name.contains("minimax")) {
            assert!(check.passed() && check.compared > 0, "{ground}: {check:?}");
        }
        let by_engine = checks.iter().find(|check| check.name.contains("fast engine")).unwrap();
        assert!(by_engine.compared > 500, "{by_engine:?}");
    }
}

/// Tables but for one position.
struct Lie<'a> {
    tables: &'a Connect4Tables,
    at: Position,
    wdl: Wdl,
}

impl Probe<ConnectFour> for Lie<'_> {
    fn probe(
        &self,
        game: &ConnectFour,
        state: &Position,
    ) -> Result<Option<TableValue>, ProbeError> {
        match *state == self.at {
            true => Ok(Some(TableValue::wdl(self.wdl))),
            false => self.tables.probe(game, state),
        }
    }
}

#[test]
fn a_wrong_entry_is_found() {
    let (_dir, tables) = tables("4x4");
    let game = ConnectFour::new(tables.board());
    for ply in [2, 7, 11, 16] {
        let mut positions = Vec::new();
        for part in 0..tables.parts(ply) {
            tables.visit(ply, part, |position, _| positions.push(position)).unwrap();
        }
        for &at in positions.iter().step_by(positions.len().div_ceil(20)) {
            let right = tables.probe(&game, &at).unwrap().unwrap().wdl;
            for wdl in Wdl::ALL.into_iter().filter(|&wdl| wdl != right) {
                let lie = Lie { tables: &tables, at, wdl };
                let comparison = fast(&game, &lie, &tables, ply, 1, &Silent);
                let check = comparison.check("", Method::Fast, 0, std::time::Instant::now());
                assert!(check.mismatches > 0, "{at:?}: {wdl} for {right}");
            }
        }
    }
}

/// The checks of a book that the fast engine made, with what `spoil` does to each score.
fn book_checks(board: &str, ply: u32, spoil: fn(Score) -> Score) -> Vec<Check> {
    let board: Board = board.parse().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut engine = Engine::new(board, 1 << 20).unwrap();
    let mut solve = |positions: &[Position]| {
        let found = engine.score_all(positions, Mode::Strong, &Limits::default());
        Ok(found.iter().map(|outcome| spoil(outcome.bounds.score().unwrap())).collect())
    };
    let options = BookOptions::default();
    book::generate(board, ply, dir.path(), &options, &mut solve, &Silent).unwrap();
    let book = Book::open(board, dir.path(), Io::Map).unwrap();
    let options = Options { sample: 2_000, ..Options::default() };
    let mut checks = Vec::new();
    check_book(&book, &options, &Silent, &mut |check| checks.push(check));
    checks
}

#[test]
fn books_of_the_engine_pass_every_check() {
    for (board, ply) in [("4x4", 7), ("5x4", 6), ("4x5", 0)] {
        for check in book_checks(board, ply, |score| score) {
            assert!(check.passed() && check.compared > 0, "{check:?}");
        }
    }
}

#[test]
fn a_wrong_score_in_a_book_is_found_by_a_second_solver() {
    // Wins told two plies too fast are consistent with all that follows from them.
    let spoil = |score: Score| match score.plies() {
        Some(plies) if score.wdl() == Wdl::Win && plies > 3 => Score::win_in(plies - 2),
        _ => score,
    };
    let checks = book_checks("5x4", 6, spoil);
    let failed: Vec<_> = checks.iter().filter(|check| !check.passed()).collect();
    assert!(failed.iter().any(|check| check.method == Method::Search), "{checks:?}");
}
