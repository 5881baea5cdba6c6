use std::fs;
use std::path::Path;

use proptest::prelude::*;
use retrosolve_games::{Metric, TableValue, Wdl};
use retrosolve_tablegen::format::{
    Cause, Digest, Encoding, Io, Table, TableInfo, TableWriter, code, file_bytes_at_most, packed,
};
use tempfile::tempdir;

use crate::common::{KINDS, codes, info, set, table_bytes, write};

/// Every way to read a table gives `codes`.
fn assert_reads_as(path: &Path, codes: &[u16]) {
    let memory = Table::from_source(Box::new(fs::read(path).unwrap()), path).unwrap();
    let tables =
        [Table::open(path, Io::Map).unwrap(), Table::open(path, Io::Read).unwrap(), memory];
    for table in &tables {
        table.verify().unwrap();
        let entries = codes.len() as u64;
        assert_eq!(table.header().info.entries, entries);
        let mut all = Vec::new();
        table.read_codes(0..entries, &mut all).unwrap();
        assert!(all == codes, "the codes as a whole");
        let step = (codes.len() / 5000).max(1);
        for index in (0..codes.len()).step_by(step).chain(codes.len().checked_sub(1)) {
            assert_eq!(table.code(index as u64).unwrap(), codes[index], "index {index}");
            let value = table.get(index as u64).unwrap();
            assert_eq!(value, code::decode(codes[index], table.header().info.set.metric));
        }
        let error = table.get(entries).unwrap_err();
        assert!(matches!(error.cause(), Cause::OutOfRange { .. }), "{error}");
        assert!(table.get(u64::MAX).is_err());
        assert!(table.read_codes(0..entries + 1, &mut Vec::new()).is_err());
        assert!(table.packed_block(table.header().blocks(), &mut Vec::new()).is_err());
    }
}

#[test]
fn sizes_around_the_edges_of_bytes_blocks_and_batches_read_back() {
    let dir = tempdir().unwrap();
    for (encoding, bits) in KINDS {
        let block = Table::from_source(Box::new(table_bytes(encoding, bits, &[])), "empty")
            .unwrap()
            .header()
            .block_entries as usize;
        let batch = (1 << 20) * 8 / usize::from(bits);
        let edges = [block, 2 * block, batch].into_iter().flat_map(|n| [n - 1, n, n + 1]);
        for entries in [0, 1, 2, 3, 4, 5, 7, 8, 9].into_iter().chain(edges) {
            let codes = codes(bits, entries, entries as u64);
            let name = format!("{encoding}-{bits}-{entries}.table");
            let info = info(encoding, bits, entries as u64);
            let header = write(dir.path(), &name, info.clone(), &codes);
            let path = dir.path().join(&name);
            let length = fs::metadata(&path).unwrap().len();
            assert_eq!(header.file_bytes(), length);
            let most = file_bytes_at_most(&info).unwrap();
            assert!(if encoding == Encoding::Raw { length == most } else { length <= most });
            assert_reads_as(&path, &codes);
        }
    }
}

#[test]
fn totals_count_every_outcome_and_the_longest_distances() {
    let dir = tempdir().unwrap();
    let value = |wdl, plies| code::of_distance(wdl, plies).unwrap();
    let codes = [
        code::NONE,
        value(Wdl::Draw, 0),
        value(Wdl::Win, 1),
        value(Wdl::Win, 7),
        value(Wdl::Win, 7),
        value(Wdl::Loss, 0),
        value(Wdl::Loss, 40),
        code::NONE,
    ];
    for bits in [8, 16] {
        for encoding in [Encoding::Raw, Encoding::Zstd] {
            let totals = write(dir.path(), "t.table", info(encoding, bits, 8), &codes).totals;
            assert_eq!((totals.wins, totals.draws, totals.losses), (3, 1, 2));
            assert_eq!((totals.longest_win, totals.longest_wins), (Some(7), 2));
            assert_eq!((totals.longest_loss, totals.longest_losses), (Some(40), 1));
            assert_eq!(totals.positions(), 6);
        }
    }
    let totals = write(dir.path(), "t.table", info(Encoding::Raw, 2, 5), &[3, 0, 1, 3, 2]).totals;
    assert_eq!((totals.wins, totals.draws, totals.losses), (2, 1, 1));
    assert_eq!((totals.longest_win, totals.longest_wins), (None, 0));
    let totals = write(dir.path(), "t.table", info(Encoding::Raw, 8, 0), &[]).totals;
    assert_eq!(totals, Default::default());
}

