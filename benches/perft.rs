//! Move generation: perft nodes a second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retrosolve_games::checkers::{self, Checkers};
use retrosolve_games::connect4::{self, ConnectFour};
use retrosolve_games::{Game, Notation};

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);

    let game = Checkers::default();
    let start = game.root();
    let depth = 9;
    group.throughput(Throughput::Elements(checkers::perft(&game, &start, depth)));
    group.bench_function("checkers 8x8 start, depth 9", |b| {
        b.iter(|| checkers::perft(&game, black_box(&start), depth));
    });

    let kings = game.parse_state("B:WK30,K31,K32,K22:BK1,K2,K3,K11").expect("a position");
    let depth = 6;
    group.throughput(Throughput::Elements(checkers::perft(&game, &kings, depth)));
    group.bench_function("checkers 8x8 4 kings v 4 kings, depth 6", |b| {
        b.iter(|| checkers::perft(&game, black_box(&kings), depth));
    });

    let game = ConnectFour::default();
    let start = game.root();
    let depth = 8;
    group.throughput(Throughput::Elements(connect4::perft(&game, &start, depth)));
    group.bench_function("connect4 7x6 start, depth 8", |b| {
        b.iter(|| connect4::perft(&game, black_box(&start), depth));
    });
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
