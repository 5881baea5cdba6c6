//! Packed checkers tables (encoding runs) against raw ones, value by value.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use retrosolve_games::Metric;
use retrosolve_games::checkers::{Board, Position};
use retrosolve_tablegen::checkers::{
    CheckersTables, Extent, GenerateError, GenerateOptions, Recheck, RecheckError, Sides, generate,
};
use retrosolve_tablegen::format::{Cause, Io, Table, TableFolder};
use retrosolve_tablegen::{Encoding, Silent};
use xxhash_rust::xxh3::xxh3_64;

fn raw(board: Board, pieces: u8) -> GenerateOptions {
    GenerateOptions { board, ..GenerateOptions::pieces(pieces) }
}

fn packed(board: Board, pieces: u8, sides: Sides) -> GenerateOptions {
    GenerateOptions { encoding: Encoding::Runs, sides, ..raw(board, pieces) }
}

/// Generates into a folder of its own, which the tables outlive.
fn tables(options: &GenerateOptions) -> CheckersTables {
    let dir = tempfile::tempdir().unwrap();
    generate(dir.path(), options, &Silent).unwrap()
}

/// Every so many positions of every slice, by value.
fn assert_same_values(board: Board, raw: &CheckersTables, packed: &CheckersTables, step: usize) {
    assert_eq!(raw.tables().len(), packed.tables().len());
    for (index, table) in raw.tables() {
        let slice = index.slice();
        let (_, other) = packed.find(slice).unwrap();
        let (one, two) = (table.header(), other.header());
        assert_eq!((one.totals, one.digest), (two.totals, two.digest), "{slice}");
        other.verify().unwrap();
        for number in (0..index.len()).step_by(step) {
            let position = index.unrank(number).position(board);
            let expected = raw.get(&position).unwrap();
            assert_eq!(packed.get(&position).unwrap(), expected, "{slice} {position:?}");
        }
    }
}

#[test]
fn every_value_of_three_pieces_on_8x8_is_that_of_the_raw_table() {
    let plain = tables(&raw(Board::EIGHT, 3));
    for sides in [Sides::Both, Sides::One] {
        assert_same_values(Board::EIGHT, &plain, &tables(&packed(Board::EIGHT, 3, sides)), 1);
    }
}

#[test]
fn every_value_of_four_pieces_on_6x6_is_that_of_the_raw_table() {
    let plain = tables(&raw(Board::SIX, 4));
    for sides in [Sides::Both, Sides::One] {
        assert_same_values(Board::SIX, &plain, &tables(&packed(Board::SIX, 4, sides)), 1);
    }
}

#[test]
fn every_value_of_six_pieces_on_4x4_is_that_of_the_raw_table() {
    let plain = tables(&raw(Board::FOUR, 6));
    for sides in [Sides::Both, Sides::One] {
        assert_same_values(Board::FOUR, &plain, &tables(&packed(Board::FOUR, 6, sides)), 1);
    }
}

#[test]
fn values_of_five_pieces_on_8x8_are_those_of_the_raw_table() {
    let extent = Extent::Slice("m1k2-m1k1".parse().unwrap());
    let plain = tables(&GenerateOptions { extent, ..raw(Board::EIGHT, 5) });
    for sides in [Sides::Both, Sides::One] {
        let options = GenerateOptions { extent, ..packed(Board::EIGHT, 5, sides) };
        assert_same_values(Board::EIGHT, &plain, &tables(&options), 97);
    }
}

#[test]
fn packed_tables_are_checked_in_as_much_memory_as_making_them_takes() {
    let tables = tables(&packed(Board::SIX, 5, Sides::Both));
    let needed = match Recheck::new(&tables, u8::MAX, Some(1 << 10)).err() {
        Some(RecheckError::Memory { needed, pieces: 5, .. }) => needed,
        other => panic!("{other:?}"),
    };
    // The least keeps levels on disk.
    for memory in [needed, 4 << 30] {
        let mut again = Recheck::new(&tables, u8::MAX, Some(memory)).unwrap();
        let mut entries = 0;
        for pair in (2..=5).flat_map(|pieces| again.pairs_of(pieces)).collect::<Vec<_>>() {
            let checked = again.check(pair, &Silent).unwrap();
            assert_eq!((checked.differences, checked.first), (0, None), "{pair}");
            entries += checked.entries;
        }
        assert_eq!(entries, tables.tables().map(|(index, _)| index.len()).sum::<u64>());
    }
    // Of fewer pieces no more is needed than they take.
    let fewer = Recheck::new(&tables, 3, Some(needed)).unwrap();
    assert!(fewer.pairs_of(4).is_empty() && !fewer.pairs_of(3).is_empty());
}

