use std::collections::HashMap;

use retrosolve_games::connect4::{Board, Position};

use super::reference::{Random, Reference};
use crate::connect4::lanes::Lanes;
use crate::connect4::layout::Layout;
use crate::connect4::path::Portable;
use crate::connect4::portable::Words;
use crate::connect4::table::{Entry, Table};

fn key(layout: &Layout, position: Position) -> (u64, bool) {
    let (mover, other) = layout.sides(position);
    let (keys, mirrored) = layout.key(Words::splat(mover), Words::splat(mover | other));
    (keys.store()[0], mirrored & 1 != 0)
}

#[test]
fn a_key_belongs_to_one_position_and_its_mirror_image() {
    for text in ["4x4", "3x5"] {
        let board: Board = text.parse().unwrap();
        let layout = Layout::new(board).unwrap();
        let mut reference = Reference::new(board);
        reference.value(Position::EMPTY);
        let mut owners = HashMap::new();
        for &(position, _) in reference.values.values() {
            let mirror = layout.rules.mirror(position);
            let (of_position, image) = key(&layout, position);
            let (of_mirror, other_image) = key(&layout, mirror);
            assert_eq!(of_position, of_mirror);
            assert!(of_position < 1 << layout.key_bits);
            assert_ne!(image || position == mirror, other_image, "one of the two is the image");
            let owner = position.min(mirror);
            assert_eq!(*owners.entry(of_position).or_insert(owner), owner);
        }
    }
}

#[test]
fn a_table_of_any_size_tells_positions_of_any_board_apart() {
    let mut random = Random(0x5eed_0002);
    for (text, bytes) in
        [("7x6", 1), ("7x6", 1 << 20), ("8x6", 1), ("7x7", 1), ("4x4", 1 << 20), ("1x1", 1 << 20)]
    {
        let board: Board = text.parse().unwrap();
        let layout = Layout::new(board).unwrap();
        let table = Table::new(layout.key_bits, bytes).unwrap();
        let mut stored = HashMap::new();
        for _ in 0..20_000 {
            let plies = random.below(board.cells() as usize - board.cells() as usize / 4) as u32;
            let position = random.position(&layout.rules, plies);
            let (key, _) = key(&layout, position);
            let value = random.below(20) as i32 - 10;
            let value = *stored.entry(key).or_insert(value);
            table.put::<Portable>(key, Entry::new(value, value, 3, 1));
            let entry = table.get::<Portable>(key).expect("just stored");
            assert_eq!((entry.lower(), entry.upper(), entry.best()), (value, value, 3));
        }
        let mut found = 0;
        for (&key, &value) in &stored {
            if let Some(entry) = table.get::<Portable>(key) {
                assert_eq!((entry.lower(), entry.upper()), (value, value), "{text}, {bytes} bytes");
                found += 1;
            }
        }
        assert!(found > 0 && found * size_of::<u64>() <= table.bytes());
    }
}

#[test]
fn every_bit_of_a_key_counts() {
    // The keys of a board as large as keys get, in the smallest table there is for it.
    for key_bits in [7, 28, 49, 56] {
        let table = Table::new(key_bits, 1).unwrap();
        let key = 0x0123_4567_89ab_cdef & (u64::MAX >> (64 - key_bits));
        table.put::<Portable>(key, Entry::new(-1, 2, 5, 9));
        for bit in 0..key_bits {
            assert!(table.get::<Portable>(key ^ 1 << bit).is_none(), "bit {bit} of {key_bits}");
        }
        assert!(table.get::<Portable>(key).is_some());
    }
}

#[test]
fn what_is_stored_twice_is_joined() {
    let table = Table::new(49, 1).unwrap();
    table.put::<Portable>(77, Entry::new(-3, 9, 1, 4));
    table.put::<Portable>(77, Entry::new(-20, 2, 6, 3));
    let entry = table.get::<Portable>(77).unwrap();
    assert_eq!((entry.lower(), entry.upper(), entry.best(), entry.work()), (-3, 2, 6, 4));
}

#[test]
fn a_full_bucket_gives_up_its_least_work() {
    let table = Table::new(49, 1).unwrap();
    // Neighbouring keys share a bucket: the high bits are its number.
    for i in 0..9 {
        table.put::<Portable>(i, Entry::new(0, 0, 0, if i == 4 { 1 } else { 2 + i as u32 }));
    }
    assert!((0..9).all(|i| table.get::<Portable>(i).is_some() == (i != 4)));
}

#[test]
fn a_cleared_table_is_empty_however_much_was_stored() {
    for stores in [0, 1, 100, 4095, 4096, 4097, 20_000] {
        let mut table = Table::new(49, 1 << 20).unwrap();
        for round in 0..2 {
            let keys =
                (0..stores).map(|i: u64| (i << 20 | round).wrapping_mul(0x9e37_79b9) % (1 << 49));
            keys.clone().for_each(|key| table.put::<Portable>(key, Entry::new(0, 0, 0, 1)));
            assert!(stores == 0 || keys.clone().any(|key| table.get::<Portable>(key).is_some()));
            table.clear();
            let left = keys.clone().filter(|&key| table.get::<Portable>(key).is_some()).count();
            assert_eq!(left, 0, "{stores} stores, round {round}");
        }
    }
}
