//! The Connect Four engine through its public face, against plain negamax.

use std::time::Duration;

use retrosolve_games::connect4::{Board, ConnectFour, Position, WideBoard, WideConnectFour};
use retrosolve_games::{Game, NoTables, Notation, Score, Wdl, ZeroSum};
use retrosolve_solver::connect4::{Code, Engine, EngineError, Limits, workload};
use retrosolve_solver::{Answer, Bounds, CutShort, Mode, Options, solve};

#[path = "../src/connect4/tests/reference.rs"]
mod reference;
use reference::{Random, Reference};

const SMALL: usize = 1 << 20;
const NO_LIMITS: Limits = Limits { nodes: None, time: None };

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// The reference's value as a score in plies.
fn truth(reference: &mut Reference, position: Position) -> Score {
    let value = reference.value(position);
    reference.rules.board().score_from_stones(position.stones(), value).unwrap()
}

/// Solves a position in both modes and compares.
fn check(engine: &mut Engine, position: Position, truth: Score) {
    let strong = engine.score(position, Mode::Strong, &NO_LIMITS);
    assert_eq!(strong.bounds, Bounds::exact(truth), "{position:?} on {}", engine.board());
    assert_eq!(strong.cut_short, None);
    engine.clear();
    let weak = engine.score(position, Mode::Weak, &NO_LIMITS);
    assert_eq!(weak.bounds.wdl(), Some(truth.wdl()), "{position:?} on {}", engine.board());
    assert!(weak.bounds.contains(truth), "{position:?} on {}", engine.board());
}

#[test]
fn every_position_of_small_boards_has_its_value() {
    for (text, step) in [
        ("4x4", 3),
        ("3x5", 1),
        ("4x3", 1),
        ("3x3", 1),
        ("5x2", 1),
        ("2x6", 1),
        ("1x7", 1),
        ("6x1", 1),
        ("1x1", 1),
    ] {
        let mut reference = Reference::new(board(text));
        reference.value(Position::EMPTY);
        let mut positions: Vec<_> = reference.values.values().map(|&(p, _)| p).collect();
        positions.sort();
        // A table as small as can be, so that entries are replaced and clearing costs nothing.
        let mut engine = Engine::new(board(text), 1).unwrap();
        for &position in positions.iter().step_by(step) {
            let truth = truth(&mut reference, position);
            let strong = engine.score(position, Mode::Strong, &NO_LIMITS);
            assert_eq!(strong.bounds, Bounds::exact(truth), "{position:?} on {text}");
            let weak = engine.score(position, Mode::Weak, &NO_LIMITS);
            assert_eq!(weak.bounds.wdl(), Some(truth.wdl()), "{position:?} on {text}");
        }
    }
}

#[test]
fn positions_from_all_over_larger_boards_have_their_values() {
    for (text, step) in [("4x5", 97), ("5x4", 211)] {
        let mut reference = Reference::new(board(text));
        reference.value(Position::EMPTY);
        let mut positions: Vec<_> = reference.values.values().map(|&(p, _)| p).collect();
        positions.sort();
        let mut engine = Engine::new(board(text), SMALL).unwrap();
        for &position in positions.iter().step_by(step) {
            let truth = truth(&mut reference, position);
            let strong = engine.score(position, Mode::Strong, &NO_LIMITS);
            assert_eq!(strong.bounds, Bounds::exact(truth), "{position:?} on {text}");
        }
        check(&mut engine, Position::EMPTY, truth(&mut reference, Position::EMPTY));
    }
}

#[test]
fn late_positions_of_large_boards_have_their_values() {
    let mut random = Random(0x5eed_0010);
    // The last six with bitboards of 128 bits.
    for text in [
        "7x6", "6x6", "7x5", "7x7", "8x6", "5x7", "6x5", "4x7", "6x4", "8x5", "9x4", "4x9", "9x6",
        "12x4", "7x8", "16x3",
    ] {
        let board = board(text);
        let mut engine = Engine::new(board, 1).unwrap();
        for _ in 0..60 {
            let left = 9 + random.below(7) as u32;
            let position = random.position(&ConnectFour::new(board), board.cells() - left);
            let mut reference = Reference::new(board);
            check(&mut engine, position, truth(&mut reference, position));
        }
    }
}

