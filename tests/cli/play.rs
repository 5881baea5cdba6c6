use crate::util::Dir;

#[test]
fn a_game_of_connect_four_with_hints_and_undo() {
    let dir = Dir::new();
    let ran = dir.run_with_input(
        "play connect4 --board 4x4 --no-tables",
        "hint\n1\nundo\n2\nmoves\n9\nnonsense\nswitch\nquit\n",
    );
    let text = ran.succeeds().stdout;
    assert!(text.contains("o plays"), "{text}");
    assert!(text.contains("1  draw") && text.contains("4  draw"), "a hint for each column: {text}");
    assert!(text.contains("nonsense"), "{text}");
    assert!(text.contains("x plays"), "after switch: {text}");
}

#[test]
fn the_perfect_player_wins_a_won_ending_of_checkers() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3").succeeds();
    // The user has the lone king and plays whatever is legal; the board shows all squares.
    let pairs = (1..=32_i32).flat_map(|from| (1..=32).map(move |to| (from, to)));
    let every_move: String = pairs
        .map(|(from, to)| {
            let sign = if matches!((from - to).abs(), 7 | 9) { 'x' } else { '-' };
            format!("{from}{sign}{to}\n")
        })
        .collect();
    let input = every_move.repeat(8) + "quit\n";
    let ran = dir.run_with_input("play checkers W:WK15,K10:BK3 --second", &input);
    let text = ran.succeeds().stdout;
    assert!(text.contains("black has no move and has lost"), "{}", &text[text.len() - 600..]);
    assert!(text.contains("white plays") && text.contains("win in"), "{text}");
}

#[test]
fn a_position_is_drawn_with_its_pieces_and_numbers() {
    let dir = Dir::new();
    let text = dir.run_with_input("play checkers B:W18,K22:B11,K16 --no-tables", "quit\n").stdout;
    for word in [" b ", " B ", " w ", " W ", " 12 ", "29-32"] {
        assert!(text.contains(word), "`{word}`: {text}");
    }
    dir.run("play tictactoe").fails(2, &["checkers or connect4"]);
    dir.run("play checkers W:WK40:B3").fails(2, &["40"]);
}
