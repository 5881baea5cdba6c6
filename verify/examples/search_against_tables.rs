//! Compares forward search that has no table at all with tables, position by position: every position of
//! king against king and of two kings against one on 8x8, every one of two kings against two on 6x6, and
//! of the slices of 2 to 4 pieces on 8x8 a seeded sample for each distance, and of draws.
//!
//! `cargo run --release -p retrosolve-verify --example search_against_tables -- [OPTION=VALUE...]`
//!
//! Options: `each=500` (positions for each distance), `furthest=20` (plies), `draws=5000`,
//! `nodes=300000` (limit of a position), `seed=6`, `stride=1` (take each so many positions of the sets
//! that are compared whole), `threads=2`.
//!
//! One solver goes through a slice, so what it has proved of one position helps with the next. A position
//! whose limit strikes counts as not finished; its bounds are compared all the same. The exit code is 1 if
//! anything disagrees.

use std::error::Error;
use std::process::ExitCode;
use std::thread;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use retrosolve_games::checkers::{Board, Checkers, Position};
use retrosolve_games::{Metric, NoTables, Notation, Score, TableValue, Wdl};
use retrosolve_solver::{Options, Solver};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::checkers::{CheckersTables, GenerateOptions, Slice, generate};

/// Positions that are looked at for the sample at most.
const TRIES: u64 = 20_000_000;

/// A position and its score by the table.
type Case = (Position, Score);

/// What came of a set of positions.
#[derive(Default)]
struct Tally {
    compared: u64,
    unfinished: u64,
    wrong: u64,
    nodes: u64,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.compared += other.compared;
        self.unfinished += other.unfinished;
        self.wrong += other.wrong;
        self.nodes += other.nodes;
    }
}

/// The numbers of the options.
struct Numbers {
    each: usize,
    furthest: u16,
    draws: usize,
    nodes: u64,
    seed: u64,
    stride: usize,
    threads: usize,
}

