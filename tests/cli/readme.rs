//! The README tells the truth.

use std::path::PathBuf;
use std::process::Command;

use crate::util::Dir;

const README: &str = include_str!("../../README.md");

/// A built example. `cargo test` builds them all; a run of this test alone may not have.
fn example(name: &str) -> Command {
    // Tests run from target/PROFILE/deps, examples are built to target/PROFILE/examples.
    let here = std::env::current_exe().expect("a test has a path");
    let examples: PathBuf = here.ancestors().nth(2).expect("the profile's folder").join("examples");
    let path = examples.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        let build = Command::new(env!("CARGO")).args(["build", "--example", name]).status();
        assert!(build.expect("cargo starts").success());
    }
    Command::new(path)
}

#[test]
fn its_programs_are_the_compiled_examples() {
    for program in
        [include_str!("../../examples/probe.rs"), include_str!("../../examples/new_game.rs")]
    {
        let code = program.split_once("\n\n").expect("a head comment").1;
        assert!(README.contains(code.trim_end()), "the README does not show:\n{code}");
    }
}

#[test]
fn its_programs_run() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 4").succeeds();
    let output = example("probe").current_dir(dir.path("")).output().expect("the example is built");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("23-27: win") && text.lines().count() == 6, "{text}");
    let output = example("new_game").output().expect("the example is built");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "21 stones: win in 11 plies\n");
}

#[test]
fn every_verb_and_game_is_mentioned() {
    for word in [
        "generate",
        "probe",
        "solve",
        "verify",
        "reproduce",
        "info",
        "perft",
        "bench",
        "connect4",
        "checkers",
        "tictactoe",
        "mnk",
        "graph",
    ] {
        assert!(README.contains(word), "{word}");
    }
}
