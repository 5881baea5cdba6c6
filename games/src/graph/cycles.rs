//! What the shape of a graph says: which nodes can recur, and whose move it is.

use super::{Entry, Node};

fn successors(entries: &[Entry], node: usize) -> &[Node] {
    match &entries[node] {
        Entry::Moves(successors) => successors,
        Entry::End(_) => &[],
    }
}

/// The number of each node's strongly connected component (Tarjan's algorithm, without recursion).
pub(super) fn components(entries: &[Entry]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut order = vec![NONE; entries.len()];
    let mut lowest = vec![NONE; entries.len()];
    let mut component = vec![NONE; entries.len()];
    let (mut visited, mut found) = (0, 0);
    let mut open = Vec::new();
    // The path of the depth-first walk: a node and how many of its successors have been looked at.
    let mut path: Vec<(usize, usize)> = Vec::new();
    for start in 0..entries.len() {
        if order[start] == NONE {
            path.push((start, 0));
        }
        while let Some(top) = path.last_mut() {
            let (node, next) = *top;
            if next == 0 && order[node] == NONE {
                (order[node], lowest[node]) = (visited, visited);
                visited += 1;
                open.push(node);
            }
            if let Some(successor) = successors(entries, node).get(next) {
                top.1 += 1;
                let successor = successor.index();
                if order[successor] == NONE {
                    path.push((successor, 0));
                } else if component[successor] == NONE {
                    lowest[node] = lowest[node].min(order[successor]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                lowest[parent] = lowest[parent].min(lowest[node]);
            }
            if lowest[node] == order[node] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}

/// Whether some node can be reached from itself.
pub(super) fn has_cycle(entries: &[Entry], components: &[u32]) -> bool {
    (0..entries.len()).any(|node| {
        successors(entries, node).iter().any(|s| components[s.index()] == components[node])
    })
}

/// The player to move at each node, 0 at the root, if no node can be met by both.
pub(super) fn players(entries: &[Entry], root: Node) -> Option<Vec<u8>> {
    // Neighbours in both directions, so that nodes off the root's reach agree with it too.
    let mut neighbours = vec![Vec::new(); entries.len()];
    for node in 0..entries.len() {
        for successor in successors(entries, node) {
            neighbours[node].push(successor.index());
            neighbours[successor.index()].push(node);
        }
    }
    let mut players = vec![None; entries.len()];
    for start in std::iter::once(root.index()).chain(0..entries.len()) {
        if players[start].is_some() {
            continue;
        }
        players[start] = Some(0);
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            let other = players[node].map(|player: u8| 1 - player);
            for &next in &neighbours[node] {
                if players[next].is_none() {
                    players[next] = other;
                    open.push(next);
                } else if players[next] != other {
                    return None;
                }
            }
        }
    }
    players.into_iter().collect()
}