#[test]
fn many_probes_find_what_single_ones_do() {
    let plain = tables(&raw(Board::SIX, 4));
    let mut positions: Vec<Position> = Vec::new();
    for (index, _) in plain.tables() {
        let numbers = (0..index.len()).step_by(index.len() as usize / 50 + 1);
        positions.extend(numbers.map(|number| index.unrank(number).position(Board::SIX)));
    }
    // Some that are in no table, or have a side without pieces.
    for number in 0..positions.len() {
        let mut position = positions[number];
        position.men[0] |= 1 << 5 & !position.men[1] & !position.kings[0] & !position.kings[1];
        positions.push(position);
        (position.men[1], position.kings[1]) = (0, 0);
        positions.push(position);
    }
    for tables in [&plain, &tables(&packed(Board::SIX, 3, Sides::Both))] {
        let single: Vec<_> =
            positions.iter().map(|position| tables.get(position).unwrap()).collect();
        let mut many = vec![None];
        tables.get_many(&positions, &mut many).unwrap();
        assert_eq!(many[1..], single);
        assert!(single.iter().flatten().count() > 1000 && single.contains(&None));
    }
}

#[test]
fn the_codes_of_a_range_are_those_of_the_raw_table() {
    let plain = tables(&raw(Board::EIGHT, 3));
    for sides in [Sides::Both, Sides::One] {
        let packed = tables(&packed(Board::EIGHT, 3, sides));
        for (index, table) in plain.tables() {
            let range = index.len() / 3..index.len();
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            table.read_codes(range.clone(), &mut expected).unwrap();
            packed.read_codes(index.slice(), range, &mut found).unwrap();
            assert!(found == expected, "{}", index.slice());
        }
    }
}

/// All files of a folder of tables but the lock, by name.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.file_name() != "lock")
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect()
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    for sides in [Sides::Both, Sides::One] {
        let options = packed(Board::SIX, 4, sides);
        let of_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let dir = tempfile::tempdir().unwrap();
            pool.install(|| generate(dir.path(), &options, &Silent)).unwrap();
            files(&dir.path().join(options.set().folder_name()))
        };
        assert!(of_threads(1) == of_threads(3));
    }
}

#[test]
fn a_run_goes_on_with_the_same_bytes() {
    let options = packed(Board::EIGHT, 3, Sides::One);
    let dir = tempfile::tempdir().unwrap();
    generate(dir.path(), &options, &Silent).unwrap();
    let folder = dir.path().join(options.set().folder_name());
    let before = files(&folder);
    for name in ["k2-k1.table", "m1-k1.table", "m1k1-m1.table"] {
        fs::remove_file(folder.join(name)).unwrap();
    }
    generate(dir.path(), &options, &Silent).unwrap();
    assert!(files(&folder) == before);
}

#[test]
fn tables_packed_otherwise_are_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let size = |options: &GenerateOptions| {
        generate(dir.path(), options, &Silent).unwrap();
        let folder = TableFolder::open(dir.path().join(options.set().folder_name())).unwrap();
        (folder.tables().map(|table| table.bytes).sum::<u64>(), folder.digest())
    };
    let both = size(&packed(Board::EIGHT, 3, Sides::Both));
    let one = size(&packed(Board::EIGHT, 3, Sides::One));
    let plain = size(&raw(Board::EIGHT, 3));
    assert!(one.0 < both.0 && both.0 < plain.0, "{} {} {}", one.0, both.0, plain.0);
    assert!(one.1 == both.1 && both.1 == plain.1);
}

#[test]
fn a_file_alone_gives_no_values() {
    let packed = tables(&packed(Board::EIGHT, 2, Sides::Both));
    let (_, table) = packed.find("k1-k1".parse().unwrap()).unwrap();
    assert!(matches!(table.get(0).unwrap_err().cause(), Cause::RulesNeeded));
    let codes = table.read_codes(0..10, &mut Vec::new());
    assert!(matches!(codes.unwrap_err().cause(), Cause::RulesNeeded));
    assert!(table.packed_block(0, &mut Vec::new()).is_err());
}

#[test]
fn runs_hold_no_distances() {
    let options = GenerateOptions { metric: Metric::Dtw, ..packed(Board::EIGHT, 2, Sides::Both) };
    let dir = tempfile::tempdir().unwrap();
    let error = generate(dir.path(), &options, &Silent).err().unwrap();
    assert!(matches!(error, GenerateError::RunsMetric(Metric::Dtw)), "{error}");
    assert!(error.to_string().contains("wdl"));
}

/// A folder of packed tables, and one of its files.
fn folder_of(sides: Sides, slice: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let options = packed(Board::EIGHT, 3, sides);
    let dir = tempfile::tempdir().unwrap();
    generate(dir.path(), &options, &Silent).unwrap();
    let file = dir.path().join(options.set().folder_name()).join(format!("{slice}.table"));
    (dir, file)
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let (_dir, file) = folder_of(Sides::Both, "m1k1-k1");
    let bytes = fs::read(&file).unwrap();
    for length in 0..bytes.len() {
        let error = Table::from_source(Box::new(bytes[..length].to_vec()), "cut").unwrap_err();
        assert!(matches!(error.cause(), Cause::Length { .. } | Cause::NotATable), "{error}");
    }
}

