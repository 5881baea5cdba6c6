//! What goes wrong with a request, as status and JSON.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use retrosolve_games::ParseError;
use serde::Serialize;

/// Seconds after which a client that was told `busy` may try again.
const RETRY_SECONDS: u64 = 2;

/// A request that is not answered, and why. The codes are stable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    status: StatusCode,
    detail: Detail,
}

#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
struct Detail {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Which of the moves, from 1.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
}

#[derive(Serialize)]
struct Envelope<'a> {
    error: &'a Detail,
}

impl Fault {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let detail =
            Detail { code, message: message.into(), column: None, line: None, number: None };
        Self { status, detail }
    }

    /// A parameter that is missing, unknown or out of range.
    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    pub(super) fn unknown_game(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unknown_game", message)
    }

    pub(super) fn unknown_board(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unknown_board", message)
    }

    pub(super) fn unknown_table(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unknown_table", message)
    }

    /// A position that the rules do not allow.
    pub(super) fn bad_position(error: &ParseError) -> Self {
        let mut fault =
            Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_position", error.to_string());
        (fault.detail.line, fault.detail.column) = (error.line, error.column);
        fault
    }

    /// A move, the `number`th of several, that is not legal where it is played.
    pub(super) fn bad_move(error: &ParseError, number: usize) -> Self {
        let message = format!("move {number}: {error}");
        let mut fault = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_move", message);
        fault.detail.column = error.column;
        fault.detail.number = Some(number);
        fault
    }

    pub(super) fn not_found(path: &str) -> Self {
        let message = format!("nothing is at {path}; /api/v1/openapi.json says what there is");
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(super) fn method_not_allowed() -> Self {
        let message = "all requests here are GET or HEAD, without a body";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
    }

    pub(super) fn too_long(message: impl Into<String>) -> Self {
        Self::new(StatusCode::URI_TOO_LONG, "too_long", message)
    }

    /// Too much is asked for at once.
    pub(super) fn busy() -> Self {
        let message = "too many requests at once; try again in a moment";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// An answer that should be quick was not.
    pub(super) fn too_slow() -> Self {
        let message = "the answer took too long";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "too_slow", message)
    }

    /// What no request should lead to: a table that cannot be read, or a fault of the program.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// The body.
    pub(super) fn json(&self) -> String {
        serde_json::to_string(&Envelope { error: &self.detail })
            .unwrap_or_else(|_| r#"{"error":{"code":"internal","message":""}}"#.to_owned())
    }
}

impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Self {
        Self::internal(format!("{error:#}"))
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.json()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from(RETRY_SECONDS));
        }
        if self.status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(axum::http::header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        response
    }
}
