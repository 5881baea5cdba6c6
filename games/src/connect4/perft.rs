use super::{ConnectFour, Position};

/// The number of games of exactly `depth` more plies from a position: sequences of moves, which end
/// with a line or a full board. A finished position has none but the empty one.
///
/// The last two plies are counted without playing them.
pub fn perft(game: &ConnectFour, position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if game.has_four(position.other()) => 0,
        1 => u64::from(game.playable(position.mask()).count_ones()),
        _ => count(game, *position, depth),
    }
}

/// [`perft`] of a position without a line, for a depth of 2 or more.
#[inline]
fn count(game: &ConnectFour, position: Position, depth: u32) -> u64 {
    let mask = position.mask();
    let playable = game.playable(mask);
    // A move that wins has no successors.
    let mut going_on = playable & !game.winning_cells(position.own(), mask);
    if depth == 2 {
        // After each of these moves as many columns are open as before, but for a column it fills.
        let open = playable.count_ones() * going_on.count_ones();
        return u64::from(open - (going_on & game.top()).count_ones());
    }
    let mut games = 0;
    while going_on != 0 {
        let cell = going_on & going_on.wrapping_neg();
        games += count(game, position.play_cell(cell), depth - 1);
        going_on ^= cell;
    }
    games
}
