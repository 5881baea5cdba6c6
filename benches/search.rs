//! Search: the same positions as `retrosolve bench`, by time.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use retrosolve_games::checkers::Checkers;
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::{Game, NoTables, Notation};
use retrosolve_solver::{Mode, Options, solve};

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);

    for (board, mode) in [("5x4", Mode::Weak), ("5x4", Mode::Strong)] {
        let game = ConnectFour::new(board.parse().expect("a board"));
        let options = Options { mode, ..Options::default() };
        group.bench_function(format!("connect4 {board} empty, {mode:?}"), |b| {
            b.iter(|| {
                solve(&game, &NoTables, black_box(&game.root()), &options).expect("an answer")
            });
        });
    }

    let game = Checkers::default();
    for fen in ["W:WK23,K19:BK28,12", "W:WK18,K27:BK28,12", "B:WK22,K23,K24:BK31,K32"] {
        let state = game.parse_state(fen).expect("a position");
        let options = Options { mode: Mode::Weak, ..Options::default() };
        group.bench_function(format!("checkers {fen}, no tables"), |b| {
            b.iter(|| solve(&game, &NoTables, black_box(&state), &options).expect("an answer"));
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
