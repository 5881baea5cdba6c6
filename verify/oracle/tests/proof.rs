//! Proofs of checkers values: sound ones stand, every way of breaking one is found out.

use std::collections::HashMap;

use retrosolve_oracle::checkers::{Checkers, Material, Position, Size, placements};
use retrosolve_oracle::proof::{CheckError, Checked, Proof};
use retrosolve_oracle::{Quotient, Solution, value_iteration};

/// The values of all that comes of two kings against one on 6x6.
fn solution() -> Solution<Position> {
    let rules = Quotient::new(Checkers, Position::normalised);
    let material = Material { black_men: 0, black_kings: 2, white_men: 0, white_kings: 1 };
    value_iteration(&rules, placements(Size::Six, material))
}

/// A proof by the values: at every position the move to the best value.
fn write(solution: &Solution<Position>, root: &Position) -> String {
    let value = |position: &Position| solution.value(&position.normalised()).expect("solved");
    let root_value = value(root).wdl();
    let (name, plans) = match root_value {
        1 => ("win", vec![(true, true)]),
        -1 => ("loss", vec![(false, true)]),
        _ => ("draw", vec![(true, false), (false, false)]),
    };
    let mut text =
        format!("retrosolve proof 1\ngame checkers\nboard 6x6\nposition {root}\nvalue {name}\n");
    for (by_mover, wins) in plans {
        let mut moves = HashMap::new();
        let mut stack = vec![(root.normalised(), by_mover)];
        let mut seen = vec![];
        while let Some((position, is_own)) = stack.pop() {
            let legal = position.legal_moves();
            if seen.contains(&(position, is_own)) || legal.is_empty() {
                continue;
            }
            seen.push((position, is_own));
            let next = |played| (position.play(played).normalised(), !is_own);
            if is_own {
                let worth = |played: &&_| value(&position.play(played)).before_the_move();
                let best = legal.iter().max_by_key(worth).expect("there is a move");
                moves.insert(position, best.clone());
                stack.push(next(best));
            } else {
                stack.extend(legal.iter().map(next));
            }
        }
        let (who, aim) =
            (if by_mover { "mover" } else { "other" }, if wins { "win" } else { "draw" });
        text += &format!("strategy {who} {aim} {}\n", moves.len());
        for (position, played) in moves {
            text += &format!("{position} {played}\n");
        }
    }
    text
}

fn check(text: &str) -> Result<Checked, String> {
    let proof = Proof::read(text).map_err(|e| e.to_string())?;
    proof.check(|_| Ok::<_, String>(None)).map_err(|e| e.to_string())
}

/// A position of the slice for each value, the decisive ones as long as there are.
fn examples(solution: &Solution<Position>) -> [Position; 3] {
    let of = |sign: i8| {
        let states = solution.states().iter().filter(|state| state.pieces().len() == 3);
        let value = |state: &&Position| solution.value(state).expect("solved");
        let states = states.filter(|state| value(state).wdl() == sign);
        *states.max_by_key(|state| value(state).dtw()).expect("there is one")
    };
    [of(-1), of(0), of(1)]
}

#[test]
fn proofs_of_a_loss_a_draw_and_a_win_stand() {
    let solution = solution();
    for position in examples(&solution) {
        let checked = check(&write(&solution, &position)).expect("a proof");
        assert!(checked.moves > 0 && checked.replies > 0 && checked.tables == 0, "{position}");
        // The same of the position turned round.
        check(&write(&solution, &position.mirrored())).expect("a proof");
    }
}

