//! m,n,k games against the oracle, published counts and bad text.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use retrosolve_games::mnk::{Marks, Mnk};
use retrosolve_games::{Game, Notation, Score, Wdl, ZeroSum};
use retrosolve_oracle::{Rules, mnk as oracle, value_iteration};

/// Every position that play can reach.
fn reachable(game: &Mnk) -> HashSet<Marks> {
    let mut seen = HashSet::from([game.root()]);
    let mut open = vec![game.root()];
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        moves.clear();
        game.moves(&state, &mut moves);
        open.extend(
            moves.iter().map(|&mv| game.play(&state, mv)).filter(|next| seen.insert(*next)),
        );
    }
    seen
}

#[test]
fn tictactoe_has_5478_positions_in_765_classes() {
    let game = Mnk::tictactoe();
    let positions = reachable(&game);
    assert_eq!(positions.len(), 5478);
    let classes: HashSet<_> = positions.iter().map(|state| game.canonical(state)).collect();
    assert_eq!(classes.len(), 765);
    // 626 positions are won by x, 316 by o, 16 full boards are drawn.
    let finished = |outcome, x_moves: bool| {
        let ends = |state: &&Marks| {
            game.outcome(state) == Some(outcome)
                && state.mask().count_ones().is_multiple_of(2) == x_moves
        };
        positions.iter().filter(ends).count()
    };
    assert_eq!(finished(Wdl::Loss, false), 626);
    assert_eq!(finished(Wdl::Loss, true), 316);
    assert_eq!(finished(Wdl::Draw, false), 16);
    assert_eq!((game.name(), game.board()), ("tictactoe", String::new()));
}

#[test]
fn classes_are_those_of_the_oracle() {
    for (m, n, k) in [(3, 3, 3), (4, 3, 3), (2, 5, 3), (3, 3, 2), (1, 6, 2)] {
        let game = Mnk::new(m, n, k).unwrap();
        let classes: HashSet<_> =
            reachable(&game).iter().map(|state| game.canonical(state)).collect();
        let rules = oracle::Mnk::new(m as usize, n as usize, k as usize);
        let positions = retrosolve_oracle::reachable(&rules, [rules.start()]);
        let expected: HashSet<_> = positions.iter().map(|p| rules.canonical(p)).collect();
        assert_eq!(classes.len(), expected.len(), "{m},{n},{k}");
    }
}

#[test]
fn the_drawn_form_means_what_the_move_list_means() {
    let game = Mnk::new(4, 3, 3).unwrap();
    let state = game.parse_state("  b2 A1\td3 ").unwrap();
    assert_eq!(game.format_state(&state), "...x/.x../o...");
    for drawn in ["...x/.x../o...", "...X\n.X..\nO...\n", "... x / .x.. / o..."] {
        assert_eq!(game.parse_state(drawn), Ok(state), "{drawn:?}");
    }
    assert_eq!(game.parse_state(""), Ok(game.root()));
    assert_eq!((game.name(), game.board()), ("mnk", "4,3,3".to_string()));
    assert_eq!("4,3,3".parse(), Ok(game));
}

#[test]
fn columns_beyond_z_have_two_letters() {
    let game = Mnk::new(64, 1, 5).unwrap();
    let mut moves = Vec::new();
    game.moves(&game.root(), &mut moves);
    let names: Vec<_> = moves.iter().map(|&mv| game.format_move(&game.root(), mv)).collect();
    assert_eq!(names[25..28], ["z1", "aa1", "ab1"]);
    assert_eq!(names[63], "bl1");
    assert_eq!(game.parse_state("x1 bl1").map(|s| s.mask()), Ok(1 << 23 | 1 << 63));
}

