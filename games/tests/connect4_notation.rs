//! How Connect Four positions and moves are written, and what is refused.

use retrosolve_games::connect4::{Board, Column, ConnectFour};
use retrosolve_games::{Game, Notation, ParseError, Wdl, ZeroSum};

fn game(board: &str) -> ConnectFour {
    ConnectFour::new(board.parse().unwrap())
}

/// The refusal of a position, which fits on one line.
fn refusal(board: &str, text: &str) -> ParseError {
    let game = game(board);
    match game.parse_state(text) {
        Ok(state) => panic!("{text:?} was read on {board} as {}", game.format_state(&state)),
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            error
        }
    }
}

#[test]
fn a_list_of_columns_and_its_drawing_are_one_position() {
    let game = game("7x6");
    let state = game.parse_state("4453").unwrap();
    assert_eq!(game.format_state(&state), "......./......./......./......./...o.../..oxx..");
    for text in [
        "4453",
        " 4453 \n",
        "4,4,5,3",
        "......./......./......./......./...o.../..oxx..",
        ".......\n.......\n.......\n.......\n...o...\n..oxx..\n",
        ". . . . . . . / ....... / ....... / ....... / ...O... / ..OXX..",
    ] {
        assert_eq!(game.parse_state(text), Ok(state), "{text:?}");
    }
    for empty in ["", "  ", "......./......./......./......./......./......."] {
        assert_eq!(game.parse_state(empty), Ok(game.root()), "{empty:?}");
    }
}

#[test]
fn columns_beyond_the_ninth_are_letters_or_numbers_with_commas() {
    let game = game("12x4");
    let state = game.parse_state("1abc").unwrap();
    assert_eq!(game.parse_state("1ABC"), Ok(state));
    assert_eq!(game.parse_state("1,10, 11,12"), Ok(state));
    assert_eq!(game.format_state(&state).lines().count(), 1);
    assert!(game.format_state(&state).ends_with("/x........oxo"));
    assert_eq!(game.parse_move(&state, "a"), Ok(Column(9)));
    assert_eq!(game.parse_move(&state, "10"), Ok(Column(9)));
    assert_eq!(game.format_move(&state, Column(9)), "a");
}

#[test]
fn finished_positions_are_read() {
    let game7 = game("7x6");
    let won = game7.parse_state("1212121").unwrap();
    assert_eq!(game7.outcome(&won), Some(Wdl::Loss));
    // Two lines at once, through the last stone.
    let text = "......./......./......./......./ooo.ooo/xxxxxxx";
    assert_eq!(game7.parse_state(text).map(|state| game7.outcome(&state)), Ok(Some(Wdl::Loss)));
    let narrow = game("2x2");
    let full = narrow.parse_state("1122").unwrap();
    assert_eq!(narrow.outcome(&full), Some(Wdl::Draw));
    assert_eq!(narrow.parse_state("oo/xx"), Ok(full));
}

#[test]
fn errors_in_move_lists_name_the_column_of_the_text() {
    let cases = [
        ("7x6", "44444444", 7, "column 4 is full (6 rows)"),
        ("7x6", "4458", 4, "there is no column 8 on 7x6 (1 to 7)"),
        ("7x6", "440", 3, "`0` is not a column (1 to 7)"),
        ("7x6", "44-5", 3, "`-` is not a column"),
        ("7x6", "44x5", 3, "`x` is not a column"),
        ("7x6", "44\n5", 3, "`\\n` is not a column"),
        ("7x6", " 44\t5", 4, "`\\t` is not a column"),
        ("7x6", "44 5", 3, "` ` is not a column"),
        ("7x6", "44é5", 3, "`é` is not a column"),
        ("7x6", "12121213", 8, "the game is over after 7 moves, by four in a row"),
        ("7x6", "4,4,8", 5, "there is no column 8"),
        ("7x6", "4,,4", 3, "`` is not a column (a number from 1 to 7)"),
        ("7x6", "4,4,", 5, "`` is not a column"),
        ("7x6", "4,300", 3, "`300` is not a column"),
        ("7x6", "4,0", 3, "`0` is not a column"),
        ("2x2", "11221", 5, "the game is over after 4 moves, by a full board"),
        ("12x4", "1d", 2, "there is no column 13 on 12x4 (1 to 9, then a to c)"),
        ("1x6", "12", 2, "there is no column 2 on 1x6 (1 alone)"),
    ];
    for (board, text, column, reason) in cases {
        let error = refusal(board, text);
        assert_eq!(error.column, Some(column), "{text}: {error}");
        assert!(error.reason.starts_with(reason), "{text}: {error}");
    }
}