#[test]
fn every_move_left_out_or_exchanged_for_a_worse_one_is_found_out() {
    let solution = solution();
    let [_, _, won] = examples(&solution);
    let text = write(&solution, &won);
    let lines: Vec<&str> = text.lines().collect();
    let (head, moves) = lines.split_at(6);
    let worth = |position: &Position, played: &_| {
        let next: Position = position.play(played);
        solution.value(&next.normalised()).expect("solved").before_the_move()
    };
    let mut exchanged = 0;
    for broken in 0..moves.len().min(200) {
        let mut fewer: Vec<&str> = moves.to_vec();
        fewer.remove(broken);
        let count = format!("strategy mover win {}", fewer.len());
        let head = [&head[..5], &[count.as_str()]].concat();
        let error = check(&[head, fewer].concat().join("\n")).expect_err("a move is missing");
        assert!(error.contains("no move here"), "{error}");

        let (fen, _) = moves[broken].split_once(' ').expect("a position and a move");
        let position = Position::from_fen(Size::Six, fen).expect("a position");
        let legal = position.legal_moves();
        let Some(worse) = legal.iter().find(|played| worth(&position, played).wdl() < 1) else {
            continue;
        };
        exchanged += 1;
        let line = format!("{position} {worse}");
        let mut other: Vec<&str> = moves.to_vec();
        other[broken] = &line;
        let text = [lines[..6].to_vec(), other].concat().join("\n");
        check(&text).expect_err("a move that does not win");
    }
    assert!(exchanged > 5, "{exchanged} moves had a worse one beside them");
}

#[test]
fn a_win_that_comes_round_again_is_none() {
    let text = "retrosolve proof 1\ngame checkers\nboard 4x4\nposition B:WK1:BK8\nvalue draw\nstrategy mover draw 0\nstrategy other draw 0";
    let error = check(text).expect_err("no moves");
    assert!(error.contains("no move here"), "{error}");
    let solution = solution();
    let [_, drawn, _] = examples(&solution);
    let text = write(&solution, &drawn);
    let as_win = text.replace("value draw", "value win").replace("mover draw", "mover win");
    let cut = as_win.find("strategy other").expect("two strategies");
    let error = check(&as_win[..cut]).expect_err("a draw is no win");
    assert!(error.contains("again") || error.contains("is a draw"), "{error}");
}

#[test]
fn a_value_of_a_table_ends_a_strategy_and_is_judged() {
    let text = "retrosolve proof 1\ngame checkers\nboard 8x8\nposition W:WK15,K10:BK3\nvalue win\nstrategy mover win 0";
    let proof = Proof::read(text).expect("a proof");
    let by = |value| proof.check(|_| Ok::<_, String>(Some(value)));
    assert_eq!(by(1).expect("the table says so").tables, 1);
    for value in [0, -1] {
        assert!(matches!(by(value), Err(CheckError::Flaw { .. })), "{value}");
    }
    let broken = proof.check(|_| Err("cannot be read"));
    assert_eq!(broken, Err(CheckError::Table("cannot be read")));
}

#[test]
fn a_text_that_is_no_proof_is_refused_with_its_line() {
    let good = "retrosolve proof 1\ngame checkers\nboard 8x8\nposition W:WK15,K10:BK3\nvalue win\nstrategy mover win 1\nB:WK30:BK18,K23 18-22";
    assert!(Proof::read(good).is_ok());
    for (old, new, line, word) in [
        ("proof 1", "proof 2", 1, "proof 1"),
        ("checkers", "chess", 2, "chess"),
        ("8x8", "9x9", 3, "9x9"),
        ("K15", "K40", 4, "40"),
        ("value win", "value won", 5, "won"),
        ("mover win 1", "mover win", 6, "strategy"),
        ("mover win 1", "mover win 2", 8, "due"),
        ("mover win 1", "other win 1", 8, "mover win"),
        ("B:WK30", "W:WK30", 7, "Black"),
        ("18-22", "18", 7, "two squares"),
        ("18-22", "eighteen-22", 7, "11-15"),
        ("18-22", "18-22\nB:WK30:BK18,K23 18-22", 8, "strategy"),
    ] {
        let error = Proof::read(&good.replace(old, new)).expect_err(new);
        assert_eq!(error.line, line, "{new}: {error}");
        assert!(error.to_string().contains(word), "{new}: {error}");
    }
}
