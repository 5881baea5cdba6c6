//! Server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc;

/// One event, as it is sent.
pub(super) struct Event(Bytes);

impl Event {
    pub(super) fn new(name: &str, data: &impl Serialize) -> Self {
        match serde_json::to_string(data) {
            Ok(json) => Self::of_json(name, &json),
            Err(_) => Self(Bytes::new()),
        }
    }

    /// JSON of one line.
    pub(super) fn of_json(name: &str, json: &str) -> Self {
        Self(format!("event: {name}\ndata: {json}\n\n").into())
    }
}

/// Events as they come; an answer without an end known beforehand.
pub(super) struct Events(mpsc::Receiver<Event>);

impl Events {
    pub(super) fn new(events: mpsc::Receiver<Event>) -> Self {
        Self(events)
    }
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|event| event.map(|Event(bytes)| Ok(Frame::data(bytes))))
    }
}

impl IntoResponse for Events {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::new(self));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}
