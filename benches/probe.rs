//! Probes a second, positions in random order.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrosolve_games::Metric;
use retrosolve_games::checkers::Position;
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::checkers::{CheckersTables, GenerateOptions, generate};
use retrosolve_tablegen::format::Encoding;

const PROBES: usize = 100_000;

/// Positions spread over all slices by their size, in a fixed pseudo-random order.
fn positions(tables: &CheckersTables) -> Vec<Position> {
    let total: u64 = tables.tables().map(|(index, _)| index.len()).sum();
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    (0..PROBES)
        .map(|_| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mut number = random % total;
            for (index, _) in tables.tables() {
                if number < index.len() {
                    return index.unrank(number).position(index.board());
                }
                number -= index.len();
            }
            unreachable!("the number is below the total");
        })
        .collect()
}

fn probe(c: &mut Criterion) {
    let mut group = c.benchmark_group("probe");
    group.throughput(Throughput::Elements(PROBES as u64));
    for (metric, encoding) in
        [(Metric::Wdl, Encoding::Raw), (Metric::Dtw, Encoding::Raw), (Metric::Wdl, Encoding::Zstd)]
    {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let options = GenerateOptions { metric, encoding, ..GenerateOptions::pieces(4) };
        let tables = generate(dir.path(), &options, &Silent).expect("tables");
        let positions = positions(&tables);
        let name = format!("checkers 8x8, 2 to 4 pieces, {metric} {encoding}");
        group.bench_function(name, |b| {
            b.iter(|| {
                for position in &positions {
                    black_box(tables.get(black_box(position)).expect("a sound table"));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, probe);
criterion_main!(benches);
