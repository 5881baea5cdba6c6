//! The bit-parallel kernel of checkers against the generic engine, and against itself on other paths.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use retrosolve_games::Metric;
use retrosolve_games::checkers::Board;
use retrosolve_tablegen::checkers::{
    Engine, GenerateError, GenerateOptions, Kernel, KernelError, KernelPath, Pair, Plan, Slice,
    SliceIndex, StoreError, generate, leads_to, pairs_needed_by, pairs_up_to,
};
use retrosolve_tablegen::{Encoding, Silent, Totals};

fn options(board: Board, pieces: u8, engine: Engine) -> GenerateOptions {
    GenerateOptions { board, engine, ..GenerateOptions::pieces(pieces) }
}

/// All files of a run but the lock, by name.
fn files(options: &GenerateOptions) -> BTreeMap<String, Vec<u8>> {
    let out = tempfile::tempdir().unwrap();
    generate(out.path(), options, &Silent).unwrap();
    files_in(out.path(), options)
}

fn files_in(out: &Path, options: &GenerateOptions) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(out.join(options.set().folder_name()))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name() != "lock")
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect()
}

/// The entries of all slices of up to so many pieces, packed.
fn entries(board: Board, pieces: u8, path: KernelPath) -> BTreeMap<String, Vec<u8>> {
    let mut kernel = Kernel::new(board, pieces, path);
    let mut entries = BTreeMap::new();
    for pair in pairs_up_to(board, pieces) {
        kernel.solve(pair, &Silent).unwrap();
        for slice in pair.slices() {
            let mut packed = Vec::new();
            let mut write = |bytes: &[u8]| -> Result<(), StoreError> {
                packed.extend_from_slice(bytes);
                Ok(())
            };
            kernel.export(slice, &mut write).unwrap().unwrap();
            entries.insert(slice.to_string(), packed);
        }
    }
    entries
}

/// Compares the files of both engines, which hold every value, byte by byte.
fn assert_engines_agree(board: Board, pieces: u8) {
    let generic = files(&options(board, pieces, Engine::Generic));
    let kernel = files(&options(board, pieces, Engine::Kernel));
    assert_eq!(generic.keys().collect::<Vec<_>>(), kernel.keys().collect::<Vec<_>>());
    for (name, bytes) in &generic {
        assert!(kernel[name] == *bytes, "{board}: {name} differs");
    }
}

#[test]
fn every_value_of_four_pieces_on_8x8_is_the_generic_engines() {
    assert_engines_agree(Board::EIGHT, 4);
}

#[test]
fn every_value_of_five_pieces_on_6x6_is_the_generic_engines() {
    assert_engines_agree(Board::SIX, 5);
}

#[test]
fn every_value_of_eight_pieces_on_4x4_is_the_generic_engines() {
    assert_engines_agree(Board::FOUR, 8);
}

#[test]
fn the_portable_path_finds_what_the_native_one_finds() {
    for (board, pieces) in [(Board::EIGHT, 4), (Board::SIX, 5), (Board::FOUR, 8)] {
        let native = entries(board, pieces, KernelPath::Native);
        assert!(native == entries(board, pieces, KernelPath::Portable), "{board}");
    }
}

#[test]
fn the_files_do_not_depend_on_the_number_of_threads() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| files(&options(Board::SIX, 5, Engine::Auto)))
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}

#[test]
fn the_totals_of_five_pieces_are_the_published_ones() {
    let text = include_str!("../../data/checkers-counts.tsv");
    let mut kernel = Kernel::new(Board::EIGHT, 5, KernelPath::Native);
    let mut sums = [[0; 4]; 6];
    for pair in pairs_up_to(Board::EIGHT, 5) {
        kernel.solve(pair, &Silent).unwrap();
        for slice in pair.slices() {
            let totals: Totals = kernel.totals(slice).unwrap().unwrap();
            let found = [totals.positions(), totals.wins, totals.losses, totals.draws];
            for (sum, n) in sums[usize::from(slice.pieces())].iter_mut().zip(found) {
                *sum += n;
            }
        }
    }
    for (pieces, found) in sums.iter().enumerate().skip(2) {
        let row = text.lines().find(|line| line.starts_with(&format!("{pieces}\t"))).unwrap();
        let figures: Vec<u64> =
            row.split('\t').skip(2).take(4).map(|n| n.parse().unwrap()).collect();
        assert_eq!(found[..], figures[..], "{pieces} pieces");
    }
}

#[test]
fn a_run_goes_on_from_the_files_of_another() {
    let whole = files(&options(Board::SIX, 4, Engine::Kernel));
    for (engine, first) in [(Engine::Generic, 2), (Engine::Kernel, 3)] {
        let out = tempfile::tempdir().unwrap();
        generate(out.path(), &options(Board::SIX, first, engine), &Silent).unwrap();
        let options = options(Board::SIX, 4, Engine::Kernel);
        generate(out.path(), &options, &Silent).unwrap();
        assert!(files_in(out.path(), &options) == whole, "after {first} pieces by {engine:?}");
    }
}

