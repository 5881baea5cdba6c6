use proptest::prelude::*;
use retrosolve_games::Notation;
use retrosolve_games::checkers::{Board, Checkers};

use crate::{position, positions};

fn refused(fen: &str, text: &str) -> String {
    let game = Checkers::default();
    game.parse_move(&position(Board::EIGHT, fen), text).expect_err(text).to_string()
}

#[test]
fn moves_are_read_with_white_space_and_by_any_route() {
    let game = Checkers::default();
    for (fen, text, written) in [
        ("B:W:B11", "11-15", "11-15"),
        ("B:W:B11", " 11 - 15 ", "11-15"),
        ("B:W18:B14", "14x23", "14x23"),
        ("B:W17,18,25:B14", "14x21x30", "14x30"),
        ("B:W17,18,25:B14", "14x30", "14x30"),
        ("B:W17,18,25,26:B14", "14x23x30", "14x23x30"),
        ("B:W17,18,25,26:BK14", "14x14", "14x14"),
        ("B:W17,18,25,26:BK14", "14x21x30x23x14", "14x14"),
        ("B:W17,18,25,26:BK14", "14x23x30x21x14", "14x14"),
        // The one jump is a full route; only the long way round needs to be spelt out.
        ("B:W9,17,18,25,26:BK14", "14x5", "14x5"),
        ("B:W9,17,18,25,26:BK14", "14x23x30x21x14x5", "14x21x30x23x14x5"),
    ] {
        let state = position(Board::EIGHT, fen);
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.format_move(&state, mv), written, "{fen} {text}");
    }
}

#[test]
fn a_refused_move_says_why() {
    for (fen, text, error) in [
        ("B:W:B11", "", "checkers move: the text is empty; a move looks like `11-15` or `22x15`"),
        (
            "B:W:B11",
            "11",
            "checkers move, column 3: the text ends where `-` (a step) or `x` (a capture) is due",
        ),
        ("B:W:B11", "11-", "checkers move, column 4: the text ends where a square number is due"),
        ("B:W:B11", "e4", "checkers move, column 1: a square number is due here, not `e`"),
        (
            "B:W:B11",
            "11-15-18",
            "checkers move, column 6: the end of the move is due here, not `-`",
        ),
        (
            "B:W18:B14",
            "14x23x",
            "checkers move, column 7: the text ends where a square number is due",
        ),
        (
            "B:W18:B14",
            "14x23-26",
            "checkers move, column 6: the end of the move is due here, not `-`",
        ),
        (
            "B:W:B11",
            "11-33",
            "checkers move, column 4: no square 33 on the 8x8 board; it has 1 to 32",
        ),
        (
            "B:W:B11",
            "4294967307-15",
            "checkers move, column 1: no square 4294967307 on the 8x8 board; it has 1 to 32",
        ),
        ("B:W:B11", "11x15", "checkers move: 11x15 captures nothing; the step is written 11-15"),
        ("B:W18:B14", "14-23", "checkers move: 14-23 is a capture here, written 14x23"),
        (
            "B:W18:B14",
            "14-17",
            "checkers move: 14-17 is a step, but a capture is compulsory: 14x23",
        ),
        ("B:W17,25:B14", "14x21", "checkers move: 14x21 is not legal here; legal moves: 14x30"),
        (
            "B:W17,25:B14",
            "14x30x21",
            "checkers move: 14x30x21 is not legal here; legal moves: 14x30",
        ),
        (
            "B:W18:BK14",
            "14x23x14x23",
            "checkers move: 14x23x14x23 is not legal here; legal moves: 14x23",
        ),
        ("B:W:B11", "11-18", "checkers move: 11-18 is not legal here; legal moves: 11-15, 11-16"),
        (
            "B:W:BK10,K11,K18",
            "1-5",
            "checkers move: 1-5 is not legal here; legal moves: 10-14, 11-15, 18-22, 10-15, 11-16, \
             18-23, 10-6, 11-7, 18-14, 10-7, 11-8, 18-15",
        ),
        (
            "B:W:BK9,K10,K11,K18",
            "1-5",
            "checkers move: 1-5 is not legal here; legal moves: 9-13, 10-14, 11-15, 18-22, 9-14, \
             10-15, 11-16, 18-23, 9-5, 10-6, 11-7, 18-14, ...",
        ),
        (
            "B:W8,11:B4",
            "4-8",
            "checkers move: 4-8 after the end of the game: Black has no legal move",
        ),
    ] {
        assert_eq!(refused(fen, text), error, "{fen} {text}");
    }
}

#[test]
fn an_ambiguous_capture_is_refused_with_the_routes_to_choose_from() {
    let error = "checkers move: 14x30 may take different pieces; write 14x21x30 or 14x23x30";
    assert_eq!(refused("B:W17,18,25,26:B14", "14x30"), error);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn what_is_written_is_read_back((board, position) in positions()) {
        let game = Checkers::new(board);
        let mut moves = Vec::new();
        position.for_each_move(board, |mv| moves.push(mv));
        for mv in moves {
            let text = game.format_move(&position, mv);
            prop_assert_eq!(game.parse_move(&position, &text), Ok(mv), "{}", text);
            let route = position.route(board, mv).expect("a legal move has a route");
            let sign = if mv.is_capture() { "x" } else { "-" };
            let numbers: Vec<_> = route.iter().map(|&i| board.number(i).to_string()).collect();
            prop_assert_eq!(game.parse_move(&position, &numbers.join(sign)), Ok(mv));
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic((board, position) in positions(), text in any::<String>()) {
        let _ = Checkers::new(board).parse_move(&position, &text);
    }

    #[test]
    fn what_is_read_from_near_misses_is_legal(
        (board, position) in positions(),
        text in "[0-9]{1,2}[-x][0-9]{1,2}(x[0-9]{1,2}){0,2}",
    ) {
        if let Ok(read) = Checkers::new(board).parse_move(&position, &text) {
            let mut legal = false;
            position.for_each_move(board, |mv| legal |= mv == read);
            prop_assert!(legal);
        }
    }
}
