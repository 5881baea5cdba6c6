//! The files of the page, which are part of the program.

/// A file as a browser asks for it.
pub(super) struct File {
    /// Below the root of the server.
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

/// All of them; the first is also what is at `/`.
pub(super) const FILES: &[File] = &[File {
    path: "/index.html",
    kind: HTML,
    bytes:
        b"<!DOCTYPE html><title>retrosolve</title><a href=/api/v1/openapi.json>The interface</a>",
}];

const HTML: &str = "text/html; charset=utf-8";
