//! What all requests share.

use std::net::IpAddr;

use anyhow::Result;
use axum::http::HeaderValue;
use serde::Serialize;

use super::fault::Fault;
use super::hall::{GameInfo, Hall};
use super::params::MOST_POSITION;
use super::position::MOST_MOVES;
use super::quick::Quick;
use crate::cli::ServeArgs;

/// The version of the interface.
const API: u32 = 1;

/// The tables, and what is under way.
pub(super) struct Service {
    pub(super) hall: Hall,
    pub(super) quick: Quick,
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
    seconds: f64,
    default_seconds: f64,
}

impl Service {
    /// Opens the tables.
    ///
    /// # Errors
    /// If there are some that cannot be opened.
    pub(super) fn new(args: &ServeArgs) -> Result<Self> {
        let hall = Hall::open(&args.tables)?;
        Ok(Self { hall, quick: Quick::new(), is_local: args.listen.is_loopback() })
    }

    pub(super) fn games(&self) -> Games {
        Games {
            version: env!("CARGO_PKG_VERSION"),
            api: API,
            games: self.hall.games(),
            limits: LimitsInfo {
                position: MOST_POSITION,
                moves: MOST_MOVES,
                seconds: 600.0,
                default_seconds: 60.0,
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