impl Numbers {
    fn read() -> Result<Self, Box<dyn Error>> {
        let (each, furthest, draws, nodes) = (500, 20, 5000, 300_000);
        let mut own = Self { each, furthest, draws, nodes, seed: 6, stride: 1, threads: 2 };
        for arg in std::env::args().skip(1) {
            match arg.split_once('=') {
                Some(("each", value)) => own.each = value.parse()?,
                Some(("furthest", value)) => own.furthest = value.parse()?,
                Some(("draws", value)) => own.draws = value.parse()?,
                Some(("nodes", value)) => own.nodes = value.parse()?,
                Some(("seed", value)) => own.seed = value.parse()?,
                Some(("stride", value)) => own.stride = value.parse::<usize>()?.max(1),
                Some(("threads", value)) => own.threads = value.parse::<usize>()?.max(1),
                _ => return Err(format!("{arg}: no such option").into()),
            }
        }
        Ok(own)
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let numbers = Numbers::read()?;
    let mut whole = Tally::default();
    let eight = tables_of(Board::EIGHT)?;
    for slice in ["k1-k1", "k2-k1", "k1-k2"] {
        let cases = every(&eight, slice.parse()?, numbers.stride)?;
        let tally = compare(&cases, &eight, &numbers);
        whole.add(&tell(&format!("8x8 {slice}, every position"), &cases, tally));
    }
    let six = tables_of(Board::SIX)?;
    let cases = every(&six, "k2-k2".parse()?, numbers.stride)?;
    let tally = compare(&cases, &six, &numbers);
    whole.add(&tell("6x6 k2-k2, every position", &cases, tally));

    let sample = sample(&eight, &numbers)?;
    let tallies = compare(&sample, &eight, &numbers);
    let mut distances: Vec<_> = sample.iter().map(|&(_, score)| score.plies()).collect();
    distances.sort_unstable();
    distances.dedup();
    for plies in distances {
        let of_these = |&(i, _): &(usize, &Tally)| sample[i].1.plies() == plies;
        let mut tally = Tally::default();
        tallies.iter().enumerate().filter(of_these).for_each(|(_, one)| tally.add(one));
        let name = plies.map_or("draws".to_owned(), |plies| format!("decided in {plies} plies"));
        print(&format!("8x8, 2 to 4 pieces, {name}"), &tally);
        whole.add(&tally);
    }
    print("all", &whole);
    Ok(if whole.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// All tables of 2 to 4 pieces with the plies to the end.
fn tables_of(board: Board) -> Result<CheckersTables, Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let options = GenerateOptions { board, metric: Metric::Dtw, ..GenerateOptions::pieces(4) };
    Ok(generate(dir.path(), &options, &Silent)?)
}

/// The positions of a slice, each so many, with their scores.
fn every(
    tables: &CheckersTables,
    slice: Slice,
    stride: usize,
) -> Result<Vec<Case>, Box<dyn Error>> {
    let (index, _) = tables.find(slice).ok_or("the slice has no table")?;
    let positions = index.placements(0..index.len()).step_by(stride);
    positions.map(|placement| case(tables, placement.position(tables.board()))).collect()
}

fn case(tables: &CheckersTables, position: Position) -> Result<Case, Box<dyn Error>> {
    let value = tables.get(&position)?.ok_or("the table has no value")?;
    Ok((position, score(value)))
}

fn score(value: TableValue) -> Score {
    let plies = value.distance.unwrap_or(0);
    match value.wdl {
        Wdl::Win => Score::win_in(plies),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => Score::loss_in(plies),
    }
}

/// So many positions of each distance and of draws, as far as they come up: any slice as often as any
/// other. In the order of slices, so that a solver is of use from one to the next.
fn sample(tables: &CheckersTables, numbers: &Numbers) -> Result<Vec<Case>, Box<dyn Error>> {
    let slices: Vec<_> = tables.tables().map(|(index, _)| index).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(numbers.seed);
    let mut room = vec![numbers.each; usize::from(numbers.furthest) + 1];
    room[0] = 0;
    let mut draws = numbers.draws;
    let mut chosen = Vec::new();
    for _ in 0..TRIES {
        let slice = rng.random_range(0..slices.len());
        let number = rng.random_range(0..slices[slice].len());
        let case = case(tables, slices[slice].unrank(number).position(tables.board()))?;
        let left = match case.1.plies() {
            None => Some(&mut draws),
            Some(plies) => room.get_mut(usize::from(plies)),
        };
        if let Some(left) = left.filter(|left| **left > 0) {
            *left -= 1;
            chosen.push((slice, case));
        }
        if draws == 0 && room.iter().all(|&left| left == 0) {
            break;
        }
    }
    chosen.sort_by_key(|&(slice, _)| slice);
    Ok(chosen.into_iter().map(|(_, case)| case).collect())
}

/// Searches every position; what came of each.
fn compare(cases: &[Case], tables: &CheckersTables, numbers: &Numbers) -> Vec<Tally> {
    let game = Checkers::new(tables.board());
    let share = cases.len().div_ceil(numbers.threads).max(1);
    thread::scope(|scope| {
        let (game, nodes) = (&game, numbers.nodes);
        let search = |cases| scope.spawn(move || search_all(game, cases, nodes));
        let running: Vec<_> = cases.chunks(share).map(search).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        running.into_iter().flat_map(join).collect()
    })
}

fn search_all(game: &Checkers, cases: &[Case], nodes: u64) -> Vec<Tally> {
    let solver = || {
        let options = Options { nodes: Some(nodes), graph_bytes: 1 << 30, ..Options::default() };
        Solver::new(game, &NoTables, options).expect("suits any game")
    };
    let mut solver_of = None;
    let mut search = |&(position, score): &Case| {
        let slice = Slice::of(&position);
        if solver_of.as_ref().is_none_or(|(of, _)| *of != slice) {
            solver_of = Some((slice, solver()));
        }
        let Some((_, solver)) = &mut solver_of else { unreachable!("made above") };
        let answer = solver.solve(&position).expect("no table to fail");
        let found = answer.score();
        let is_right = match found {
            Some(found) => found == score,
            None => answer.bounds.lower <= score && score <= answer.bounds.upper,
        };
        if !is_right {
            let name = game.format_state(&position);
            println!("WRONG {name}: the search says {:?}, the table {score}", answer.bounds);
        }
        Tally {
            compared: 1,
            unfinished: u64::from(found.is_none()),
            wrong: u64::from(!is_right),
            nodes: answer.nodes,
        }
    };
    cases.iter().map(&mut search).collect()
}

/// Adds up and prints.
fn tell(name: &str, cases: &[Case], tallies: Vec<Tally>) -> Tally {
    let mut tally = Tally::default();
    tallies.iter().for_each(|one| tally.add(one));
    debug_assert_eq!(tally.compared as usize, cases.len());
    print(name, &tally);
    tally
}

fn print(name: &str, tally: &Tally) {
    let Tally { compared, unfinished, wrong, nodes } = tally;
    let each = nodes / (*compared).max(1);
    println!(
        "{name:44} {compared:7} compared, {unfinished:5} not finished, {wrong} wrong, {each:8} nodes each"
    );
}
