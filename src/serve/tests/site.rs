//! A server with small tables of its own.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use retrosolve_games::Metric;
use retrosolve_games::checkers::Board;
use retrosolve_tablegen::checkers::GenerateOptions;
use retrosolve_tablegen::connect4::{Options, table_set};
use retrosolve_tablegen::{Silent, checkers, connect4};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::cli::{Common, IoMode, ServeArgs, TableArgs};
use crate::serve::router::router;
use crate::serve::service::Service;

/// A server that is asked in memory, and the folder of its tables.
pub(super) struct Site {
    router: Router,
    pub(super) runtime: Runtime,
    pub(super) service: Arc<Service>,
    _tables: TempDir,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) text: String,
}

impl Reply {
    #[track_caller]
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    #[track_caller]
    pub(super) fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{self:?}");
        self.json()
    }

    /// The code of the error that this is.
    #[track_caller]
    pub(super) fn code(&self) -> String {
        assert!(self.status.is_client_error() || self.status.is_server_error(), "{self:?}");
        self.json()["error"]["code"].as_str().expect("a code").to_owned()
    }

    /// The events of a stream, each with its name.
    #[track_caller]
    pub(super) fn events(&self) -> Vec<(String, Value)> {
        assert_eq!(self.status, StatusCode::OK, "{self:?}");
        let event = |block: &str| {
            let rest = block.strip_prefix("event: ").expect("a name");
            let (name, data) = rest.split_once("\ndata: ").expect("data after the name");
            (name.to_owned(), serde_json::from_str(data).expect("one line of JSON"))
        };
        let text = self.text.strip_suffix("\n\n").expect("a blank line ends an event");
        text.split("\n\n").map(event).collect()
    }
}

impl Site {
    /// Complete tables of 4x4 checkers with distances, and of 4x4 Connect Four without.
    pub(super) fn with_tables() -> Self {
        let tables = tempfile::tempdir().expect("a folder");
        let options = GenerateOptions {
            board: Board::FOUR,
            metric: Metric::Dtw,
            ..GenerateOptions::pieces(4)
        };
        checkers::generate(tables.path(), &options, &Silent).expect("tables of checkers");
        let board = "4x4".parse().expect("a board");
        let folder = tables.path().join(table_set(board).folder_name());
        connect4::generate(board, &folder, &Options::default(), &Silent).expect("tables");
        Self::over(tables)
    }

    pub(super) fn without_tables() -> Self {
        Self::over(tempfile::tempdir().expect("a folder"))
    }

    fn over(tables: TempDir) -> Self {
        let args = ServeArgs {
            tables: TableArgs { tables: tables.path().to_owned(), io: IoMode::Read },
            port: 0,
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            memory: 16 << 20,
        };
        let common = Common { json: false, threads: Some(2) };
        let service = Arc::new(Service::new(&args, &common).expect("a service"));
        let runtime = Runtime::new().expect("a runtime");
        Self { router: router(Arc::clone(&service)), runtime, service, _tables: tables }
    }

    /// The answer to a GET.
    pub(super) fn get(&self, path: &str) -> Reply {
        self.send(Request::get(path).body(Body::empty()).expect("a request"))
    }

    pub(super) fn send(&self, request: Request<Body>) -> Reply {
        self.runtime.block_on(async {
            let Ok(response) = self.router.clone().oneshot(request).await;
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, usize::MAX).await.expect("a body");
            let text = String::from_utf8(body.into()).expect("text");
            Reply { status: parts.status, headers: parts.headers, text }
        })
    }
}
