//! `retrosolve serve`: perfect play for a browser, and for programs.
//!
//! [`router`] says what is where; [`listen`] carries it over the network.

mod answer;
mod budget;
mod events;
mod fault;
mod hall;
mod line;
mod listen;
mod page;
mod params;
mod position;
mod probe;
mod quick;
mod router;
mod searched;
mod searches;
mod service;
mod sets;
mod shown;
mod solve;
mod stall;

#[cfg(test)]
mod tests;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};

use crate::cli::{Common, ServeArgs};
use service::Service;

/// Threads that carry the connections: they only wait and pass on.
const CARRIERS: usize = 2;

pub(crate) fn run(args: &ServeArgs, common: &Common) -> Result<ExitCode> {
    let service = Arc::new(Service::new(args, common)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(CARRIERS)
        .max_blocking_threads(Service::THREADS)
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    runtime.block_on(listen::listen(service, args, common))?;
    // Work that is under way keeps nobody waiting.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}
