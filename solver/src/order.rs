/// Killers kept for each ply.
const KILLERS: usize = 2;

/// Moves whose success is counted.
const COUNTED: usize = 16;

/// Which moves answered questions with yes elsewhere in the tree: tried first, they make cut-offs come
/// early. Never changes a value.
pub(crate) struct Order<M> {
    /// For each ply the moves that last made a cut-off there.
    killers: Vec<[Option<M>; KILLERS]>,
    /// The moves that most often made a cut-off anywhere, with counts. A move that is not among them
    /// takes a count from each of the others (Misra and Gries 1982): a list short enough to scan,
    /// though moves have no index.
    counts: Vec<(M, u32)>,
}

impl<M> Default for Order<M> {
    fn default() -> Self {
        Self { killers: Vec::new(), counts: Vec::with_capacity(COUNTED) }
    }
}

impl<M: Copy + Eq> Order<M> {
    /// The rank of a move at a ply: the game's hint first, then success elsewhere by its logarithm (so
    /// that early luck does not last), then killers. Greater is earlier.
    #[inline]
    pub(crate) fn rank(&self, ply: usize, mv: M, hint: i32) -> i64 {
        i64::from(hint) << 16 | self.success(mv) << 8 | self.killer(ply, mv)
    }

    /// How recently the move made a cut-off at this ply: 2, 1 or, if others did since, 0.
    #[inline]
    pub(crate) fn killer(&self, ply: usize, mv: M) -> i64 {
        let killers = self.killers.get(ply);
        let place = killers.and_then(|killers| killers.iter().position(|&k| k == Some(mv)));
        place.map_or(0, |i| KILLERS - i) as i64
    }

    /// The logarithm of how often the move made a cut-off anywhere.
    #[inline]
    pub(crate) fn success(&self, mv: M) -> i64 {
        let count = self.counts.iter().find(|(counted, _)| *counted == mv).map_or(0, |c| c.1);
        i64::from(u64::from(count + 1).ilog2())
    }

    /// Notes that a move made a cut-off.
    pub(crate) fn reward(&mut self, ply: usize, mv: M) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(counted) = self.counts.iter_mut().find(|(counted, _)| *counted == mv) {
            counted.1 = (counted.1 + 1).min(u32::MAX - 1);
        } else if self.counts.len() < COUNTED {
            self.counts.push((mv, 1));
        } else {
            self.counts.retain_mut(|(_, count)| {
                *count -= 1;
                *count > 0
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_come_before_success_and_success_before_killers() {
        let mut order = Order::default();
        for _ in 0..5 {
            order.reward(3, 'a');
        }
        order.reward(7, 'b');
        order.reward(7, 'c');
        assert!(order.rank(7, 'a', 0) > order.rank(7, 'c', 0));
        assert!(order.rank(7, 'c', 0) > order.rank(7, 'b', 0));
        assert_eq!(order.rank(5, 'c', 0), order.rank(5, 'b', 0));
        assert!(order.rank(5, 'd', 1) > order.rank(3, 'a', 0));
        assert!(order.rank(3, 'a', -1) < order.rank(5, 'd', 0));
    }

    #[test]
    fn a_frequent_move_stays_counted_among_many_rare_ones() {
        let mut order = Order::default();
        for rare in 0..1000 {
            order.reward(0, -1);
            order.reward(0, rare);
        }
        assert!(order.counts.iter().any(|&(mv, _)| mv == -1));
        assert!(order.counts.len() <= COUNTED);
    }
}
