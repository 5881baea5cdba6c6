//! What positions are worth to a search with a window.

use retrosolve_games::Score;

/// A worth as a whole number, from the view of the side that is named where it is used: greater is
/// better for it.
pub type Value = i32;

/// Beyond every value: the window that lets everything through.
pub const INFINITE: Value = 2_000_000_000;

/// A win on the spot, on the scale of [`Scale::Distances`]; a win in n plies is worth n less.
pub const WIN: Value = 1_000_000;

/// Values beyond this, either way, are wins and losses; estimates lie within.
pub const DECISIVE: Value = 900_000;

/// What the end of a game is worth, and what becomes of it on the way up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scale {
    /// The utility as the game gives it, the same however far away.
    Utilities,
    /// The sign of the utility as a win, draw or loss, of which near wins and far losses are better.
    Distances,
}

impl Scale {
    /// The worth of an end of the game to a player of that utility.
    pub fn end(self, utility: i32) -> Value {
        match self {
            Self::Utilities => utility,
            Self::Distances => WIN * utility.signum(),
        }
    }

    /// The worth of a position, from that of the position a move leads to, for the same player.
    pub fn up(self, child: Value) -> Value {
        match self {
            Self::Distances if child.abs() > DECISIVE => child - child.signum(),
            _ => child,
        }
    }

    /// The bound for a position after a move that asks the same as `bound` before it.
    pub fn down(self, bound: Value) -> Value {
        match self {
            Self::Distances if (DECISIVE..INFINITE).contains(&bound.abs()) => {
                bound + bound.signum()
            }
            _ => bound,
        }
    }
}

/// The value of a score on the scale of [`Scale::Distances`].
pub fn value_of_score(score: Score) -> Value {
    let distance = Value::from(score.plies().unwrap_or(0));
    match score {
        Score::DRAW => 0,
        s if s > Score::DRAW => WIN - distance,
        _ => distance - WIN,
    }
}

/// In words: `win in 5`, `loss in 2`, `draw`, or the number of an estimate.
pub fn value_words(scale: Scale, value: Value) -> String {
    match scale {
        Scale::Utilities => value.to_string(),
        Scale::Distances if value > DECISIVE => format!("win in {}", WIN - value),
        Scale::Distances if value < -DECISIVE => format!("loss in {}", value + WIN),
        Scale::Distances => format!("{value:+}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_asks_the_same_before_and_after_a_move() {
        let scale = Scale::Distances;
        let near = |centre: Value| (centre - 5..=centre + 5).collect::<Vec<_>>();
        let values: Vec<_> = [0, WIN - 30, 30 - WIN, DECISIVE - 9, 9 - DECISIVE]
            .into_iter()
            .flat_map(near)
            .collect();
        for &child in &values {
            for &bound in &values {
                let asked = scale.up(child) >= bound;
                assert_eq!(child >= scale.down(bound), asked, "{child} {bound}");
                let above = scale.up(child) > bound;
                assert_eq!(child > scale.down(bound), above, "{child} {bound}");
            }
        }
        assert_eq!(scale.down(INFINITE), INFINITE);
        assert_eq!(scale.down(-INFINITE), -INFINITE);
    }

    #[test]
    fn scores_keep_their_distance() {
        assert_eq!(value_of_score(Score::win_in(7)), WIN - 7);
        assert_eq!(value_of_score(Score::loss_in(4)), 4 - WIN);
        assert_eq!(value_of_score(Score::DRAW), 0);
        assert_eq!(value_words(Scale::Distances, WIN - 7), "win in 7");
        assert_eq!(value_words(Scale::Distances, 4 - WIN), "loss in 4");
        assert_eq!(value_words(Scale::Distances, -12), "-12");
    }
}
