//! What tables and books at its leaves are worth to the Connect Four engine: a table in Markdown.
//!
//! `cargo run --release --example connect4_leaves -- FOLDER [OPTION=VALUE...] [POSITION...]`
//!
//! FOLDER is one that `retrosolve generate connect4` made: of a board, under a root, or a book. Without
//! positions (columns played), `count=50` of those that play reaches after `plies=6` plies, evenly spread
//! over all. `down_to=20`: positions with fewer empty cells are not looked up. `mib=64` is the size of the transposition table, cleared before each position, untimed. One
//! thread; the time is the processor's where the system tells it. Values with and without are compared.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{Game, Metric, Notation, Probe, ZeroSum};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, Limits};
use retrosolve_tablegen::connect4::book::Book;
use retrosolve_tablegen::connect4::{Connect4Tables, Ground};
use retrosolve_tablegen::{Io, TableFolder};

fn main() -> Result<(), Box<dyn Error>> {
    let (options, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.contains('='));
    let option = |name: &str, default: &str| {
        let given = options.iter().find_map(|o| o.strip_prefix(name)?.strip_prefix('='));
        given.unwrap_or(default).to_string()
    };
    let (folder, positions) = words.split_first().ok_or("say which folder of tables")?;
    let (board, name, tables) = open(Path::new(folder))?;
    let game = ConnectFour::new(board);
    let positions = match positions {
        [] => spread(&game, option("plies", "6").parse()?, option("count", "50").parse()?),
        words => words.iter().map(|word| game.parse_state(word)).collect::<Result<_, _>>()?,
    };
    let mut engine = Engine::new(board, option("mib", "64").parse::<usize>()? << 20)?;
    engine.set_tables_down_to(option("down_to", "20").parse()?);

    println!(
        "| {name}, {} positions | nodes without | with | time without | with |",
        positions.len()
    );
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (mode, what) in [(Mode::Weak, "who wins"), (Mode::Strong, "exact scores")] {
        let (mut nodes, mut times) = ([0, 0], [Duration::ZERO; 2]);
        for &position in &positions {
            engine.clear();
            let start = Clock::now();
            let plain = engine.score(position, mode, &Limits::default());
            times[0] += start.elapsed();
            engine.clear();
            let start = Clock::now();
            let over = engine.score_over(&*tables, position, mode, &Limits::default())?;
            times[1] += start.elapsed();
            let same = match mode {
                Mode::Weak => plain.bounds.wdl() == over.bounds.wdl(),
                Mode::Strong => plain.bounds == over.bounds,
            };
            if !same {
                let position = game.format_state(&position);
                return Err(format!("{position}: {:?}, not {:?}", over, plain).into());
            }
            nodes = [nodes[0] + plain.nodes, nodes[1] + over.nodes];
        }
        let count = positions.len().max(1) as f64;
        let [without, with] = nodes.map(|nodes| nodes as f64 / count);
        let [slow, fast] = times.map(|time| time.as_secs_f64() * 1e3 / count);
        println!("| {what} | {without:.0} | {with:.0} | {slow:.3} ms | {fast:.3} ms |");
    }
    Ok(())
}

/// The board, a name and the tables of a folder.
fn open(dir: &Path) -> Result<(Board, String, Box<dyn Probe<ConnectFour>>), Box<dyn Error>> {
    let folder = TableFolder::open(dir)?;
    let set = folder.set();
    if set.metric == Metric::Dtw {
        let book = Book::open(set.board.parse()?, dir, Io::Map)?;
        let name = format!("{}, book to ply {}", book.board(), book.last_ply().unwrap_or(0));
        return Ok((book.board(), name, Box::new(book)));
    }
    let ground: Ground = set.board.parse()?;
    let tables = Connect4Tables::open_under(&ground, dir, Io::Map)?;
    Ok((ground.board(), format!("tables of {ground}"), Box::new(tables)))
}

/// About so many of the positions after some plies that are not finished, mirror images as one.
fn spread(game: &ConnectFour, plies: u32, count: usize) -> Vec<Position> {
    let mut layer = vec![Position::EMPTY];
    for _ in 0..plies {
        let mut next = Vec::new();
        for position in &layer {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            next.extend(moves.iter().map(|&mv| game.canonical(&game.play(position, mv))));
        }
        next.retain(|position| game.outcome(position).is_none());
        next.sort_unstable();
        next.dedup();
        layer = next;
    }
    let step = layer.len().div_ceil(count.max(1)).max(1);
    layer.into_iter().step_by(step).collect()
}

/// The time that this thread has had a processor, or the time by the clock where the system does not
/// tell.
struct Clock(Option<Duration>, Instant);

impl Clock {
    fn now() -> Self {
        let status = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = status.split_whitespace().next().and_then(|word| word.parse().ok());
        Self(nanoseconds.map(Duration::from_nanos), Instant::now())
    }

    fn elapsed(&self) -> Duration {
        match (self.0, Self::now().0) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.1.elapsed(),
        }
    }
}
