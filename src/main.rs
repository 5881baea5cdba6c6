//! The command `retrosolve`: one file per verb, no game logic.

mod bench;
mod cli;
mod generate;
mod info;
mod misuse;
mod output;
mod perft;
mod pick;
mod positions;
mod probe;
mod progress;
mod reproduce;
mod solve;
mod tables;
mod verify;

use std::io;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use cli::{Cli, Verb};
use misuse::Misuse;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            // Help and version go to standard output; a closed pipe there is no failure.
            let _ = e.print();
            return ExitCode::from(u8::from(e.use_stderr()) * 2);
        }
    };
    match run(&cli) {
        Ok(code) => code,
        Err(e) if is_broken_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("retrosolve: {e:#}");
            ExitCode::from(if e.is::<Misuse>() { 2 } else { 1 })
        }
    }
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
        Verb::Verify(args) => verify::run(args, common),
        Verb::Reproduce(args) => reproduce::run(args, common),
        Verb::Info(args) => info::run(args, common),
        Verb::Perft(args) => perft::run(args, common),
        Verb::Bench => bench::run(common),
    }
}

/// Whether the reader of our output went away, as in `retrosolve info | head -1`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
