use std::collections::HashSet;

use retrosolve_games::{Metric, Probe, ProbeError, TableValue, Wdl, ZeroSum};

use crate::hash::BuildKeyHasher;

/// Appends best play from a position on, as far as tables with distances tell it: by plies to the end
/// of the game (dtw), or to the next conversion and so on to the end (dtc). A draw has no end to come
/// to, and a table without distances no way to tell a move that makes progress from one that does not.
///
/// Every move is checked against the tables: the line ends where the position after none has the value
/// and distance that the one before asks for.
pub(crate) fn follow<G: ZeroSum, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
    line: &mut Vec<G::Move>,
) -> Result<(), ProbeError> {
    let mut state = state.clone();
    let mut seen = HashSet::<G::Key, BuildKeyHasher>::default();
    let mut moves = Vec::new();
    while game.outcome(&state).is_none() && seen.insert(game.key(&state)) {
        let Some(value) = probe.probe(game, &state)?.filter(|value| value.distance.is_some())
        else {
            break;
        };
        moves.clear();
        game.moves(&state, &mut moves);
        let mut chosen = None;
        for &mv in &moves {
            if keeps(game, probe, &state, value, mv)? {
                chosen = Some(mv);
                break;
            }
        }
        let Some(mv) = chosen else { break };
        line.push(mv);
        state = game.play(&state, mv);
    }
    Ok(())
}

/// Whether a move leads to what the distance of the position before it counts on.
fn keeps<G: ZeroSum, P: Probe<G>>(
    game: &G,
    probe: &P,
    state: &G::State,
    value: TableValue,
    mv: G::Move,
) -> Result<bool, ProbeError> {
    let next = game.play(state, mv);
    let (wdl, after) = match game.outcome(&next) {
        Some(wdl) => (wdl, Some(0)),
        None => match probe.probe(game, &next)? {
            Some(known) => (known.wdl, known.distance.filter(|_| known.metric == value.metric)),
            None => return Ok(false),
        },
    };
    if wdl != -value.wdl {
        return Ok(false);
    }
    // A conversion is a ply by itself, whatever comes after it.
    let is_conversion = value.metric == Metric::Dtc && game.is_irreversible(state, mv);
    let distance = if is_conversion { Some(1) } else { after.map(|plies| plies + 1) };
    // The loser may hold out for less than it could only where the table is at fault.
    Ok(match value.wdl {
        Wdl::Draw => false,
        _ => distance == value.distance,
    })
}

#[cfg(test)]
mod tests {
    use retrosolve_games::Game;
    use retrosolve_games::graph::{Graph, Node};

    use super::*;

    /// Depths to conversion of a graph in which the move to the end alone is irreversible.
    struct Dtc;

    impl Probe<Graph> for Dtc {
        fn probe(&self, _: &Graph, &Node(n): &Node) -> Result<Option<TableValue>, ProbeError> {
            let (wdl, plies) = match n {
                0 => (Wdl::Win, 3),
                1 => (Wdl::Loss, 2),
                2 => (Wdl::Win, 1),
                3 => (Wdl::Win, 5),
                _ => return Ok(None),
            };
            Ok(Some(TableValue { wdl, distance: Some(plies), metric: Metric::Dtc }))
        }
    }

    #[test]
    fn a_line_by_conversions_takes_the_fastest_way_to_each() {
        let graph: Graph =
            "0: 5, 1  1: 3, 2  2: 1, 4  3: 0  4 = -1  5: 0".parse().expect("a graph");
        // 1 holds out longest by 2 as the table counts: 3 has another distance.
        let mut line = Vec::new();
        follow(&graph, &Dtc, &graph.root(), &mut line).expect("a table in memory");
        assert_eq!(line, [Node(1), Node(2), Node(4)]);
    }
}
