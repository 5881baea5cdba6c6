//! `retrosolve reproduce`: published results, derived anew.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::{Common, ReproduceArgs};

pub(crate) fn run(args: &ReproduceArgs, common: &Common) -> Result<ExitCode> {
    let _ = (args, common);
    Ok(ExitCode::SUCCESS)
}
