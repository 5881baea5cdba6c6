use retrosolve_games::checkers::{Board, Checkers, Position};
use retrosolve_games::{Metric, Notation, Probe, ProbeError, TableValue, Wdl};
use retrosolve_tablegen::checkers::{CheckersTables, Extent, GenerateOptions, generate};
use retrosolve_tablegen::{FolderWriter, Io, Silent};

use crate::checkers::{Tables, check_tables, fast, independent, well_founded};
use crate::compare::Comparison;
use crate::numbers::Numbers;
use crate::{Check, Method, Options};

fn tables(board: Board, pieces: u8, metric: Metric) -> (tempfile::TempDir, CheckersTables) {
    let dir = tempfile::tempdir().unwrap();
    let options = GenerateOptions {
        board,
        extent: Extent::Pieces(pieces),
        metric,
        ..GenerateOptions::pieces(pieces)
    };
    let tables = generate(dir.path(), &options, &Silent).unwrap();
    (dir, tables)
}

fn checks(tables: &CheckersTables, options: &Options) -> Vec<Check> {
    let mut checks = Vec::new();
    check_tables(tables, options, &Silent, &mut |check| {
        eprintln!("{check:?}");
        checks.push(check);
    });
    checks
}

#[test]
fn tables_with_distances_pass_every_check() {
    let (_dir, tables) = tables(Board::EIGHT, 3, Metric::Dtw);
    let checks = checks(&tables, &Options::default());
    for check in &checks {
        assert!(check.passed() && check.compared > 0, "{check:?}");
    }
    use Method::{Fast, Independent, Integrity, Published, Search};
    for method in [Integrity, Fast, Independent, Published, Search] {
        assert!(checks.iter().any(|check| check.method == method), "{method}");
    }
    let fast = checks.iter().filter(|check| check.name.ends_with("entry from its successors"));
    assert!(fast.map(|check| check.compared).eq([3_488, 196_032]));
}

#[test]
fn tables_without_distances_pass_every_check() {
    for board in [Board::FOUR, Board::SIX] {
        let (_dir, tables) = tables(board, 3, Metric::Wdl);
        let checks = checks(&tables, &Options { independent: true, ..Options::default() });
        for check in &checks {
            assert!(check.passed() && check.compared > 0, "{check:?}");
        }
        assert!(checks.iter().any(|check| check.name.contains("well-founded")));
        assert!(checks.iter().any(|check| check.name.contains("value iteration")));
    }
}

#[test]
fn tables_with_depths_pass_every_check_and_are_the_oracles() {
    for board in Board::ALL {
        let (_dir, tables) = tables(board, 3, Metric::Dtc);
        let checks = checks(&tables, &Options { independent: true, ..Options::default() });
        for check in &checks {
            assert!(check.passed() && check.compared > 0, "{check:?}");
        }
        assert!(checks.iter().any(|check| check.name.contains("component again")));
        let oracle = checks.iter().filter(|check| check.name.contains("value iteration"));
        assert_eq!(oracle.count(), 2);
    }
}

#[test]
fn only_the_checks_and_the_pieces_that_are_asked_for_are_done() {
    let (_dir, tables) = tables(Board::SIX, 3, Metric::Dtc);
    let (method, pieces) = (Some(Method::Independent), Some(3));
    let checks = checks(&tables, &Options { method, pieces, sample: 50, ..Options::default() });
    assert_eq!(checks.len(), 1);
    let slices = tables.tables().filter(|(index, _)| index.slice().pieces() == 3).count() as u64;
    assert_eq!((checks[0].method, checks[0].compared), (Method::Independent, 50 * slices));
}

/// Tables but for one position.
struct Lie<'a> {
    tables: &'a CheckersTables,
    at: Position,
    value: TableValue,
}

impl Probe<Checkers> for Lie<'_> {
    fn probe(&self, game: &Checkers, state: &Position) -> Result<Option<TableValue>, ProbeError> {
        match *state == self.at || state.mirrored(game.board()) == self.at {
            true => Ok(Some(self.value)),
            false => self.tables.probe(game, state),
        }
    }
}

impl Tables for Lie<'_> {
    fn metric(&self) -> Metric {
        self.tables.metric()
    }
}

/// The wrong values that are most like the right one.
fn lies(right: TableValue) -> Vec<TableValue> {
    let with = |wdl, plies| TableValue { metric: right.metric, ..TableValue::dtw(wdl, plies) };
    let mut lies: Vec<_> = Wdl::ALL
        .into_iter()
        .filter(|&wdl| wdl != right.wdl)
        .map(|wdl| match right.metric {
            Metric::Wdl => TableValue::wdl(wdl),
            _ => with(wdl, if wdl == Wdl::Win { 5 } else { 6 }),
        })
        .collect();
    if let Some(plies) = right.distance {
        lies.extend([plies + 2, plies.saturating_sub(2)].map(|d| with(right.wdl, d)));
    }
    lies.retain(|lie| *lie != right);
    lies
}

