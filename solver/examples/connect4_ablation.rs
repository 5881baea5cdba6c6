//! What each part of the Connect Four engine is worth, in nodes and time: a table in Markdown.
//!
//! `cargo run --release -p retrosolve-solver --features ablation --example connect4_ablation -- [OPTION=VALUE...]`
//!
//! Options: `kinds=middle-medium:200,begin-medium:40,begin-hard:6` (generated positions and how many of
//! each), `seed=5`, `mib=64`, `empty=no|yes` (also the empty 7x6 board), `rounds=1` (the least time of so
//! many counts).
//!
//! Every row is the whole engine with one part left out, or another driver. One thread, exact scores, the
//! tables cleared before each position, untimed; every score is compared with that of the whole engine.
//! Nodes do not depend on the machine; times need a quiet one.

use std::error::Error;
use std::time::{Duration, Instant};

use retrosolve_games::Score;
use retrosolve_games::connect4::{Board, Position};
use retrosolve_solver::Mode;
use retrosolve_solver::connect4::{Engine, Kind, Limits, Strategy, Technique};

/// Positions with their values.
struct Set {
    name: String,
    positions: Vec<(Position, Score)>,
}

/// What a set took.
#[derive(Clone, Copy)]
struct Cost {
    nodes: u64,
    time: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: &str| {
        let given = options.iter().find_map(|o| o.strip_prefix(name)?.strip_prefix('='));
        given.unwrap_or(default).to_string()
    };
    let bytes = option("mib", "64").parse::<usize>()? << 20;
    let (seed, rounds) = (option("seed", "5").parse()?, option("rounds", "1").parse::<u32>()?);
    let board = Board::STANDARD;
    let mut engine = Engine::new(board, bytes)?;

    let mut sets = Vec::new();
    let kinds = option("kinds", "middle-medium:200,begin-medium:40,begin-hard:6");
    for words in kinds.split(',').filter(|words| !words.is_empty()) {
        let (name, count) = words.split_once(':').ok_or("say kinds=NAME:COUNT,...")?;
        let kind = Kind::from_name(name).ok_or_else(|| format!("no kind {name}"))?;
        let positions = kind.positions(&mut engine, seed, count.parse()?);
        sets.push(Set { name: format!("{name}, {count}"), positions });
    }
    if option("empty", "no") == "yes" {
        let outcome = engine.score(Position::EMPTY, Mode::Strong, &Limits::default());
        let score = outcome.bounds.score().ok_or("the empty board is not solved")?;
        sets.push(Set { name: "empty 7x6".into(), positions: vec![(Position::EMPTY, score)] });
    }

    let names: Vec<_> = sets.iter().map(|set| format!(" {}: nodes | time |", set.name)).collect();
    println!("| |{}", names.concat());
    println!("| --- |{}", " ---: | ---: |".repeat(sets.len()));
    let whole = measure(&mut engine, &sets, rounds)?;
    let cells = whole.iter().zip(&sets).map(|(cost, set)| {
        let count = set.positions.len() as f64;
        let milliseconds = cost.time.as_secs_f64() * 1e3 / count;
        format!(" {:.0} | {milliseconds:.3} ms |", cost.nodes as f64 / count)
    });
    println!("| the whole engine, a position |{}", cells.collect::<String>());
    for technique in Technique::ALL {
        let mut engine = Engine::new(board, bytes)?;
        engine.leave_out(technique);
        row(
            &format!("without {}", technique.name()),
            &whole,
            &measure(&mut engine, &sets, rounds)?,
        );
    }
    for strategy in Strategy::ALL.into_iter().filter(|&strategy| strategy != Strategy::default()) {
        engine.set_driver(strategy);
        row(&format!("driver: {}", strategy.name()), &whole, &measure(&mut engine, &sets, rounds)?);
    }
    Ok(())
}

/// Solves all positions of each set.
fn measure(engine: &mut Engine, sets: &[Set], rounds: u32) -> Result<Vec<Cost>, Box<dyn Error>> {
    let mut costs = Vec::new();
    for set in sets {
        let mut cost = Cost { nodes: 0, time: Duration::ZERO };
        for &(position, score) in &set.positions {
            let mut least = Duration::MAX;
            let mut nodes = 0;
            for _ in 0..rounds.max(1) {
                engine.clear();
                let start = Instant::now();
                let found = engine.score(position, Mode::Strong, &Limits::default());
                least = least.min(start.elapsed());
                nodes = found.nodes;
                if found.bounds.score() != Some(score) {
                    return Err(format!("{position:?}: {:?}, not {score}", found.bounds).into());
                }
            }
            cost.nodes += nodes;
            cost.time += least;
        }
        costs.push(cost);
    }
    Ok(costs)
}

/// Prints how much more than the whole engine something takes.
fn row(name: &str, whole: &[Cost], costs: &[Cost]) {
    let more = |part: f64, whole: f64| 100.0 * (part / whole.max(f64::MIN_POSITIVE) - 1.0);
    let cells = costs.iter().zip(whole).map(|(cost, whole)| {
        let nodes = more(cost.nodes as f64, whole.nodes as f64);
        let time = more(cost.time.as_secs_f64(), whole.time.as_secs_f64());
        format!(" {nodes:+.0} % | {time:+.0} % |")
    });
    println!("| {name} |{}", cells.collect::<String>());
}