#[test]
fn a_slice_that_is_read_back_is_written_the_same() {
    for (board, pieces) in [(Board::EIGHT, 3), (Board::SIX, 4), (Board::FOUR, 6)] {
        let solved = entries(board, pieces, KernelPath::Native);
        let mut kernel = Kernel::new(board, pieces, KernelPath::Native);
        for slice in pairs_up_to(board, pieces).iter().flat_map(|pair| pair.slices()) {
            let packed = &solved[&slice.to_string()];
            let mut next = 0;
            let mut read = |count: u64, codes: &mut Vec<u16>| -> Result<(), ()> {
                let codes_at = |at: u64| u16::from(packed[(at / 4) as usize] >> (2 * (at % 4)) & 3);
                codes.extend((next..next + count).map(codes_at));
                next += count;
                Ok(())
            };
            kernel.import(slice, &mut read).unwrap();
            let mut again = Vec::new();
            let mut write = |bytes: &[u8]| -> Result<(), StoreError> {
                again.extend_from_slice(bytes);
                Ok(())
            };
            kernel.export(slice, &mut write).unwrap().unwrap();
            assert!(again == *packed, "{board} {slice}");
        }
    }
}

#[test]
fn the_encoding_does_not_matter_to_the_values() {
    let zstd =
        GenerateOptions { encoding: Encoding::Zstd, ..options(Board::SIX, 3, Engine::Kernel) };
    let generic = GenerateOptions { engine: Engine::Generic, ..zstd };
    assert!(files(&zstd) == files(&generic));
}

#[test]
fn a_pair_is_refused_while_one_is_missing_that_it_leads_to() {
    let mut kernel = Kernel::new(Board::EIGHT, 3, KernelPath::Native);
    let pair = Pair::of("m1k1-k1".parse().unwrap());
    let error = kernel.solve(pair, &Silent).unwrap_err();
    assert!(matches!(error, KernelError::Missing { .. }), "{error}");
    for needed in pairs_needed_by(Board::EIGHT, pair.first()) {
        kernel.solve(needed, &Silent).unwrap();
    }
    let error = kernel.solve(Pair::of("k2-k2".parse().unwrap()), &Silent).unwrap_err();
    assert!(matches!(error, KernelError::TooManyPieces { most: 3, .. }), "{error}");
}

#[test]
fn what_a_pair_leads_to_is_among_what_it_needs() {
    for board in Board::ALL {
        for pair in pairs_up_to(board, 5) {
            let needed = pairs_needed_by(board, pair.first());
            for next in leads_to(board, pair) {
                assert!(next != pair && needed.contains(&next), "{board}: {pair} to {next}");
            }
        }
    }
}

#[test]
fn a_plan_counts_the_tables_that_the_kernel_holds() {
    let out = tempfile::tempdir().unwrap();
    let plan = Plan::new(out.path(), &GenerateOptions::pieces(6)).unwrap();
    for unit in &plan.units {
        let successors = leads_to(Board::EIGHT, unit.pair);
        let tables = successors.iter().chain([&unit.pair]);
        let held: u64 = tables.map(|&pair| Kernel::table_bytes(Board::EIGHT, pair)).sum();
        assert!(unit.memory >= held, "{}: {} for {held}", unit.pair, unit.memory);
    }
    // All tables together are about a gigabyte.
    assert!((300 << 20..1500 << 20).contains(&plan.memory), "{}", plan.memory);
    let generic = GenerateOptions { engine: Engine::Generic, ..GenerateOptions::pieces(6) };
    assert!(plan.seconds(1) < Plan::new(out.path(), &generic).unwrap().seconds(1));
}

#[test]
fn the_kernel_knows_no_distances() {
    let out = tempfile::tempdir().unwrap();
    let asked = GenerateOptions { metric: Metric::Dtw, ..options(Board::FOUR, 2, Engine::Kernel) };
    let error = generate(out.path(), &asked, &Silent).err().expect("a refusal");
    assert!(matches!(error, GenerateError::Metric(Metric::Dtw)), "{error}");
}

#[test]
fn tables_kept_on_disk_are_the_same() {
    for (board, pieces) in [(Board::EIGHT, 4), (Board::SIX, 5), (Board::FOUR, 8)] {
        let solved = entries(board, pieces, KernelPath::Native);
        let folder = tempfile::tempdir().unwrap();
        // With no room at all every level is read whenever it is wanted.
        for budget in [0, 1 << 20] {
            let mut kernel = Kernel::new(board, pieces, KernelPath::Native);
            kernel.store_in(folder.path().join(budget.to_string()), budget).unwrap();
            for pair in pairs_up_to(board, pieces) {
                kernel.solve(pair, &Silent).unwrap();
                for slice in pair.slices() {
                    let mut packed = Vec::new();
                    let mut write = |bytes: &[u8]| -> Result<(), StoreError> {
                        packed.extend_from_slice(bytes);
                        Ok(())
                    };
                    kernel.export(slice, &mut write).unwrap().unwrap();
                    assert!(packed == solved[&slice.to_string()], "{board} {slice}");
                }
            }
        }
    }
}

