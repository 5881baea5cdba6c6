use std::fs;

use retrosolve_games::Metric;
use retrosolve_tablegen::format::{
    Cause, Encoding, FORMAT_VERSION, Io, Table, TableError, TableSet,
};
use tempfile::tempdir;

use crate::common::{KINDS, check_all, codes, info, set, table_bytes, write};

/// Three blocks or more, and small enough to try every byte.
fn small_tables() -> impl Iterator<Item = (Encoding, u8, Vec<u8>)> {
    KINDS.into_iter().map(|(encoding, bits)| {
        let block = 16 << 10;
        let entries = 2 * block * 8 / usize::from(bits) + 77;
        // Few changes, so that the zstd files are small.
        let codes: Vec<u16> =
            codes(bits, entries / 500, 1).into_iter().cycle().take(entries).collect();
        (encoding, bits, table_bytes(encoding, bits, &codes))
    })
}

/// Where the data of a table file begins.
fn data_start(bytes: &[u8]) -> usize {
    let number = |at: usize, n: usize| {
        bytes[at..at + n].iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
    };
    number(12, 4) + number(32, 8)
}

fn open(bytes: &[u8]) -> Result<Table, TableError> {
    Table::from_source(Box::new(bytes.to_vec()), "memory")
}

#[test]
fn a_file_cut_anywhere_is_refused_on_opening() {
    for (_, _, bytes) in small_tables() {
        let start = data_start(&bytes);
        let coarse = (start..bytes.len()).step_by(bytes.len() / 50 + 1);
        for length in (0..start).chain(coarse).chain(bytes.len() - 100..bytes.len()) {
            let error = open(&bytes[..length]).unwrap_err();
            match error.cause() {
                Cause::NotATable => assert_eq!(length, 0),
                Cause::Length { expected, actual } => {
                    assert_eq!(*actual, length as u64);
                    assert!(expected > actual);
                    assert_eq!(error.offset(), Some(length as u64));
                }
                _ => panic!("{length} bytes: {error}"),
            }
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(matches!(open(&longer).unwrap_err().cause(), Cause::Length { .. }));
    }
}

#[test]
fn every_flipped_bit_of_header_and_index_is_refused_on_opening() {
    for (encoding, bits, mut bytes) in small_tables() {
        open(&bytes).unwrap();
        for at in 0..data_start(&bytes) {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                assert!(open(&bytes).is_err(), "byte {at}, bit {bit} of {encoding}, {bits} bits");
                bytes[at] ^= 1 << bit;
            }
        }
    }
}

#[test]
fn a_flipped_bit_of_a_block_shows_when_that_block_is_touched() {
    for (encoding, bits, mut bytes) in small_tables() {
        let start = data_start(&bytes);
        let length = bytes.len() - start;
        for n in 0..60 {
            let (at, bit) = (start + n * 7919 * 13 % length, n % 8);
            bytes[at] ^= 1 << bit;
            let table = open(&bytes).unwrap();
            let error = table.verify().unwrap_err();
            let Cause::BlockChecksum { block } = *error.cause() else { panic!("{error}") };
            assert_eq!(error.slice(), Some("m1k0-k1"));
            assert!(error.offset().is_some_and(|offset| offset <= at as u64));
            let size = u64::from(table.header().block_entries);
            for other in 0..table.header().blocks() {
                let range = other * size..other * size + table.header().entries_in(other);
                // Twice: a failed check is not forgotten.
                for _ in 0..2 {
                    let probes = [table.code(range.start), table.code(range.end - 1)];
                    for probe in probes {
                        assert_eq!(probe.is_err(), other == block, "{encoding}, {bits} bits");
                    }
                }
                let scan = table.read_codes(range, &mut Vec::new());
                assert_eq!(scan.is_err(), other == block);
            }
            bytes[at] ^= 1 << bit;
        }
        open(&bytes).unwrap().verify().unwrap();
    }
}

