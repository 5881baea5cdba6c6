//! Rates of the checkers kernel: `kernel_rates PIECES [BOARD] [portable] [detail] [store=FOLDER,GIGABYTES]`.
//!
//! Solves all material of two and more pieces, on the threads of `RAYON_NUM_THREADS`, and prints the CPU
//! seconds and million values a CPU second: with `detail` for every pair, else for every number of pieces.
//! Tables stay in memory, or are kept in a folder with so much memory for them.

use std::time::Instant;

use retrosolve_games::checkers::Board;
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::checkers::{Kernel, KernelPath, leads_to, pairs_up_to};

/// The user time of this process in seconds, where the system tells.
fn cpu() -> f64 {
    let ticks = std::fs::read_to_string("/proc/self/stat")
        .ok()
        .and_then(|stat| stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<f64>().ok());
    ticks.map_or(f64::NAN, |ticks| ticks / 100.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    let pieces: u8 = arguments.first().map_or(Ok(5), |word| word.parse())?;
    let board = arguments.iter().find_map(|word| word.parse().ok()).unwrap_or(Board::EIGHT);
    let path = if has("portable") { KernelPath::Portable } else { KernelPath::Native };
    let mut kernel = Kernel::new(board, pieces, path);
    if let Some(store) = arguments.iter().find_map(|word| word.strip_prefix("store=")) {
        let (folder, gigabytes) = store.split_once(',').ok_or("store=FOLDER,GIGABYTES")?;
        kernel.store_in(folder.into(), (gigabytes.parse::<f64>()? * 1e9) as u64)?;
    }
    let (whole, start) = (Instant::now(), cpu());
    let report = |name: String, values: u64, seconds: f64| {
        println!("{name}\t{values}\t{seconds:.2}\t{:.0}", values as f64 / seconds / 1e6);
    };
    println!("slices\tvalues\tCPU seconds\tmillion values a CPU second");
    let mut sums = vec![(0, 0.0); usize::from(pieces) + 1];
    let pairs = pairs_up_to(board, pieces);
    for (number, &pair) in pairs.iter().enumerate() {
        let before = cpu();
        kernel.solve(pair, &Silent)?;
        let (values, seconds) = (pair.positions(board), cpu() - before);
        let sum = &mut sums[usize::from(pair.first().pieces())];
        *sum = (sum.0 + values, sum.1 + seconds);
        if has("detail") {
            report(pair.to_string(), values, seconds);
        }
        for &held in &pairs[..=number] {
            if !pairs[number + 1..].iter().any(|&next| leads_to(board, next).contains(&held)) {
                kernel.drop_pair(held)?;
            }
        }
    }
    for (pieces, (values, seconds)) in sums.into_iter().enumerate().skip(2) {
        report(format!("{pieces} pieces"), values, seconds);
    }
    println!("all: {:.2} CPU seconds, {:.2} s", cpu() - start, whole.elapsed().as_secs_f64());
    Ok(())
}
