use std::collections::HashSet;

use proptest::prelude::*;
use retrosolve_games::checkers::{Board, Checkers, Color, Position};
use retrosolve_games::{Game, ZeroSum};

use crate::positions;

fn successors(board: Board, position: &Position) -> Vec<Position> {
    let mut all = Vec::new();
    position.for_each_move(board, |mv| all.push(position.after(board, mv)));
    all
}

/// What no move increases and an irreversible one decreases: pieces, men, rows that the men are short
/// of the crown row.
fn potential(board: Board, position: &Position) -> (u32, u32, u32) {
    let men = position.men[0].count_ones() + position.men[1].count_ones();
    let rows = u32::from(board.size());
    let short: u32 = (0..board.size())
        .map(|row| {
            let men = |color: Color| (position.men[color as usize] & board.row(row)).count_ones();
            (rows - u32::from(row)) * men(Color::Black) + u32::from(row) * men(Color::White)
        })
        .sum();
    (position.count(), men, short)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn mirroring_twice_changes_nothing((board, position) in positions()) {
        let mirror = position.mirrored(board);
        prop_assert_eq!(mirror.validate(board), Ok(()));
        prop_assert_ne!(mirror.turn, position.turn);
        prop_assert_eq!(mirror.material(Color::Black), position.material(Color::White));
        prop_assert_eq!(mirror.mirrored(board), position);
    }

    #[test]
    fn mirroring_commutes_with_moves((board, position) in positions()) {
        let mirror_then_move: HashSet<_> =
            successors(board, &position.mirrored(board)).into_iter().collect();
        let move_then_mirror: HashSet<_> =
            successors(board, &position).iter().map(|next| next.mirrored(board)).collect();
        prop_assert_eq!(mirror_then_move, move_then_mirror);
    }

    #[test]
    fn a_position_and_its_mirror_have_one_representative_with_black_to_move(
        (board, position) in positions(),
    ) {
        let game = Checkers::new(board);
        let representative = game.canonical(&position);
        prop_assert_eq!(representative.turn, Color::Black);
        prop_assert_eq!(game.canonical(&position.mirrored(board)), representative);
        prop_assert!([position, position.mirrored(board)].contains(&representative));
    }

    #[test]
    fn legal_moves_keep_the_position_valid_and_flip_the_turn((board, position) in positions()) {
        prop_assert_eq!(position.validate(board), Ok(()));
        for next in successors(board, &position) {
            prop_assert_eq!(next.validate(board), Ok(()));
            prop_assert_ne!(next.turn, position.turn);
        }
    }

    #[test]
    fn irreversible_moves_use_up_what_no_move_brings_back((board, position) in positions()) {
        let game = Checkers::new(board);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        for mv in moves {
            let (before, after) =
                (potential(board, &position), potential(board, &game.play(&position, mv)));
            if game.is_irreversible(&position, mv) {
                prop_assert!(after < before);
            } else {
                prop_assert_eq!(after, before);
            }
        }
    }

    #[test]
    fn a_key_gives_its_position_back((board, position) in positions()) {
        let key = Checkers::new(board).key(&position);
        let word = |shift: u32| (key >> shift) as u32;
        let pieces = [word(0), word(32)];
        let back = Position {
            men: pieces.map(|set| set & !word(64)),
            kings: pieces.map(|set| set & word(64)),
            turn: if word(96) == 0 { Color::Black } else { Color::White },
        };
        prop_assert_eq!(back, position);
    }

    #[test]
    fn a_route_visits_as_many_squares_as_the_move_has_steps_or_jumps(
        (board, position) in positions(),
    ) {
        let mut routes = Vec::new();
        position.for_each_move(board, |mv| routes.push((mv, position.route(board, mv))));
        for (mv, route) in routes {
            let route = route.expect("a legal move has a route");
            prop_assert_eq!((route[0], route[route.len() - 1]), (mv.from, mv.to));
            prop_assert_eq!(route.len() as u32, 1 + mv.captured.count_ones().max(1));
        }
    }
}
