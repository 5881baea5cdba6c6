//! Arbitrary and hostile bytes: an error or an answer, never a panic, never memory without end.

use proptest::prelude::*;
use retrosolve_tablegen::format::{FORMAT_VERSION, MAGIC};
use xxhash_rust::xxh3::xxh3_64;

use crate::common::{KINDS, check_all, codes, honest_tables, table_bytes};

/// Makes the checksums of the header and, if asked, of the index and its blocks right, so that what is
/// behind them is reached. Lengths that lead outside leave the bytes as they are.
pub(crate) fn seal(bytes: &mut [u8], index_too: bool) {
    let number = |bytes: &[u8], at: usize, n: usize| {
        let field = bytes.get(at..at + n)?;
        field.iter().rev().try_fold(0usize, |sum, &b| Some(sum.checked_mul(256)? + usize::from(b)))
    };
    let header = number(bytes, 12, 4).unwrap_or(0);
    if header < 160 || header > bytes.len() {
        return;
    }
    if index_too
        && let Some(length) = number(bytes, 32, 8)
        && let Some(index) = bytes.get(header..).and_then(|rest| rest.get(..length))
    {
        let start = header + length;
        let mut sealed = index.to_vec();
        let mut from = 0;
        for entry in sealed.chunks_exact_mut(16) {
            let Some(end) = number(entry, 0, 8) else { break };
            if let Some(block) = bytes.get(start..).and_then(|data| data.get(from..end)) {
                entry[8..].copy_from_slice(&xxh3_64(block).to_le_bytes());
            }
            from = end;
        }
        bytes[header..start].copy_from_slice(&sealed);
        let checksum = xxh3_64(&sealed);
        bytes[48..56].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = xxh3_64(&bytes[..header - 8]);
    bytes[header - 8..header].copy_from_slice(&checksum.to_le_bytes());
}

/// Numbers that break sums, products and shifts.
fn hostile() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        0u64..300,
        (0u32..64, -2i64..3).prop_map(|(shift, d)| (1u64 << shift).wrapping_add_signed(d)),
        (0u64..3).prop_map(|d| u64::MAX - d),
    ]
}

#[test]
fn sealing_an_honest_file_changes_nothing() {
    for (encoding, bits) in KINDS {
        let bytes = table_bytes(encoding, bits, &codes(bits, 70_000, 4));
        let mut sealed = bytes.clone();
        seal(&mut sealed, true);
        assert!(sealed == bytes);
        check_all(sealed).unwrap();
    }
}

#[test]
fn a_header_that_promises_the_moon_is_refused_without_reserving_it() {
    // 2^60 entries in a file of a few hundred bytes, checksums right.
    for (encoding, bits) in KINDS {
        let mut bytes = table_bytes(encoding, bits, &[1, 2, 3]);
        bytes[16..24].copy_from_slice(&(1u64 << 60).to_le_bytes());
        let index =
            16 * (1u64 << 60 >> (u32::from_le_bytes(bytes[24..28].try_into().unwrap())).ilog2());
        bytes[32..40].copy_from_slice(&index.to_le_bytes());
        seal(&mut bytes, false);
        check_all(bytes).unwrap_err();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(check_all(bytes.clone()).is_err());
        let mut dressed = MAGIC.to_vec();
        dressed.extend(FORMAT_VERSION.to_le_bytes());
        dressed.extend((160 + bytes.len() as u32 % 1000).to_le_bytes());
        dressed.extend(bytes);
        seal(&mut dressed, false);
        prop_assert!(check_all(dressed).is_err());
    }

    #[test]
    fn hostile_fields_with_right_checksums_never_panic(
        table in prop::sample::select(honest_tables()),
        fields in prop::collection::vec((0usize..260, 1usize..9, hostile()), 1..4),
        index_too: bool,
    ) {
        let mut bytes = table;
        for (at, width, value) in fields {
            // Fields begin at multiples of four, mostly.
            let at = if width % 2 == 0 { at & !3 } else { at };
            if let Some(field) = bytes.get_mut(at..at + width) {
                field.copy_from_slice(&value.to_le_bytes()[..width]);
            }
        }
        seal(&mut bytes, index_too);
        // Any answer will do, but for verified values that are not those of the header.
        let _ = check_all(bytes);
    }

    #[test]
    fn hostile_blocks_with_right_checksums_never_panic(
        honest in prop::sample::select(honest_tables()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut bytes = honest.clone();
        let header = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let length = bytes.len() - header;
        prop_assume!(length > 0);
        for (at, value) in changes {
            bytes[header + at.index(length)] = value;
        }
        seal(&mut bytes, true);
        prop_assert!(check_all(bytes.clone()).is_err() || same_values(&bytes, &honest));
    }
}

/// Whether two tables that open hold the same values.
fn same_values(one: &[u8], two: &[u8]) -> bool {
    one[104..136] == two[104..136]
}
