//! The numbering of checkers positions against plain enumeration and the published counts.

use std::collections::HashSet;

use proptest::prelude::*;
use retrosolve_games::checkers::{Board, Color, Position};
use retrosolve_tablegen::checkers::{
    Material, Placement, Slice, SliceIndex, pairs_up_to, positions,
};

fn slices(board: Board, pieces: u8) -> Vec<Slice> {
    pairs_up_to(board, pieces).iter().flat_map(|pair| pair.slices()).collect()
}

/// Ranks every number of a slice and checks that all are different, legal positions of it.
fn assert_is_bijection(board: Board, slice: Slice) {
    let index = SliceIndex::new(board, slice).expect("a slice that fits");
    assert_eq!(index.len(), positions(board, slice), "{board} {slice}");
    let mut seen = HashSet::new();
    for number in 0..index.len() {
        let placement = index.unrank(number);
        let position = placement.position(board);
        assert_eq!(position.validate(board), Ok(()), "{board} {slice} {number}");
        assert_eq!(Slice::of(&position), slice);
        assert_eq!(index.rank(&placement), number, "{board} {slice}");
        assert!(seen.insert(placement), "{board} {slice} {number} occurs twice");
    }
}

#[test]
fn every_number_of_a_small_slice_is_one_position() {
    for (board, pieces) in [(Board::FOUR, 6), (Board::SIX, 3), (Board::EIGHT, 3)] {
        for slice in slices(board, pieces) {
            assert_is_bijection(board, slice);
        }
    }
    for slice in ["m2-m2", "m1k1-m1k1", "k2-m2", "m1-m1k2"] {
        assert_is_bijection(Board::EIGHT, slice.parse().unwrap());
    }
    assert_is_bijection(Board::SIX, "m2k1-m1".parse().unwrap());
}

#[test]
fn the_small_boards_have_as_many_positions_as_plain_enumeration_finds() {
    for board in [Board::FOUR, Board::SIX] {
        let squares: Vec<u32> =
            (0..32).map(|bit| 1 << bit).filter(|b| b & board.mask() != 0).collect();
        let crown = [Color::Black, Color::White].map(|color| board.crown_row(color));
        // Every square is empty or holds a man or a king of either side; three pieces at most.
        let mut counts = std::collections::HashMap::<Slice, u64>::new();
        let mut stack = vec![(0, Position { men: [0; 2], kings: [0; 2], turn: Color::Black })];
        while let Some((next, position)) = stack.pop() {
            let Some(&square) = squares.get(next) else {
                *counts.entry(Slice::of(&position)).or_default() += 1;
                continue;
            };
            stack.push((next + 1, position));
            if position.count() == 3 {
                continue;
            }
            for (side, crown_row) in crown.into_iter().enumerate() {
                let mut king = position;
                king.kings[side] |= square;
                stack.push((next + 1, king));
                if square & crown_row == 0 {
                    let mut man = position;
                    man.men[side] |= square;
                    stack.push((next + 1, man));
                }
            }
        }
        for slice in slices(board, 3) {
            assert_eq!(positions(board, slice), counts[&slice], "{board} {slice}");
        }
    }
}

#[test]
fn the_slices_add_up_to_the_published_counts() {
    let text = include_str!("../../data/checkers-counts.tsv");
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with(['#', 'p'])) {
        let fields: Vec<&str> = line.split('\t').collect();
        let pieces: u8 = fields[0].parse().unwrap();
        let all: u64 = fields[1].parse().unwrap();
        let both_sides: u64 = fields[2].parse().unwrap();
        let sum = |one_sided: bool| -> u64 {
            let sides = |n: u8| (0..=n).map(move |men| Material::new(men, n - men));
            (0..=pieces)
                .flat_map(|n| sides(n).flat_map(move |a| sides(pieces - n).map(move |b| (a, b))))
                .filter(|(a, b)| (a.pieces() == 0 || b.pieces() == 0) == one_sided)
                .map(|(a, b)| positions(Board::EIGHT, Slice::new(a, b)))
                .sum()
        };
        assert_eq!(sum(false), both_sides, "{pieces} pieces of both sides");
        assert_eq!(sum(false) + sum(true), all, "{pieces} pieces");
        rows += 1;
    }
    assert_eq!(rows, 10);
}

#[test]
fn a_position_and_its_mirror_image_share_a_number() {
    let slice: Slice = "m2k1-m1k1".parse().unwrap();
    for board in [Board::EIGHT, Board::SIX] {
        let index = SliceIndex::new(board, slice).unwrap();
        for number in (0..index.len()).step_by(997) {
            let position = index.unrank(number).position(board);
            let mirrored = position.mirrored(board);
            assert_eq!(mirrored.turn, Color::White);
            assert_eq!(Slice::of(&mirrored), slice);
            assert_eq!(index.rank(&Placement::of(board, &mirrored)), number);
        }
    }
}

#[test]
fn the_placements_of_a_component_are_consecutive() {
    let index = SliceIndex::new(Board::EIGHT, "m1k1-m1k1".parse().unwrap()).unwrap();
    let men = |number| {
        let placement = index.unrank(number);
        (placement.own_men, placement.other_men)
    };
    let size = index.component_len();
    assert_eq!(size, 30 * 29);
    let mut seen = HashSet::new();
    for component in 0..index.len() / size {
        assert!(seen.insert(men(component * size)));
        assert_eq!(men(component * size), men((component + 1) * size - 1));
    }
}

#[test]
fn what_does_not_fit_has_no_numbering() {
    assert!(SliceIndex::new(Board::FOUR, "m4k1-m3k1".parse().unwrap()).is_none());
    assert!(SliceIndex::new(Board::FOUR, "m7-k1".parse().unwrap()).is_none());
    assert_eq!(positions(Board::FOUR, "k4-k5".parse().unwrap()), 0);
}

fn large_slice() -> impl Strategy<Value = Slice> {
    (0u8..=4, 0u8..=3, 0u8..=4, 0u8..=3)
        .prop_map(|(a, b, c, d)| Slice::new(Material::new(a, b), Material::new(c, d)))
        .prop_filter("5 to 8 pieces, both sides", |slice| {
            slice.own.pieces() > 0 && slice.other.pieces() > 0 && (5..=8).contains(&slice.pieces())
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_numbers_of_large_slices_come_back(
        slice in large_slice(),
        board in prop::sample::select(vec![Board::EIGHT, Board::SIX]),
        at in prop::collection::vec(0.0f64..1.0, 20),
    ) {
        let index = SliceIndex::new(board, slice).expect("a slice that fits");
        prop_assert_eq!(index.len(), positions(board, slice));
        let ends = [0, index.len() - 1];
        for number in at.into_iter().map(|at| (at * index.len() as f64) as u64).chain(ends) {
            let placement = index.unrank(number);
            let position = placement.position(board);
            prop_assert_eq!(position.validate(board), Ok(()));
            prop_assert_eq!(Slice::of(&position), slice);
            prop_assert_eq!(Placement::of(board, &position), placement);
            prop_assert_eq!(index.rank(&placement), number);
        }
    }
}
