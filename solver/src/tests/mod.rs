//! Tests across modules: every way of searching against value iteration by the oracle, and wrong
//! storing rules against the same.

mod boards;
mod fixtures;
mod graphs;
mod history;
mod limits;
mod oracle;
mod probes;
mod proofs;
mod random;
mod wrong;

use retrosolve_games::graph::Graph;
use retrosolve_games::{Game, NoTables, Probe, Score, ZeroSum};

use crate::bounds::to_parent;
use crate::{Answer, Method, Mode, Options, Solver};

/// The ways that solve any game.
const COMPLETE_WAYS: [Method; 4] =
    [Method::Auto, Method::Explored, Method::Dfpn, Method::Repetition];

/// Small memory, so that thousands of searches start fast.
fn options<S>(method: Method, mode: Mode) -> Options<S> {
    Options { method, mode, table_bytes: 1 << 16, ..Options::default() }
}

fn solve<G: ZeroSum, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
    options: &Options<G::State>,
) -> Answer<G::Move> {
    Solver::new(game, probe, options.clone())
        .and_then(|mut solver| solver.solve_here(state))
        .expect("the method suits the game and tables can be read")
}

/// Checks all that an answer says against the true scores of the root and of what its moves lead to.
fn check<G: ZeroSum>(
    game: &G,
    state: &G::State,
    answer: &Answer<G::Move>,
    truth: impl Fn(&G::State) -> Score,
) {
    let value = truth(state);
    assert!(answer.bounds.contains(value), "{state:?}: {value} outside {:?}", answer.bounds);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    assert!(answer.moves.iter().map(|m| m.mv).eq(moves.iter().copied()), "{state:?}: moves");
    assert_eq!(answer.best.is_some(), !moves.is_empty(), "{state:?}: a move if there is one");
    assert!(answer.best.is_none_or(|best| moves.contains(&best)), "{state:?}: a legal move");
    let worth = |mv| to_parent(truth(&game.play(state, mv)));
    for m in &answer.moves {
        let worth = worth(m.mv);
        assert!(m.bounds.contains(worth), "{state:?} {:?}: {worth} outside {:?}", m.mv, m.bounds);
    }
    let is_best = |&mv: &G::Move| match answer.mode {
        Mode::Weak => worth(mv).wdl() == value.wdl(),
        Mode::Strong => worth(mv) == value,
    };
    for mv in &answer.best_moves {
        assert!(is_best(mv), "{state:?}: {mv:?} is not best");
    }
    if answer.best_complete {
        let best: Vec<_> = moves.into_iter().filter(is_best).collect();
        assert_eq!(answer.best_moves, best, "{state:?}: the best moves in move order");
        assert_eq!(answer.best, best.first().copied(), "{state:?}: the first of the best");
    }
    if answer.exact {
        assert_eq!(answer.wdl(), Some(value.wdl()), "{state:?}");
    }
    if answer.mode == Mode::Strong && answer.exact {
        assert_eq!(answer.score(), Some(value), "{state:?}");
    }
    check_line(game, state, answer, truth);
}

/// Checks that every move of the line keeps the value.
fn check_line<G: ZeroSum>(
    game: &G,
    state: &G::State,
    answer: &Answer<G::Move>,
    truth: impl Fn(&G::State) -> Score,
) {
    if !answer.line.is_empty() {
        assert_eq!(answer.line.first(), answer.best.as_ref(), "{state:?}: the line's first move");
    }
    let mut place = state.clone();
    for &mv in &answer.line {
        let mut moves = Vec::new();
        game.moves(&place, &mut moves);
        assert!(moves.contains(&mv), "{state:?}: {mv:?} at {place:?} in the line is not legal");
        let next = game.play(&place, mv);
        let (before, after) = (truth(&place), to_parent(truth(&next)));
        match answer.mode {
            Mode::Strong => assert_eq!(before, after, "{state:?}: {mv:?} in the line"),
            Mode::Weak => assert_eq!(before.wdl(), after.wdl(), "{state:?}: {mv:?} in the line"),
        }
        place = next;
    }
    if answer.mode == Mode::Strong
        && answer.cut_short.is_none()
        && let Some(plies) = answer.score().and_then(Score::plies)
    {
        assert_eq!(answer.line.len(), usize::from(plies), "{state:?}: the line goes to the end");
        assert!(game.outcome(&place).is_some());
    }
}

/// Checks that an answer is complete, besides being right.
fn check_complete<M: std::fmt::Debug>(answer: &Answer<M>, what: &str) {
    assert!(answer.exact && answer.best_complete, "{what}: not all was proved");
    assert_eq!(answer.cut_short, None, "{what}");
}

fn solve_graph(
    graph: &Graph,
    options: &Options<retrosolve_games::graph::Node>,
) -> Answer<retrosolve_games::graph::Node> {
    solve(graph, &NoTables, &graph.root(), options)
}
