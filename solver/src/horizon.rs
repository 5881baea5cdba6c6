//! The first way through cycles: "can the mover win within n plies", for growing n.
//!
//! The question has no repetition rule in it, so its answer depends on the position alone, whatever
//! led there. Alpha-beta with a window inside the wins (or losses) asks exactly this, and an entry of
//! the transposition table means "win within n" or "no win within n".

use retrosolve_games::{Probe, Score, ZeroSum};

use crate::alphabeta::AlphaBeta;
use crate::context::{Context, Node};
use crate::limits::Stop;
use crate::{Bounds, CutShort};

/// Deepens until the bounds decide "is the score at least `bound`?". The bounds are all the state it
/// has: called again, it goes on where it was.
///
/// # Errors
/// [`CutShort::Plies`] if the horizon has come to `max_plies` and the question is still open.
pub(crate) fn deepen<G: ZeroSum, P: Probe<G>>(
    alphabeta: &mut AlphaBeta<G>,
    context: &mut Context<'_, G, P>,
    node: &Node<G>,
    bounds: &mut Bounds,
    bound: Score,
    max_plies: u16,
) -> Result<(), Stop> {
    while !bounds.decide(bound) {
        let (plies, test) = next_test(*bounds);
        if plies > max_plies {
            return Err(Stop::Limit(CutShort::Plies));
        }
        alphabeta.narrow(context, node, bounds, test)?;
    }
    Ok(())
}

/// The least n that bounds leave open, and its test as a bound on the score: a win within n ("is the
/// score at least that?") or a loss within n ("is it not at least one better?").
fn next_test(bounds: Bounds) -> (u16, Score) {
    // The fastest win and the fastest loss not ruled out.
    let win = bounds.upper.plies().filter(|_| bounds.upper > Score::DRAW);
    let loss = bounds.lower.plies().filter(|_| bounds.lower < Score::DRAW);
    match (win, loss) {
        (win, Some(loss)) if win.is_none_or(|win| loss < win) => (loss, bounds.lower.next()),
        (win, _) => (win.unwrap_or(0), bounds.upper),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_of_least_depth_comes_first() {
        let test = |lower, upper| next_test(Bounds { lower, upper });
        let (win, loss) = (Score::win_in, Score::loss_in);
        assert_eq!(test(loss(1), win(1)), (1, win(1)));
        assert_eq!(test(loss(1), win(2)), (1, loss(1).next()));
        assert_eq!(test(loss(2), win(1)), (1, win(1)));
        assert_eq!(test(loss(9), Score::DRAW), (9, loss(9).next()));
        assert_eq!(test(win(9), win(5)), (5, win(5)));
        assert_eq!(test(loss(5), loss(9)), (5, loss(5).next()));
    }
}
