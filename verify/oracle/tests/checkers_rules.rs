//! The rules, case by case, by hand.

use retrosolve_oracle::checkers::{
    Checkers, Colour, FenError, Kind, Material, Piece, Position, Size, perft, placements,
};
use retrosolve_oracle::{Rules, reachable};

fn position(fen: &str) -> Position {
    Position::from_fen(Size::Eight, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(fen: &str) -> Vec<String> {
    let mut moves: Vec<String> =
        position(fen).legal_moves().iter().map(|played| played.to_string()).collect();
    moves.sort();
    moves
}

/// The positions after the legal moves.
fn after(fen: &str) -> Vec<String> {
    Checkers.successors(&position(fen)).iter().map(|next| next.to_string()).collect()
}

#[test]
fn squares_neighbour_each_other_as_in_pdn() {
    for (size, square, expected) in [
        (Size::Eight, 1, vec![5, 6]),
        (Size::Eight, 4, vec![8]),
        (Size::Eight, 5, vec![9]),
        (Size::Eight, 6, vec![9, 10]),
        (Size::Six, 1, vec![4, 5]),
        (Size::Six, 4, vec![7]),
        (Size::Four, 1, vec![3, 4]),
        (Size::Four, 3, vec![5]),
    ] {
        let mut board = Position::empty(size, Colour::Black);
        board.set(square, Some(Piece { colour: Colour::Black, kind: Kind::Man }));
        let targets: Vec<usize> = board.legal_moves().iter().map(|played| played.to()).collect();
        assert_eq!(targets, expected, "{size:?} from {square}");
    }
}

#[test]
fn the_start_positions_fill_three_two_and_one_rows() {
    let fen = |size| Position::start(size).to_string();
    let eight = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(fen(Size::Eight), eight);
    assert_eq!(fen(Size::Six), "B:W13,14,15,16,17,18:B1,2,3,4,5,6");
    assert_eq!(fen(Size::Four), "B:W7,8:B1,2");
}

#[test]
fn white_men_move_to_lower_numbers_and_kings_both_ways() {
    assert_eq!(moves("W:W18:B1"), ["18-14", "18-15"]);
    assert_eq!(moves("B:W32:BK18"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(moves("B:W32:BK4"), ["4-8"]);
}

#[test]
fn a_capture_is_compulsory() {
    // 8-11 and 8-12 would be quiet moves.
    assert_eq!(moves("B:W18:B8,14"), ["14x23"]);
}

#[test]
fn any_capture_may_be_chosen_even_the_shorter() {
    assert_eq!(moves("B:W18,17,26:B14"), ["14x21", "14x23x30"]);
}

#[test]
fn every_jump_must_be_continued() {
    assert_eq!(moves("B:W18,27:B14"), ["14x23x32"]);
    assert_eq!(after("B:W18,27:B14"), ["W:W:BK32"]);
}

#[test]
fn a_jump_with_two_continuations_counts_as_two_moves() {
    assert_eq!(moves("B:W18,26,27:B14"), ["14x23x30", "14x23x32"]);
}

#[test]
fn a_man_does_not_capture_backwards() {
    assert_eq!(moves("B:W14:B18"), ["18-22", "18-23"]);
    assert_eq!(moves("W:W14:B18"), ["14-10", "14-9"]);
    assert_eq!(moves("B:W14:BK18"), ["18x9"]);
    // Nor in the middle of a capture: after 14x23 a king would go on over 19.
    assert_eq!(moves("B:W18,19:B14"), ["14x23"]);
    assert_eq!(moves("B:W18,19:BK14"), ["14x23x16"]);
}

#[test]
fn a_man_crowned_by_a_jump_stops() {
    // A king on 30 could go on over 25 to 21.
    assert_eq!(moves("B:W26,25:B23"), ["23x30"]);
    assert_eq!(after("B:W26,25:B23"), ["W:W25:BK30"]);
    assert_eq!(moves("B:W26,25:BK23"), ["23x30x21"]);
    assert_eq!(moves("W:W10:B6,7"), ["10x1", "10x3"]);
    assert_eq!(after("W:W11:B7,6"), ["B:WK2:B6"]);
}

#[test]
fn a_man_is_crowned_by_a_quiet_move_and_the_turn_passes() {
    assert_eq!(after("W:W5:B28"), ["B:WK1:B28"]);
    assert_eq!(after("B:W5:B28"), ["W:W5:BK32"]);
}

#[test]
fn a_king_may_end_a_circular_capture_on_its_own_start_square() {
    // Around 14, over 10, 18, 17 and 9: both ways round do the same.
    let circle = "B:W10,18,17,9:BK6";
    assert_eq!(moves(circle), ["6x13x22x15x6", "6x15x22x13x6"]);
    assert_eq!(position(circle).legal_results().len(), 1);
    assert_eq!(after(circle), ["W:W:BK6"]);
    assert_eq!(perft(&position(circle), 1), 2);
}

#[test]
fn a_king_may_pass_over_its_own_start_square_and_go_on() {
    // The circle 15, 22, 13, 6 closes on 15, and only from there is 11 in reach again.
    let moves = moves("B:W10,18,17,9,11:BK15");
    assert!(moves.contains(&"15x22x13x6x15x8".to_string()), "{moves:?}");
}

#[test]
fn a_piece_is_jumped_once_only() {
    // From 23 the king could go back over 18 if that could be jumped again.
    assert_eq!(moves("B:W18:BK14"), ["14x23"]);
    for played in position("B:W10,18,17,9,11:BK15").legal_moves() {
        let mut captured = played.captured.clone();
        captured.sort_unstable();
        captured.dedup();
        assert_eq!(captured.len(), played.captured.len(), "{played}");
    }
}

#[test]
fn a_blocked_landing_prevents_a_capture() {
    assert_eq!(moves("B:W18,23:B14"), ["14-17"]);
    assert_eq!(moves("B:W18:B14,23"), ["14-17", "23-26", "23-27"]);
}

#[test]
fn own_pieces_are_not_jumped() {
    assert_eq!(moves("B:W32:B14,18"), ["14-17", "18-22", "18-23"]);
}

#[test]
fn no_legal_move_and_no_piece_are_a_loss() {
    // 24 and 27 stop the man on 20: the landing beyond 24 is taken.
    for fen in ["B:W24,27:B20", "B:W5:B", "W:W:BK1", "W:W12:B8,3"] {
        assert_eq!(moves(fen), [""; 0], "{fen}");
        assert_eq!(Checkers.terminal(&position(fen)), Some(-1), "{fen}");
    }
    assert_eq!(Checkers.terminal(&position("B:W24,28:B20")), None);
}

#[test]
fn the_half_turn_with_colours_exchanged_keeps_the_moves() {
    for size in [Size::Four, Size::Six] {
        let roots = [Position::start(size)];
        let states = if size == Size::Four {
            reachable(&Checkers, roots)
        } else {
            Checkers.successors(&roots[0])
        };
        for state in states {
            let mirror = state.mirrored();
            assert_eq!(mirror.mirrored(), state);
            assert_ne!(mirror.turn(), state.turn());
            let mut here: Vec<Position> =
                Checkers.successors(&state).iter().map(Position::mirrored).collect();
            let mut there = Checkers.successors(&mirror);
            here.sort();
            there.sort();
            assert_eq!(here, there, "{state}");
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    for state in reachable(&Checkers, [Position::start(Size::Four)]) {
        assert_eq!(Position::from_fen(Size::Four, &state.to_string()), Ok(state));
    }
    assert_eq!(position("W:WK23,K19:BK28,12"), position("W:B12,K28:WK19,K23"));
}

#[test]
fn a_text_that_is_no_position_is_refused() {
    let read = |text| Position::from_fen(Size::Eight, text).unwrap_err();
    assert_eq!(read("W:WK40:B3"), FenError::NoSuchSquare(40));
    assert_eq!(read("W:WK0:B3"), FenError::NoSuchSquare(0));
    assert_eq!(read("W:WK5:BK5"), FenError::Twice(5));
    assert_eq!(read("W:W1:B2"), FenError::ManOnCrownRow(1));
    assert_eq!(read("B:W6:B29"), FenError::ManOnCrownRow(29));
    for text in ["", "W", "W:W1", "W:W5:W6", "X:W5:B6", "W:W5,:B6", "W:Wx:B6", "W:W5:B6:", "W::B6"]
    {
        assert!(matches!(read(text), FenError::Form(_)), "{text}");
    }
}

#[test]
fn placements_are_as_many_as_the_published_counts() {
    // Positions with pieces of both sides, Black to move (Schaeffer et al. 2007, less the one-sided).
    for (pieces, expected) in [(2, 3_488), (3, 196_032)] {
        let slices = Material::both_sided(pieces);
        let count: usize = slices.iter().map(|&slice| placements(Size::Eight, slice).len()).sum();
        assert_eq!(count, expected, "{pieces} pieces");
    }
    assert_eq!(Material::both_sided(4).len(), 25);
}

#[test]
fn placements_are_distinct_legal_and_of_their_material() {
    for size in [Size::Four, Size::Six] {
        for material in Material::both_sided(3) {
            let mut all = placements(size, material);
            let count = all.len();
            for state in &all {
                assert_eq!(Material::of(state), material);
                assert_eq!(Position::from_fen(size, &state.to_string()), Ok(*state));
            }
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count, "{material:?}");
        }
    }
}
