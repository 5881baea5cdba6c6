use crate::{Options, small};

#[test]
fn small_games_are_solved_alike_by_every_method() {
    let mut checks = Vec::new();
    small::check(&Options::default(), &mut |check| {
        eprintln!("{check:?}");
        checks.push(check);
    });
    for check in &checks {
        assert!(check.passed() && check.compared > 0, "{check:?}");
    }
    let compared = |name: &str| checks.iter().find(|check| check.name.starts_with(name)).unwrap();
    assert_eq!(compared("tictactoe").compared, 5_478);
    assert_eq!(compared("checkers 4x4: every position by search").compared, 1_889);
    assert!(compared("graphs: random").compared > 10_000);
}
