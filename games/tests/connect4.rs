//! Connect Four against the oracle and naive scans, and the rules of its notation.

use std::sync::LazyLock;

use proptest::prelude::*;
use retrosolve_games::connect4::{Board, Column, ConnectFour, Position, perft};
use retrosolve_games::{Game, Notation, Score, Wdl, ZeroSum};
use retrosolve_oracle::{Rules, Value, connect4 as oracle, value_iteration};

fn game(board: &str) -> ConnectFour {
    ConnectFour::new(board.parse().unwrap())
}

fn rules(board: Board) -> oracle::Connect4 {
    oracle::Connect4::new(board.columns() as usize, board.rows() as usize)
}

fn legal(game: &ConnectFour, state: &Position) -> Vec<Column> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The bitboards of an oracle's position.
fn position_of(
    game: &ConnectFour,
    rules: &oracle::Connect4,
    position: &oracle::Position,
) -> Position {
    let (mut own, mut mask) = (0, 0);
    for (c, r) in (0..rules.columns()).flat_map(|c| (0..rules.rows()).map(move |r| (c, r))) {
        let cell = game.cell(Column(c as u8), r as u32);
        if let Some(player) = rules.at(position, c, r) {
            mask |= cell;
            own |= if player == position.to_move() { cell } else { 0 };
        }
    }
    Position::from_bits(own, mask)
}

/// The value of an oracle as a score.
fn score(value: Value) -> Score {
    match value {
        Value::Win(plies) => Score::win_in(plies as u16),
        Value::Draw => Score::DRAW,
        Value::Loss(plies) => Score::loss_in(plies as u16),
    }
}

/// Four in a row by a scan of all cells in all directions.
fn has_four_by_scan(board: Board, taken: impl Fn(i32, i32) -> bool) -> bool {
    let (columns, rows) = (board.columns() as i32, board.rows() as i32);
    let taken = |c, r| (0..columns).contains(&c) && (0..rows).contains(&r) && taken(c, r);
    (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r))).any(|(c, r)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|(dc, dr)| (0..4).all(|i| taken(c + i * dc, r + i * dr)))
    })
}

fn boards() -> impl Strategy<Value = Board> {
    prop::sample::select(Board::all().collect::<Vec<_>>())
}