#[test]
fn the_largest_board_has_its_values() {
    let board = board("8x7");
    let mut random = Random(0x5eed_0011);
    let mut engine = Engine::new(board, 1).unwrap();
    assert!(engine.table_bytes() >= 64 << 20, "so many buckets tell 64-bit keys apart");
    for _ in 0..100 {
        let position = random.position(&ConnectFour::new(board), board.cells() - 12);
        let mut reference = Reference::new(board);
        let truth = truth(&mut reference, position);
        let found = engine.score(position, Mode::Strong, &NO_LIMITS);
        assert_eq!(found.bounds, Bounds::exact(truth), "{position:?}");
    }
}

/// Values and last plies of empty boards: see `data/connect4-values.tsv` for the sources.
#[test]
fn empty_boards_have_their_published_values() {
    for (text, wdl, last) in [
        ("4x4", Wdl::Draw, 16),
        ("4x6", Wdl::Draw, 24),
        ("5x5", Wdl::Draw, 25),
        ("6x4", Wdl::Loss, 24),
        ("7x4", Wdl::Draw, 28),
        ("5x6", Wdl::Draw, 30),
    ] {
        let mut engine = Engine::new(board(text), 8 << 20).unwrap();
        let bounds = engine.score(Position::EMPTY, Mode::Strong, &NO_LIMITS).bounds;
        let score = match wdl {
            Wdl::Win => Score::win_in(last),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss => Score::loss_in(last),
        };
        assert_eq!(bounds, Bounds::exact(score), "{text}");
    }
}

/// Positions of a middle stage of several boards.
fn middle_positions(seed: u64) -> impl Iterator<Item = (Board, Position)> {
    let mut random = Random(seed);
    [("7x6", 24, 30), ("7x6", 15, 5), ("6x5", 8, 6), ("7x7", 28, 8), ("8x6", 28, 8), ("5x5", 6, 4)]
        .into_iter()
        .flat_map(|(text, plies, count)| [(text, plies)].into_iter().cycle().take(count))
        .map(move |(text, plies)| {
            (board(text), random.position(&ConnectFour::new(board(text)), plies))
        })
}

#[test]
fn every_code_takes_the_same_nodes_to_the_same_values() {
    let mut searched = 0;
    for (board, position) in middle_positions(0x5eed_0012) {
        let mut engine = Engine::new(board, SMALL).unwrap();
        engine.set_code(Code::Portable);
        let plain = engine.score(position, Mode::Strong, &NO_LIMITS);
        for code in Code::ALL {
            engine.set_code(code);
            engine.clear();
            let other = engine.score(position, Mode::Strong, &NO_LIMITS);
            assert_eq!(plain, other, "{position:?} on {board} by {}", engine.code().name());
        }
        searched += plain.nodes;
    }
    assert!(searched > 10_000, "there was something to search: {searched}");
}

#[test]
fn a_cleared_engine_repeats_its_nodes() {
    for (board, position) in middle_positions(0x5eed_0013).step_by(5) {
        let mut engine = Engine::new(board, SMALL).unwrap();
        let first = engine.score(position, Mode::Strong, &NO_LIMITS);
        engine.score(Position::EMPTY, Mode::Weak, &Limits { nodes: Some(1000), time: None });
        engine.clear();
        assert_eq!(engine.score(position, Mode::Strong, &NO_LIMITS), first);
    }
}

