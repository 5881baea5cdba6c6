//! Methods side by side.

use serde_json::Value;

use crate::util::Dir;

fn row<'a>(rows: &'a [Value], method: &str, with: &str) -> &'a Value {
    let is_it = |row: &&Value| {
        row["method"] == method && row["with"].as_str().is_some_and(|text| text.contains(with))
    };
    rows.iter().find(is_it).unwrap_or_else(|| panic!("no {method} {with} in {rows:#?}"))
}

#[test]
fn on_tictactoe_all_methods_prove_the_draw() {
    let dir = Dir::new();
    let rows = dir.run("compare tictactoe --json").json_lines();
    let proved: Vec<_> = rows.iter().filter(|row| row["method"] != "uct").collect();
    assert!(proved.len() > 12);
    for row in proved {
        assert_eq!(row["value"], "draw", "{row}");
        assert_eq!(row["proved"], true, "{row}");
        assert_eq!(row["cut_heuristic"], 0);
    }
    assert_eq!(row(&rows, "minimax", "")["leaves"], 255_168);
    let uct = row(&rows, "uct", "seed 1");
    assert_eq!(uct["proved"], false);
    assert!(uct["value"].as_str().is_some_and(|value| value.starts_with('~')));
}

#[test]
fn ordered_uniform_trees_take_the_fewest_leaves_and_the_most() {
    let dir = Dir::new();
    let leaves = |order: &str| {
        let rows = dir.run(&format!("compare uniform --board '3x6 {order}' --json")).json_lines();
        row(&rows, "alphabeta", "")["leaves"].as_u64()
    };
    assert_eq!(leaves("best"), Some(27 + 27 - 1));
    assert_eq!(leaves("worst"), Some(729));
    let text = dir.run("compare uniform --board '3x6 best'").succeeds().stdout;
    assert!(text.contains("fewest leaves that prove the value: 53"), "{text}");
}

#[test]
fn estimates_are_never_called_proved() {
    let dir = Dir::new();
    let rows = dir.run("compare connect4 --depth 4 --json --nodes 20000").json_lines();
    let depth: Vec<_> = rows.iter().filter(|row| row["depth"] == 4).collect();
    assert!(depth.len() > 10);
    assert!(depth.iter().all(|row| row["proved"] == false));
    row(&rows, "pvs", "quiescence");
}

#[test]
fn the_horizon_effect_beside_the_tables_truth() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 4").succeeds();
    // The only win is an exchange: to offer the king, which has to be taken, and to take back.
    let position = "'B:WK16,K23:B7,K24'";
    let rows = dir.run(&format!("compare checkers {position} --depth 2 --json")).json_lines();
    let blind = row(&rows, "alphabeta", "");
    assert!(blind["value"].as_str().is_some_and(|value| value.starts_with('-')), "{blind}");
    assert_ne!(blind["best"], "24-19");
    let quiet = row(&rows, "pvs", "quiescence");
    assert!(quiet["value"].as_str().is_some_and(|value| value.starts_with('+')), "{quiet}");
    assert_eq!(quiet["best"], "24-19");
    assert_eq!(quiet["proved"], false);
    let truth = row(&rows, "table", "");
    assert!(truth["value"].as_str().is_some_and(|value| value.starts_with("win in ")), "{truth}");
    let moves = dir.run(&format!("probe checkers {position} --json")).json();
    assert_eq!(moves["best"], serde_json::json!(["24-19"]));
    let wins = moves["moves"].as_array().expect("a list").iter().filter(|mv| mv["value"] == "win");
    assert_eq!(wins.count(), 1);
}

#[test]
fn dice_three_players_graphs_and_trees() {
    let dir = Dir::new();
    let rows = dir.run("compare race --board 10 --json").json_lines();
    let values: Vec<_> = ["expectiminimax", "star1", "star2"]
        .map(|method| row(&rows, method, "")["value"].clone())
        .into();
    assert_eq!(values[0], values[1]);
    assert_eq!(values[0], values[2]);
    let long = dir.run("compare race --board 32 --json").json_lines();
    assert_eq!(row(&long, "star2", "")["depth"], 12);
    assert_eq!(row(&long, "star2", "")["proved"], false);
    let models: Vec<_> = rows.iter().filter(|row| row["model"].is_string()).collect();
    assert_eq!(models.len(), 3);
    assert_eq!(models[0]["believed"], models[0]["against_best"]);
    let rows = dir.run("compare trio 'a1 c3 b2' --json").json_lines();
    assert_eq!(row(&rows, "maxn", "")["value"], row(&rows, "maxn-shallow", "")["value"]);
    dir.write("g.graph", "0:1,2 1:2,4 2:3,1 3=+1 4=-1");
    let rows = dir.run("compare graph g.graph 0 --json").json_lines();
    assert_eq!(row(&rows, "mtdf", "")["value"], "win in 3");
    dir.write("t.tree", "top max: a, 3  a min: 4, 9");
    let rows = dir.run("compare tree t.tree --json").json_lines();
    assert!(rows.iter().all(|row| row["value"] == "4") && rows.len() == 6);
}

#[test]
fn what_cannot_be_compared_says_why() {
    let dir = Dir::new();
    dir.run("compare chess").fails(2, &["chess", "connect4", "trio"]);
    dir.run("compare connect4 --depth 0").fails(2, &["--depth", "end"]);
    dir.run("compare connect4 9").fails(2, &["column 1"]);
    dir.run("compare connect4 1 2").fails(2, &["2"]);
    dir.run("compare uniform --board 4").fails(2, &["4x6 best"]);
    dir.run("compare race --board long").fails(2, &["long"]);
    dir.run("compare race --board 40").fails(2, &["40", "1 to 32"]);
    dir.run("compare trio --board 4,4,3").fails(2, &["at most 10", "16"]);
    dir.run("compare tree").fails(2, &["tree FILE"]);
    dir.run("compare connect4 --rounds 0").fails(2, &["--rounds"]);
    // A search that is refused prints no head of a table either.
    dir.run("compare checkers W:WK1:BK32 --depth end").fails(2, &["1000 plies", "no depth"]);
    dir.write("t.tree", "top max: a, 3  a min: 4, 9");
    dir.run("compare tree t.tree --depth 2").fails(2, &["--depth", "leaves"]);
    dir.run("compare tree t.tree --board 3").fails(2, &["--board"]);
    dir.run("compare tree t.tree nowhere").fails(2, &["nowhere"]);
}

#[test]
fn every_method_stops_at_its_limits() {
    let dir = Dir::new();
    dir.write("two.tree", "top max: a, 3  a min: 4, 9");
    dir.write("dice.tree", "top max: a, 3  a chance: 4, 9");
    dir.write("three.tree", "top player 1: a, (1,1,1)  a player 2: (3,0,0), (0,1,2)");
    for game in ["tictactoe", "race", "trio", "tree two.tree", "tree dice.tree", "tree three.tree"]
    {
        let rows = dir.run(&format!("compare {game} --nodes 1 --json")).json_lines();
        let searched = rows.iter().filter(|row| row["nodes"].is_u64() && row["method"] != "uct");
        for row in searched {
            assert!(row["nodes"].as_u64() <= Some(1), "{game}: {row}");
            assert!(row["value"].is_null() && row["proved"] == false, "{game}: {row}");
            assert!(row["stopped"].as_str().is_some_and(|s| s.contains("node")), "{game}: {row}");
        }
    }
    let rows = dir.run("compare trio --board 4,4,3 --depth 2 --json").json_lines();
    assert_eq!((&row(&rows, "maxn", "")["depth"], &rows[0]["proved"]), (&2.into(), &false.into()));
}
