//! Published figures as typed rows, from the data files of the repository.
//!
//! Each file is tab-separated text: lines of `#` that name the sources, one line of column names, one
//! row a line. The files are part of the build, and the tests read every one.

mod checkers;
mod connect4;
mod small;
mod tsv;

pub use checkers::{
    CountRow, EndingRow, PerftRow, SliceRow, checkers_4x4, checkers_6x6, checkers_6x6_start,
    checkers_counts, checkers_perft, checkers_positions, checkers_slices,
};
pub use connect4::{
    BoardCountRow, BoardValueRow, FirstMoveRow, PlyRow, connect4_8ply, connect4_counts,
    connect4_first_moves, connect4_plies, connect4_values,
};
pub use small::{FactRow, GraphRow, MnkRow, graphs, mnk, tictactoe};

/// The rows of a file and where they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Published<R> {
    /// The sources in short, for a line of output.
    pub source: &'static str,
    /// The head of the file: what the figures are, and the sources in full.
    pub notes: String,
    /// The rows, in the order of the file.
    pub rows: Vec<R>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_with_its_notes() {
        let read = [
            (checkers_counts().rows.len(), checkers_counts().notes),
            (checkers_slices().rows.len(), checkers_slices().notes),
            (checkers_perft().rows.len(), checkers_perft().notes),
            (checkers_positions().rows.len(), checkers_positions().notes),
            (checkers_4x4().rows.len(), checkers_4x4().notes),
            (checkers_6x6().rows.len(), checkers_6x6().notes),
            (checkers_6x6_start().rows.len(), checkers_6x6_start().notes),
            (connect4_counts().rows.len(), connect4_counts().notes),
            (connect4_values().rows.len(), connect4_values().notes),
            (connect4_8ply().rows.len(), connect4_8ply().notes),
            (connect4_first_moves().rows.len(), connect4_first_moves().notes),
            (tictactoe().rows.len(), tictactoe().notes),
            (mnk().rows.len(), mnk().notes),
        ];
        for (rows, notes) in read {
            assert!(rows >= 2 && notes.lines().count() >= 2, "{rows} rows: {notes}");
        }
    }

    #[test]
    fn wins_losses_and_draws_of_a_slice_add_up_to_its_positions() {
        for row in checkers_slices().rows {
            assert_eq!(row.values.iter().sum::<u64>(), row.positions, "{}", row.slice);
            assert!(row.capture_values.iter().zip(row.values).all(|(&part, all)| part <= all));
        }
    }

    #[test]
    fn the_6x6_board_adds_up() {
        let rows = checkers_6x6().rows;
        for row in &rows {
            assert_eq!(row.values.iter().sum::<u64>(), row.positions, "{} pieces", row.pieces);
        }
        assert_eq!(rows.iter().map(|row| row.positions).sum::<u64>(), 63_836_439_921);
    }

    #[test]
    fn the_slices_of_so_many_pieces_add_up_to_their_counts() {
        for count in checkers_counts().rows {
            let slices = checkers_slices().rows;
            let rows = || slices.iter().filter(|row| row.slice.pieces() == count.pieces);
            if rows().next().is_none() {
                continue;
            }
            assert_eq!(rows().map(|row| row.positions).sum::<u64>(), count.both_sides);
            let sum = |i: usize| rows().map(|row| row.values[i]).sum::<u64>();
            assert_eq!(Some([sum(0), sum(1), sum(2)]), count.values);
            assert_eq!(rows().map(|row| row.longest_win).max(), count.longest_win);
        }
    }
}
