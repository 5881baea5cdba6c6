use crate::util::Dir;

#[test]
fn sound_tables_pass_every_check() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 2").succeeds();
    dir.run("generate connect4 --board 4x3").succeeds();
    let checks = dir.run("verify --json").json_lines();
    assert!(checks.len() > 4, "{checks:?}");
    for check in &checks {
        assert_eq!(check["mismatches"], 0, "{check}");
    }
    for method in ["integrity", "fast", "independent"] {
        assert!(checks.iter().any(|check| check["method"] == method), "{method}");
    }
}
