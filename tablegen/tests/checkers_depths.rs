//! Depths to conversion by the kernel against the oracle: its own rules, and the definition word for word.

use std::collections::HashMap;

use retrosolve_games::checkers::{Board, Checkers, Color, Position};
use retrosolve_games::{Game, Metric, Probe, TableValue, Wdl, ZeroSum};
use retrosolve_oracle::checkers::{self as oracle, Colour, Kind, Material, Size, placements};
use retrosolve_oracle::{Quotient, Value, conversion_depths, value_iteration};
use retrosolve_tablegen::checkers::{
    DepthCodes, Engine, Extent, GenerateError, GenerateOptions, Kernel, KernelPath, Placement,
    SliceIndex, generate, pairs_up_to,
};
use retrosolve_tablegen::format::code;
use retrosolve_tablegen::{Encoding, Silent};

fn options(board: Board, pieces: u8) -> GenerateOptions {
    GenerateOptions { board, metric: Metric::Dtc, ..GenerateOptions::pieces(pieces) }
}

/// The entries of all slices of up to so many pieces.
fn depths(board: Board, pieces: u8, path: KernelPath) -> HashMap<String, DepthCodes> {
    let mut kernel = Kernel::new(board, pieces, path);
    let mut found = HashMap::new();
    for pair in pairs_up_to(board, pieces) {
        kernel.solve(pair, &Silent).unwrap();
        for (slice, codes) in kernel.depths(pair, &Silent).unwrap() {
            found.insert(slice.to_string(), codes);
        }
    }
    found
}

/// Our position for the oracle's.
fn ours(board: Board, state: &oracle::Position) -> Position {
    let turn = match state.turn() {
        Colour::Black => Color::Black,
        Colour::White => Color::White,
    };
    let mut ours = Position { men: [0; 2], kings: [0; 2], turn };
    for (square, piece) in state.pieces() {
        let side = usize::from(piece.colour == Colour::White);
        let bit = board.bit(square as u32).unwrap();
        match piece.kind {
            Kind::Man => ours.men[side] |= bit,
            Kind::King => ours.kings[side] |= bit,
        }
    }
    ours
}

fn assert_depths_are_the_oracles(board: Board, size: Size, pieces: u8) {
    let kernel = depths(board, pieces, KernelPath::Native);
    let rules = Quotient::new(oracle::Checkers, oracle::Position::normalised);
    let roots = (2..=usize::from(pieces))
        .flat_map(Material::both_sided)
        .flat_map(|material| placements(size, material));
    let solution = value_iteration(&rules, roots);
    let right = conversion_depths(&rules, &solution, oracle::Checkers::converts);
    let indices: HashMap<String, SliceIndex> = pairs_up_to(board, pieces)
        .iter()
        .flat_map(|pair| pair.slices())
        .map(|slice| (slice.to_string(), SliceIndex::new(board, slice).unwrap()))
        .collect();
    let mut compared = 0;
    for (state, right) in solution.states().iter().zip(right) {
        let position = ours(board, state);
        let slice = retrosolve_tablegen::checkers::Slice::of(&position);
        // The end of the game: a side has no piece.
        let Some(codes) = kernel.get(&slice.to_string()) else { continue };
        let number = indices[&slice.to_string()].rank(&Placement::of(board, &position));
        let found = code::decode(codes.code(number as usize), Metric::Dtc).unwrap();
        let (wdl, distance) = match right {
            Value::Loss(plies) => (Wdl::Loss, Some(plies as u16)),
            Value::Draw => (Wdl::Draw, None),
            Value::Win(plies) => (Wdl::Win, Some(plies as u16)),
        };
        assert_eq!(found, TableValue { wdl, distance, metric: Metric::Dtc }, "{board} {state}");
        compared += 1;
    }
    assert_eq!(compared, indices.values().map(SliceIndex::len).sum::<u64>());
}

#[test]
fn every_depth_of_three_pieces_on_8x8_is_the_oracles() {
    assert_depths_are_the_oracles(Board::EIGHT, Size::Eight, 3);
}

#[test]
fn every_depth_of_four_pieces_on_6x6_is_the_oracles() {
    assert_depths_are_the_oracles(Board::SIX, Size::Six, 4);
}

#[test]
fn every_depth_of_six_pieces_on_4x4_is_the_oracles() {
    assert_depths_are_the_oracles(Board::FOUR, Size::Four, 6);
}