#[test]
fn values_come_back_as_they_were_encoded() {
    let dir = tempdir().unwrap();
    let values = [
        None,
        Some(TableValue::dtw(Wdl::Loss, 0)),
        Some(TableValue::dtw(Wdl::Win, 16_000)),
        Some(TableValue { wdl: Wdl::Draw, distance: None, metric: Metric::Dtw }),
    ];
    let codes = values.map(|value| code::encode(value, Metric::Dtw).unwrap());
    write(dir.path(), "t.table", info(Encoding::Zstd, 16, 4), &codes);
    let table = Table::open(dir.path().join("t.table"), Io::Map).unwrap();
    for (index, value) in (0..).zip(values) {
        assert_eq!(table.get(index).unwrap(), value);
    }
}

#[test]
fn the_digest_depends_on_the_values_alone() {
    let dir = tempdir().unwrap();
    let codes = codes(8, 100_000, 5);
    let header = |encoding, bits, codes: &[u16]| {
        write(dir.path(), "t.table", info(encoding, bits, codes.len() as u64), codes)
    };
    let digest = header(Encoding::Raw, 8, &codes).digest;
    assert_eq!(header(Encoding::Zstd, 8, &codes).digest, digest);
    assert_eq!(header(Encoding::Raw, 16, &codes).digest, digest);
    assert_eq!(header(Encoding::Zstd, 16, &codes).digest, digest);
    assert_ne!(header(Encoding::Raw, 8, &codes[1..]).digest, digest);
    // The same bytes, another number of entries.
    assert_ne!(
        header(Encoding::Raw, 2, &[1, 2, 0]).digest,
        header(Encoding::Raw, 2, &[1, 2, 0, 0]).digest
    );
    assert_eq!(digest.to_string().parse::<Digest>().unwrap(), digest);
}

#[test]
fn the_bytes_do_not_depend_on_pieces_or_threads() {
    let dir = tempdir().unwrap();
    for (encoding, bits) in KINDS {
        let codes = codes(bits, 300_001, 9);
        let mut packed = Vec::new();
        packed::pack(&codes, bits, 0, &mut packed);
        let info = info(encoding, bits, codes.len() as u64);
        let create = |name| TableWriter::create(dir.path(), name, info.clone()).unwrap();
        write(dir.path(), "whole", info.clone(), &codes);

        let mut writer = create("pieces");
        for piece in codes.chunks(12_345) {
            writer.write_codes(piece).unwrap();
        }
        writer.finish().unwrap();

        let mut writer = create("packed");
        writer.write_codes(&codes[..8]).unwrap();
        for piece in packed[bits as usize..].chunks(998) {
            writer.write_packed(piece).unwrap();
        }
        writer.finish().unwrap();

        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| write(dir.path(), "one-thread", info.clone(), &codes));

        let whole = fs::read(dir.path().join("whole")).unwrap();
        for name in ["pieces", "packed", "one-thread"] {
            assert!(fs::read(dir.path().join(name)).unwrap() == whole, "{name} {encoding} {bits}");
        }
    }
}

#[test]
fn a_writer_that_is_dropped_or_fails_leaves_nothing() {
    let dir = tempdir().unwrap();
    let create = |info: TableInfo| TableWriter::create(dir.path(), "t.table", info).unwrap();
    let is_empty = || fs::read_dir(dir.path()).unwrap().next().is_none();

    let mut writer = create(info(Encoding::Raw, 2, 10_000_000));
    writer.write_packed(&vec![0b1101_1001; 2_000_000]).unwrap();
    assert!(!is_empty());
    drop(writer);
    assert!(is_empty());

    let mut writer = create(info(Encoding::Zstd, 8, 3));
    writer.write_codes(&[1, 2]).unwrap();
    let error = writer.finish().unwrap_err();
    assert!(matches!(error.cause(), Cause::EntryCount { expected: 3, written: 2 }), "{error}");
    assert!(is_empty());
}