/// Boards on which lines in every direction fit.
fn boards_with_lines() -> impl Strategy<Value = Board> {
    let fits = |board: &Board| board.columns() >= 4 && board.rows() >= 4;
    prop::sample::select(Board::all().filter(fits).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn random_games_agree_with_the_oracle(
        board in prop_oneof![boards(), boards_with_lines(), Just(Board::STANDARD)],
        choices in prop::collection::vec(any::<u8>(), 64),
    ) {
        let (game, rules) = (ConnectFour::new(board), rules(board));
        let (mut state, mut position) = (game.root(), rules.start());
        for choice in choices {
            prop_assert_eq!(state, position_of(&game, &rules, &position));
            let moves = legal(&game, &state);
            let columns: Vec<_> = moves.iter().map(|column| usize::from(column.0)).collect();
            prop_assert_eq!(columns, rules.legal_columns(&position));
            let outcome = game.outcome(&state).map(|outcome| outcome as i8 - 1);
            prop_assert_eq!(outcome, rules.terminal(&position));
            prop_assert_eq!(state.stones() as usize, position.stones());
            let mirrored = position_of(&game, &rules, &rules.mirrored(&position));
            prop_assert_eq!(game.mirror(state), mirrored);
            prop_assert_eq!(game.mirror_bits(state.key()), mirrored.key());
            prop_assert_eq!(game.canonical(&state).key(), state.key().min(mirrored.key()));
            prop_assert_eq!(game.position_of(state.key()), state);
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            let height = (0..rules.rows()).filter(|&r| rules.at(&position, mv.0.into(), r).is_some());
            prop_assert_eq!(game.height(state.mask(), mv) as usize, height.count());
            state = game.play(&state, mv);
            position = rules.play(&position, usize::from(mv.0)).unwrap();
        }
    }

    #[test]
    fn lines_and_winning_cells_are_those_of_a_scan(
        board in prop_oneof![boards(), boards_with_lines(), boards_with_lines()],
        heights in prop::collection::vec(any::<u8>(), 32),
        (a, b, sparse) in any::<(u64, u64, bool)>(),
    ) {
        let game = ConnectFour::new(board);
        let columns = (0..board.columns() as u8).map(Column);
        let cells = columns.clone().flat_map(|c| (0..board.rows()).map(move |r| (c, r)));
        let taken = |&(c, r): &(Column, u32)| r < u32::from(heights[usize::from(c.0)]) % (board.rows() + 1);
        let mask = cells.clone().filter(taken).fold(0, |mask, (c, r)| mask | game.cell(c, r));
        let own = mask & a & if sparse { b } else { u64::MAX };

        let at = |bits: u64, c: i32, r: i32| bits & game.cell(Column(c as u8), r as u32) != 0;
        let has_four = |own| has_four_by_scan(board, |c, r| at(own, c, r));
        prop_assert_eq!(game.has_four(own), has_four(own));

        let next = columns.map(|c| game.cell(c, game.height(mask, c)) & game.cells());
        prop_assert_eq!(game.playable(mask), next.fold(0, |all, cell| all | cell));
        prop_assert_eq!(game.is_full(mask), game.playable(mask) == 0);

        if !has_four(own) {
            let empty = cells.map(|(c, r)| game.cell(c, r)).filter(|cell| mask & cell == 0);
            let winning = empty.filter(|cell| has_four(own | cell)).fold(0, |all, cell| all | cell);
            prop_assert_eq!(game.winning_cells(own, mask), winning);
        }
    }
}

/// Every reachable position of a board with its value.
type Solved = (ConnectFour, Vec<(Position, Score)>);

/// Some small boards.
static SOLVED: LazyLock<Vec<Solved>> = LazyLock::new(|| {
    let solve = |board| {
        let game = game(board);
        let rules = rules(game.board());
        let solution = value_iteration(&rules, [rules.start()]);
        let entry = |(position, value)| (position_of(&game, &rules, position), score(value));
        (game, solution.iter().map(entry).collect())
    };
    ["4x4", "3x5", "6x2", "2x7", "7x1"].map(solve).into()
});

#[test]
fn bounds_hold_at_every_position_of_small_boards() {
    let (mut exact, mut tight) = (0, 0);
    for (game, solution) in SOLVED.iter() {
        for &(state, value) in solution {
            if game.outcome(&state).is_some() {
                continue;
            }
            let (lower, upper) = game.bounds(&state);
            assert!(lower <= value && value <= upper, "{value} {}", game.format_state(&state));
            // What the next two plies decide, the bounds know.
            if value == Score::win_in(1) || value == Score::loss_in(2) {
                assert_eq!((lower, upper), (value, value), "{}", game.format_state(&state));
                exact += 1;
            } else {
                tight += u32::from(lower == Score::DRAW || upper == Score::DRAW);
            }
        }
    }
    assert!(
        exact > 10_000 && tight > 10_000,
        "{exact} decided, {tight} with a side that can't win"
    );
}

#[test]
fn safe_cells_are_the_moves_after_which_the_opponent_has_no_line_at_once() {
    for (game, solution) in SOLVED.iter() {
        for &(state, _) in solution {
            let is_safe = |column: &Column| {
                let next = game.play(&state, *column);
                game.outcome(&next).is_none_or(|outcome| outcome == Wdl::Draw)
                    && legal(game, &next)
                        .iter()
                        .all(|&reply| game.outcome(&game.play(&next, reply)) != Some(Wdl::Loss))
            };
            // Where the side to move can win at once, safety is not asked for.
            if game.winning_cells(state.own(), state.mask()) & game.playable(state.mask()) != 0
                || game.outcome(&state).is_some()
            {
                continue;
            }
            let safe = legal(game, &state).into_iter().filter(is_safe);
            let cells = safe.map(|c| game.cell(c, game.height(state.mask(), c)));
            let cells = cells.fold(0, |all, cell| all | cell);
            assert_eq!(game.safe_cells(state), cells, "{}", game.format_state(&state));
        }
    }
}

#[test]
fn stone_scores_are_the_published_ones_on_7x6() {
    let board = Board::STANDARD;
    // The empty board: the first player wins on ply 41, with its last stone.
    assert_eq!(board.stone_score(0, Score::win_in(41)), 1);
    // First moves: the outer column loses on ply 40, the centre wins on ply 41; the scores for the
    // first player are -2 and 1, so for the second, who is then to move, 2 and -1.
    assert_eq!(board.stone_score(1, Score::win_in(39)), 2);
    assert_eq!(board.stone_score(1, Score::loss_in(40)), -1);
    assert_eq!(board.stone_score(1, Score::DRAW), 0);
    // A win with the fourth stone on ply 7, the best there is, is worth 18.
    assert_eq!(board.stone_score(6, Score::win_in(1)), 18);
    assert_eq!(board.score_from_stones(6, 18), Some(Score::win_in(1)));
    assert_eq!(board.score_from_stones(6, 19), None);
    assert_eq!(board.score_from_stones(7, i32::MIN), None);
}

#[test]
fn stone_scores_count_the_stones_the_winner_has_left() {
    for board in Board::all() {
        let cells = board.cells();
        for stones in 0..=cells {
            for last in stones..=cells {
                // The winner makes the last move; the side to move has won if it is an odd number of
                // plies away.
                let plies = (last - stones) as u16;
                let (score, sign) = match plies % 2 {
                    1 => (Score::win_in(plies), 1),
                    _ => (Score::loss_in(plies), -1),
                };
                // The winner's stones: all it would have on a full board, and those it has used.
                let (all, used) = match last % 2 {
                    1 => (cells.div_ceil(2), last.div_ceil(2)),
                    _ => (cells / 2, last / 2),
                };
                let expected = sign * (all - used + 1) as i32;
                assert_eq!(board.stone_score(stones, score), expected, "{board} {stones} {last}");
                assert_eq!(board.score_from_stones(stones, expected), Some(score));
            }
        }
    }
}

/// Sequences of moves, counted by the oracle one at a time.
fn perft_by_oracle(rules: &oracle::Connect4, position: &oracle::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => rules.successors(position).iter().map(|p| perft_by_oracle(rules, p, depth - 1)).sum(),
    }
}

