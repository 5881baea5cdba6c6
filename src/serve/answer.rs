//! Answers that a client may keep: their tag, and what follows from the tag it has.

use std::hash::{DefaultHasher, Hasher};

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

use super::fault::Fault;

/// How long a client may use an answer without asking again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keep {
    /// It follows from the rules and the tables, which stay while the server runs.
    Minutes,
    /// It has to ask each time whether the answer is still the same.
    Ask,
}

/// A value as JSON.
pub(super) fn json(value: &impl Serialize, keep: Keep, asked: &HeaderMap) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => bytes(body.into(), "application/json", keep, asked),
        Err(error) => {
            use axum::response::IntoResponse;
            Fault::internal(error.to_string()).into_response()
        }
    }
}

/// Bytes of a kind; only their tag if the client has them.
pub(super) fn bytes(body: Bytes, kind: &'static str, keep: Keep, asked: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    hasher.write(&body);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let is_known = has_tag(asked, &tag);
    let mut response = Response::new(if is_known { Body::empty() } else { Body::from(body) });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static(match keep {
            Keep::Minutes => "private, max-age=120",
            Keep::Ask => "no-cache",
        }),
    );
    response
}

/// Whether a client says that it has an answer of that tag.
fn has_tag(asked: &HeaderMap, tag: &str) -> bool {
    let lists = asked.get_all(IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
