use retrosolve_games::checkers::{Board, Checkers, perft};
use retrosolve_games::{Actor, Game, Notation, Wdl, ZeroSum};

use crate::{after, moves, position};

const EIGHT: Board = Board::EIGHT;

#[test]
fn black_begins_on_the_low_numbers() {
    for (board, fen) in [
        (EIGHT, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        (Board::SIX, "B:W13,14,15,16,17,18:B1,2,3,4,5,6"),
        (Board::FOUR, "B:W7,8:B1,2"),
    ] {
        let game = Checkers::new(board);
        assert_eq!(game.format_state(&game.root()), fen);
        assert_eq!(game.actor(&game.root()), Actor::Player(0));
        assert_eq!(game.outcome(&game.root()), None);
    }
}

#[test]
fn moves_come_by_direction_and_start_square() {
    let game = Checkers::default();
    let start = game.format_state(&game.root());
    let order = ["9-13", "10-14", "11-15", "12-16", "9-14", "10-15", "11-16"];
    assert_eq!(moves(EIGHT, &start), order);
}

#[test]
fn the_first_square_has_the_neighbours_of_the_numbering() {
    for (board, fen, steps) in [
        (EIGHT, "B:W:BK1", ["1-5", "1-6"]),
        (Board::SIX, "B:W:BK1", ["1-4", "1-5"]),
        (Board::FOUR, "B:W:BK1", ["1-3", "1-4"]),
    ] {
        assert_eq!(moves(board, fen), steps);
    }
}

#[test]
fn pieces_do_not_step_round_the_edge() {
    assert_eq!(moves(EIGHT, "B:W:B4,5,12,13"), ["4-8", "12-16", "5-9", "13-17"]);
    assert_eq!(moves(EIGHT, "W:W20,21,28,29:B"), ["20-16", "28-24", "21-17", "29-25"]);
    assert_eq!(moves(Board::SIX, "B:W:B3,4,9"), ["3-6", "9-12", "4-7"]);
    assert_eq!(moves(Board::FOUR, "B:W:B2,3"), ["2-4", "3-5"]);
}

#[test]
fn men_step_forward_and_kings_any_way() {
    assert_eq!(moves(EIGHT, "B:W:B14"), ["14-17", "14-18"]);
    assert_eq!(moves(EIGHT, "W:W14:B"), ["14-9", "14-10"]);
    assert_eq!(moves(EIGHT, "B:W:BK14"), ["14-17", "14-18", "14-9", "14-10"]);
    assert_eq!(moves(EIGHT, "W:WK14:B"), ["14-9", "14-10", "14-17", "14-18"]);
}

#[test]
fn men_capture_forward_and_kings_any_way() {
    assert_eq!(moves(EIGHT, "B:W9,10,17,18:B14"), ["14x21", "14x23"]);
    assert_eq!(moves(EIGHT, "B:W9,10:B14"), ["14-17", "14-18"]);
    assert_eq!(moves(EIGHT, "B:W9,10,17,18:BK14"), ["14x5", "14x7", "14x21", "14x23"]);
    assert_eq!(moves(EIGHT, "W:W14:BK9,10,K17,18"), ["14x5", "14x7"]);
}

#[test]
fn kings_do_not_fly() {
    assert_eq!(moves(EIGHT, "B:W19:BK10"), ["10-14", "10-15", "10-6", "10-7"]);
}

#[test]
fn a_capture_is_compulsory() {
    assert_eq!(moves(EIGHT, "B:W18:B1,14,K32"), ["14x23"]);
    assert_eq!(after(EIGHT, "B:W18:B1,14,K32", "14x23"), "W:W:B1,23,K32");
}

#[test]
fn own_pieces_and_pieces_with_another_behind_are_not_jumped() {
    assert_eq!(moves(EIGHT, "B:W23,17,21:B14,18,10"), ["18x27"]);
    assert_eq!(moves(EIGHT, "B:W23,27,17,21:B14,18"), ["18-22"]);
}

#[test]
fn pieces_do_not_jump_off_the_board() {
    assert_eq!(moves(EIGHT, "B:W13:B9"), ["9-14"]);
    assert_eq!(moves(EIGHT, "B:W20:BK16"), ["16-19", "16-11", "16-12"]);
    assert_eq!(moves(Board::SIX, "B:W4:B1"), ["1-5"]);
    assert_eq!(moves(Board::SIX, "B:W9:B6"), ["6-8"]);
}

#[test]
fn a_shorter_capture_may_be_chosen_but_every_jump_is_continued() {
    let fen = "B:W17,18,25:B14";
    assert_eq!(moves(EIGHT, fen), ["14x30", "14x23"]);
    assert_eq!(after(EIGHT, fen, "14x30"), "W:W18:BK30");
    assert_eq!(after(EIGHT, fen, "14x23"), "W:W17,25:B23");
    let game = Checkers::default();
    assert!(game.parse_move(&position(EIGHT, fen), "14x21").is_err());
}

#[test]
fn a_man_that_steps_onto_its_crown_row_is_a_king() {
    assert_eq!(after(EIGHT, "B:WK1:B27", "27-31"), "W:WK1:BK31");
    assert_eq!(after(EIGHT, "W:W6:BK32", "6-1"), "B:WK1:BK32");
    assert_eq!(after(Board::SIX, "B:WK1:B14", "14-18"), "W:WK1:BK18");
    assert_eq!(after(Board::FOUR, "W:W3:BK8", "3-1"), "B:WK1:BK8");
}

#[test]
fn a_man_crowned_by_a_jump_stops() {
    assert_eq!(moves(EIGHT, "B:W26,27:B24"), ["24x31"]);
    assert_eq!(after(EIGHT, "B:W26,27:B24", "24x31"), "W:W26:BK31");
    assert_eq!(moves(EIGHT, "B:W26,27:BK24"), ["24x22"]);
    assert_eq!(moves(EIGHT, "W:W11:B6,7"), ["11x2"]);
    assert_eq!(after(EIGHT, "W:W11:B6,7", "11x2"), "B:WK2:B6");
    assert_eq!(moves(EIGHT, "W:WK11:B6,7"), ["11x9"]);
}

#[test]
fn a_piece_is_jumped_once() {
    assert_eq!(after(EIGHT, "B:WK18:BK14", "14x23"), "W:W:BK23");
    // The way back from 30 to 14 is over the pieces that were taken on the way there.
    assert_eq!(moves(EIGHT, "B:W18,26:BK14"), ["14x30"]);
}

#[test]
fn the_start_square_counts_as_empty() {
    let fen = "B:W17,18,25,26:BK14";
    assert_eq!(moves(EIGHT, fen), ["14x14"]);
    assert_eq!(after(EIGHT, fen, "14x14"), "W:W:BK14");
}

#[test]
fn routes_to_one_result_are_one_move_but_count_apart_in_perft() {
    let game = Checkers::default();
    let round = position(EIGHT, "B:W17,18,25,26:BK14");
    let mut found = Vec::new();
    game.moves(&round, &mut found);
    assert_eq!(found.len(), 1);
    assert_eq!(perft(&game, &round, 1), 2);
}

#[test]
fn captures_that_differ_only_in_what_they_take_are_different_moves() {
    let fen = "B:W9,17,18,25,26:BK14";
    assert_eq!(moves(EIGHT, fen), ["14x5", "14x21x30x23x14x5"]);
    assert_eq!(after(EIGHT, fen, "14x5"), "W:W17,18,25,26:BK5");
    assert_eq!(after(EIGHT, fen, "14x21x30x23x14x5"), "W:W:BK5");
    assert_eq!(after(EIGHT, fen, "14x23x30x21x14x5"), "W:W:BK5");
}

#[test]
fn who_has_no_move_or_no_piece_has_lost() {
    for (board, fen, outcome) in [
        (EIGHT, "B:W8,11:B4", Some(Wdl::Loss)),
        (EIGHT, "W:W8,11:B4", None),
        (EIGHT, "B:W8:B4", None),
        (EIGHT, "W:W:B1", Some(Wdl::Loss)),
        (EIGHT, "B:W:B", Some(Wdl::Loss)),
        (EIGHT, "W:WK1:BK5,6,9,10", Some(Wdl::Loss)),
        (Board::FOUR, "B:W5,3:B1,K4", None),
        (Board::FOUR, "B:W3,4,5,6:B1,2", Some(Wdl::Loss)),
    ] {
        let (game, state) = (Checkers::new(board), position(board, fen));
        assert_eq!(game.outcome(&state), outcome, "{fen}");
        let loser = state.turn as usize;
        let utilities = outcome.map(|_| vec![[-1, 1][loser], [1, -1][loser]]);
        assert_eq!(game.utilities(&state), utilities, "{fen}");
        assert_eq!(moves(board, fen).is_empty(), outcome.is_some(), "{fen}");
    }
}

#[test]
fn captures_and_moves_of_men_are_irreversible() {
    let game = Checkers::default();
    for (fen, mv, irreversible) in
        [("B:W28:B1,K5", "1-6", true), ("B:W28:B1,K5", "5-9", false), ("B:W18:BK14", "14x23", true)]
    {
        let state = position(EIGHT, fen);
        let mv = game.parse_move(&state, mv).expect(fen);
        assert_eq!(game.is_irreversible(&state, mv), irreversible, "{fen}");
    }
}

#[test]
fn greater_captures_are_hinted_before_smaller_then_crownings_then_advance() {
    let game = Checkers::default();
    let hint = |fen, mv: &str| {
        let state = position(EIGHT, fen);
        game.order_hint(&state, game.parse_move(&state, mv).expect(mv))
    };
    let hints = [
        hint("B:W17,18,25:B14", "14x30"),
        hint("B:W17,18,25:B14", "14x23"),
        hint("B:WK1:B27,19,6,K14", "27-31"),
        hint("B:WK1:B27,19,6,K14", "19-23"),
        hint("B:WK1:B27,19,6,K14", "6-10"),
        hint("B:WK1:B27,19,6,K14", "14-18"),
    ];
    assert!(hints.is_sorted_by(|a, b| a > b), "{hints:?}");
    assert_eq!(hint("W:W9:BK32", "9-5"), hint("B:WK1:B24", "24-28"));
}
