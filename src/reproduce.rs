//! `retrosolve reproduce`: published results, derived anew.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use retrosolve_verify::VerifyError;
use retrosolve_verify::reproduce::{self, Line};

use crate::cli::{Common, ReproduceArgs};
use crate::misuse::OrMisuse;
use crate::output::{line, print_json};
use crate::progress::Bar;

pub(crate) fn run(args: &ReproduceArgs, common: &Common) -> Result<ExitCode> {
    if args.list {
        for entry in reproduce::entries() {
            line(format_args!("{:20}  {}", entry.name, entry.what))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let bar = Bar::new();
    let start = Instant::now();
    let (mut lines, mut failed) = (0, 0);
    // The first failure to print ends the printing, not the work.
    let mut printed = Ok(());
    let mut printer = Printer::default();
    let mut sink = |result: Line| {
        lines += 1;
        failed += usize::from(!result.passed);
        if printed.is_ok() {
            printed = bar.suspend(|| printer.print(&result, common));
        }
    };
    match reproduce::run(&args.names, args.full, &bar, &mut sink) {
        unknown @ Err(VerifyError::UnknownResult { .. }) => unknown.or_misuse()?,
        result => result?,
    }
    printed?;
    if !common.json {
        let seconds = start.elapsed().as_secs_f64();
        line(format_args!("{lines} results in {seconds:.1} s, {failed} failed"))?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints a table a reader can follow: the source once for the lines that share it, then a line a
/// result.
#[derive(Default)]
struct Printer {
    heading: Option<(&'static str, &'static str)>,
}

impl Printer {
    fn print(&mut self, result: &Line, common: &Common) -> Result<()> {
        if common.json {
            return print_json(result);
        }
        let Line { name, item, published, ours, source, method, seconds, passed } = result;
        if self.heading != Some((name, source)) {
            self.heading = Some((name, source));
            line(format_args!("{name}  (published: {source})"))?;
        }
        let verdict = if *passed { "pass" } else { "FAIL" };
        let figures =
            if published == ours { ours.clone() } else { format!("{ours}, published {published}") };
        line(format_args!("  {verdict}  {item:40}  {figures:>26}  {seconds:7.2} s  by {method}"))
    }
}
