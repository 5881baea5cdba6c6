use retrosolve_games::checkers::{Board, Color, Position, PositionError};

#[test]
fn names_and_sizes_of_boards() {
    for (board, name, squares, men) in
        [(Board::EIGHT, "8x8", 32, 12), (Board::SIX, "6x6", 18, 6), (Board::FOUR, "4x4", 8, 2)]
    {
        assert_eq!(board.to_string(), name);
        assert_eq!(name.parse(), Ok(board));
        assert_eq!(board.squares(), squares);
        assert_eq!(board.start().material(Color::Black), (men, 0));
        assert_eq!(board.start().material(Color::White), (men, 0));
        assert_eq!(board.start().count(), 2 * men);
    }
    for name in ["", "8", "8x6", "5x5", "08x8", "8x8 "] {
        let error = name.parse::<Board>().expect_err(name);
        assert!(error.to_string().contains("8x8, 6x6 and 4x4"), "{error}");
    }
}

#[test]
fn square_numbers_and_bits_are_inverse_and_packing_puts_them_in_a_row() {
    for board in Board::ALL {
        let mut all = 0;
        for number in 1..=board.squares() {
            let index = board.index(number).expect("a square of the board");
            let bit = board.bit(number).expect("a square of the board");
            assert_eq!(bit, 1 << index);
            assert_eq!(board.number(index), number);
            assert_eq!(board.pack(bit), 1 << (number - 1));
            assert_eq!(board.unpack(1 << (number - 1)), bit);
            all |= bit;
        }
        assert_eq!(all, board.mask());
        assert_eq!(board.unpack(board.pack(all)), all);
        for number in [0, board.squares() + 1, u32::MAX] {
            assert_eq!(board.bit(number), None);
        }
    }
}

#[test]
fn a_half_turn_takes_square_n_to_the_nth_from_the_end() {
    for board in Board::ALL {
        for number in 1..=board.squares() {
            let turned = board.half_turn(board.bit(number).expect("a square of the board"));
            assert_eq!(Some(turned), board.bit(board.squares() + 1 - number));
        }
        for color in Color::ALL {
            assert_eq!(board.half_turn(board.crown_row(color)), board.crown_row(!color));
            assert_eq!(board.half_turn(board.home_rows(color)), board.home_rows(!color));
        }
    }
}

#[test]
fn pieces_that_are_no_position_are_named() {
    let empty = Position { men: [0; 2], kings: [0; 2], turn: Color::Black };
    for board in Board::ALL {
        assert_eq!(empty.validate(board), Ok(()));
        assert_eq!(board.start().validate(board), Ok(()));
    }
    let six = Board::SIX;
    assert_eq!(
        Position { kings: [0, 1 << 3], ..empty }.validate(six),
        Err(PositionError::OffBoard { index: 3, board: six })
    );
    for position in [
        Position { men: [1 << 5, 0], kings: [0, 1 << 5], ..empty },
        Position { men: [1 << 5, 1 << 5], ..empty },
        Position { men: [0, 1 << 5], kings: [0, 1 << 5], ..empty },
    ] {
        assert_eq!(position.validate(six), Err(PositionError::Shared { number: 5 }));
    }
    assert_eq!(
        Position { men: [1 << 22, 0], ..empty }.validate(six),
        Err(PositionError::ManOnCrownRow { color: Color::Black, number: 18 })
    );
    assert_eq!(
        Position { men: [0, 1 << 1], ..empty }.validate(six).map_err(|error| error.to_string()),
        Err("a White man on square 2, its crown row".to_owned())
    );
}
