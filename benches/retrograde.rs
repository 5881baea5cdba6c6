//! Table generation: positions a second, everything included (solving, packing, writing, syncing).

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use retrosolve_games::checkers::Checkers;
use retrosolve_games::connect4::Board;
use retrosolve_games::{Metric, Notation};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::checkers::{GenerateOptions, generate};
use retrosolve_tablegen::connect4::solve_board;
use retrosolve_tablegen::retrograde::{EnumerateOptions, enumerate};

fn retrograde(c: &mut Criterion) {
    let mut group = c.benchmark_group("retrograde");
    group.sample_size(10);

    for (metric, name) in [(Metric::Dtw, "dtw"), (Metric::Wdl, "wdl")] {
        let options = GenerateOptions { metric, ..GenerateOptions::pieces(3) };
        group.throughput(Throughput::Elements(3_488 + 196_032));
        group.bench_function(format!("generic, checkers 8x8, 2 and 3 pieces, {name}"), |b| {
            b.iter_batched(
                || tempfile::tempdir().expect("a temporary folder"),
                |dir| generate(dir.path(), &options, &Silent).expect("tables"),
                BatchSize::PerIteration,
            );
        });
    }

    let game = Checkers::default();
    let root = game.parse_state("B:WK30,K31:BK1,K2").expect("a position");
    let options = EnumerateOptions::default();
    let states = enumerate(&game, [root], options, &Silent).expect("a solution").len();
    group.throughput(Throughput::Elements(states));
    group.bench_function("generic by enumeration, checkers 8x8, 2 kings v 2 kings", |b| {
        b.iter(|| enumerate(&game, [root], options, &Silent).expect("a solution"));
    });

    let board: Board = "5x4".parse().expect("a board");
    group.throughput(Throughput::Elements(3_945_711));
    group.bench_function("bit-parallel, connect4 5x4", |b| {
        b.iter(|| solve_board(board, None, &Silent).expect("a solution"));
    });
    group.finish();
}

criterion_group!(benches, retrograde);
criterion_main!(benches);
