//! What the answers say.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use super::site::Site;

fn words(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|word| word.as_str().expect("text")).collect()
}

#[test]
fn positions_are_told_by_the_rules() {
    let site = Site::without_tables();
    // Game, board, position, moves; side, how it is over, the winner's line, legal moves.
    type Case = (
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
    );
    let cases: [Case; 9] = [
        ("connect4", "7x6", "", "", "x", "", "", "1 2 3 4 5 6 7"),
        ("connect4", "7x6", "44444", "4", "x", "", "", "1 2 3 5 6 7"),
        ("connect4", "7x6", "1122334", "", "o", "loss", "a1 b1 c1 d1", ""),
        ("connect4", "7x6", "1212121", "", "o", "loss", "a1 a2 a3 a4", ""),
        ("connect4", "4x4", "4444", "", "x", "", "", "1 2 3"),
        ("connect4", "9x6", "9", "8", "x", "", "", "1 2 3 4 5 6 7 8 9"),
        ("checkers", "8x8", "W:W22,K30:B18,11", "", "white", "", "", "22x8"),
        ("checkers", "8x8", "W:W22,K30:B18,11", "22x15x8", "black", "loss", "", ""),
        ("checkers", "4x4", "B:W7,8:B1,2", "", "black", "", "", "1-3 1-4 2-4"),
    ];
    for (game, board, position, moves, side, over, line, legal) in cases {
        let query = format!("game={game}&board={board}&position={position}&moves={moves}");
        let told = site.get(&format!("/api/v1/position?{query}")).ok();
        assert_eq!(told["side"], side, "{query}");
        assert_eq!(told["over"]["result"].as_str().unwrap_or_default(), over, "{query}");
        if !over.is_empty() {
            assert_eq!(words(&told["over"]["line"]).join(" "), line, "{query}");
            assert_ne!(told["over"]["winner"], side, "{query}");
        }
        let names = told["moves"].as_array().expect("moves").iter();
        let names: Vec<_> = names.map(|mv| mv["move"].as_str().expect("a name")).collect();
        let mut expected: Vec<_> = legal.split_whitespace().collect();
        let mut found = names.clone();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{query}");
        // What the position is written as is read again as the same, and so is what moves lead to.
        let again = format!(
            "game={game}&board={board}&position={}",
            told["position"].as_str().expect("text")
        );
        let again = site.get(&format!("/api/v1/position?{again}")).ok();
        assert_eq!((&again["position"], &again["moves"]), (&told["position"], &told["moves"]));
    }
}

#[test]
fn a_capture_names_its_squares_and_a_drop_its_cell() {
    let site = Site::without_tables();
    let told = site.get("/api/v1/position?game=checkers&position=W:W22,K30:B18,11").ok();
    let expected = json!([{
        "move": "22x8", "path": ["22", "15", "8"], "captures": ["11", "18"], "position": "B:W8,K30:B"
    }]);
    assert_eq!(told["moves"], expected);
    let piece = |square: &str| {
        let cells = told["cells"].as_array().expect("cells");
        cells.iter().find(|cell| cell["square"] == square).expect("the square").clone()
    };
    assert_eq!(piece("30"), json!({"square": "30", "column": 3, "row": 8, "piece": "W"}));
    assert_eq!(piece("11"), json!({"square": "11", "column": 6, "row": 3, "piece": "b"}));
    let told = site.get("/api/v1/position?game=connect4&position=44&moves=4").ok();
    assert_eq!(told["played"][0]["path"], json!(["d3"]));
    assert_eq!((&told["columns"], &told["side"]), (&"444".into(), &"o".into()));
    let third = json!({"square": "d3", "column": 4, "row": 4, "piece": "x"});
    assert!(told["cells"].as_array().expect("cells").contains(&third));
}

#[test]
fn the_columns_played_are_known_where_the_text_tells_them() {
    let site = Site::without_tables();
    for (board, position, moves, columns) in [
        ("7x6", "", "", Some("")),
        ("7x6", "44", "1,2", Some("4412")),
        ("7x6", "4,4", "", Some("44")),
        ("4x4", "..../..../..../....", "1", Some("1")),
        ("4x4", "..../..../..../x...", "1", None),
    ] {
        let query = format!("game=connect4&board={board}&position={position}&moves={moves}");
        let told = site.get(&format!("/api/v1/position?{query}")).ok();
        assert_eq!(told["columns"].as_str(), columns, "{query}");
    }
}

#[test]
fn a_position_that_comes_again_is_counted() {
    let site = Site::without_tables();
    let moves = "1-6,32-27,6-1,27-32";
    for (moves, comes) in [(moves.to_owned(), 2), (format!("{moves},{moves}"), 3)] {
        let query = format!("game=checkers&position=B:WK32:BK1&moves={moves}");
        let told = site.get(&format!("/api/v1/position?{query}")).ok();
        assert_eq!(told["comes"], comes);
    }
}