#[test]
fn the_portable_path_finds_the_same_depths() {
    for (board, pieces) in [(Board::EIGHT, 4), (Board::SIX, 5), (Board::FOUR, 8)] {
        let native = depths(board, pieces, KernelPath::Native);
        assert!(native == depths(board, pieces, KernelPath::Portable), "{board}");
    }
}

/// By the rules of the game and the other entries, position by position: with the order of components and
/// the depths a certificate for all of them.
#[test]
fn every_depth_of_four_pieces_on_8x8_follows_from_its_successors() {
    let out = tempfile::tempdir().unwrap();
    let tables = generate(out.path(), &options(Board::EIGHT, 4), &Silent).unwrap();
    let game = Checkers::new(Board::EIGHT);
    let mut moves = Vec::new();
    for (index, table) in tables.tables() {
        let mut codes = Vec::new();
        table.read_codes(0..index.len(), &mut codes).unwrap();
        for (placement, code) in index.placements(0..index.len()).zip(codes) {
            let state = placement.position(Board::EIGHT);
            moves.clear();
            game.moves(&state, &mut moves);
            let (mut best, mut won, mut lost) = (Wdl::Loss, u16::MAX, 0);
            for &mv in &moves {
                let value = tables.probe(&game, &game.play(&state, mv)).unwrap().unwrap();
                let plies = if game.is_irreversible(&state, mv) { Some(0) } else { value.distance };
                let counts = plies.map_or(0, |plies| plies + 1);
                best = best.max(-value.wdl);
                match -value.wdl {
                    Wdl::Win => won = won.min(counts),
                    Wdl::Loss => lost = lost.max(counts),
                    Wdl::Draw => {}
                }
            }
            let plies = if best == Wdl::Win { won } else { lost };
            assert_eq!(Some(code), code::of_distance(best, plies), "{state:?}");
        }
    }
}

#[test]
fn the_files_do_not_depend_on_encoding_threads_or_interruption() {
    let digests = |threads: usize, encoding, stops: &[u8]| {
        let out = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut options = GenerateOptions { encoding, ..options(Board::SIX, 4) };
        for &pieces in stops {
            options.extent = Extent::Pieces(pieces);
            pool.install(|| generate(out.path(), &options, &Silent)).unwrap();
        }
        let tables = pool.install(|| generate(out.path(), &options, &Silent)).unwrap();
        tables.tables().map(|(_, table)| table.header().digest).collect::<Vec<_>>()
    };
    let one = digests(1, Encoding::Raw, &[4]);
    assert_eq!(one, digests(3, Encoding::Raw, &[4]));
    assert_eq!(one, digests(2, Encoding::Zstd, &[4]));
    assert_eq!(one, digests(2, Encoding::Raw, &[2, 3, 4]));
}

#[test]
fn the_outcomes_are_those_of_tables_without_distances() {
    let out = tempfile::tempdir().unwrap();
    let depths = generate(out.path(), &options(Board::EIGHT, 4), &Silent).unwrap();
    let outcomes = generate(out.path(), &GenerateOptions::pieces(4), &Silent).unwrap();
    for (index, _) in outcomes.tables() {
        let read = |tables: &retrosolve_tablegen::checkers::CheckersTables| {
            let mut codes = Vec::new();
            tables.read_outcomes(index.slice(), 0..index.len(), &mut codes).unwrap();
            codes
        };
        assert!(read(&depths) == read(&outcomes), "{}", index.slice());
    }
}

#[test]
fn depths_need_the_kernel_and_room_for_all_tables() {
    let out = tempfile::tempdir().unwrap();
    let refused = |options: &GenerateOptions| generate(out.path(), options, &Silent).err().unwrap();
    let generic = GenerateOptions { engine: Engine::Generic, ..options(Board::EIGHT, 3) };
    assert!(matches!(refused(&generic), GenerateError::Metric(Metric::Dtc)));
    let runs = GenerateOptions { encoding: Encoding::Runs, ..options(Board::EIGHT, 3) };
    assert!(matches!(refused(&runs), GenerateError::RunsMetric(Metric::Dtc)));
    let tight = GenerateOptions { memory: Some(50 << 20), ..options(Board::EIGHT, 5) };
    assert!(matches!(refused(&tight), GenerateError::Memory { .. }));
}
