use retrosolve_games::connect4::{Board, ConnectFour, Position};
use retrosolve_games::{NoTables, Notation};

use super::reference::Reference;
use crate::connect4::{Engine, KINDS, Kind, Textbook};
use crate::{Options, solve};

fn kind(name: &str) -> Kind {
    Kind::from_name(name).unwrap()
}

#[test]
fn the_textbook_method_finds_the_values_of_small_boards() {
    for text in ["4x4", "3x5", "5x3", "4x5"] {
        let board: Board = text.parse().unwrap();
        let mut reference = Reference::new(board);
        let mut textbook = Textbook::new(board).unwrap();
        let root = reference.value(Position::EMPTY);
        assert_eq!(textbook.score(Position::EMPTY).0, root, "{text}");
        let mut positions: Vec<_> = reference.values.values().copied().collect();
        positions.sort_unstable();
        for (position, value) in positions.into_iter().step_by(97) {
            assert_eq!(textbook.score(position).0, value, "{text} {position:?}");
        }
    }
}

#[test]
fn scores_of_generated_sets_are_those_of_the_textbook_method() {
    let mut engine = Engine::new(Board::STANDARD, 16 << 20).unwrap();
    let mut textbook = Textbook::new(Board::STANDARD).unwrap();
    for (name, count) in
        [("end-easy", 100), ("middle-easy", 100), ("begin-easy", 10), ("middle-medium", 20)]
    {
        let positions = kind(name).positions(&mut engine, 1, count);
        assert_eq!(positions.len(), count);
        for (position, score) in positions {
            let stones = Board::STANDARD.stone_score(position.stones(), score);
            assert_eq!(textbook.score(position).0, stones, "{name} {position:?}");
        }
    }
}

#[test]
fn scores_of_late_sets_are_those_of_the_generic_search() {
    let game = ConnectFour::default();
    let mut engine = Engine::new(Board::STANDARD, 16 << 20).unwrap();
    for (position, score) in kind("end-easy").positions(&mut engine, 2, 50) {
        let answer = solve(&game, &NoTables, &position, &Options::default()).unwrap();
        assert_eq!(answer.score(), Some(score), "{}", game.format_state(&position));
    }
}

#[test]
fn a_generated_set_is_of_its_kind_and_the_same_every_time() {
    let mut engine = Engine::new(Board::STANDARD, 16 << 20).unwrap();
    for kind in KINDS.iter().take(4) {
        let positions = kind.positions(&mut engine, 3, 10);
        engine.clear();
        assert_eq!(kind.positions(&mut engine, 3, 10), positions, "{}", kind.name);
        for (position, score) in positions {
            let plies = position.stones();
            let remaining = score.plies().map_or(42 - plies, u32::from);
            assert!(kind.plies.contains(&plies) && kind.remaining.contains(&remaining));
        }
    }
}
