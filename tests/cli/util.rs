//! A folder and a command for each test.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A temporary folder in which the command runs, with its tables in `data/tables` below it.
pub(crate) struct Dir(TempDir);

impl Dir {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file can be written");
    }

    /// All files below the folder, by path, with their bytes; lock files left out.
    pub(crate) fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let mut dirs = vec![self.0.path().to_owned()];
        while let Some(dir) = dirs.pop() {
            for entry in fs::read_dir(dir).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    dirs.push(path);
                } else if path.file_name() != Some(OsStr::new("lock")) {
                    let bytes = fs::read(&path).expect("a file");
                    files
                        .push((path.strip_prefix(self.0.path()).expect("below").to_owned(), bytes));
                }
            }
        }
        files.sort();
        files
    }

    /// The command with these arguments, split at blanks (`'...'` keeps blanks).
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retrosolve"));
        command.current_dir(self.0.path()).env_remove("RETROSOLVE_TABLES").args(split(arguments));
        command
    }

    /// Runs the command.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        Ran::new(arguments, self.command(arguments).output().expect("the command starts"))
    }

    /// Runs the command with text on standard input.
    pub(crate) fn run_with_input(&self, arguments: &str, input: &str) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("input is read");
        Ran::new(arguments, child.wait_with_output().expect("the command ends"))
    }
}

fn split(arguments: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in arguments.split('\'').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct Ran {
    #[expect(dead_code, reason = "shown where a test fails")]
    arguments: String,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    fn new(arguments: &str, output: Output) -> Self {
        Self {
            arguments: arguments.to_owned(),
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("output is text"),
            stderr: String::from_utf8(output.stderr).expect("output is text"),
        }
    }

    /// Expects success and nothing on standard error.
    #[track_caller]
    pub(crate) fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:#?}");
        assert_eq!(self.stderr, "", "{self:#?}");
        self
    }

    /// Expects failure with that exit code and one line on standard error that holds `words`, nothing
    /// on standard output.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert_eq!(self.stdout, "", "{self:#?}");
        assert_eq!(self.stderr.trim_end().lines().count(), 1, "one line: {self:#?}");
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is missing: {self:#?}");
        }
        self
    }

    /// Expects that exit code and something on standard error.
    #[track_caller]
    pub(crate) fn code_is(self, code: i32) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert!(!self.stderr.is_empty(), "{self:#?}");
    }

    /// The one line of output as JSON.
    #[track_caller]
    pub(crate) fn json(self) -> Value {
        let mut lines = self.json_lines();
        assert_eq!(lines.len(), 1, "one object");
        lines.remove(0)
    }

    /// Every line of output as JSON.
    #[track_caller]
    pub(crate) fn json_lines(self) -> Vec<Value> {
        let ran = self.succeeds();
        let parse = |line: &str| serde_json::from_str(line).expect("a line of JSON");
        ran.stdout.lines().map(parse).collect()
    }
}