/// With any one bit wrong, a probe fails or is right.
#[test]
fn a_flipped_bit_never_gives_a_wrong_value() {
    for (sides, slice) in [(Sides::Both, "m1k1-k1"), (Sides::One, "k1-k1")] {
        let (_dir, file) = folder_of(sides, slice);
        let good = fs::read(&file).unwrap();
        let folder = file.parent().unwrap();
        let right = CheckersTables::open(folder, Io::Map).unwrap();
        let (index, _) = right.find(slice.parse().unwrap()).unwrap();
        let positions: Vec<Position> = (0..index.len())
            .step_by(61)
            .map(|number| index.unrank(number).position(Board::EIGHT))
            .collect();
        let mut failed = 0;
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << (at % 8);
            let Ok(table) = Table::from_source(Box::new(bytes), &file) else { continue };
            assert!(table.verify().is_err(), "byte {at}");
            let mut tables = CheckersTables::open(folder, Io::Map).unwrap();
            if let Err(error) = tables.add(table) {
                assert_eq!(error.file(), file);
                continue;
            }
            for position in &positions {
                match tables.get(position) {
                    Ok(value) => assert_eq!(value, right.get(position).unwrap(), "byte {at}"),
                    Err(error) => {
                        assert_eq!(error.file(), file);
                        assert!(error.offset().is_some());
                        failed += 1;
                    }
                }
            }
        }
        assert!(failed > 0);
    }
}

#[test]
fn reads_and_maps_agree() {
    let (_dir, file) = folder_of(Sides::One, "k1-k1");
    let folder = file.parent().unwrap();
    let map = CheckersTables::open(folder, Io::Map).unwrap();
    let read = CheckersTables::open(folder, Io::Read).unwrap();
    for (index, _) in map.tables() {
        for number in (0..index.len()).step_by(7) {
            let position = index.unrank(number).position(Board::EIGHT);
            assert_eq!(map.get(&position).unwrap(), read.get(&position).unwrap());
        }
    }
}

/// Of a pair both slices say that the other one has the entries.
#[test]
fn tables_that_leave_everything_to_each_other_are_an_error() {
    let (_dir, file) = folder_of(Sides::One, "k2-k1");
    let folder = file.parent().unwrap();
    let (left_out, stored) = ["k2-k1", "k1-k2"]
        .map(|slice| (slice, fs::read(folder.join(format!("{slice}.table"))).unwrap()))
        .into_iter()
        .partition::<Vec<_>, _>(|(_, bytes)| bytes[40..48] == [0; 8]);
    let ([(from, left_out)], [(to, _)]) = (&left_out[..], &stored[..]) else {
        panic!("one of the two is left out");
    };
    // The same file under the other name.
    let mut bytes = left_out.clone();
    let at = bytes.windows(5).position(|name| name == from.as_bytes()).unwrap();
    bytes[at..at + 5].copy_from_slice(to.as_bytes());
    let header = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let checksum = xxh3_64(&bytes[..header - 8]);
    bytes[header - 8..header].copy_from_slice(&checksum.to_le_bytes());
    let mut tables = CheckersTables::open(folder, Io::Map).unwrap();
    tables.add(Table::from_source(Box::new(bytes), "both left out").unwrap()).unwrap();
    let mut errors = 0;
    let index = &tables.find(to.parse().unwrap()).unwrap().0;
    for number in (0..index.len()).step_by(11) {
        match tables.get(&index.unrank(number).position(Board::EIGHT)) {
            Ok(value) => assert!(value.is_some()),
            Err(error) => {
                assert!(matches!(error.cause(), Cause::Unsettled { .. }), "{error}");
                errors += 1;
            }
        }
    }
    assert!(errors > 0);
}

/// What a position needs of other slices can be missing: then its value is unknown, not wrong.
#[test]
fn without_the_smaller_tables_captures_are_unknown() {
    let (_dir, file) = folder_of(Sides::Both, "k2-k1");
    let mut alone = CheckersTables::empty(Board::EIGHT, Metric::Wdl);
    alone.add(Table::open(&file, Io::Map).unwrap()).unwrap();
    let all = CheckersTables::open(file.parent().unwrap(), Io::Map).unwrap();
    let index = &all.find("k2-k1".parse().unwrap()).unwrap().0;
    let mut unknown = 0;
    for number in 0..index.len() {
        let position = index.unrank(number).position(Board::EIGHT);
        match alone.get(&position).unwrap() {
            Some(value) => assert_eq!(Some(value), all.get(&position).unwrap()),
            None => unknown += 1,
        }
    }
    assert!(unknown > 0);
}
