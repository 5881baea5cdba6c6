//! Compares every win, draw and loss of the kernel with those of the generic engine, slice by slice.
//!
//! `cargo run --release -p retrosolve-tablegen --example compare_engines -- 5 [8x8]`: all material of up to
//! so many pieces. Tables go to a temporary folder.

use std::error::Error;
use std::time::Instant;

use retrosolve_games::checkers::Board;
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::checkers::{CheckersTables, Engine, GenerateOptions, generate};

/// Entries compared at a time.
const BATCH: u64 = 1 << 18;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let pieces: u8 = arguments.next().as_deref().unwrap_or("4").parse()?;
    let board: Board = arguments.next().as_deref().unwrap_or("8x8").parse()?;
    let out = tempfile::tempdir()?;
    let run = |name: &str, engine| -> Result<CheckersTables, Box<dyn Error>> {
        let start = Instant::now();
        let options = GenerateOptions { board, engine, ..GenerateOptions::pieces(pieces) };
        let tables = generate(out.path().join(name), &options, &Silent)?;
        println!("{engine:?}: {:.1} s", start.elapsed().as_secs_f64());
        Ok(tables)
    };
    let kernel = run("kernel", Engine::Kernel)?;
    let generic = run("generic", Engine::Generic)?;
    println!("slice\tcompared\tdifferent");
    let (mut compared, mut different) = (0, 0);
    for (index, table) in generic.tables() {
        let slice = index.slice();
        let Some((_, other)) = kernel.find(slice) else {
            return Err(format!("the kernel made no slice {slice}").into());
        };
        let mut differ = 0;
        for start in (0..index.len()).step_by(BATCH as usize) {
            let range = start..index.len().min(start + BATCH);
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            table.read_codes(range.clone(), &mut theirs)?;
            other.read_codes(range, &mut ours)?;
            differ += ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs).count();
        }
        println!("{slice}\t{}\t{differ}", index.len());
        compared += index.len();
        different += differ;
    }
    println!("all\t{compared}\t{different}");
    if different > 0 { Err("the engines differ".into()) } else { Ok(()) }
}
