//! Whole small boards, position by position.

use std::collections::HashMap;

use retrosolve_games::checkers::{Board, Checkers, Position};
use retrosolve_games::connect4::ConnectFour;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{
    Game, NoTables, Notation, Probe, ProbeError, Score, TableValue, Wdl, ZeroSum,
};

use super::{check, check_complete, options, oracle, solve};
use crate::{Method, Mode, Options, Solver};

/// Solves every position that can be reached, with one solver, and compares. Returns how many.
fn compare_all<G: ZeroSum>(game: &G, methods: &[Method], modes: &[Mode]) -> usize {
    let truth = oracle::scores(game, [game.root()], &[]);
    let mut states: Vec<_> = truth.keys().collect();
    states.sort_by_key(|state| game.key(state));
    for &method in methods {
        for &mode in modes {
            let options = Options { table_bytes: 1 << 24, ..options(method, mode) };
            let mut solver = Solver::new(game, &NoTables, options).expect("suits the game");
            for &state in &states {
                let answer = solver.solve_here(state).expect("no table to fail");
                check(game, state, &answer, |state| truth[state]);
                if game.outcome(state).is_none() {
                    check_complete(&answer, method.name());
                }
            }
        }
    }
    truth.len()
}

fn connect4(board: &str) -> ConnectFour {
    ConnectFour::new(board.parse().expect("a board"))
}

#[test]
fn every_tictactoe_position_is_right() {
    let game = Mnk::tictactoe();
    let methods = [Method::Auto, Method::Horizon, Method::Explored];
    assert_eq!(compare_all(&game, &methods, &[Mode::Weak, Mode::Strong]), 5478);
}

#[test]
fn every_position_of_connect_four_on_boards_of_12_cells_is_right() {
    for board in ["4x3", "3x4"] {
        compare_all(&connect4(board), &[Method::Auto], &[Mode::Weak, Mode::Strong]);
    }
}

#[test]
fn connect_four_on_4x4_and_4x5_is_a_draw() {
    for (board, cells) in [("4x4", 16), ("4x5", 20)] {
        let game = connect4(board);
        for mode in [Mode::Weak, Mode::Strong] {
            let answer = solve(&game, &NoTables, &game.root(), &options(Method::Auto, mode));
            assert_eq!(answer.wdl(), Some(Wdl::Draw), "{board}");
            check_complete(&answer, board);
            assert_eq!(answer.line.len(), cells);
        }
    }
}

#[test]
fn every_position_of_4x4_checkers_is_right() {
    let game = Checkers::new(Board::FOUR);
    let methods = [Method::Auto, Method::Explored];
    let positions = compare_all(&game, &methods, &[Mode::Weak, Mode::Strong]);
    assert!(positions > 1889, "with both colours to move: {positions}");
}

/// A table of the positions with few pieces, in memory.
struct Few(HashMap<Position, TableValue>);

impl Probe<Checkers> for Few {
    fn probe(&self, _: &Checkers, state: &Position) -> Result<Option<TableValue>, ProbeError> {
        Ok(self.0.get(state).copied())
    }
}

#[test]
fn every_position_of_4x4_checkers_is_right_over_tables_of_fewer_pieces() {
    let game = Checkers::new(Board::FOUR);
    let truth = oracle::scores(&game, [game.root()], &[]);
    let mut states: Vec<_> = truth.keys().filter(|state| game.outcome(state).is_none()).collect();
    states.sort_by_key(|state| game.key(state));
    for pieces in [2, 3] {
        let few = states.iter().filter(|state| state.count() <= pieces);
        let few = Few(few.map(|&&state| (state, TableValue::wdl(truth[&state].wdl()))).collect());
        let mut exchanges = 0;
        for method in [Method::Auto, Method::Explored, Method::Dfpn, Method::Horizon] {
            // Alone the horizon proves no draw that goes on for ever.
            let is_whole = method != Method::Horizon;
            let plies = (!is_whole).then_some(30);
            let options = Options { plies, ..options(method, Mode::Weak) };
            let mut solver = Solver::new(&game, &few, options).expect("suits the game");
            for &state in &states {
                let answer = solver.solve_here(state).expect("no table to fail");
                check(&game, state, &answer, |state| truth[state]);
                exchanges += answer.statistics.exchanges;
                if is_whole {
                    check_complete(&answer, method.name());
                } else if truth[state] != Score::DRAW {
                    assert_eq!(answer.wdl(), Some(truth[state].wdl()), "{state:?}");
                }
            }
        }
        assert!(exchanges > 100, "{exchanges} exchanges looked through");
    }
}

/// Every placement of two kings on 8x8 with White to move.
fn kings() -> impl Iterator<Item = String> {
    let pairs = (1..=32).flat_map(|own| (1..=32).map(move |other| (own, other)));
    pairs.filter(|(own, other)| own != other).map(|(own, other)| format!("W:WK{own}:BK{other}"))
}

#[test]
fn every_position_of_king_against_king_is_right_without_tables() {
    let game = Checkers::new(Board::EIGHT);
    let states: Vec<_> = kings().map(|text| game.parse_state(&text).expect("a position")).collect();
    assert_eq!(states.len(), 992);
    let truth = oracle::scores(&game, states.iter().copied(), &[]);
    let decisive = states.iter().filter(|state| truth[*state] != Score::DRAW).count();
    assert!(decisive > 20, "{decisive} of 992 are decisive");
    for method in [Method::Auto, Method::Explored] {
        for mode in [Mode::Weak, Mode::Strong] {
            let mut solver =
                Solver::new(&game, &NoTables, options(method, mode)).expect("suits the game");
            for state in &states {
                let answer = solver.solve_here(state).expect("no table to fail");
                check(&game, state, &answer, |state| truth[state]);
                check_complete(&answer, method.name());
            }
        }
    }
}

#[test]
fn the_horizon_finds_the_captures_of_king_against_king() {
    let game = Checkers::new(Board::EIGHT);
    let states = kings().map(|text| game.parse_state(&text).expect("a position"));
    for state in states {
        let truth = oracle::scores(&game, [state], &[]);
        let options = Options { plies: Some(6), ..options(Method::Horizon, Mode::Strong) };
        let answer = solve(&game, &NoTables, &state, &options);
        check(&game, &state, &answer, |state| truth[state]);
        let plies = truth[&state].plies().filter(|&plies| plies <= 6);
        assert_eq!(answer.score().is_some(), plies.is_some());
    }
}

#[test]
fn alphabeta_is_refused_where_positions_can_recur() {
    let game = Checkers::new(Board::EIGHT);
    let options = options(Method::AlphaBeta, Mode::Weak);
    let error = crate::solve(&game, &NoTables, &game.root(), &options).expect_err("unsuited");
    assert_eq!(
        error.to_string(),
        "method alphabeta needs a game in which no position can recur, and in checkers one can; choose auto"
    );
}