#[test]
fn perft_counts_the_sequences_that_the_oracle_counts() {
    for (board, depth) in [("7x6", 6), ("4x4", 9), ("4x3", 12), ("3x4", 12), ("1x6", 6), ("8x1", 8)]
    {
        let game = game(board);
        let rules = rules(game.board());
        for depth in 0..=depth {
            let counted = perft_by_oracle(&rules, &rules.start(), depth);
            assert_eq!(perft(&game, &game.root(), depth), counted, "{board} {depth}");
        }
    }
    let game = game("7x6");
    let won = game.parse_state("1212121").unwrap();
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, &won, depth)), [1, 0, 0, 0]);
}

#[test]
fn the_order_hint_prefers_threats_then_the_centre() {
    let game = game("7x6");
    let order = |text: &str| {
        let state = game.parse_state(text).unwrap();
        let mut moves = legal(&game, &state);
        moves.sort_by_key(|&mv| -game.order_hint(&state, mv));
        moves.iter().map(|mv| mv.to_string()).collect::<String>()
    };
    assert_eq!(order(""), "4352617");
    // x on columns 2 and 3: a third stone on 4 threatens to win on both sides, on 1 or 5 on one.
    assert!(order("2233").starts_with('4'));
    assert!(order("2233").find('1') < order("2233").find('6'));
}
