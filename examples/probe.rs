//! Opens a folder of tables, reads a position, prints the value of each move.

use retrosolve_games::{Game, Notation, checkers::Checkers};
use retrosolve_tablegen::{checkers::CheckersTables, format::Io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Checkers::default();
    let tables = CheckersTables::open("data/tables/checkers-8x8-dtw", Io::Map)?;
    let position = game.parse_state("W:WK23,K19:BK28,12")?;
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    for mv in moves {
        // A value is from the view of the side to move: here the opponent, after our move.
        match tables.get(&game.play(&position, mv))? {
            Some(next) => println!("{}: {}", game.format_move(&position, mv), -next.wdl),
            None => println!("{}: no table", game.format_move(&position, mv)),
        }
    }
    Ok(())
}
