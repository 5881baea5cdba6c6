//! A second reader of the raw form, written from FORMAT.md alone: it shares no code with the first.

use retrosolve_games::{Metric, Wdl};
use retrosolve_tablegen::format::{Encoding, FolderWriter, Io, TableFolder, TableInfo, TableSet};
use tempfile::tempdir;
use xxhash_rust::xxh3::xxh3_64;

use crate::common::{codes, info, set};

fn number(bytes: &[u8], at: usize, width: usize) -> u64 {
    bytes[at..at + width].iter().rev().fold(0, |sum, &byte| sum * 256 + u64::from(byte))
}

/// What a raw file holds, in the plainest terms.
struct ByHand {
    strings: Vec<String>,
    metric: u8,
    wins: u64,
    draws: u64,
    losses: u64,
    longest_win: u64,
    longest_wins: u64,
    codes: Vec<u64>,
}

fn decode(bytes: &[u8]) -> ByHand {
    assert_eq!(&bytes[..8], [0x89, 0x52, 0x53, 0x54, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert_eq!(number(bytes, 8, 4), 1, "version");
    let header = number(bytes, 12, 4) as usize;
    assert_eq!(xxh3_64(&bytes[..header - 8]), number(bytes, header - 8, 8), "header checksum");
    let entries = number(bytes, 16, 8);
    let block_entries = number(bytes, 24, 4);
    let bits = u64::from(bytes[28]);
    assert_eq!(bytes[30], 0, "raw");
    let index = number(bytes, 32, 8) as usize;
    let data = number(bytes, 40, 8) as usize;
    assert_eq!(index as u64, 16 * entries.div_ceil(block_entries));
    assert_eq!(bytes.len(), header + index + data);
    assert_eq!((header + index) % 64, 0);
    assert_eq!(xxh3_64(&bytes[header..header + index]), number(bytes, 48, 8), "index checksum");

    let data = &bytes[header + index..];
    let mut from = 0;
    for entry in bytes[header..header + index].chunks(16) {
        let end = number(entry, 0, 8) as usize;
        assert_eq!(xxh3_64(&data[from..end]), number(entry, 8, 8), "block checksum");
        from = end;
    }
    let codes: Vec<u64> = (0..entries)
        .map(|i| match bits {
            2 => u64::from(data[(i / 4) as usize]) / 4u64.pow((i % 4) as u32) % 4,
            8 => u64::from(data[i as usize]),
            _ => number(data, 2 * i as usize, 2),
        })
        .collect();

    let mut digest = blake3::Hasher::new();
    if bytes[29] == 0 {
        digest.update(data);
    } else {
        for &code in &codes {
            digest.update(&[(code % 256) as u8, (code / 256) as u8]);
        }
    }
    digest.update(&entries.to_le_bytes());
    assert_eq!(digest.finalize().as_bytes()[..], bytes[104..136], "digest");

    let mut strings = Vec::new();
    let mut at = 136;
    for _ in 0..5 {
        let length = usize::from(bytes[at]);
        strings.push(std::str::from_utf8(&bytes[at + 1..at + 1 + length]).unwrap().to_owned());
        at += 1 + length;
    }
    assert!(bytes[at..header - 8].iter().all(|&byte| byte == 0));
    ByHand {
        strings,
        metric: bytes[29],
        wins: number(bytes, 56, 8),
        draws: number(bytes, 64, 8),
        losses: number(bytes, 72, 8),
        longest_wins: number(bytes, 80, 8),
        longest_win: number(bytes, 96, 2),
        codes,
    }
}

#[test]
fn the_specification_suffices_to_read_raw_tables() {
    let dir = tempdir().unwrap();
    for (bits, entries) in [(2, 600_001), (8, 70_000), (16, 70_000), (2, 0), (16, 1)] {
        let set = set(if bits == 2 { Metric::Wdl } else { Metric::Dtw });
        let sub = dir.path().join(format!("{bits}-{entries}"));
        let folder = FolderWriter::open(&sub, &set).unwrap();
        let codes = codes(bits, entries, 11);
        let mut writer = folder.create(info(Encoding::Raw, bits, entries as u64)).unwrap();
        writer.write_codes(&codes).unwrap();
        let header = folder.commit(writer).unwrap();

        let by_hand = decode(&std::fs::read(sub.join("m1k0-k1.table")).unwrap());
        assert_eq!(by_hand.strings, ["test", "made up", "3x3", "m1k0-k1", "test/1"]);
        assert_eq!(by_hand.metric, if bits == 2 { 0 } else { 2 });
        assert_eq!(by_hand.codes, codes.iter().map(|&c| u64::from(c)).collect::<Vec<_>>());
        let decisive = |remainder| {
            let of = |c: &&u64| **c >= 2 && **c % 2 == remainder;
            by_hand.codes.iter().filter(of).count() as u64
        };
        let count = |code| by_hand.codes.iter().filter(|&&c| c == code).count() as u64;
        let (wins, draws, losses) = if bits == 2 {
            (count(3), count(2), count(1))
        } else {
            (decisive(1), count(1), decisive(0))
        };
        assert_eq!((by_hand.wins, by_hand.draws, by_hand.losses), (wins, draws, losses));
        let totals = header.totals;
        assert_eq!((totals.wins, totals.draws, totals.losses), (wins, draws, losses));
        let longest = by_hand.codes.iter().filter(|&c| bits > 2 && c % 2 == 1 && *c > 1).max();
        assert_eq!(by_hand.longest_win, longest.map_or(0xffff, |code| (code - 2) / 2));
        assert_eq!(by_hand.longest_wins, longest.map_or(0, |&code| count(code)));

        let table = TableFolder::open(&sub).unwrap().open_table("m1k0-k1", Io::Read).unwrap();
        for (index, &code) in (0..).zip(&by_hand.codes).step_by(997) {
            let wdl = match (bits, code) {
                (_, 0) => None,
                (2, 1) => Some(Wdl::Loss),
                (2, 2) | (_, 1) => Some(Wdl::Draw),
                (2, _) => Some(Wdl::Win),
                _ => Some(if code % 2 == 1 { Wdl::Win } else { Wdl::Loss }),
            };
            assert_eq!(table.get(index).unwrap().map(|value| value.wdl), wdl);
        }
    }
}

/// A file as the specification prints it, byte for byte.
#[test]
fn the_example_of_the_specification_is_what_is_written() {
    let text = include_str!("../../FORMAT.md");
    let dump = text.split("```hex\n").nth(1).unwrap().split("```").next().unwrap();
    let bytes: Vec<u8> = dump
        .lines()
        .flat_map(|line| line.split_whitespace().skip(1))
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();

    let dir = tempdir().unwrap();
    let set = TableSet::new("nim", "take 1 or 2", "5", Metric::Wdl);
    let folder = FolderWriter::open(dir.path(), &set).unwrap();
    let mut writer = folder
        .create(TableInfo {
            set,
            slice: "all".into(),
            index: "stones/1".into(),
            entries: 6,
            entry_bits: 2,
            encoding: Encoding::Raw,
        })
        .unwrap();
    writer.write_codes(&[1, 3, 3, 1, 3, 3]).unwrap();
    folder.commit(writer).unwrap();
    let written = std::fs::read(dir.path().join("all.table")).unwrap();
    assert_eq!(written, bytes);
    assert_eq!(decode(&bytes).codes, [1, 3, 3, 1, 3, 3]);

    let manifest = std::fs::read_to_string(dir.path().join("manifest.json")).unwrap();
    let printed = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(manifest, printed);
}
