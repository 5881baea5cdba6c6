use std::collections::HashMap;

use retrosolve_games::connect4::{Board, ConnectFour, Position};

use super::reference::{Random, Reference};
use crate::connect4::lanes::{Lanes, Mask};
use crate::connect4::layout::Layout;
use crate::connect4::path::{Path, Portable, Wide};
use crate::connect4::portable::Words;
use crate::connect4::store::{Entry, Store};
use crate::connect4::table::Table;
use crate::connect4::wide_table::WideTable;
use crate::connect4::word::Word;

fn layout<W: Word>(board: Board) -> Layout<W> {
    Layout::new(board.columns(), board.rows()).unwrap()
}

fn key<W: Word>(layout: &Layout<W>, position: Position) -> (W, bool) {
    let mover = layout.spread(position.own().into());
    let stones = layout.spread(position.mask().into());
    let (keys, mirrored) = layout.key(Words::<W, 1>::splat(mover), Words::splat(stones));
    (keys.store()[0], mirrored.any())
}

fn entry(lower: i32, upper: i32, best: u32, work: u32) -> Entry {
    Entry { lower, upper, best, work }
}

#[test]
fn a_key_belongs_to_one_position_and_its_mirror_image() {
    for text in ["4x4", "3x5"] {
        let board: Board = text.parse().unwrap();
        owners(board, &layout::<u64>(board));
        if board.columns() >= 4 {
            owners(board, &layout::<u128>(board));
        }
    }
}

fn owners<W: Word>(board: Board, layout: &Layout<W>) {
    {
        let game = ConnectFour::new(board);
        let mut reference = Reference::new(board);
        reference.value(Position::EMPTY);
        let mut owners = HashMap::new();
        for &(position, _) in reference.values.values() {
            let mirror = game.mirror(position);
            let (of_position, image) = key(layout, position);
            let (of_mirror, other_image) = key(layout, mirror);
            assert_eq!(of_position, of_mirror);
            assert_eq!(of_position & !(!W::ZERO).shr(W::BITS - layout.key_bits), W::ZERO);
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
        tell_apart::<Portable, Table>(board, &layout(board), bytes, &mut random);
        if board.columns() >= 4 {
            tell_apart::<Wide<8>, WideTable>(board, &layout(board), bytes, &mut random);
        }
    }
}

fn tell_apart<P: Path, S: Store<P::Word>>(
    board: Board,
    layout: &Layout<P::Word>,
    bytes: usize,
    random: &mut Random,
) {
    {
        let game = ConnectFour::new(board);
        let table = S::new(layout.key_bits, bytes).unwrap();
        let mut stored = HashMap::new();
        for _ in 0..20_000 {
            let plies = random.below(board.cells() as usize - board.cells() as usize / 4) as u32;
            let position = random.position(&game, plies);
            let (key, _) = key(layout, position);
            let value = random.below(20) as i32 - 10;
            let value = *stored.entry(key).or_insert(value);
            table.put::<P>(key, entry(value, value, 3, 1));
            let found = table.get::<P>(key).expect("just stored");
            assert_eq!((found.lower, found.upper, found.best), (value, value, 3));
        }
        let mut found = 0;
        for (&key, &value) in &stored {
            if let Some(entry) = table.get::<P>(key) {
                assert_eq!((entry.lower, entry.upper), (value, value), "{board}, {bytes} bytes");
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
        table.put::<Portable>(key, entry(-1, 2, 5, 9));
        for bit in 0..key_bits {
            assert!(table.get::<Portable>(key ^ 1 << bit).is_none(), "bit {bit} of {key_bits}");
        }
        assert!(table.get::<Portable>(key).is_some());
    }
}

#[test]
fn what_is_stored_twice_is_joined() {
    let table = Table::new(49, 1).unwrap();
    table.put::<Portable>(77, entry(-3, 9, 1, 4));
    table.put::<Portable>(77, entry(-20, 2, 6, 3));
    assert_eq!(table.get::<Portable>(77), Some(entry(-3, 2, 6, 4)));
}

#[test]
fn a_full_bucket_gives_up_its_least_work() {
    let table = Table::new(49, 1).unwrap();
    // Neighbouring keys share a bucket: the high bits are its number.
    for i in 0..9 {
        table.put::<Portable>(i, entry(0, 0, 0, if i == 4 { 1 } else { 2 + i as u32 }));
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
            keys.clone().for_each(|key| table.put::<Portable>(key, entry(0, 0, 0, 1)));
            assert!(stores == 0 || keys.clone().any(|key| table.get::<Portable>(key).is_some()));
            table.clear();
            let left = keys.clone().filter(|&key| table.get::<Portable>(key).is_some()).count();
            assert_eq!(left, 0, "{stores} stores, round {round}");
        }
    }
}

#[test]
fn threads_never_meet_half_an_entry_of_a_wide_table() {
    // Few buckets, and entries that tell by their bounds which key they belong to.
    let table = WideTable::new(128, 256).unwrap();
    let key = |i: u128| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) | 1;
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let table = &table;
            scope.spawn(move || {
                let mut random = Random(0x5eed_0005 + thread);
                let mut found = 0;
                for _ in 0..100_000 {
                    let i = random.below(100) as i32;
                    let right = entry(i - 50, i - 50, (i % 16) as u32, 1 + (i % 31) as u32);
                    table.put::<Wide<8>>(key(i as u128), right);
                    let j = random.below(100) as i32;
                    if let Some(entry) = table.get::<Wide<8>>(key(j as u128)) {
                        assert_eq!((entry.lower, entry.best), (j - 50, (j % 16) as u32));
                        found += 1;
                    }
                }
                assert!(found > 100);
            });
        }
    });
}
