use super::Position;

/// The number of lines of exactly `depth` plies from the position; paths of captures count apart.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().iter().map(|played| perft(&position.play(played), depth - 1)).sum()
}