#[test]
fn a_wrong_entry_is_found_by_the_fast_and_by_the_independent_check() {
    let game = Checkers::new(Board::SIX);
    let options = Options { independent: true, ..Options::default() };
    for metric in [Metric::Wdl, Metric::Dtw, Metric::Dtc] {
        let (_dir, tables) = tables(Board::SIX, 3, metric);
        for (slice, step) in [("k1-k1", 7), ("m1-k1", 11), ("m1k1-k1", 503), ("k1-m1k1", 701)] {
            let (index, _) = tables.find(slice.parse().unwrap()).unwrap();
            for number in (step / 2..index.len()).step_by(step as usize) {
                let at = index.unrank(number).position(Board::SIX);
                let right = tables.get(&at).unwrap().unwrap();
                for value in lies(right) {
                    let lie = Lie { tables: &tables, at, value };
                    let fast = fast(&game, &lie, index, &Numbers::all(index.len()), &Silent);
                    let slow = independent(&lie, index, &options, &Silent);
                    for comparison in [fast, slow] {
                        let found = found(comparison);
                        assert!(
                            found.mismatches > 0,
                            "{}: {value:?} for {right:?}",
                            game.format_state(&at)
                        );
                    }
                }
            }
        }
    }
}

fn found(comparison: Comparison) -> Check {
    comparison.check("", Method::Fast, 0, std::time::Instant::now())
}

#[test]
fn the_first_mismatch_is_told_with_its_position_and_both_values() {
    let (_dir, tables) = tables(Board::EIGHT, 2, Metric::Dtw);
    let game = Checkers::new(Board::EIGHT);
    let at = game.parse_state("B:WK32:BK1").unwrap();
    let right = tables.get(&at).unwrap().unwrap();
    let lie = Lie { tables: &tables, at, value: TableValue::dtw(Wdl::Win, 99) };
    assert_ne!(right, lie.value);
    let (index, _) = tables.find("k1-k1".parse().unwrap()).unwrap();
    let check = found(fast(&game, &lie, index, &Numbers::all(index.len()), &Silent));
    let first = check.first.unwrap();
    // Either the position itself or one that leads to it, whichever comes first.
    assert!(first.contains("the table says") && first.contains("B:W"), "{first}");
    assert!(check.mismatches > 0);
}

/// King against king with every draw called a win or a loss, by the parity of the rows that the kings
/// stand on, which every quiet move changes.
struct FalseCircles<'a>(&'a CheckersTables);

impl Probe<Checkers> for FalseCircles<'_> {
    fn probe(&self, game: &Checkers, state: &Position) -> Result<Option<TableValue>, ProbeError> {
        let value = self.0.probe(game, state)?;
        let rows = (0..32).filter(|i| state.occupied() >> i & 1 != 0).map(|i| i / 4).sum::<u32>();
        Ok(value.map(|value| match (value.wdl, rows % 2) {
            (Wdl::Draw, 0) => TableValue::wdl(Wdl::Win),
            (Wdl::Draw, _) => TableValue::wdl(Wdl::Loss),
            _ => value,
        }))
    }
}

impl Tables for FalseCircles<'_> {
    fn metric(&self) -> Metric {
        Metric::Wdl
    }
}

#[test]
fn wins_and_losses_that_vouch_for_each_other_pass_one_ply_but_are_not_well_founded() {
    let (_dir, tables) = tables(Board::EIGHT, 2, Metric::Wdl);
    let game = Checkers::new(Board::EIGHT);
    let (index, table) = tables.find("k1-k1".parse().unwrap()).unwrap();
    let circles = FalseCircles(&tables);
    assert!(
        found(fast(&game, &circles, index, &Numbers::all(index.len()), &Silent)).mismatches == 0
    );
    let right = found(well_founded(&game, &tables, &[index], &Silent));
    let wrong = found(well_founded(&game, &circles, &[index], &Silent));
    assert_eq!((right.compared, right.mismatches), (992, 0));
    assert_eq!((wrong.compared, wrong.mismatches), (992, table.header().totals.draws));
}

#[test]
fn one_wrong_entry_under_right_checksums_is_found_by_solving_again() {
    for metric in [Metric::Wdl, Metric::Dtc] {
        let (dir, right) = tables(Board::EIGHT, 3, metric);
        let wrong = dir.path().join("wrong");
        let options = GenerateOptions { metric, ..GenerateOptions::pieces(3) };
        let writer = FolderWriter::open(&wrong, &options.set()).unwrap();
        let (planted, at) = ("m1k1-k1", 1_234);
        for (index, table) in right.tables() {
            let mut codes = Vec::new();
            table.read_codes(0..index.len(), &mut codes).unwrap();
            if index.slice().to_string() == planted {
                // Another outcome, or one ply more.
                let is_wdl = metric == Metric::Wdl;
                codes[at] = if is_wdl { codes[at] % 3 + 1 } else { codes[at] + 2 };
            }
            let mut table = writer.create(table.header().info.clone()).unwrap();
            table.write_codes(&codes).unwrap();
            writer.commit(table).unwrap();
        }
        drop(writer);
        let wrong = CheckersTables::open(&wrong, Io::Read).unwrap();
        let named = |tables: &CheckersTables| {
            let is_it = |check: &Check| check.name.contains("3 pieces: every component again");
            checks(tables, &Options::default()).into_iter().find(is_it).unwrap()
        };
        assert_eq!(named(&right).mismatches, 0);
        let found = named(&wrong);
        assert!(found.mismatches > 0 && found.compared == found.of, "{found:?}");
        let (index, _) = wrong.find(planted.parse().unwrap()).unwrap();
        let position = index.unrank(at as u64).position(Board::EIGHT);
        let game = Checkers::new(Board::EIGHT);
        // A wrong depth alone leads nothing else astray: depths are found again from outcomes.
        assert!(metric == Metric::Wdl || found.mismatches == 1, "{found:?}");
        if found.mismatches == 1 {
            let first = found.first.unwrap();
            assert!(first.starts_with(&game.format_state(&position)), "{first}");
        }
    }
}
