//! Every position of tic-tac-toe and of Connect Four on 4x4, against values that are computed level by
//! level from the end of the game back.

use std::collections::HashMap;
use std::time::Duration;

use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{Actor, Game, NoTables, ZeroSum};

use crate::{combinations, run};
use retrosolve_solver::CutShort;
use retrosolve_solver::toolkit::{
    Connect4Knowledge, Ignorance, Knowledge, Method, Order, Proofs, Report, Scale, Settings, Value,
};

const SCALE: Scale = Scale::Distances;

/// All positions that play can reach in a game without cycles whose players alternate.
struct Whole<'a, G: Game> {
    game: &'a G,
    knowledge: &'a dyn Knowledge<G>,
    states: Vec<G::State>,
    numbers: HashMap<G::State, usize>,
    /// What each leads to.
    below: Vec<Vec<usize>>,
    /// What each is worth to its mover by a search to that depth; the last is the end of the game.
    levels: Vec<Vec<Value>>,
}

impl<'a, G: ZeroSum> Whole<'a, G> {
    fn new(game: &'a G, knowledge: &'a dyn Knowledge<G>, plies: usize) -> Self {
        let mut states = vec![game.root()];
        let mut numbers = HashMap::from([(game.root(), 0)]);
        let mut below = Vec::new();
        let mut moves = Vec::new();
        while let Some(state) = states.get(below.len()).cloned() {
            moves.clear();
            game.moves(&state, &mut moves);
            let after = moves.iter().map(|&mv| {
                let next = game.play(&state, mv);
                *numbers.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                })
            });
            below.push(after.collect());
        }
        let mut whole =
            Self { game, knowledge, states, numbers, below, levels: Vec::with_capacity(plies + 1) };
        for depth in 0..=plies {
            let level = (0..whole.states.len()).map(|i| whole.level(depth, i)).collect();
            whole.levels.push(level);
        }
        whole
    }

    fn level(&self, depth: usize, i: usize) -> Value {
        let state = &self.states[i];
        let own = |value: Value| match self.game.actor(state) {
            Actor::Player(0) => value,
            _ => -value,
        };
        if let Some(utilities) = self.game.utilities(state) {
            return SCALE.end(own(utilities[0]));
        }
        if depth == 0 {
            return own(self.knowledge.estimate(self.game, state));
        }
        let values = self.below[i].iter().map(|&next| SCALE.up(-self.levels[depth - 1][next]));
        values.max().expect("a position that goes on has moves")
    }

    /// The positions that go on.
    fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.states.len()).filter(|&i| !self.below[i].is_empty())
    }

    fn search(&self, i: usize, settings: &Settings) -> Report<G::Move> {
        run(self.game, self.knowledge, &self.states[i], settings)
    }

    /// Checks that a report is that of the depth it names, and returns its value.
    fn check(&self, i: usize, settings: &Settings, report: &Report<G::Move>) -> Value {
        let state = &self.states[i];
        let depth = report.depth.map_or(self.levels.len() - 1, |depth| depth as usize);
        assert_eq!(report.value, self.levels[depth][i], "{state:?} by {settings:?}");
        let best = report.best.expect("the game goes on");
        let next = self.numbers.get(&self.game.play(state, best)).copied();
        let next = next.filter(|next| self.below[i].contains(next)).expect("a legal move");
        let below = SCALE.up(-self.levels[depth - 1][next]);
        assert_eq!(below, report.value, "{state:?}: {best:?} by {settings:?}");
        report.value
    }

    /// All settings at every position, and every position against its image.
    fn check_all(&self, all: &[Settings]) {
        let mut found = vec![0; self.states.len()];
        for settings in all {
            for i in self.open() {
                found[i] = self.check(i, settings, &self.search(i, settings));
            }
            let images = self.open().filter(|&i| {
                let image = self.numbers[&self.game.canonical(&self.states[i])];
                assert_eq!(found[image], found[i], "{:?} by {settings:?}", self.states[i]);
                image != i
            });
            assert!(images.count() > self.states.len() / 4);
        }
    }

    /// Limits of nodes and time at every position.
    fn check_limits(&self) {
        let mut stopped = 0;
        for (turn, i) in self.open().enumerate() {
            let base = Settings {
                deepening: true,
                aspiration: Some(8),
                table: 1 << 6,
                order: Order::ALL.to_vec(),
                ..to_depth(Method::Pvs, 6)
            };
            let nodes = [0, 1, 5, 20, 60][turn % 5];
            for settings in [
                Settings { nodes: Some(nodes), ..base.clone() },
                Settings { time: Some(Duration::ZERO), ..base },
            ] {
                let report = self.search(i, &settings);
                assert!(report.depth >= Some(1), "the first iteration is always finished");
                self.check(i, &settings, &report);
                let limit = if settings.nodes.is_some() { CutShort::Nodes } else { CutShort::Time };
                assert!(report.stopped.is_none_or(|stopped| stopped == limit));
                stopped += usize::from(report.stopped.is_some());
            }
        }
        assert!(stopped > self.states.len() / 2, "{stopped} searches were cut short");
    }
}

