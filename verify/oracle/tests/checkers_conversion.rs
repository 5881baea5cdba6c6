//! Depths to conversion of checkers, by their definition.

use retrosolve_oracle::checkers::{Checkers, Material, Position, Size, placements};
use retrosolve_oracle::{Quotient, Rules, Solution, Value, conversion_depths, value_iteration};

/// All positions of so many pieces and fewer, solved.
fn solve(size: Size, pieces: usize) -> Solution<Position> {
    let materials = (2..=pieces).flat_map(Material::both_sided);
    let roots = materials.flat_map(|material| placements(size, material));
    value_iteration(&Quotient::new(Checkers, Position::normalised), roots)
}

fn depths(solution: &Solution<Position>) -> Vec<Value> {
    let rules = Quotient::new(Checkers, Position::normalised);
    conversion_depths(&rules, solution, Checkers::converts)
}

#[test]
fn the_outcome_is_that_of_the_solution_and_no_depth_exceeds_its_distance() {
    let solution = solve(Size::Six, 3);
    for (value, depth) in solution.values().iter().zip(depths(&solution)) {
        assert_eq!(value.wdl(), depth.wdl());
        assert!(depth.dtw() <= value.dtw());
    }
}

/// With kings alone and one against one the first conversion of a win is the end of the game.
#[test]
fn king_against_king_converts_when_it_ends() {
    let solution = solve(Size::Eight, 2);
    let depths = depths(&solution);
    let material = Material { black_kings: 1, white_kings: 1, ..Material::default() };
    for position in placements(Size::Eight, material) {
        let depth = depths[solution.number(&position).unwrap()];
        assert_eq!(solution.value(&position), Some(depth), "{position}");
    }
}

#[test]
fn a_side_that_has_only_converting_moves_has_depth_1_or_cannot_move() {
    let solution = solve(Size::Eight, 3);
    for (state, depth) in solution.states().iter().zip(depths(&solution)) {
        let moves = state.legal_moves();
        let only_men = moves.iter().all(|played| Checkers::converts(state, &state.play(played)));
        if let (true, Some(plies)) = (only_men, depth.dtw()) {
            assert_eq!(plies, u32::from(!moves.is_empty()), "{state}");
        }
        assert_eq!(depth == Value::Loss(0), moves.is_empty(), "{state}");
    }
}

#[test]
fn a_king_that_moves_to_and_fro_converts_nothing() {
    let position = Position::start(Size::Six);
    let opened = Checkers.successors(&position);
    assert!(opened.iter().all(|next| Checkers::converts(&position, next)));
    let material = Material { black_kings: 1, white_men: 1, ..Material::default() };
    for position in placements(Size::Six, material) {
        for played in position.legal_moves() {
            let after = position.play(&played);
            assert_eq!(Checkers::converts(&position, &after), played.is_capture());
            assert_eq!(Checkers::converts(&position, &after.normalised()), played.is_capture());
        }
    }
}