#[test]
fn many_threads_find_the_values_of_one() {
    let mut random = Random(0x5eed_0014);
    let rules = ConnectFour::default();
    let mut compared = 0;
    for _ in 0..60 {
        let position = random.position(&rules, 12);
        let mut engine = Engine::new(rules.board(), SMALL).unwrap();
        let limits = Limits { nodes: Some(400_000), time: None };
        let alone = engine.score(position, Mode::Strong, &limits);
        // Long enough for the other threads to start.
        if alone.cut_short.is_some() || alone.nodes < 60_000 {
            continue;
        }
        for threads in [2, 4] {
            engine.set_threads(threads).unwrap();
            engine.clear();
            let together = engine.score(position, Mode::Strong, &NO_LIMITS);
            assert_eq!(together.bounds, alone.bounds, "{position:?} by {threads}");
        }
        compared += 1;
        if compared == 3 {
            return;
        }
    }
    panic!("no three positions of 60 are of the right length");
}

#[test]
fn a_node_limit_is_kept_and_leaves_true_bounds() {
    let mut cut = 0;
    for (board, position) in middle_positions(0x5eed_0015).step_by(3) {
        let mut engine = Engine::new(board, SMALL).unwrap();
        let full = engine.score(position, Mode::Strong, &NO_LIMITS);
        let truth = full.bounds.score().unwrap();
        for nodes in [0, 1, 7, 100, 5000] {
            engine.clear();
            let limits = Limits { nodes: Some(nodes), time: None };
            let found = engine.score(position, Mode::Strong, &limits);
            assert!(found.bounds.contains(truth), "{position:?} on {board}: {found:?}");
            assert!(found.nodes <= nodes);
            if full.nodes > nodes {
                assert_eq!((found.cut_short, found.nodes), (Some(CutShort::Nodes), nodes));
                cut += 1;
            }
        }
    }
    assert!(cut > 0);
}

#[test]
fn a_time_limit_ends_the_search_of_any_number_of_threads() {
    for threads in [1, 3] {
        let mut engine = Engine::new(board("8x6"), SMALL).unwrap();
        engine.set_threads(threads).unwrap();
        let limits = Limits { nodes: None, time: Some(Duration::from_millis(30)) };
        let found = engine.score(Position::EMPTY, Mode::Strong, &limits);
        assert_eq!(found.cut_short, Some(CutShort::Time));
        assert!(found.bounds.contains(Score::loss_in(48)), "{found:?}");
        let answer = engine.answer(Position::EMPTY, Mode::Strong, true, &limits);
        assert!(!answer.exact && answer.best.is_some() && answer.cut_short.is_some());
    }
}

/// Compares an answer with plain negamax, move by move and along the line.
fn check_answer(
    rules: &ConnectFour,
    position: Position,
    answer: &Answer<retrosolve_games::connect4::Column>,
    scores: bool,
) {
    let mut reference = Reference::new(rules.board());
    let value = truth(&mut reference, position);
    assert!(answer.exact && answer.bounds.contains(value), "{position:?}: {answer:?}");
    let mut moves = Vec::new();
    rules.moves(&position, &mut moves);
    assert_eq!(answer.moves.iter().map(|m| m.mv).collect::<Vec<_>>(), moves);
    let same = |score: Score| match answer.mode {
        Mode::Strong => score == value,
        Mode::Weak => score.wdl() == value.wdl(),
    };
    let mut best = Vec::new();
    for m in &answer.moves {
        let of_move = Score::from_child(truth(&mut reference, rules.play(&position, m.mv)));
        assert!(m.bounds.contains(of_move), "{position:?}, {}: {answer:?}", m.mv);
        if scores {
            match answer.mode {
                Mode::Strong => assert_eq!(m.bounds.score(), Some(of_move)),
                Mode::Weak => assert_eq!(m.bounds.wdl(), Some(of_move.wdl())),
            }
        }
        best.extend(same(of_move).then_some(m.mv));
    }
    assert_eq!(answer.best_moves, best, "{position:?}");
    assert!(answer.best_complete);
    assert_eq!(answer.best, best.first().copied());
    assert_eq!(answer.line.first().copied(), answer.best);
    let end = answer.line.iter().fold(position, |p, &mv| rules.play(&p, mv));
    let outcome = rules.outcome(&end).expect("the line goes to the end");
    let ours = if answer.line.len().is_multiple_of(2) { outcome } else { -outcome };
    assert_eq!(ours, value.wdl());
    if answer.mode == Mode::Strong && value.plies().is_some() {
        assert_eq!(value.plies(), Some(answer.line.len() as u16));
    }
}

