use rayon::prelude::*;
use retrosolve_games::connect4::{ConnectFour, Position};
use retrosolve_games::{Game, Score, Wdl, ZeroSum};

use crate::format::Totals;

/// The positions of a ply that play reaches, each and its mirror image as one.
pub(super) struct Reached {
    /// Their keys, in order, finished positions among them.
    keys: Vec<u64>,
}

impl Reached {
    /// Those of all plies up to `last`.
    pub(super) fn up_to(game: &ConnectFour, last: u32) -> Vec<Self> {
        let mut plies = vec![Self { keys: vec![game.key(&Position::EMPTY)] }];
        for ply in 0..last as usize {
            let after = plies[ply].after(game);
            plies.push(after);
        }
        plies
    }

    fn after(&self, game: &ConnectFour) -> Self {
        let after = |&key: &u64| {
            let position = game.position_of(key);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let played = move |mv| game.key(&game.canonical(&game.play(&position, mv)));
            moves.into_iter().map(played)
        };
        let mut keys: Vec<u64> = self.keys.par_iter().flat_map_iter(after).collect();
        keys.par_sort_unstable();
        keys.dedup();
        Self { keys }
    }

    /// The positions.
    pub(super) fn positions<'a>(
        &'a self,
        game: &'a ConnectFour,
    ) -> impl Iterator<Item = Position> + 'a {
        self.keys.iter().map(|&key| game.position_of(key))
    }

    /// The place of a position, or of its mirror image.
    pub(super) fn place(&self, game: &ConnectFour, position: Position) -> Option<usize> {
        self.keys.binary_search(&game.key(&game.canonical(&position))).ok()
    }

    /// The values of these positions from those of the ply after, place by place.
    pub(super) fn values_from(
        &self,
        game: &ConnectFour,
        after: &Self,
        values_after: &[Score],
    ) -> Vec<Score> {
        let value = |&key: &u64| {
            let position = game.position_of(key);
            if let Some(outcome) = game.outcome(&position) {
                return Score::terminal(outcome);
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let places = moves.iter().filter_map(|&mv| after.place(game, game.play(&position, mv)));
            // A position that is not finished has a move, and play reaches what it leads to.
            places.map(|place| Score::from_child(values_after[place])).max().unwrap_or(Score::DRAW)
        };
        self.keys.par_iter().map(value).collect()
    }

    /// What the positions add up to, a position and its mirror image counted as two.
    pub(super) fn totals(&self, game: &ConnectFour, values: &[Score]) -> Totals {
        let mut totals = Totals::default();
        for (position, value) in self.positions(game).zip(values) {
            let count = if game.mirror(position) == position { 1 } else { 2 };
            *match value.wdl() {
                Wdl::Win => &mut totals.wins,
                Wdl::Draw => &mut totals.draws,
                Wdl::Loss => &mut totals.losses,
            } += count;
        }
        totals
    }
}

/// The value of a position by the rules: finished, or won at once.
pub(super) fn at_sight(game: &ConnectFour, position: Position) -> Option<Score> {
    let wins = game.winning_cells(position.own(), position.mask());
    match game.outcome(&position) {
        Some(outcome) => Some(Score::terminal(outcome)),
        None if wins & game.playable(position.mask()) != 0 => Some(Score::win_in(1)),
        None => None,
    }
}
