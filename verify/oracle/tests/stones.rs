//! Connect Four and m,n,k games.

use std::collections::HashSet;

use retrosolve_oracle::connect4::{self, Connect4};
use retrosolve_oracle::mnk::{self, Mnk};
use retrosolve_oracle::{Player, Quotient, Rules, Value, minimax, reachable, value_iteration};

/// The position after columns given as digits from 1.
fn after(rules: &Connect4, digits: &str) -> Option<connect4::Position> {
    rules.after(digits.chars().map(|digit| digit.to_digit(10).unwrap() as usize - 1))
}

#[test]
fn stones_stack_and_colours_alternate() {
    let rules = Connect4::new(7, 6);
    let position = after(&rules, "443").unwrap();
    assert_eq!(rules.at(&position, 3, 0), Some(Player::First));
    assert_eq!(rules.at(&position, 3, 1), Some(Player::Second));
    assert_eq!(rules.at(&position, 2, 0), Some(Player::First));
    assert_eq!(rules.at(&position, 2, 1), None);
    assert_eq!((position.stones(), position.to_move()), (3, Player::Second));
}

#[test]
fn a_full_column_and_one_off_the_board_cannot_be_played() {
    let rules = Connect4::new(7, 6);
    assert_eq!(after(&rules, "4444444"), None);
    assert_eq!(after(&rules, "8"), None);
    let full = after(&rules, "444444").unwrap();
    assert_eq!(rules.legal_columns(&full), [0, 1, 2, 4, 5, 6]);
}

#[test]
fn four_in_a_row_in_each_direction_ends_the_game() {
    let rules = Connect4::new(7, 6);
    for (line, digits) in [
        ("row", "1122334"),
        ("column", "1212121"),
        ("rising diagonal", "12234334144"),
        ("falling diagonal", "76654554744"),
        ("row of the second player", "71122334"),
    ] {
        let position = after(&rules, digits).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(rules.terminal(&position), Some(-1), "{line}");
        assert!(rules.has_four(&position, position.to_move().other()), "{line}");
        assert!(
            rules.successors(&position).is_empty() && rules.legal_columns(&position).is_empty()
        );
        assert_eq!(rules.play(&position, 6), None, "{line}");
        let before = after(&rules, &digits[..digits.len() - 1]).unwrap();
        assert_eq!(rules.terminal(&before), None, "{line}");
    }
}

#[test]
fn position_counts_are_the_published_ones() {
    for (columns, rows, positions) in [
        (1, 1, 2),
        (2, 9, 38_943),
        (3, 5, 38_310),
        (4, 1, 35),
        (4, 2, 741),
        (4, 3, 12_031),
        (4, 4, 161_029),
        (5, 2, 4_688),
        (6, 2, 29_737),
        (7, 1, 750),
        (9, 1, 6_010),
    ] {
        let rules = Connect4::new(columns, rows);
        assert_eq!(reachable(&rules, [rules.start()]).len(), positions, "{columns}x{rows}");
    }
}

#[test]
fn positions_per_ply_on_7x6_are_the_published_ones() {
    let rules = Connect4::new(7, 6);
    let mut level = HashSet::from([rules.start()]);
    for expected in [1, 7, 49, 238, 1_120, 4_263, 16_422] {
        assert_eq!(level.len(), expected);
        level = level.iter().flat_map(|position| rules.successors(position)).collect();
    }
}

#[test]
fn the_4x4_board_is_a_draw() {
    let rules = Connect4::new(4, 4);
    let solution = value_iteration(&rules, [rules.start()]);
    assert_eq!(solution.value(&rules.start()), Some(Value::Draw));
    // Values are the same in the mirror.
    for (position, value) in solution.iter() {
        let mirror = rules.mirrored(position);
        assert_eq!(rules.mirrored(&mirror), *position);
        assert_eq!(solution.value(&mirror), Some(value));
    }
}

#[test]
fn minimax_equals_value_iteration_everywhere_on_4x3_from_ply_4() {
    let rules = Connect4::new(4, 3);
    let solution = value_iteration(&rules, [rules.start()]);
    let mut kinds = HashSet::new();
    for (position, value) in solution.iter().filter(|(position, _)| position.stones() >= 4) {
        assert_eq!(minimax(&rules, position), value);
        kinds.insert(value);
    }
    assert!(kinds.len() > 8, "wins and losses of several lengths: {kinds:?}");
}

#[test]
fn tic_tac_toe_is_a_draw_with_5478_states() {
    let rules = Mnk::TIC_TAC_TOE;
    let solution = value_iteration(&rules, [rules.start()]);
    assert_eq!(solution.states().len(), 5_478);
    assert_eq!(minimax(&rules, &rules.start()), Value::Draw);
    for (position, value) in solution.iter() {
        assert_eq!(minimax(&rules, position), value);
    }
}

#[test]
fn tic_tac_toe_has_765_states_up_to_symmetry() {
    let rules = Mnk::TIC_TAC_TOE;
    let all = reachable(&rules, [rules.start()]);
    let distinct: HashSet<mnk::Position> = all.iter().map(|state| rules.canonical(state)).collect();
    assert_eq!(distinct.len(), 765);

    // The same by walking the representatives only.
    let merged = Quotient::new(rules, |position: &mnk::Position| rules.canonical(position));
    assert_eq!(reachable(&merged, [rules.start()]).len(), 765);
}

#[test]
fn the_eight_images_of_a_lopsided_position_differ_and_are_a_group() {
    let rules = Mnk::TIC_TAC_TOE;
    let position = [0, 1].into_iter().fold(rules.start(), |p, cell| rules.play(&p, cell).unwrap());
    let images: HashSet<mnk::Position> = rules.images(&position).into_iter().collect();
    assert_eq!(images.len(), 8);
    for image in &images {
        assert_eq!(rules.images(image).into_iter().collect::<HashSet<_>>(), images);
    }
    assert_eq!(Mnk::new(4, 3, 3).images(&Mnk::new(4, 3, 3).start()).len(), 4);
}

#[test]
fn three_in_a_row_on_4x3_is_won_by_the_first_player_in_7() {
    // Not sooner: two stones threaten twice only within a row of four, which one reply there prevents.
    let rules = Mnk::new(4, 3, 3);
    assert_eq!(value_iteration(&rules, [rules.start()]).value(&rules.start()), Some(Value::Win(7)));
}

#[test]
fn a_taken_cell_and_one_off_the_board_cannot_be_played() {
    let rules = Mnk::TIC_TAC_TOE;
    let position = rules.play(&rules.start(), 4).unwrap();
    assert_eq!(rules.play(&position, 4), None);
    assert_eq!(rules.play(&position, 9), None);
}