#[test]
fn what_does_not_fit_is_refused_when_written() {
    let dir = tempdir().unwrap();
    let create = |info: TableInfo| TableWriter::create(dir.path(), "t.table", info);
    {
        let mut writer = create(info(Encoding::Raw, 2, 6)).unwrap();
        let code = writer.write_codes(&[4]).unwrap_err();
        assert!(matches!(code.cause(), Cause::Code { code: 4, bits: 2 }), "{code}");
        let count = writer.write_codes(&[1; 7]).unwrap_err();
        assert!(matches!(count.cause(), Cause::EntryCount { expected: 6, written: 7 }), "{count}");
        assert!(writer.write_packed(&[0; 3]).is_err());
        assert!(writer.write_packed(&[0, 0b1_0000]).is_err(), "stray bits behind the last entry");
        writer.write_codes(&[1]).unwrap();
        let amid = writer.write_packed(&[0]).unwrap_err();
        assert!(matches!(amid.cause(), Cause::Packing), "{amid}");
        let mut writer = create(info(Encoding::Raw, 8, 6)).unwrap();
        let code = writer.write_codes(&[256]).unwrap_err();
        assert!(matches!(code.cause(), Cause::Code { code: 256, bits: 8 }), "{code}");
        let mut writer = create(info(Encoding::Raw, 16, 6)).unwrap();
        assert!(writer.write_packed(&[0; 3]).is_err(), "half an entry");
    }
    for (bits, metric) in [(8, Metric::Wdl), (2, Metric::Dtc), (4, Metric::Dtw), (200, Metric::Wdl)]
    {
        let mut info = info(Encoding::Raw, bits, 1);
        info.set = set(metric);
        assert!(matches!(create(info).err().unwrap().cause(), Cause::EntryBits { .. }));
    }
    let mut long = info(Encoding::Raw, 2, 1);
    long.slice = "x".repeat(256);
    assert!(matches!(create(long).err().unwrap().cause(), Cause::StringTooLong { .. }));
    for bits in [2, 8, 16] {
        for encoding in [Encoding::Raw, Encoding::Zstd] {
            let huge = create(info(encoding, bits, u64::MAX)).err().unwrap();
            assert!(matches!(huge.cause(), Cause::TooLarge { .. }), "{huge}");
        }
    }
    assert!(TableWriter::create(dir.path().join("none"), "t", info(Encoding::Raw, 2, 1)).is_err());
    assert!(fs::read_dir(dir.path()).unwrap().next().is_none());
}

#[test]
fn threads_share_a_table() {
    let dir = tempdir().unwrap();
    for (encoding, bits) in KINDS {
        let codes = codes(bits, 1_200_000, 3);
        write(dir.path(), "t.table", info(encoding, bits, codes.len() as u64), &codes);
        for io in [Io::Map, Io::Read] {
            let table = Table::open(dir.path().join("t.table"), io).unwrap();
            std::thread::scope(|scope| {
                for thread in 0..4usize {
                    let (table, codes) = (&table, &codes);
                    scope.spawn(move || {
                        for n in 0..2000 {
                            let index = (n * 7919 + thread * 104_729) * 31 % codes.len();
                            assert_eq!(table.code(index as u64).unwrap(), codes[index]);
                        }
                    });
                }
            });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_tables_read_back(
        kind in 0..KINDS.len(),
        entries in 0usize..200_000,
        seed: u64,
        slice in "[a-z0-9,-]{0,20}",
    ) {
        let (encoding, bits) = KINDS[kind];
        let dir = tempdir().unwrap();
        let codes = codes(bits, entries, seed);
        let mut info = info(encoding, bits, entries as u64);
        info.slice = slice;
        let header = write(dir.path(), "t.table", info.clone(), &codes);
        let path = dir.path().join("t.table");
        let table = Table::open(&path, Io::Map).unwrap();
        prop_assert_eq!(table.header(), &header);
        prop_assert_eq!(&table.header().info, &info);
        assert_reads_as(&path, &codes);
    }
}
