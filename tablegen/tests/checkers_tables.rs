//! Checkers tables against the oracle and the published figures.

use std::sync::LazyLock;

use retrosolve_games::checkers::{Board, Checkers, Color, Position};
use retrosolve_games::{Game, Metric, Probe, TableValue, Wdl};
use retrosolve_oracle as oracle;
use retrosolve_oracle::checkers as mailbox;
use retrosolve_tablegen::checkers::{CheckersTables, Extent, GenerateOptions, generate};
use retrosolve_tablegen::retrograde::{EnumerateOptions, enumerate};
use retrosolve_tablegen::{Io, Silent};

fn tables(board: Board, pieces: u8, metric: Metric) -> CheckersTables {
    let dir = tempfile::tempdir().unwrap();
    let options = GenerateOptions {
        board,
        metric,
        extent: Extent::Pieces(pieces),
        ..GenerateOptions::pieces(pieces)
    };
    // The maps outlive the files.
    generate(dir.path(), &options, &Silent).unwrap()
}

/// All 2- to 4-piece tables of the usual board with distances, which several tests look at.
static FOUR_PIECES: LazyLock<CheckersTables> =
    LazyLock::new(|| tables(Board::EIGHT, 4, Metric::Dtw));

fn size(board: Board) -> mailbox::Size {
    match board.size() {
        8 => mailbox::Size::Eight,
        6 => mailbox::Size::Six,
        _ => mailbox::Size::Four,
    }
}

fn from_oracle(board: Board, position: &mailbox::Position) -> Position {
    let color = |colour| match colour {
        mailbox::Colour::Black => Color::Black,
        mailbox::Colour::White => Color::White,
    };
    let mut result = Position { men: [0; 2], kings: [0; 2], turn: color(position.turn()) };
    for (square, piece) in position.pieces() {
        let bit = board.bit(square as u32).unwrap();
        match piece.kind {
            mailbox::Kind::Man => result.men[color(piece.colour) as usize] |= bit,
            mailbox::Kind::King => result.kings[color(piece.colour) as usize] |= bit,
        }
    }
    result
}

fn from_oracle_value(value: oracle::Value) -> TableValue {
    match value {
        oracle::Value::Loss(plies) => TableValue::dtw(Wdl::Loss, plies as u16),
        oracle::Value::Draw => TableValue::dtw(Wdl::Draw, 0),
        oracle::Value::Win(plies) => TableValue::dtw(Wdl::Win, plies as u16),
    }
}

/// Compares every position with 2 to `pieces` pieces, both sides to move.
fn assert_oracle_agrees(board: Board, pieces: usize, tables: &CheckersTables) {
    let rules = oracle::Quotient::new(mailbox::Checkers, mailbox::Position::normalised);
    let roots = (2..=pieces)
        .flat_map(mailbox::Material::both_sided)
        .flat_map(|material| mailbox::placements(size(board), material));
    let solution = oracle::value_iteration(&rules, roots);
    let mut compared = 0;
    for (state, value) in solution.iter() {
        let position = from_oracle(board, state);
        let expected = Some(from_oracle_value(value));
        assert_eq!(tables.get(&position).unwrap(), expected, "{board} {position:?}");
        let mirrored = position.mirrored(board);
        assert_eq!(tables.get(&mirrored).unwrap(), expected, "{board} {mirrored:?}");
        compared +=
            u64::from(position.pieces(Color::Black) != 0 && position.pieces(Color::White) != 0);
    }
    let in_tables =
        tables.tables().filter(|(index, _)| usize::from(index.slice().pieces()) <= pieces);
    assert_eq!(compared, in_tables.map(|(index, _)| index.len()).sum::<u64>(), "{board}");
}

#[test]
fn every_position_with_three_pieces_on_8x8_has_the_oracles_value() {
    assert_oracle_agrees(Board::EIGHT, 3, &FOUR_PIECES);
}

#[test]
fn every_position_with_three_pieces_on_6x6_has_the_oracles_value() {
    assert_oracle_agrees(Board::SIX, 3, &tables(Board::SIX, 3, Metric::Dtw));
}

#[test]
fn every_position_with_six_pieces_on_4x4_has_the_oracles_value() {
    assert_oracle_agrees(Board::FOUR, 6, &tables(Board::FOUR, 6, Metric::Dtw));
}

#[test]
fn the_slices_have_the_published_totals_and_longest_wins() {
    let text = include_str!("../../data/checkers-slices.tsv");
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with(['#', 's'])) {
        let (slice, figures) = line.split_once('\t').unwrap();
        let figures: Vec<u64> = figures.split('\t').map(|n| n.parse().unwrap()).collect();
        let (index, table) = FOUR_PIECES.find(slice.parse().unwrap()).expect(slice);
        let totals = table.header().totals;
        let mut captures = [0; 3];
        let mut codes = Vec::new();
        table.read_codes(0..index.len(), &mut codes).unwrap();
        for (number, code) in (0..).zip(codes) {
            if index.unrank(number).position(Board::EIGHT).has_capture(Board::EIGHT) {
                let value = retrosolve_tablegen::format::code::decode(code, Metric::Dtw).unwrap();
                captures[value.wdl as usize] += 1;
            }
        }
        let [capture_losses, capture_draws, capture_wins] = captures;
        let found = [
            index.len(),
            totals.wins,
            totals.losses,
            totals.draws,
            capture_wins,
            capture_losses,
            capture_draws,
            totals.longest_win.unwrap_or(0).into(),
            totals.longest_wins,
            totals.longest_loss.unwrap_or(0).into(),
        ];
        assert_eq!(found[..], figures, "slice {slice}");
        rows += 1;
    }
    assert_eq!((rows, FOUR_PIECES.tables().len()), (41, 41));
}