#[test]
fn answers_name_the_best_moves_and_play_to_the_end() {
    let mut random = Random(0x5eed_0016);
    for text in ["7x6", "6x5", "5x7", "7x7"] {
        let rules = ConnectFour::new(board(text));
        let mut engine = Engine::new(rules.board(), 1).unwrap();
        for i in 0..16 {
            let left = 4 + random.below(8) as u32;
            let position = random.position(&rules, rules.board().cells() - left);
            for mode in [Mode::Weak, Mode::Strong] {
                let scores = i % 2 == 0;
                let answer = engine.answer(position, mode, scores, &NO_LIMITS);
                check_answer(&rules, position, &answer, scores);
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let rules = ConnectFour::default();
    let mut engine = Engine::new(rules.board(), 1).unwrap();
    let won = rules.parse_state("4455667").unwrap();
    let answer = engine.answer(won, Mode::Strong, true, &NO_LIMITS);
    assert_eq!(answer.bounds, Bounds::exact(Score::MIN));
    assert!(
        answer.exact && answer.best.is_none() && answer.moves.is_empty() && answer.line.is_empty()
    );
}

#[test]
fn boards_of_too_many_or_too_few_columns_are_refused_with_the_way_out() {
    for text in ["20x2", "3x8"] {
        assert!(!Engine::takes(board(text)));
        let error = Engine::new(board(text), SMALL).err().expect("no engine");
        assert!(matches!(error, EngineError::Board(_)));
        assert!(error.to_string().contains("generic solver"), "{error}");
    }
    assert!(["8x7", "9x6", "7x8", "16x3"].iter().all(|text| Engine::takes(board(text))));
}

/// The generic search does without whatever the engine does.
#[test]
fn boards_beyond_64_bits_have_the_values_of_the_generic_search() {
    let mut random = Random(0x5eed_0016);
    let mut compared = 0;
    for (columns, rows) in [(8, 8), (9, 7), (7, 10), (11, 10), (12, 5), (16, 7)] {
        let game = WideConnectFour::new(WideBoard::new(columns, rows).unwrap());
        let mut engine = Engine::for_game(game, SMALL).unwrap();
        let cells = columns * rows;
        for number in 0..12 {
            let mut position = game.root();
            let mut moves = Vec::new();
            for _ in 0..cells - 9 - number % 4 {
                moves.clear();
                game.moves(&position, &mut moves);
                moves.retain(|&mv| game.outcome(&game.play(&position, mv)).is_none());
                let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
                position = game.play(&position, mv);
            }
            // Where no move went on, the game is decided soon.
            if cells - position.stones() > 16 && !moves.is_empty() {
                continue;
            }
            engine.set_threads(1 + number as usize % 2).unwrap();
            let found = engine.score(position, Mode::Strong, &NO_LIMITS);
            let right = solve(&game, &NoTables, &position, &Options::default()).unwrap();
            assert_eq!(found.bounds, right.bounds, "{}", game.format_state(&position));
            let answer = engine.answer(position, Mode::Strong, false, &NO_LIMITS);
            assert_eq!(answer.best_moves, right.best_moves, "{}", game.format_state(&position));
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn the_fixed_workload_is_of_positions_to_solve() {
    let positions = workload();
    assert_eq!(positions, workload());
    for (board, position) in positions {
        assert_eq!(ConnectFour::new(board).outcome(&position), None, "{position:?} on {board}");
        assert!(Engine::takes(board));
    }
}