#[test]
fn errors_name_the_column_and_the_reason() {
    let game = Mnk::tictactoe();
    let cases = [
        ("a1 a1", Some(4), "a1 is taken"),
        ("a1  d1", Some(5), "`d1` is not a cell; they are a1 to c3"),
        ("a4", Some(1), "`a4` is not a cell"),
        ("a01", Some(1), "`a01` is not a cell"),
        ("1a", Some(1), "`1a` is not a cell"),
        ("a1 a2 b1 b2 c1 c2", Some(16), "the game is over after 5 moves, by a line"),
        ("xx./.../...", None, "2 x and 0 o"),
        ("o../.../...", None, "0 x and 1 o"),
        (".../...", None, "2 rows are drawn, the board has 3"),
        (".../..../...", Some(9), "the row has 4 cells, the board 3"),
        (".../.z./...", Some(6), "`z` in a drawn board"),
        ("hello", Some(1), "`h` in a drawn board"),
        ("xxx/ooo/...", None, "x has a line, yet o made the last move"),
    ];
    for (text, column, reason) in cases {
        let error = game.parse_state(text).unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.reason.starts_with(reason), "{text}: {error}");
    }
    let error = game.parse_state("...\n.z.\n...").unwrap_err();
    assert_eq!((error.line, error.column), (Some(2), Some(2)));
    // Two lines without a common cell.
    let wide = Mnk::new(5, 3, 3).unwrap();
    let error = wide.parse_state("xxx../oo.oo/xxx.o").unwrap_err();
    assert!(error.reason.contains("no one last move"), "{error}");
    for text in ["", "3,3", "3,3,3,3", "3x3x3", "0,3,3", "9,9,5", "-3,3,3", "3, 3, 3"] {
        assert!(text.parse::<Mnk>().is_err(), "{text}");
    }
}

/// The value of a position by plain negamax over the classes.
fn value(game: &Mnk, state: &Marks, known: &mut HashMap<Marks, Score>) -> Score {
    if let Some(outcome) = game.outcome(state) {
        return Score::terminal(outcome);
    }
    let class = game.canonical(state);
    if let Some(&score) = known.get(&class) {
        return score;
    }
    let mut moves = Vec::new();
    game.moves(&class, &mut moves);
    let scores = moves.iter().map(|&mv| value(game, &game.play(&class, mv), known));
    let best = scores.map(Score::from_child).max().expect("a move");
    known.insert(class, best);
    best
}

#[test]
fn small_games_have_their_known_values() {
    let root_value = |m, n, k| {
        let game = Mnk::new(m, n, k).unwrap();
        value(&game, &game.root(), &mut HashMap::new())
    };
    assert_eq!(root_value(3, 3, 3), Score::DRAW);
    assert_eq!(root_value(4, 3, 3).wdl(), Wdl::Win);
    assert_eq!(root_value(3, 3, 2), Score::win_in(3));
    assert_eq!(root_value(3, 3, 1), Score::win_in(1));
    assert_eq!(root_value(4, 3, 5), Score::DRAW);
}

#[test]
fn values_are_those_of_the_oracle_at_every_position() {
    for (m, n, k) in [(3, 3, 3), (4, 3, 3), (2, 5, 2)] {
        let game = Mnk::new(m, n, k).unwrap();
        let rules = oracle::Mnk::new(m as usize, n as usize, k as usize);
        let solution = value_iteration(&rules, [rules.start()]);
        let mut known = HashMap::new();
        for (position, expected) in solution.iter() {
            let bits = |player| {
                let marked = position.cells().iter().map(|&cell| cell == Some(player));
                (0..).zip(marked).fold(0, |bits, (i, marked)| bits | u64::from(marked) << i)
            };
            let (own, other) = (bits(position.to_move()), bits(position.to_move().other()));
            let state = Marks::from_bits(own, own | other);
            let score = value(&game, &state, &mut known);
            assert_eq!(score.wdl() as i8 - 1, expected.wdl(), "{state:?}");
            assert_eq!(score.plies().map(u32::from), expected.dtw(), "{state:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn random_games_agree_with_the_oracle(
        (m, n, k) in (1..9_usize, 1..9_usize, 1..7_usize),
        choices in prop::collection::vec(any::<u8>(), 64),
    ) {
        let game = Mnk::new(m as u32, n as u32, k as u32).unwrap();
        let rules = oracle::Mnk::new(m, n, k);
        let (mut state, mut position) = (game.root(), rules.start());
        for choice in choices {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            // Cells are numbered alike: row by row from one edge.
            let legal: Vec<_> = (0..m * n).filter(|&cell| rules.play(&position, cell).is_some()).collect();
            prop_assert_eq!(moves.iter().map(|mv| usize::from(mv.0)).collect::<Vec<_>>(), legal);
            let outcome = game.outcome(&state).map(|outcome| outcome as i8 - 1);
            prop_assert_eq!(outcome, rules.terminal(&position));
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            state = game.play(&state, mv);
            position = rules.play(&position, usize::from(mv.0)).unwrap();
        }
    }
}