fn to_depth(method: Method, depth: u32) -> Settings {
    Settings { scale: SCALE, depth: Some(depth), ..Settings::new(method) }
}

#[test]
fn all_of_tictactoe_by_every_method_order_and_table() {
    let game = Mnk::tictactoe();
    let whole = Whole::new(&game, &Ignorance, 9);
    assert_eq!((whole.states.len(), whole.levels[9][0]), (5478, 0));
    whole.check_all(&combinations(&to_depth(Method::Minimax, 3)));
    whole.check_limits();
}

#[test]
fn all_of_4x4_connect_four_by_every_method_order_and_table() {
    use Method::{FailHard, FailSoft, Mtdf, Negamax, Pvs};
    let game = ConnectFour::new("4x4".parse().expect("a board"));
    let knowledge = Connect4Knowledge::default();
    let whole = Whole::new(&game, &knowledge, 16);
    assert_eq!((whole.states.len(), whole.levels[16][0]), (161_029, 0));
    let with = |method, table, order| Settings { table, order, ..to_depth(method, 3) };
    let deepening =
        Settings { deepening: true, aspiration: Some(2), ..with(Pvs, 1 << 5, Order::ALL.to_vec()) };
    whole.check_all(&[
        with(Negamax, 0, vec![]),
        with(FailHard, 1 << 5, vec![Order::Reverse]),
        with(FailSoft, 0, vec![Order::Random(7)]),
        with(FailSoft, 3, Order::ALL.to_vec()),
        with(Pvs, 1 << 5, vec![Order::Table, Order::Killers]),
        with(Mtdf, 1 << 5, vec![Order::History]),
        deepening,
    ]);
    whole.check_limits();
}

#[test]
fn all_of_4x4_connect_four_to_the_end_of_the_game() {
    let game = ConnectFour::new("4x4".parse().expect("a board"));
    let knowledge = Proofs::new(Connect4Knowledge::default(), &NoTables);
    let whole = Whole::new(&game, &knowledge, 16);
    let all = |method, proofs, table| Settings {
        scale: SCALE,
        table,
        order: Order::ALL.to_vec(),
        proofs,
        ..Settings::new(method)
    };
    let methods = [
        all(Method::Pvs, true, 1 << 8),
        all(Method::FailSoft, true, 1 << 10),
        all(Method::FailHard, false, 1 << 9),
        all(Method::Mtdf, true, 1 << 10),
    ];
    let mut proofs = 0;
    for settings in &methods {
        for i in whole.open() {
            let report = whole.search(i, settings);
            assert!(report.proved && report.depth.is_none());
            whole.check(i, settings, &report);
            proofs += report.counts.proved;
        }
    }
    assert!(proofs > 0);
}
