use crate::util::Dir;

#[test]
fn every_move_of_a_game_has_its_value() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3").succeeds();
    // One king for the other.
    dir.write(
        "games.pdn",
        "[Event \"Ending\"]\n[FEN \"W:WK15,K10:BK3\"]\n1... 10-6 2. 3-8 15-11 {a slip} 3. 8x15 1/2-1/2\n",
    );
    let lines = dir.run("annotate games.pdn --json").json_lines();
    let values: Vec<_> = lines.iter().map(|line| line["value"].as_str().unwrap_or("?")).collect();
    assert_eq!(values, ["white", "white", "draw", "draw"]);
    let text = dir.run("annotate games.pdn").succeeds().stdout;
    assert!(text.contains("Ending") && text.contains("10-6") && text.contains("White wins"));
    assert!(text.contains("result 1/2-1/2") && text.contains("15-11? "), "{text}");
}

#[test]
fn what_the_node_limit_leaves_open_is_said_to_be_so() {
    let dir = Dir::new();
    dir.write("game.pdn", "1. 11-15 23-19 2. 8-11 22-17 *\n");
    let lines = dir.run("annotate game.pdn --no-tables --nodes 100 --json").json_lines();
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| line["value"].is_null()), "{lines:?}");
    assert!(
        dir.run("annotate game.pdn --no-tables --nodes 100")
            .succeeds()
            .stdout
            .contains("not known")
    );
}

#[test]
fn a_move_that_is_not_legal_names_its_place() {
    let dir = Dir::new();
    dir.write("bad.pdn", "1. 11-15 23-19\n2. 9-6\n");
    dir.run("annotate bad.pdn").fails(2, &["bad.pdn", "line 2", "9-6"]);
    dir.run("annotate nowhere.pdn").fails(1, &["nowhere.pdn"]);
    dir.write("empty.pdn", "");
    dir.run("annotate empty.pdn").fails(2, &["empty.pdn", "no game"]);
}