#[test]
fn foreign_files_and_other_versions_say_what_they_are() {
    let bytes = table_bytes(Encoding::Raw, 2, &codes(2, 1000, 1));
    for foreign in [&b""[..], b"\x89PNG\r\n\x1a\n and so on", b"W:WK5:BK1\n", &[0; 4096]] {
        let error = open(foreign).unwrap_err();
        assert!(matches!(error.cause(), Cause::NotATable), "{error}");
        assert_eq!(error.file().to_str(), Some("memory"));
    }
    let mut newer = bytes.clone();
    newer[8..12].copy_from_slice(&(FORMAT_VERSION + 1).to_le_bytes());
    let error = open(&newer).unwrap_err();
    assert!(matches!(error.cause(), Cause::NewerVersion { .. }), "{error}");
    assert!(error.to_string().contains("update the program"));
    let mut none = bytes;
    none[8..12].fill(0);
    assert!(matches!(open(&none).unwrap_err().cause(), Cause::Header(_)));
}

#[test]
fn a_table_of_another_board_is_named() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("t.table");
    write(dir.path(), "t.table", info(Encoding::Raw, 2, 3), &[1, 2, 3]);
    let table = Table::open(&path, Io::Map).unwrap();
    table.check_matches(&set(Metric::Wdl), "test/1").unwrap();
    let wrong = |set: &TableSet, index| table.check_matches(set, index).unwrap_err().to_string();
    let other = TableSet { board: "8x8".into(), ..set(Metric::Wdl) };
    assert_eq!(
        wrong(&other, "test/1"),
        format!(
            "{} (slice m1k0-k1): wrong table: board is \"3x3\", wanted \"8x8\"",
            path.display()
        )
    );
    let other = TableSet { game: "checkers".into(), ..set(Metric::Wdl) };
    assert!(wrong(&other, "test/1").contains("game"));
    let other = TableSet { rules: "other".into(), ..set(Metric::Wdl) };
    assert!(wrong(&other, "test/1").contains("rules"));
    assert!(wrong(&set(Metric::Dtw), "test/1").contains("metric is \"wdl\", wanted \"dtw\""));
    assert!(wrong(&set(Metric::Wdl), "test/2").contains("index"));
}

#[test]
fn a_path_that_is_no_file_is_an_error() {
    let dir = tempdir().unwrap();
    for io in [Io::Map, Io::Read] {
        assert!(matches!(Table::open(dir.path(), io).unwrap_err().cause(), Cause::Io(_)));
        let missing = Table::open(dir.path().join("none.table"), io).unwrap_err();
        assert!(missing.to_string().contains("none.table"), "{missing}");
        fs::write(dir.path().join("empty.table"), b"").unwrap();
        let empty = Table::open(dir.path().join("empty.table"), io).unwrap_err();
        assert!(matches!(empty.cause(), Cause::NotATable), "{empty}");
    }
}

#[test]
fn values_that_belie_the_header_fail_the_digest_and_the_totals() {
    // A header and an index that fit their checksums, on values of another table.
    let (one, two) = (codes(2, 5000, 1), codes(2, 5000, 2));
    let bytes = [&one, &two].map(|codes| table_bytes(Encoding::Raw, 2, codes));
    let start = data_start(&bytes[0]);
    let mut mixed = bytes[0].clone();
    // The index with its checksum, and the data, of the second.
    mixed[48..56].copy_from_slice(&bytes[1][48..56]);
    mixed[start - 16..].copy_from_slice(&bytes[1][start - 16..]);
    crate::fuzz::seal(&mut mixed, false);
    assert!(matches!(check_all(mixed.clone()).unwrap_err().cause(), Cause::Digest));
    mixed[104..136].copy_from_slice(&bytes[1][104..136]);
    crate::fuzz::seal(&mut mixed, false);
    assert!(matches!(check_all(mixed).unwrap_err().cause(), Cause::Totals));
}
