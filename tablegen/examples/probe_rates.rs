//! Rates of probes: `probe_rates PIECES [raw|zstd|runs]`, checkers 8x8 without distances, one thread.
//!
//! Makes the tables in a temporary folder and probes positions in random order, spread over all slices by
//! their size: one by one, and many at a time. Prints the best of several rounds in million probes a second.

use std::error::Error;
use std::time::Instant;

use retrosolve_games::checkers::Position;
use retrosolve_tablegen::checkers::{CheckersTables, GenerateOptions, generate};
use retrosolve_tablegen::{Encoding, Silent};

const PROBES: usize = 1 << 20;
const ROUNDS: usize = 7;

fn positions(tables: &CheckersTables) -> Vec<Position> {
    let total: u64 = tables.tables().map(|(index, _)| index.len()).sum();
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut number = random % total;
        let mut all = tables.tables();
        all.find_map(|(index, _)| {
            let here = (number < index.len()).then(|| index.unrank(number).position(index.board()));
            number = number.wrapping_sub(index.len());
            here
        })
    };
    (0..PROBES).filter_map(|_| next()).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let pieces: u8 = arguments.next().map_or(Ok(5), |word| word.parse())?;
    let encoding = match arguments.next().as_deref() {
        Some("zstd") => Encoding::Zstd,
        Some("runs") => Encoding::Runs,
        _ => Encoding::Raw,
    };
    let folder = tempfile::tempdir()?;
    let options = GenerateOptions { encoding, ..GenerateOptions::pieces(pieces) };
    let tables = generate(folder.path(), &options, &Silent)?;
    let positions = positions(&tables);
    let (mut values, mut best) = (Vec::new(), [f64::MAX; 2]);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut sums = [0u64; 2];
        for position in &positions {
            sums[0] += tables.get(position)?.map_or(0, |value| value.wdl as u64 + 1);
        }
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        values.clear();
        tables.get_many(&positions, &mut values)?;
        best[1] = best[1].min(start.elapsed().as_secs_f64());
        sums[1] = values.iter().map(|value| value.map_or(0, |value| value.wdl as u64 + 1)).sum();
        assert_eq!(sums[0], sums[1], "both ways find the same");
    }
    for (how, seconds) in ["one by one", "many at a time"].into_iter().zip(best) {
        println!("{how}\t{:.2} million/s", positions.len() as f64 / seconds / 1e6);
    }
    Ok(())
}
