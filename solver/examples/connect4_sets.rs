//! Measures the Connect Four engine on files of positions: `COLUMNS-PLAYED [SCORE]` a line, the score
//! in stones. Without files it solves the empty board.
//!
//! `cargo run --release -p retrosolve-solver --example connect4_sets -- [OPTION=VALUE...] [FILE...]`
//!
//! Options: `board=7x6`, `mib=64` (the large table), `first=200` (lines a file), `rounds=1`,
//! `threads=1`, `mode=strong|weak`, `code=avx512|avx2|portable`.
//!
//! Tables are cleared before each position, untimed. Two times are printed: the wall time of a position,
//! the least of its rounds, which is right for short searches on a busy machine; and the processor time
//! of the (first) thread, the mean of the rounds, which is right for long ones (Linux only, and counted
//! in steps of a few milliseconds). `print=yes` prints the fingerprint of the fixed workload instead.

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use retrosolve_games::Notation;
use retrosolve_games::connect4::{Board, ConnectFour};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Code, Engine, Limits, fingerprint};

fn main() -> Result<(), Box<dyn Error>> {
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.contains('='));
    let option = |name: &str, default: &str| {
        let given = options.iter().find_map(|o| o.strip_prefix(name)?.strip_prefix('='));
        given.unwrap_or(default).to_string()
    };
    if option("print", "no") == "yes" {
        for code in Code::ALL.into_iter().filter(|code| code.is_available()) {
            let (print, time) = fingerprint(code)?;
            println!("{}: {print:?} in {time:.2?}", code.name());
        }
        return Ok(());
    }
    let board: Board = option("board", "7x6").parse()?;
    let rules = ConnectFour::new(board);
    let mut engine = Engine::new(board, option("mib", "64").parse::<usize>()? << 20)?;
    engine.set_threads(option("threads", "1").parse()?)?;
    if let Some(code) = Code::from_name(&option("code", Code::best().name())) {
        engine.set_code(code);
    }
    let mode = if option("mode", "strong") == "weak" { Mode::Weak } else { Mode::Strong };
    let rounds: u32 = option("rounds", "1").parse()?;
    let first: usize = option("first", "200").parse()?;

    let mut sets = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file)?;
        sets.push((file.clone(), text.lines().take(first).map(String::from).collect()));
    }
    if sets.is_empty() {
        sets.push((format!("empty {board}"), vec![String::new()]));
    }
    for (name, lines) in sets {
        let (mut nodes, mut time, mut wrong) = (0, Duration::ZERO, 0);
        let mut processor = Duration::ZERO;
        let mut last = String::new();
        for line in &lines {
            let (moves, expected) = line.split_once(' ').unwrap_or((line, ""));
            let position = rules.parse_state(moves)?;
            let mut least = Duration::MAX;
            let mut found = None;
            for _ in 0..rounds.max(1) {
                engine.clear();
                let (start, used) = (Instant::now(), processor_time());
                found = Some(engine.score(position, mode, &Limits::default()));
                least = least.min(start.elapsed());
                processor += (processor_time() - used) / rounds.max(1);
            }
            let Some(found) = found else { continue };
            nodes += found.nodes;
            time += least;
            let stones = |score| board.stone_score(position.stones(), score);
            let (lower, upper) = (stones(found.bounds.lower), stones(found.bounds.upper));
            last = format!("{lower}..{upper}");
            if let Ok(expected) = expected.trim().parse::<i32>() {
                let right = match mode {
                    Mode::Strong => (lower, upper) == (expected, expected),
                    Mode::Weak => {
                        lower.signum() == expected.signum() && upper.signum() == expected.signum()
                    }
                };
                wrong += u32::from(!right);
            }
        }
        let count = lines.len() as f64;
        println!(
            "{name}: {} positions, {:.1} nodes, {:.2} us wall, {:.2} us processor a position, \
             {wrong} wrong, last {last}",
            lines.len(),
            nodes as f64 / count,
            time.as_secs_f64() * 1e6 / count,
            processor.as_secs_f64() * 1e6 / count,
        );
    }
    Ok(())
}

/// The time that this thread has had a processor; zero where the system does not tell.
fn processor_time() -> Duration {
    let status = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = status.split_whitespace().next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