#[test]
fn a_probe_says_what_the_tables_say_and_search_agrees() {
    let site = Site::with_tables();
    let query = "game=checkers&board=4x4&position=B:W7,8:B1,2";
    let probed = site.get(&format!("/api/v1/probe?{query}")).ok();
    assert_eq!((&probed["covered"], &probed["source"]), (&true.into(), &"table".into()));
    let events = site.get(&format!("/api/v1/solve?{query}")).events();
    let [(_, solved)] = &events[..] else { panic!("one event: {events:?}") };
    for key in ["value", "distance", "best", "position", "metric"] {
        assert_eq!(probed[key], solved[key], "{key}");
    }
    let line = site.get(&format!("/api/v1/line?{query}")).ok();
    assert_eq!(line["complete"], probed["value"] != "draw");
    assert_eq!(line["value"], probed["value"]);
    // Without tables the search finds the same.
    let plain = Site::without_tables();
    let events = plain.get(&format!("/api/v1/solve?{query}&mode=strong")).events();
    let (_, searched) = events.last().expect("an event");
    assert_eq!(
        (&searched["value"], &searched["distance"]),
        (&probed["value"], &probed["distance"])
    );
    assert_eq!(searched["source"], "search");
}

#[test]
fn what_no_table_covers_is_not_guessed_at() {
    let site = Site::without_tables();
    let probed = site.get("/api/v1/probe?game=checkers&position=W:WK23,K19:BK28,12").ok();
    assert_eq!((&probed["covered"], &probed["value"]), (&false.into(), &Value::Null));
    let command = probed["generate"]["command"].as_str().expect("a command");
    assert_eq!(command, "retrosolve generate checkers --board 8x8 --slice k2-m1k1");
    // A move that ends the game has its value by the rules, and so has the position before it.
    let probed = site.get("/api/v1/probe?game=connect4&position=112233").ok();
    assert_eq!((&probed["covered"], &probed["source"]), (&true.into(), &"moves".into()));
    assert_eq!((&probed["value"], &probed["distance"]), (&"win".into(), &1.into()));
    assert_eq!((&probed["best"], &probed["score"]), (&json!(["4"]), &18.into()));
    let unknown = probed["moves"].as_array().expect("moves").iter();
    assert_eq!(unknown.filter(|mv| mv["value"].is_null()).count(), 6);
}

#[test]
fn answers_are_kept_and_confirmed_by_their_tag() {
    let site = Site::without_tables();
    for path in ["/", "/api/v1/games", "/api/v1/position?game=checkers", "/api/v1/openapi.json"] {
        let first = site.get(path);
        assert_eq!(first.status, StatusCode::OK, "{path}");
        assert!(first.headers.contains_key("cache-control"), "{path}");
        let tag = first.headers["etag"].to_str().expect("a tag").to_owned();
        for (known, status) in [
            (tag.clone(), StatusCode::NOT_MODIFIED),
            (format!("\"0\", W/{tag}"), StatusCode::NOT_MODIFIED),
            ("\"0\"".to_owned(), StatusCode::OK),
        ] {
            let request = Request::get(path).header("if-none-match", &known);
            let reply = site.send(request.body(Body::empty()).expect("a request"));
            assert_eq!(reply.status, status, "{path} {known}");
            assert_eq!(reply.text.is_empty(), status == StatusCode::NOT_MODIFIED);
        }
        let head = Request::head(path).body(Body::empty()).expect("a request");
        let head = site.send(head);
        assert_eq!((head.status, head.text.as_str()), (StatusCode::OK, ""), "{path}");
    }
}

#[test]
fn every_answer_keeps_pages_safe() {
    let site = Site::without_tables();
    for path in ["/", "/nothing", "/api/v1/games", "/api/v1/probe?game=go"] {
        let reply = site.get(path);
        let policy = reply.headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(reply.headers["x-frame-options"], "DENY", "{path}");
        assert!(!reply.headers.contains_key("access-control-allow-origin"), "{path}");
    }
}

#[test]
fn a_page_of_another_site_gets_nothing() {
    let site = Site::without_tables();
    for (host, status) in [
        ("localhost", 200),
        ("LOCALHOST:8400", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:8400", 200),
        ("example.org", 400),
        ("127.0.0.1.example.org:8400", 400),
        ("", 400),
    ] {
        let request = Request::get("/api/v1/games").header("host", host);
        let reply = site.send(request.body(Body::empty()).expect("a request"));
        assert_eq!(reply.status.as_u16(), status, "{host}");
    }
}

#[test]
fn nothing_but_get_and_head_and_no_body() {
    let site = Site::without_tables();
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH] {
        let request = Request::builder().method(method).uri("/api/v1/games");
        let reply = site.send(request.body(Body::empty()).expect("a request"));
        assert_eq!(reply.code(), "method_not_allowed");
        assert_eq!(reply.headers["allow"], "GET, HEAD");
    }
    let request = Request::get("/api/v1/games").body(Body::from("body")).expect("a request");
    assert_eq!(site.send(request).code(), "method_not_allowed");
}
