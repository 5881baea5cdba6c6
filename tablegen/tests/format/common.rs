use std::path::Path;
use std::sync::LazyLock;

use retrosolve_games::Metric;
use retrosolve_tablegen::format::{Encoding, Header, Table, TableInfo, TableSet, TableWriter};

/// Every encoding with every width.
pub(crate) const KINDS: [(Encoding, u8); 6] = [
    (Encoding::Raw, 2),
    (Encoding::Raw, 8),
    (Encoding::Raw, 16),
    (Encoding::Zstd, 2),
    (Encoding::Zstd, 8),
    (Encoding::Zstd, 16),
];

/// A set of a game that is none.
pub(crate) fn set(metric: Metric) -> TableSet {
    TableSet::new("test", "made up", "3x3", metric)
}

pub(crate) fn info(encoding: Encoding, entry_bits: u8, entries: u64) -> TableInfo {
    let metric = if entry_bits == 2 { Metric::Wdl } else { Metric::Dtw };
    TableInfo {
        set: set(metric),
        slice: "m1k0-k1".into(),
        index: "test/1".into(),
        entries,
        entry_bits,
        encoding,
    }
}

/// Reproducible codes of a width, in runs of 1 to 16 as values in tables are.
pub(crate) fn codes(bits: u8, entries: usize, seed: u64) -> Vec<u16> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut codes = Vec::with_capacity(entries);
    while codes.len() < entries {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let code = (state >> 20) as u16 & (((1u32 << bits) - 1) as u16);
        let run = (state >> 56) as usize % 16 + 1;
        codes.resize(entries.min(codes.len() + run), code);
    }
    codes
}

/// Writes a table in one piece.
pub(crate) fn write(dir: &Path, name: &str, info: TableInfo, codes: &[u16]) -> Header {
    let mut writer = TableWriter::create(dir, name, info).unwrap();
    writer.write_codes(codes).unwrap();
    writer.finish().unwrap()
}

/// The bytes of a table file with these codes.
pub(crate) fn table_bytes(encoding: Encoding, bits: u8, codes: &[u16]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "t.table", info(encoding, bits, codes.len() as u64), codes);
    std::fs::read(dir.path().join("t.table")).unwrap()
}

/// For each of [`KINDS`] a table of no entries, of few and of several blocks.
pub(crate) fn honest_tables() -> &'static [Vec<u8>] {
    static TABLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let sizes = [0, 3, 1000, 140_000];
        let table = |n, (encoding, bits)| table_bytes(encoding, bits, &codes(bits, n, 1));
        sizes.into_iter().flat_map(|n| KINDS.map(|kind| table(n, kind))).collect()
    });
    &TABLES
}

/// Opens bytes as a table and touches all of it: header, index, every block both ways, the digest.
pub(crate) fn check_all(bytes: Vec<u8>) -> Result<(), retrosolve_tablegen::TableError> {
    let table = Table::from_source(Box::new(bytes), "memory")?;
    let entries = table.header().info.entries;
    for index in (0..entries).step_by(1000) {
        table.get(index)?;
    }
    table.read_codes(0..entries.min(100_000), &mut Vec::new())?;
    table.verify()
}
