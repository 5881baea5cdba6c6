//! Random requests: none makes the program fall over, and all that are refused say why.

use axum::body::Body;
use axum::http::{Request, Uri};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

use super::schema::Schema;
use super::site::Site;
use crate::serve::router::OPENAPI;

const NAMES: &[&str] =
    &["game", "board", "position", "moves", "seconds", "nodes", "mode", "metric", "slice", "count"];

const PATHS: &[&str] =
    &["games", "position", "probe", "solve", "line", "tables", "longest", "nothing"];

/// What is right for some parameter, or nearly so.
const VALUES: &[&str] = &[
    "connect4",
    "checkers",
    "7x6",
    "4x4",
    "8x8",
    "6x6",
    "9x6",
    "4x9",
    "99x99",
    "0x0",
    "",
    "4453",
    "1122334",
    "10,11,3",
    "w",
    "W:WK23,K19:BK28,12",
    "B:W:B",
    "W:W:B1",
    "B:W21-32:B1-12",
    "W:W29:B4",
    "W:WK1:B12",
    "B:W7,8:B1,2",
    "..../..../..../....",
    "x.../....",
    "xo../xo../xo../xo..",
    "1,2,3",
    "11-15",
    "9-13,22-18",
    "0.1",
    "-1",
    "1e300",
    "NaN",
    "inf",
    "18446744073709551616",
    "strong",
    "weak",
    "dtw",
    "wdl",
    "k1-k1",
    "m1-m1",
    "ply03",
    "../../etc/passwd",
    "%00",
    "\u{0}",
    "é",
    "🦀",
];

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(VALUES).prop_map(str::to_owned),
        2 => "[1-9a-wWBK:,x./-]{0,40}",
        1 => any::<String>(),
    ]
}

/// Parameters, most of them a game on a board with something.
fn parameters() -> impl Strategy<Value = Vec<(String, String)>> {
    let game = select(
        &[("connect4", "4x4"), ("connect4", "7x6"), ("checkers", "4x4"), ("checkers", "8x8")][..],
    );
    let name = prop_oneof![9 => select(NAMES).prop_map(str::to_owned), 1 => any::<String>()];
    (proptest::option::weighted(0.8, game), prop::collection::vec((name, value()), 0..4)).prop_map(
        |(game, mut others)| {
            if let Some((game, board)) = game {
                others.retain(|(name, _)| name != "game" && name != "board");
                others.push(("game".into(), game.into()));
                others.push(("board".into(), board.into()));
            }
            others
        },
    )
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[test]
fn no_request_makes_the_server_fall_over() {
    let site = Site::with_tables();
    let document = serde_json::from_str(OPENAPI).expect("JSON");
    let error = Schema::named(&document, "Error");
    let config = Config { cases: 1_500, failure_persistence: None, ..Config::default() };
    let requests = (select(PATHS), parameters());
    let run = TestRunner::new(config).run(&requests, |(path, mut parameters)| {
        if path == "solve" || path == "line" {
            // What would take long is not asked for.
            parameters.retain(|(name, _)| name != "seconds" && name != "nodes");
            parameters.push(("nodes".into(), "300".into()));
            parameters.push(("seconds".into(), "0.2".into()));
        }
        let query: Vec<_> = parameters
            .iter()
            .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
            .collect();
        let reply = site.get(&format!("/api/v1/{path}?{}", query.join("&")));
        prop_assert_ne!(reply.status.as_u16(), 500, "{:?}", reply);
        prop_assert_ne!(reply.status.as_u16(), 503, "{:?}", reply);
        if !reply.status.is_success() {
            let complaints = error.complaints(&reply.json(), path);
            prop_assert!(complaints.is_empty(), "{:?}", complaints);
        } else if path == "solve" {
            let (name, last) = reply.events().pop().expect("an event");
            prop_assert_eq!(name, "result", "{}", last);
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn no_address_makes_the_server_fall_over() {
    let site = Site::without_tables();
    let config = Config { cases: 1_000, failure_persistence: None, ..Config::default() };
    let header = (
        select(&["host", "if-none-match", "accept", "range", "content-length"][..]),
        "[ -~]{0,40}",
    );
    let requests = ("/[!-~]{0,60}", prop::collection::vec(header, 0..3), "[A-Z]{1,8}");
    let run = TestRunner::new(config).run(&requests, |(address, headers, method)| {
        let Ok(uri) = address.parse::<Uri>() else { return Ok(()) };
        let method = if method.len() < 7 { "GET".to_owned() } else { method };
        let mut request = Request::builder().method(method.as_str()).uri(uri);
        for (name, value) in &headers {
            request = request.header(*name, value);
        }
        let reply = site.send(request.body(Body::empty()).expect("a request"));
        prop_assert!(reply.status.as_u16() < 500, "{:?}", reply);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}
