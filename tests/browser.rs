//! The page of `serve` in a real browser: runs the tests in `tests/browser` where there is one.
//!
//! They need `node`, Chromium (`CHROMIUM` or one on the path) and playwright-core (`npm ci` in
//! `tests/browser`). Where one of them is missing this says which and passes; with
//! `RETROSOLVE_BROWSER=required` it fails. No harness: its output is to be seen.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_retrosolve");

/// The tables that the tests ask for: small, and made in a second or two.
const TABLES: &[&[&str]] = &[
    &["generate", "checkers", "--pieces", "3"],
    &["generate", "checkers", "--board", "4x4", "--pieces", "4"],
    &["generate", "connect4", "--board", "4x4"],
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--list") {
        println!("browser: test");
        return ExitCode::SUCCESS;
    }
    let filters: Vec<&String> =
        arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    if !filters.is_empty() && !filters.iter().any(|filter| "browser".contains(filter.as_str())) {
        return ExitCode::SUCCESS;
    }
    match (Tools::find(), env::var("RETROSOLVE_BROWSER").as_deref()) {
        (Ok(tools), _) => tools.run(),
        (Err(missing), Ok("required")) => {
            eprintln!("browser tests: failed: {missing}");
            ExitCode::FAILURE
        }
        (Err(missing), _) => {
            println!("browser tests: skipped: {missing}");
            ExitCode::SUCCESS
        }
    }
}

/// What the tests run with.
struct Tools {
    node: PathBuf,
    chromium: PathBuf,
    folder: PathBuf,
}

impl Tools {
    /// All of them, or what is missing.
    fn find() -> Result<Self, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
        let node = on_path("node").ok_or("no `node` on the path")?;
        let chromium = env::var_os("CHROMIUM")
            .map(PathBuf::from)
            .or_else(|| on_path("chromium"))
            .or_else(|| on_path("chromium-browser"))
            .or_else(|| on_path("google-chrome"))
            .ok_or("no `chromium` on the path, and CHROMIUM is not set")?;
        if !folder.join("node_modules/playwright-core").is_dir() {
            return Err("playwright-core is not installed: run `npm ci` in tests/browser".into());
        }
        Ok(Self { node, chromium, folder })
    }

    fn run(&self) -> ExitCode {
        let tables = tempfile::tempdir().expect("a temporary folder");
        for arguments in TABLES {
            let made = Command::new(BINARY)
                .args(*arguments)
                .arg("--out")
                .arg(tables.path())
                .stdout(Stdio::null())
                .status()
                .expect("the command starts");
            assert!(made.success(), "{arguments:?} failed");
        }
        let status = Command::new(&self.node)
            .args(["--test", "--test-reporter=spec", "--test-concurrency=2"])
            .current_dir(&self.folder)
            .env("RETROSOLVE", BINARY)
            .env("RETROSOLVE_TABLES", tables.path())
            .env("CHROMIUM", &self.chromium)
            .status()
            .expect("node starts");
        if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// A program by its name.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
