//! Plans made, saved and checked.

use std::fs;

use crate::util::Dir;

#[test]
fn a_plan_is_made_for_every_game_and_stands() {
    let dir = Dir::new();
    dir.write("g.graph", "0:1,2 1:2,4 2:3,1 3=+1 4=-1");
    dir.write("t.tree", "top max: dice, 3  dice chance: 1/4 4, 3/4 a  a min: 4, 9");
    dir.write("three.tree", "top player 1: a, (1,1,1)  a player 2: (3,0,0), (0,1,2)");
    for (game, position, player, guarantee) in [
        ("tictactoe", "", 1, "0"),
        ("tictactoe", "", 2, "0"),
        ("tictactoe", "'a1 b1'", 1, "1"),
        ("mnk --board 4,3,3", "", 1, "1"),
        ("connect4 --board 4x4", "12341", 2, "0"),
        ("checkers --board 4x4", "", 2, "0"),
        ("graph g.graph", "0", 1, "1"),
        ("graph g.graph", "0", 2, "-1"),
        ("tree t.tree", "", 1, "4"),
        ("tree t.tree", "", 2, "-4"),
        ("tree three.tree", "", 1, "1"),
        ("race --board 12", "", 1, "75433/524288"),
        ("trio", "'a1 c3 b2'", 1, "1"),
        ("uniform --board '3x4 best'", "", 1, "60"),
    ] {
        let make = format!("plan {game} {position} --player {player} --out p --json");
        let made = dir.run(&make).json();
        assert_eq!(made["guarantees"], guarantee, "{make}: {made}");
        let checked = dir.run(&format!("plan {game} --check p --json")).json();
        assert_eq!(made, checked, "{make}");
        assert_eq!((&made["stands"], &made["player"]), (&true.into(), &player.into()));
        // On the screen it is what the file holds.
        let shown = dir.run(&format!("plan {game} {position} --player {player}")).succeeds();
        assert_eq!(shown.stdout, fs::read_to_string(dir.path("p")).expect("the plan"), "{make}");
        let told = dir.run(&format!("plan {game} --check p")).succeeds().stdout;
        assert!(told.starts_with(&format!("p: player {player} of ")), "{told}");
    }
}

#[test]
fn a_plan_that_was_changed_fails() {
    let dir = Dir::new();
    dir.run("plan tictactoe --player 2 --out p").succeeds();
    let text = fs::read_to_string(dir.path("p")).expect("the plan");
    let last = text.lines().last().expect("a move");
    let (position, _) = last.split_once('\t').expect("a tab");
    for (name, text, words) in [
        ("cut", text.replace(last, ""), &["line", "tab"][..]),
        ("less", text.replace(&format!("{last}\n"), ""), &["less", "no move for", position]),
        ("more", text.replace("guarantees\t0", "guarantees\t1"), &["more", "guaranteed"]),
        ("taken", text.replace(last, &format!("{position}\ta9")), &["taken", "a9"]),
        ("other", text.replace("player\t2", "player\t1"), &["other", "turn"]),
    ] {
        dir.write(name, &text);
        dir.run(&format!("plan tictactoe --check {name}")).fails(1, words);
    }
    dir.run("plan mnk --board 4,3,3 --check p").fails(1, &["tictactoe", "mnk 4,3,3"]);
    dir.run("plan tictactoe --check nowhere").fails(1, &["nowhere"]);
}

#[test]
fn what_has_no_plan_is_refused() {
    let dir = Dir::new();
    dir.run("plan chess").fails(2, &["chess", "trio"]);
    dir.run("plan tictactoe --player 3").fails(2, &["--player 3", "1 to 2"]);
    dir.run("plan tictactoe a1 --check p").fails(2, &["--check"]);
    dir.run("plan tictactoe --player 1 --check p").fails(2, &["--check"]);
    dir.run("plan tree").fails(2, &["tree FILE"]);
    dir.run("plan tictactoe a1 b1").fails(2, &["b1"]);
    dir.run("plan connect4 --nodes 1000 --out p").fails(1, &["too large", "node limit"]);
    dir.run("plan tictactoe --positions 9 --out p").fails(1, &["too large", "9 positions"]);
    dir.run("plan trio --positions 99 --out p").fails(1, &["too large", "99 positions"]);
    dir.run("plan tictactoe --out no/such/folder").fails(1, &["no/such/folder"]);
    assert!(dir.files().is_empty());
}
