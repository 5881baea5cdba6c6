//! The command `retrosolve`: one file per verb, no game logic.

mod annotate;
mod bench;
mod board;
mod check_proof;
mod cli;
mod compare;
mod drawing;
mod generate;
mod info;
mod longest;
mod misuse;
mod output;
mod perft;
mod pick;
mod plan;
mod play;
mod positions;
mod probe;
mod progress;
mod reproduce;
mod serve;
mod solve;
mod study;
mod tables;
mod trace;
mod verify;
mod yardstick;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use clap::error::ErrorKind;

use cli::{Cli, Verb};
use misuse::Misuse;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e)
            if e.use_stderr()
                && e.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand =>
        {
            complain(&misuse_line(&e));
            return ExitCode::from(2);
        }
        Err(e) => {
            // Help and version; a closed pipe there is no failure.
            let _ = e.print();
            return ExitCode::from(u8::from(e.use_stderr()) * 2);
        }
    };
    match run(&cli) {
        Ok(code) => code,
        Err(e) if is_broken_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            complain(&in_one_line(&e));
            ExitCode::from(if e.is::<Misuse>() { 2 } else { 1 })
        }
    }
}

/// One line on standard error, which may be closed or full.
fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "retrosolve: {line}");
}

/// What is wrong with the command line, without the usage that follows it.
fn misuse_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let what = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = what.trim_start_matches("error:").split_whitespace().collect();
    format!("{}; see --help", words.join(" "))
}

/// The error and its causes; a cause that the message before it tells already is left out.
fn in_one_line(error: &anyhow::Error) -> String {
    let mut line = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line
}

fn run(cli: &Cli) -> Result<ExitCode> {
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = cli.common.threads {
        pool = pool.num_threads(threads.into());
    }
    pool.build_global().context("cannot start the threads")?;
    let common = &cli.common;
    match &cli.verb {
        Verb::Generate(args) => generate::run(args, common),
        Verb::Probe(args) => probe::run(args, common),
        Verb::Solve(args) => solve::run(args, common),
        Verb::CheckProof(args) => check_proof::run(args, common),
        Verb::Play(args) => play::run(args, common),
        Verb::Serve(args) => serve::run(args, common),
        Verb::Annotate(args) => annotate::run(args, common),
        Verb::Verify(args) => verify::run(args, common),
        Verb::Reproduce(args) => reproduce::run(args, common),
        Verb::Info(args) => info::run(args, common),
        Verb::Perft(args) => perft::run(args, common),
        Verb::Trace(args) => trace::run(args, common),
        Verb::Compare(args) => compare::run(args, common),
        Verb::Plan(args) => plan::run(args, common),
        Verb::Bench(args) => bench::run(args, common),
    }
}

/// Whether the reader of our output went away, as in `retrosolve info | head -1`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