#[test]
fn drawings_that_no_game_leads_to_are_refused() {
    let cases = [
        ("4x4", "..../..../....", None, "3 rows are drawn, the board has 4"),
        ("4x4", "..../..../..../..../....", None, "5 rows are drawn"),
        ("4x4", "..../..../.../....", Some(14), "the row has 3 cells, the board 4"),
        ("4x4", "..../..../...../....", Some(16), "the row has 5 cells, the board 4"),
        ("4x4", "..../..../..../.z..", Some(17), "`z` in a drawn board; cells are x, o and ."),
        ("4x4", "..../..../..x./....", Some(13), "the stone floats: the cell below it is empty"),
        ("4x4", "..../x.../..../o...", Some(6), "the stone floats"),
        ("4x4", "..../..../..../xx..", None, "2 x and 0 o; x moves first"),
        ("4x4", "..../..../..../o...", None, "0 x and 1 o"),
        ("4x4", "..../..../oooo/xxxx", None, "x has a line, yet o made the last move"),
        ("4x4", "..../..../..../xxxx", None, "4 x and 0 o"),
        ("5x4", "...../...../oooo./xxxxx", None, "o has a line, yet x made the last move"),
        (
            "9x3",
            "o......../ooo..ooo./xxxx.xxxx",
            None,
            "x has lines that no one last move completes",
        ),
        ("8x4", "......../......../oooo.../xxxx.oo.", Some(26), "the row has 7 cells"),
    ];
    for (board, text, column, reason) in cases {
        let error = refusal(board, text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.reason.starts_with(reason), "{text}: {error}");
    }
}

#[test]
fn drawings_on_many_lines_have_their_errors_located_by_line() {
    let error = refusal("4x3", "....\n.x..\n.z..\n");
    assert_eq!((error.line, error.column), (Some(3), Some(2)), "{error}");
    let error = refusal("4x3", "....\n.x..\n....\n");
    assert_eq!((error.line, error.column), (Some(2), Some(2)), "{error}");
    assert!(error.to_string().contains("line 2, column 2"), "{error}");
}

#[test]
fn moves_that_are_not_legal_are_refused_with_the_reason() {
    let game = game("7x6");
    let state = game.parse_state("444444").unwrap();
    let reason = |text: &str| game.parse_move(&state, text).unwrap_err().to_string();
    assert!(reason("4").contains("column 4 is full (6 rows)"));
    assert!(reason("8").contains("there is no column 8 on 7x6 (1 to 7)"));
    assert!(reason("").contains("`` is not a column (1 to 7)"));
    assert!(reason("44").contains("there is no column 44 on 7x6"));
    assert!(reason("0").contains("`0` is not a column"));
    assert_eq!(game.parse_move(&state, " 3 "), Ok(Column(2)));
    let won = game.parse_state("1212121").unwrap();
    let error = game.parse_move(&won, "5").unwrap_err().to_string();
    assert!(error.contains("the game is over after 7 moves, by four in a row"), "{error}");
}

#[test]
fn every_board_writes_all_its_columns_so_that_they_read_back() {
    for board in Board::all() {
        let game = ConnectFour::new(board);
        let mut moves = Vec::new();
        game.moves(&game.root(), &mut moves);
        assert_eq!(moves.len(), board.columns() as usize);
        for mv in moves {
            let text = game.format_move(&game.root(), mv);
            assert_eq!(text.chars().count(), 1);
            let next = game.play(&game.root(), mv);
            assert_eq!(game.parse_state(&text), Ok(next), "{board} {text}");
        }
    }
}