#[test]
fn a_run_short_of_memory_writes_the_same_files() {
    let whole = files(&options(Board::SIX, 5, Engine::Kernel));
    let plan = |out: &Path| Plan::new(out, &options(Board::SIX, 5, Engine::Kernel)).unwrap();
    let out = tempfile::tempdir().unwrap();
    let (most, least) = (plan(out.path()).memory, plan(out.path()).least_memory);
    assert!(least < most, "{least} of {most}");
    let short = GenerateOptions { memory: Some(least), ..options(Board::SIX, 5, Engine::Kernel) };
    generate(out.path(), &short, &Silent).unwrap();
    assert!(files_in(out.path(), &short) == whole);
    let shorter = GenerateOptions { memory: Some(least - 1), ..short };
    let out = tempfile::tempdir().unwrap();
    let error = generate(out.path(), &shorter, &Silent).err().expect("a refusal");
    assert!(matches!(error, GenerateError::Memory { .. }), "{error}");
}

/// A kernel with tables given by their entries, of which `change` may change some.
fn kernel_of(
    board: Board,
    pieces: u8,
    entries: &BTreeMap<String, Vec<u8>>,
    change: impl Fn(Slice, u64, u16) -> u16,
) -> Kernel {
    let mut kernel = Kernel::new(board, pieces, KernelPath::Native);
    for slice in pairs_up_to(board, pieces).iter().flat_map(|pair| pair.slices()) {
        let packed = &entries[&slice.to_string()];
        let mut next = 0;
        let mut read = |count: u64, codes: &mut Vec<u16>| -> Result<(), ()> {
            codes.extend((next..next + count).map(|at| {
                let code = u16::from(packed[(at / 4) as usize] >> (2 * (at % 4)) & 3);
                change(slice, at, code)
            }));
            next += count;
            Ok(())
        };
        kernel.import(slice, &mut read).unwrap();
    }
    kernel
}

#[test]
fn right_tables_pass_the_check() {
    for (board, pieces) in [(Board::EIGHT, 4), (Board::SIX, 5), (Board::FOUR, 8)] {
        let entries = entries(board, pieces, KernelPath::Native);
        let kernel = kernel_of(board, pieces, &entries, |_, _, code| code);
        for pair in pairs_up_to(board, pieces) {
            let checked = kernel.check(pair, &Silent).unwrap();
            assert_eq!(
                (checked.entries, checked.differences),
                (pair.positions(board), 0),
                "{pair}"
            );
        }
    }
}

#[test]
fn the_check_finds_one_wrong_entry_anywhere() {
    for (board, pieces) in [(Board::EIGHT, 3), (Board::SIX, 4), (Board::FOUR, 5)] {
        let entries = entries(board, pieces, KernelPath::Native);
        for (number, pair) in pairs_up_to(board, pieces).into_iter().enumerate() {
            for wrong in pair.slices() {
                let index = SliceIndex::new(board, wrong).unwrap();
                let at = (number as u64 * 7919 + 5) % index.len();
                let kernel = kernel_of(board, pieces, &entries, |slice, entry, code| {
                    if (slice, entry) == (wrong, at) { code % 3 + 1 } else { code }
                });
                let checked = kernel.check(pair, &Silent).unwrap();
                assert!(checked.differences > 0, "{board} {wrong} {at}");
                if checked.differences == 1 {
                    let first = checked.first.unwrap();
                    assert_eq!((first.slice, first.placement), (wrong, index.unrank(at)));
                }
            }
        }
    }
}

#[test]
fn wins_and_losses_that_vouch_for_each_other_do_not_pass_the_check() {
    // Every move changes the parity of the rows of both kings together, so with all draws called losses
    // where it is even and wins where it is odd, every entry is still what its successors make of it.
    let board = Board::EIGHT;
    let entries = entries(board, 2, KernelPath::Native);
    let slice: Slice = "k1-k1".parse().unwrap();
    let index = SliceIndex::new(board, slice).unwrap();
    let even = board.row(0) | board.row(2) | board.row(4) | board.row(6);
    let draws = std::cell::Cell::new(0);
    let kernel = kernel_of(board, 2, &entries, |found, at, code| {
        if (found, code) != (slice, 2) {
            return code;
        }
        draws.set(draws.get() + 1);
        let placement = index.unrank(at);
        let is_even = (placement.own_kings & even != 0) == (placement.other_kings & even != 0);
        if is_even { 1 } else { 3 }
    });
    let checked = kernel.check(Pair::of(slice), &Silent).unwrap();
    assert_eq!((draws.get(), checked.differences), (654, 654));
}
