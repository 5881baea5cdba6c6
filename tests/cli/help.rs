use crate::util::Dir;

#[test]
fn every_verb_has_help_with_examples() {
    let dir = Dir::new();
    let text = dir.run("--help").succeeds().stdout;
    for verb in [
        "generate",
        "probe",
        "solve",
        "check-proof",
        "play",
        "annotate",
        "verify",
        "reproduce",
        "info",
        "perft",
        "trace",
        "compare",
        "plan",
        "bench",
    ] {
        assert!(text.contains(verb), "{verb}");
        let help = dir.run(&format!("{verb} --help")).succeeds().stdout;
        assert!(help.contains("Examples:"), "{verb}: {help}");
        assert!(help.contains("--json") && help.contains("--threads"), "{verb}: {help}");
    }
    let version = dir.run("--version").succeeds().stdout;
    assert_eq!(version.trim(), concat!("retrosolve ", env!("CARGO_PKG_VERSION")));
}
