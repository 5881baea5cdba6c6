//! The description of the interface, held against the server.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::Value;

use super::schema::Schema;
use super::site::Site;
use crate::serve::router::OPENAPI;

/// The paths of the router, as its source names them.
fn routed() -> BTreeSet<&'static str> {
    let source = include_str!("../router.rs");
    let named = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    named.filter(|path| path.starts_with("/api/")).collect()
}

fn document() -> Value {
    serde_json::from_str(OPENAPI).expect("the description is JSON")
}

/// The query that the examples of the parameters make.
fn example_query(operation: &Value) -> String {
    let parameters = operation["parameters"].as_array().expect("parameters");
    let pair = |parameter: &Value| {
        let name = parameter["name"].as_str().expect("a name");
        parameter["example"].as_str().map(|example| format!("{name}={example}"))
    };
    parameters.iter().filter_map(pair).collect::<Vec<_>>().join("&")
}

#[track_caller]
fn check(schema: &Schema<'_>, value: &Value, what: &str) {
    let complaints = schema.complaints(value, what);
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn every_path_is_described_and_every_path_described_is_there() {
    let document = document();
    let described = document["paths"].as_object().expect("paths");
    let mut described: BTreeSet<_> = described.keys().map(String::as_str).collect();
    described.insert("/api/v1/openapi.json");
    assert_eq!(described, routed());
}

#[test]
fn answers_have_the_fields_that_are_described() {
    let document = document();
    let site = Site::with_tables();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let operation = &methods["get"];
        let (kind, content) = operation["responses"]["200"]["content"]
            .as_object()
            .and_then(|content| content.iter().next())
            .expect("the kind of answer");
        let schema = Schema::new(&document, &content["schema"]);
        let reply = site.get(&format!("{path}?{}", example_query(operation)));
        assert_eq!(reply.headers["content-type"], kind.as_str(), "{path}: {reply:?}");
        if kind == "text/event-stream" {
            let (name, result) = reply.events().pop().expect("an event");
            assert_eq!(name, "result");
            check(&schema, &result, path);
        } else {
            check(&schema, &reply.ok(), path);
            check(&schema, &content["example"], &format!("example of {path}"));
        }
    }
}

#[test]
fn the_games_and_tables_told_are_those_described_and_loaded() {
    let document = document();
    let site = Site::with_tables();
    let games = site.get("/api/v1/games").ok();
    for (game, board, metric) in [("connect4", "4x4", "wdl"), ("checkers", "4x4", "dtw")] {
        let of_game = games["games"].as_array().expect("games");
        let of_game = of_game.iter().find(|g| g["game"] == game).expect("the game");
        let boards = of_game["boards"].as_array().expect("boards");
        let found = boards.iter().find(|b| b["board"] == board).expect("the board");
        assert_eq!(found["tables"], serde_json::json!([metric]), "{game}");
    }
    let tables = site.get("/api/v1/tables").ok();
    check(&Schema::named(&document, "Tables"), &tables, "tables");
    let checkers = tables["sets"].as_array().expect("sets").iter();
    let checkers = checkers.clone().find(|set| set["game"] == "checkers").expect("a set");
    assert_eq!(checkers["folder"], "checkers-4x4-dtw");
    // The longest win of each slice is one, and as long.
    let mut positions = 0;
    for slice in checkers["slices"].as_array().expect("slices") {
        let Some(plies) = slice["longest_win"].as_u64() else { continue };
        let name = slice["slice"].as_str().expect("a name");
        let query = format!("game=checkers&board=4x4&metric=dtw&slice={name}&count=2");
        let longest = site.get(&format!("/api/v1/longest?{query}")).ok();
        check(&Schema::named(&document, "Longest"), &longest, "longest");
        for position in longest["positions"].as_array().expect("positions") {
            let position = position.as_str().expect("a position");
            let query = format!("game=checkers&board=4x4&position={position}");
            let probed = site.get(&format!("/api/v1/probe?{query}")).ok();
            assert_eq!(
                (&probed["value"], probed["distance"].as_u64()),
                (&"win".into(), Some(plies))
            );
            positions += 1;
        }
    }
    assert!(positions > 5, "{positions}");
}

#[test]
fn errors_have_the_fields_that_are_described() {
    let document = document();
    let schema = Schema::named(&document, "Error");
    let site = Site::without_tables();
    let long = "1".repeat(2_001);
    let longer = "1".repeat(9_000);
    for (path, status, code) in [
        ("/api/v1/position", 400, "bad_request"),
        ("/api/v1/position?game=connect4&game=checkers", 400, "bad_request"),
        ("/api/v1/position?game=connect4&depth=4", 400, "bad_request"),
        ("/api/v1/position?game=go", 400, "unknown_game"),
        ("/api/v1/position?game=connect4&board=20x20", 400, "unknown_board"),
        ("/api/v1/position?game=checkers&board=..%2F..", 400, "unknown_board"),
        ("/api/v1/position?game=connect4&position=8", 422, "bad_position"),
        ("/api/v1/position?game=checkers&position=W:W1:B2", 422, "bad_position"),
        ("/api/v1/position?game=connect4&moves=1,9", 422, "bad_move"),
        (&format!("/api/v1/position?game=connect4&position={long}"), 414, "too_long"),
        (&format!("/api/v1/position?game=connect4&moves={longer}"), 414, "too_long"),
        ("/api/v1/solve?game=connect4&seconds=0", 400, "bad_request"),
        ("/api/v1/solve?game=connect4&seconds=NaN", 400, "bad_request"),
        ("/api/v1/solve?game=connect4&seconds=1e9", 400, "bad_request"),
        ("/api/v1/solve?game=connect4&nodes=-1", 400, "bad_request"),
        ("/api/v1/solve?game=connect4&mode=best", 400, "bad_request"),
        ("/api/v1/solve?game=checkers&position=x", 422, "bad_position"),
        ("/api/v1/line?game=checkers&position=x", 422, "bad_position"),
        ("/api/v1/longest?game=checkers&metric=dtw&slice=..%2Fx", 400, "unknown_table"),
        ("/api/v2/games", 404, "not_found"),
        ("/%2e%2e/%2e%2e/etc/passwd", 404, "not_found"),
    ] {
        let reply = site.get(path);
        assert_eq!((reply.status.as_u16(), &*reply.code()), (status, code), "{path}");
        assert_eq!(reply.headers["content-type"], "application/json");
        check(&schema, &reply.json(), path);
    }
    let reply = site.get("/api/v1/position?game=checkers&position=W:W22:BK30,30");
    assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(reply.json()["error"]["column"], 12, "{reply:?}");
    let reply = site.get("/api/v1/position?game=connect4&position=4&moves=4,4,4,4,4,4");
    assert_eq!(reply.json()["error"]["move"], 6, "{reply:?}");
}

#[test]
fn a_search_tells_how_far_it_is() {
    let document = document();
    let site = Site::without_tables();
    let events = site.get("/api/v1/solve?game=connect4&board=8x7&seconds=0.8").events();
    let (last, before) = events.split_last().expect("events");
    assert!(!before.is_empty(), "{events:?}");
    for (name, progress) in before {
        assert_eq!(name, "progress");
        check(&Schema::named(&document, "Progress"), progress, "progress");
        assert_eq!(progress["moves"].as_array().map(Vec::len), Some(8));
    }
    let (name, result) = last;
    assert_eq!((name.as_str(), &result["stopped"]), ("result", &"time limit".into()));
    assert_eq!(result["exact"], false);
    check(&Schema::named(&document, "Report"), result, "result");
}
