use crate::util::Dir;

#[test]
fn perft_counts_capture_paths_from_the_start() {
    let dir = Dir::new();
    let lines = dir.run("perft checkers 7 --json").json_lines();
    let nodes: Vec<_> = lines.iter().map(|line| line["nodes"].as_u64()).collect();
    let published = [7, 49, 302, 1469, 7361, 36768, 179_740].map(Some);
    assert_eq!(nodes, published);
}

#[test]
fn perft_from_a_position_and_of_every_game() {
    let dir = Dir::new();
    dir.write("two.graph", "a: b, c  b: a, c  c = -1");
    for (arguments, nodes) in [
        ("perft connect4 --board 4x4 2 ''", 16),
        ("perft tictactoe 3", 504),
        ("perft mnk --board 4,3,3 2", 132),
        ("perft graph two.graph 2", 2),
        ("perft checkers --board 4x4 12", 591),
        ("perft checkers 1 'W:WK23,K19:BK28,12'", 6),
    ] {
        let lines = dir.run(&format!("{arguments} --json")).json_lines();
        assert_eq!(lines.last().expect("a line")["nodes"], nodes, "{arguments}");
    }
}

#[test]
fn perft_of_what_is_no_depth_or_no_position_is_misuse() {
    let dir = Dir::new();
    dir.run("perft checkers deep").fails(2, &["deep", "plies"]);
    dir.run("perft connect4 3 8").fails(2, &["column 1"]);
    dir.run("perft graph").code_is(2);
}