#[test]
fn the_totals_by_number_of_pieces_are_the_published_ones() {
    let text = include_str!("../../data/checkers-counts.tsv");
    for pieces in 2..=4u8 {
        let row = text.lines().find(|line| line.starts_with(&format!("{pieces}\t"))).unwrap();
        let figures: Vec<u64> = row.split('\t').skip(2).map(|n| n.parse().unwrap()).collect();
        let mut found = [0; 5];
        for (index, table) in FOUR_PIECES.tables().filter(|(i, _)| i.slice().pieces() == pieces) {
            let totals = table.header().totals;
            for (sum, n) in
                found.iter_mut().zip([index.len(), totals.wins, totals.losses, totals.draws])
            {
                *sum += n;
            }
            found[4] = found[4].max(totals.longest_win.unwrap_or(0).into());
        }
        assert_eq!(found[..], figures, "{pieces} pieces");
    }
}

#[test]
fn tables_with_and_without_distances_agree() {
    let wdl = tables(Board::EIGHT, 3, Metric::Wdl);
    for (index, table) in wdl.tables() {
        let (_, distances) = FOUR_PIECES.find(index.slice()).unwrap();
        for number in 0..index.len() {
            let value = distances.get(number).unwrap().unwrap();
            assert_eq!(table.get(number).unwrap(), Some(TableValue::wdl(value.wdl)));
        }
    }
}

#[test]
fn the_generic_engine_finds_what_is_known_of_4x4() {
    let game = Checkers::new(Board::FOUR);
    let solution = enumerate(&game, [game.root()], EnumerateOptions::default(), &Silent).unwrap();
    let totals = solution.totals();
    assert_eq!(solution.len(), 1889);
    assert_eq!((totals.wins, totals.losses, totals.draws), (392, 255, 1242));
    let tables = tables(Board::FOUR, 4, Metric::Dtw);
    for (state, value) in solution.iter() {
        assert_eq!(tables.probe(&game, state).unwrap(), Some(value), "{state:?}");
    }
}

#[test]
fn a_side_without_pieces_is_settled_by_the_rules() {
    let board = Board::EIGHT;
    let lone = Position { men: [1, 0], kings: [0, 0], turn: Color::Black };
    let game = Checkers::new(board);
    let value = |tables: &CheckersTables, position| tables.probe(&game, &position).unwrap();
    let beaten = Position { turn: Color::White, ..lone };
    assert_eq!(value(&FOUR_PIECES, lone), Some(TableValue::dtw(Wdl::Win, 1)));
    assert_eq!(value(&FOUR_PIECES, beaten), Some(TableValue::dtw(Wdl::Loss, 0)));
    let wdl = CheckersTables::empty(board, Metric::Wdl);
    assert_eq!(value(&wdl, lone), Some(TableValue::wdl(Wdl::Win)));
    assert_eq!(value(&wdl, beaten), Some(TableValue::wdl(Wdl::Loss)));
    // Twelve pieces in the last three rows stand in each other's way.
    let stuck = Position { men: [0x0ff0_0000, 0], kings: [0xf000_0000, 0], turn: Color::Black };
    assert_eq!(value(&wdl, stuck), Some(TableValue::wdl(Wdl::Loss)));
}

#[test]
fn what_no_table_covers_is_unknown() {
    assert_eq!(FOUR_PIECES.get(&Board::EIGHT.start()).unwrap(), None);
    let crowd = Position { men: [0xffff, 0], kings: [0, 1 << 31], turn: Color::Black };
    assert_eq!(FOUR_PIECES.get(&crowd).unwrap(), None);
    let six = Checkers::new(Board::SIX);
    let kings = Position { men: [0; 2], kings: [1, 1 << 18], turn: Color::Black };
    assert_eq!(FOUR_PIECES.probe(&six, &kings).unwrap(), None);
}

#[test]
fn a_folder_opens_with_all_its_tables() {
    let dir = tempfile::tempdir().unwrap();
    let options = GenerateOptions { metric: Metric::Dtw, ..GenerateOptions::pieces(2) };
    let made = generate(dir.path(), &options, &Silent).unwrap();
    for io in [Io::Map, Io::Read] {
        let opened = CheckersTables::open(dir.path().join("checkers-8x8-dtw"), io).unwrap();
        assert_eq!((opened.board(), opened.metric()), (Board::EIGHT, Metric::Dtw));
        assert_eq!(opened.tables().len(), 4);
        for (index, _) in made.tables() {
            for number in 0..index.len() {
                let position = index.unrank(number).position(Board::EIGHT);
                assert_eq!(opened.get(&position).unwrap(), made.get(&position).unwrap());
            }
        }
    }
}
