use retrosolve_tablegen::Silent;

use crate::VerifyError;
use crate::reproduce::{Line, names, run};

fn lines(names: &[&str]) -> Vec<Line> {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    let mut lines = Vec::new();
    run(&names, false, &Silent, &mut |line| {
        eprintln!("{line:?}");
        lines.push(line);
    })
    .unwrap();
    lines
}

#[test]
fn all_of_the_usual_set_passes() {
    let lines = lines(&[]);
    for line in &lines {
        assert!(line.passed, "{line:?}");
    }
    for name in names() {
        assert!(lines.iter().any(|line| line.name == name), "{name} derived nothing");
    }
}

#[test]
fn an_unknown_name_is_refused_before_anything_is_done() {
    let mut lines = 0;
    let names = ["tictactoe".to_owned(), "go".to_owned()];
    let error = run(&names, false, &Silent, &mut |_| lines += 1).unwrap_err();
    assert!(matches!(&error, VerifyError::UnknownResult { name, .. } if name == "go"));
    assert!(error.to_string().contains("checkers-4x4"), "{error}");
    assert_eq!(lines, 0);
}
