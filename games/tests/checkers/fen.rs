use proptest::prelude::*;
use retrosolve_games::Notation;
use retrosolve_games::checkers::{Board, Checkers};

use crate::positions;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/checkers-fen.tsv");

/// The file says what is right and what is wrong with each text; a new case is a new line.
#[test]
fn texts_are_read_or_refused_as_the_case_file_says() {
    let text = std::fs::read_to_string(CASES).expect(CASES);
    let cases = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut counts = [0; 2];
    for line in cases {
        let [board, text, verdict, column, detail] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("five columns are due in `{line}`");
        };
        let game = Checkers::new(board.parse::<Board>().expect(line));
        let read = game.parse_state(text);
        match verdict {
            "valid" => {
                let state = read.unwrap_or_else(|error| panic!("`{text}`: {error}"));
                assert_eq!(game.format_state(&state), detail, "`{text}`");
                assert_eq!(game.parse_state(detail), Ok(state), "`{text}`");
                assert_eq!(state.validate(Checkers::board(&game)), Ok(()));
                counts[0] += 1;
            }
            "invalid" => {
                let error = read.expect_err(text);
                assert_eq!(error.what, "checkers FEN");
                assert_eq!(error.reason, detail, "`{text}`");
                assert_eq!(
                    error.column.map_or("-".to_owned(), |c| c.to_string()),
                    column,
                    "`{text}`"
                );
                counts[1] += 1;
            }
            _ => panic!("neither valid nor invalid: `{line}`"),
        }
    }
    assert!(counts.iter().all(|&n| n >= 20), "{counts:?} cases");
}

#[test]
fn an_error_is_one_line_whatever_the_text() {
    let game = Checkers::default();
    for text in ["B:W1\n2:B", "B\u{0}", "B:W\u{1b}[31m:B", &"9".repeat(100_000)] {
        let error = game.parse_state(text).expect_err(text).to_string();
        assert!(!error.contains(char::is_control) && error.len() < 200, "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn what_is_written_is_read_back((board, position) in positions()) {
        let game = Checkers::new(board);
        prop_assert_eq!(game.parse_state(&game.format_state(&position)), Ok(position));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        for board in Board::ALL {
            let _ = Checkers::new(board).parse_state(&text);
        }
    }

    #[test]
    fn what_is_read_from_near_misses_is_valid(text in "[BW]:[BW][-K0-9,: .]{0,12}:[BW]?[-K0-9,.]{0,8}") {
        for board in Board::ALL {
            let game = Checkers::new(board);
            if let Ok(state) = game.parse_state(&text) {
                prop_assert_eq!(state.validate(board), Ok(()));
                prop_assert_eq!(game.parse_state(&game.format_state(&state)), Ok(state));
            }
        }
    }
}
