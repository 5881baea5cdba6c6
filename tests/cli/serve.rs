//! The server as a process, asked over the network.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::util::Dir;

/// A server that ends with the test.
struct Server {
    child: Child,
    /// Kept open: it may say more.
    _out: BufReader<ChildStdout>,
    port: u16,
}

impl Server {
    /// Starts one on a free port.
    fn start(dir: &Dir, arguments: &str) -> Self {
        let mut child = dir
            .command(&format!("serve --port 0 {arguments}"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("listening on http://127.0.0.1:");
        let port = address.and_then(|rest| rest.strip_suffix('/')?.parse().ok());
        Self { child, _out: out, port: port.unwrap_or_else(|| panic!("`{line}`")) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        stream
    }

    /// Sends some bytes and gives the status and the body of what comes back.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("bytes are taken");
        let mut reply = Vec::new();
        // A server that refuses may close before it has read all.
        let _ = stream.read_to_end(&mut reply);
        let reply = String::from_utf8(reply).expect("text");
        let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok());
        let (_, body) = reply.split_once("\r\n\r\n").unwrap_or_default();
        (status.unwrap_or_else(|| panic!("`{reply}`")), body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String) {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        self.send(request.as_bytes())
    }

    fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// The result at the end of a search.
    fn solved(&self, query: &str) -> Value {
        let (status, body) = self.get(&format!("/api/v1/solve?{query}"));
        assert_eq!(status, 200, "{body}");
        let (_, result) = body.rsplit_once("event: result\ndata: ").expect("a result");
        serde_json::from_str(result.lines().next().expect("a line")).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn without_tables_small_boards_are_searched_and_the_way_to_tables_is_told() {
    let dir = Dir::new();
    let server = Server::start(&dir, "");
    let (status, page) = server.get("/");
    assert!(status == 200 && page.contains("<title>"), "{page}");
    assert_eq!(server.json("/api/v1/tables")["sets"], serde_json::json!([]));
    let probed = server.json("/api/v1/probe?game=checkers&board=4x4");
    assert_eq!((&probed["covered"], &probed["value"]), (&false.into(), &Value::Null));
    let command = probed["generate"]["command"].as_str().expect("a command").to_owned();
    let by_search = server.solved("game=checkers&board=4x4");
    assert_eq!((&by_search["exact"], &by_search["source"]), (&true.into(), &"search".into()));
    drop(server);
    // The command that it tells makes them.
    dir.run(command.strip_prefix("retrosolve ").expect("the name")).succeeds();
    let server = Server::start(&dir, "");
    let probed = server.json("/api/v1/probe?game=checkers&board=4x4");
    assert_eq!((&probed["covered"], &probed["value"]), (&true.into(), &by_search["value"]));
}

#[test]
fn a_probe_and_a_search_are_those_of_the_command() {
    let dir = Dir::new();
    dir.run("generate checkers --pieces 3").succeeds();
    let server = Server::start(&dir, "--io read");
    let position = "W:WK23,19:BK12";
    let command = dir.run(&format!("probe checkers {position} --json")).json();
    let served = server.json(&format!("/api/v1/probe?game=checkers&position={position}"));
    for key in
        ["game", "board", "position", "value", "distance", "metric", "best", "moves", "exact"]
    {
        assert_eq!(served[key], command[key], "{key}");
    }
    let command = dir.run("solve connect4 --board 5x4 1 --scores --json").json();
    let served = server.solved("game=connect4&board=5x4&position=1");
    for (key, value) in command.as_object().expect("an object") {
        if key != "seconds" && key != "nodes" {
            assert_eq!(&served[key], value, "{key}");
        }
    }
}

#[test]
fn slow_and_wordy_clients_are_turned_away_and_disturb_nobody() {
    let dir = Dir::new();
    let server = Server::start(&dir, "");
    // Heads that never end, and one that has but begun.
    let hung: Vec<_> = (0..40)
        .map(|i| {
            let mut stream = server.connect();
            stream
                .write_all(&b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "[..i + 1])
                .expect("taken");
            stream
        })
        .collect();
    let start = Instant::now();
    for _ in 0..20 {
        assert_eq!(server.get("/api/v1/probe?game=connect4&position=112233").0, 200);
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    drop(hung);
    let long = "1".repeat(9_000);
    assert_eq!(server.get(&format!("/api/v1/position?game=connect4&position={long}")).0, 414);
    let wordy =
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {}\r\n\r\n", "a".repeat(40_000));
    assert_eq!(server.send(wordy.as_bytes()).0, 431);
    let body =
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody";
    assert_eq!(server.send(body).0, 405);
    assert_eq!(server.send(b"what is this?\r\n\r\n").0, 400);
    assert_eq!(server.get("/").0, 200);
}

#[test]
fn a_client_that_goes_away_leaves_its_place() {
    let dir = Dir::new();
    let server = Server::start(&dir, "--threads 1 --memory 16M");
    for _ in 0..3 {
        let mut stream = server.connect();
        let request = "GET /api/v1/solve?game=connect4&board=8x7&seconds=600 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        stream.write_all(request.as_bytes()).expect("taken");
        let mut first = [0; 12];
        stream.read_exact(&mut first).expect("a status");
        assert_eq!(&first, b"HTTP/1.1 200");
        stream.shutdown(Shutdown::Both).expect("closed");
    }
    assert_eq!(server.solved("game=connect4&board=4x4")["value"], "draw");
}

#[cfg(unix)]
#[test]
fn told_to_end_it_ends_soon_and_well() {
    let dir = Dir::new();
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&dir, "");
        // One idle connection, and one with a search under way.
        let _idle = server.connect();
        let mut searching = server.connect();
        let request = "GET /api/v1/solve?game=connect4&board=8x7&seconds=600 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        searching.write_all(request.as_bytes()).expect("taken");
        let mut first = [0; 12];
        searching.read_exact(&mut first).expect("a status");
        let pid = server.child.id().to_string();
        let start = Instant::now();
        let sent = std::process::Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("kill runs").success());
        let status = server.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{signal}");
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        let mut rest = String::new();
        searching.read_to_string(&mut rest).expect("text");
        assert!(rest.contains("event: result") && rest.contains("\"stopped\""), "{rest}");
    }
}

#[test]
fn what_cannot_be_served_is_said_in_one_line() {
    let dir = Dir::new();
    let server = Server::start(&dir, "");
    let port = server.port.to_string();
    dir.run(&format!("serve --port {port}")).fails(1, &["cannot listen on", &port, "--port 0"]);
    dir.run("serve --listen nowhere").fails(2, &["--listen"]);
    dir.run("serve --port 70000").fails(2, &["--port"]);
    dir.write("file", "no folder");
    dir.run("serve --port 0 --tables file").fails(1, &["file", "neither a folder"]);
    dir.run("generate checkers --pieces 2").succeeds();
    dir.write("data/tables/checkers-8x8-dtw/manifest.json", "{");
    dir.run("serve --port 0").fails(1, &["manifest"]);
}
