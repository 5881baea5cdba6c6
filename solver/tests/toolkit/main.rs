//! The toolkit against plain minimax and the textbook.

mod agree;
mod chance;
mod horizon;
mod plain;
mod plan;
mod play;
mod players;
mod random;
mod recorded;
mod textbook;
mod uniform;
mod whole;

use retrosolve_games::Game;

use retrosolve_solver::toolkit::{Ignorance, Knowledge, Method, Order, Report, Settings, search};

/// The report of a search that nothing can fail.
fn run<G: Game>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    state: &G::State,
    settings: &Settings,
) -> Report<G::Move> {
    search(game, knowledge, state, settings, &mut ()).expect("the method suits the game")
}

/// The report from the root with rules alone.
fn run_root<G: Game>(game: &G, settings: &Settings) -> Report<G::Move> {
    run(game, &Ignorance, &game.root(), settings)
}

/// Settings by all methods but minimax, with and without table, in several orders, with and without
/// deepening and aspiration: all that `base` says besides stays.
fn combinations(base: &Settings) -> Vec<Settings> {
    let mut all = Vec::new();
    let orders =
        [vec![], Order::ALL.to_vec(), vec![Order::Reverse], vec![Order::Table, Order::Random(5)]];
    for method in Method::ALL {
        for table in [0, 3, 1 << 12] {
            for order in &orders {
                let plain = Settings { method, table, order: order.clone(), ..base.clone() };
                let deepening = Settings { deepening: true, ..plain.clone() };
                all.push(Settings { aspiration: Some(1), ..deepening.clone() });
                all.extend([plain, deepening]);
            }
        }
    }
    all
}
