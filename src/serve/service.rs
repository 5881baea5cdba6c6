//! What all requests share.

use std::net::IpAddr;
use std::sync::Arc;
use std::thread;

use anyhow::Result;
use axum::http::HeaderValue;
use serde::Serialize;

use super::budget::{MOST_SECONDS, SECONDS};
use super::fault::Fault;
use super::hall::{GameInfo, Hall, folders_of_tables};
use super::params::MOST_POSITION;
use super::position::MOST_MOVES;
use super::quick::Quick;
use super::searches::{Pace, Searches};
use super::sets::Sets;
use crate::cli::{Common, ServeArgs};

/// The version of the interface.
const API: u32 = 1;

/// So many positions are looked up at once.
const QUICK: usize = 16;

/// So many tables are read through at once.
const THOROUGH: usize = 2;

/// So many requests more may wait.
const WAITING: usize = 512;

/// The tables, and what is under way.
pub(super) struct Service {
    pub(super) hall: Hall,
    pub(super) sets: Arc<Sets>,
    /// Looks into tables and rules.
    pub(super) quick: Quick,
    /// Reads through tables.
    pub(super) thorough: Quick,
    pub(super) searches: Searches,
    /// Only this machine is answered.
    is_local: bool,
}

/// What `/api/v1/games` tells.
#[derive(Serialize)]
pub(super) struct Games {
    version: &'static str,
    api: u32,
    games: [GameInfo; 2],
    limits: LimitsInfo,
}

#[derive(Serialize)]
struct LimitsInfo {
    position: usize,
    moves: usize,
    seconds: u32,
    default_seconds: u32,
}

impl Service {
    /// How many threads are kept busy besides those that search and those that carry connections.
    pub(super) const THREADS: usize = QUICK + THOROUGH;

    /// Opens the tables.
    ///
    /// # Errors
    /// If there are some that cannot be opened.
    pub(super) fn new(args: &ServeArgs, common: &Common) -> Result<Self> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let searches = common.threads.map_or_else(cores, usize::from);
        Ok(Self {
            hall: Hall::open(&args.tables)?,
            sets: Arc::new(Sets::new(folders_of_tables(&args.tables)?)),
            quick: Quick::new(QUICK, WAITING),
            thorough: Quick::new(THOROUGH, WAITING),
            searches: Searches::new(searches, args.memory, Pace::default()),
            is_local: args.listen.is_loopback(),
        })
    }

    pub(super) fn games(&self) -> Games {
        Games {
            version: env!("CARGO_PKG_VERSION"),
            api: API,
            games: self.hall.games(),
            limits: LimitsInfo {
                position: MOST_POSITION,
                moves: MOST_MOVES,
                seconds: MOST_SECONDS as u32,
                default_seconds: SECONDS as u32,
            },
        }
    }

    /// What is wrong with the host that a request names: a server for this machine alone is called by a
    /// name of this machine, unless another site's page is behind the request, with a name that it has
    /// pointed here.
    pub(super) fn foreign_host(&self, host: Option<&HeaderValue>) -> Option<Fault> {
        let host = host.filter(|_| self.is_local)?;
        let name = host.to_str().unwrap_or_default();
        let without_port = match name.rsplit_once(':') {
            Some((before, port)) if port.bytes().all(|b| b.is_ascii_digit()) => before,
            _ => name,
        };
        let bare = without_port.trim_start_matches('[').trim_end_matches(']');
        let is_local = bare.eq_ignore_ascii_case("localhost")
            || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let message = "this server answers as localhost alone; see --listen";
        (!is_local).then(|| Fault::bad_request(message))
    }
}
