//! Solves checkers positions by forward search over the tables of growing numbers of pieces, and says what
//! each size costs: the value must be the same over all of them, and as the file says.
//!
//! `cargo run --release -p retrosolve-verify --example search_over_tables -- [OPTION=VALUE...] [FILE]`
//!
//! A file has a position and, if it is known, its value on each line (`data/checkers-positions.tsv`).
//! Without one, the positions are random: 8 to 10 pieces, as even as they can be, one in three a king.
//!
//! Options: `tables=DIR` (needed: a folder of one set), `board=8x8`, `sizes=2,3,4,5,6` (pieces in the
//! tables), `seconds=60` and `nodes=N` (limits of a position), `threads=1`, `pieces=8-10`, `count=100` and
//! `seed=6` (of random positions), `without=quiescence,ordering,transpositions`, `print=no` (no line for
//! each position). The exit code is 1 if anything disagrees.

use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::checkers::{Board, Checkers, Color, Position};
use retrosolve_games::{Notation, Probe, ProbeError, TableValue, Wdl, ZeroSum};
use retrosolve_solver::{Mode, Options, Techniques, solve};
use retrosolve_tablegen::checkers::CheckersTables;
use retrosolve_tablegen::format::Io;

/// What is asked for.
struct Wish {
    tables: String,
    board: Board,
    sizes: Vec<u32>,
    pieces: (u32, u32),
    count: usize,
    seed: u64,
    is_printed: bool,
    file: Option<String>,
    options: Options<Position>,
}

impl Wish {
    fn read() -> Result<Self, Box<dyn Error>> {
        let mut options = Options { mode: Mode::Weak, one_move: true, ..Options::default() };
        options.time = Some(Duration::from_secs(60));
        let mut own = Self {
            tables: String::new(),
            board: Board::EIGHT,
            sizes: vec![2, 3, 4, 5, 6],
            pieces: (8, 10),
            count: 100,
            seed: 6,
            is_printed: true,
            file: None,
            options,
        };
        for arg in std::env::args().skip(1) {
            match arg.split_once('=') {
                Some(("tables", value)) => own.tables = value.to_owned(),
                Some(("board", value)) => own.board = value.parse()?,
                Some(("sizes", value)) => {
                    own.sizes = value.split(',').map(str::parse).collect::<Result<_, _>>()?;
                }
                Some(("seconds", value)) => {
                    own.options.time = Some(Duration::from_secs(value.parse()?));
                }
                Some(("nodes", value)) => own.options.nodes = Some(value.parse()?),
                Some(("threads", value)) => own.options.threads = value.parse()?,
                Some(("pieces", value)) => {
                    let (least, most) = value.split_once('-').unwrap_or((value, value));
                    own.pieces = (least.parse()?, most.parse()?);
                }
                Some(("count", value)) => own.count = value.parse()?,
                Some(("seed", value)) => own.seed = value.parse()?,
                Some(("print", value)) => own.is_printed = value != "no",
                Some(("without", value)) => own.options.techniques = without(value)?,
                Some(_) => return Err(format!("{arg}: no such option").into()),
                None => own.file = Some(arg),
            }
        }
        if own.tables.is_empty() {
            return Err("say where tables are: tables=DIR".into());
        }
        Ok(own)
    }
}

fn without(names: &str) -> Result<Techniques, Box<dyn Error>> {
    let mut techniques = Techniques::default();
    for name in names.split(',') {
        match name {
            "quiescence" => techniques.quiescence = false,
            "ordering" => techniques.ordering = false,
            "transpositions" => techniques.transpositions = false,
            _ => return Err(format!("{name}: no such technique").into()),
        }
    }
    Ok(techniques)
}

/// The tables of at most so many pieces.
struct UpTo<'a> {
    tables: &'a CheckersTables,
    pieces: u32,
}

impl Probe<Checkers> for UpTo<'_> {
    fn probe(&self, game: &Checkers, state: &Position) -> Result<Option<TableValue>, ProbeError> {
        if state.count() > self.pieces { Ok(None) } else { self.tables.probe(game, state) }
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let wish = Wish::read()?;
    let game = Checkers::new(wish.board);
    let tables = CheckersTables::open(&wish.tables, Io::Map)?;
    let positions = match &wish.file {
        Some(file) => of_file(&game, file)?,
        None => (0..wish.count as u64).map(|i| (random(&game, &wish, i), None)).collect(),
    };
    let mut wrong = 0;
    let mut totals = vec![(0, 0, 0.0); wish.sizes.len()];
    for (position, known) in &positions {
        let mut known = *known;
        let mut words = Vec::new();
        for (&pieces, (finished, nodes, seconds)) in wish.sizes.iter().zip(&mut totals) {
            let answer = solve(&game, &UpTo { tables: &tables, pieces }, position, &wish.options)?;
            let time = answer.time.as_secs_f64();
            *nodes += answer.nodes;
            *seconds += time;
            let found = answer.wdl().map_or("-", Wdl::name);
            if let Some(wdl) = answer.wdl() {
                *finished += 1;
                wrong += u64::from(known.is_some_and(|known| known != wdl));
                known = Some(wdl);
            }
            words.push(format!("{pieces}: {found} {} nodes {time:.2} s", answer.nodes));
        }
        if wish.is_printed {
            println!("{:44} {}", game.format_state(position), words.join(" | "));
        }
    }
    println!("{} positions", positions.len());
    for (pieces, (finished, nodes, seconds)) in wish.sizes.iter().zip(totals) {
        println!(
            "over {pieces:2} pieces: {finished:4} finished, {nodes:12} nodes, {seconds:9.2} s"
        );
    }
    println!("{wrong} disagree");
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

type Known = (Position, Option<Wdl>);

/// The positions of a file: the first column, and the value in the second if there is one.
fn of_file(game: &Checkers, file: &str) -> Result<Vec<Known>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for line in fs::read_to_string(file)?.lines() {
        let mut columns = line.split('\t');
        let fen = columns.next().unwrap_or_default();
        if fen.is_empty() || fen.starts_with('#') || fen == "fen" {
            continue;
        }
        let known = columns.next().and_then(|name| match name {
            "win" => Some(Wdl::Win),
            "draw" => Some(Wdl::Draw),
            "loss" => Some(Wdl::Loss),
            _ => None,
        });
        positions.push((game.parse_state(fen)?, known));
    }
    Ok(positions)
}

/// The random position of a number, in which the side to move has a move.
fn random(game: &Checkers, wish: &Wish, number: u64) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(wish.seed << 32 | number);
    let board = game.board();
    let mut squares: Vec<_> = (1..=board.squares()).collect();
    loop {
        let count = rng.random_range(wish.pieces.0..=wish.pieces.1);
        squares.shuffle(&mut rng);
        let white = count / 2 + count % 2 * rng.random_range(0..=1);
        let mut sides = [String::new(), String::new()];
        for (i, &square) in squares.iter().take(count as usize).enumerate() {
            let color = if (i as u32) < white { Color::White } else { Color::Black };
            let bit = board.bit(square).unwrap_or(0);
            let is_king = bit & board.crown_row(color) != 0 || rng.random_ratio(1, 3);
            let side = &mut sides[usize::from(color == Color::Black)];
            let comma = if side.is_empty() { "" } else { "," };
            *side += &format!("{comma}{}{square}", if is_king { "K" } else { "" });
        }
        let turn = if rng.random_bool(0.5) { "W" } else { "B" };
        let fen = format!("{turn}:W{}:B{}", sides[0], sides[1]);
        if let Ok(position) = game.parse_state(&fen)
            && game.outcome(&position).is_none()
        {
            return position;
        }
    }
}
