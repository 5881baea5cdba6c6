use std::thread;

use retrosolve_games::{Probe, Score, ZeroSum};

use crate::context::{Context, Node};
use crate::cyclic::{Way, take_turns};
use crate::limits::Stop;
use crate::solver::STACK_BYTES;
use crate::{Bounds, CutShort};

/// Lets the ways search side by side on so many threads until one has the answer.
///
/// Whichever is first, the value is the same, since every way proves what it says. They share the
/// transposition table, which holds nothing but what is true of positions, whoever proved it.
pub(crate) fn side_by_side<G: ZeroSum, P: Probe<G>>(
    context: &mut Context<'_, G, P>,
    ways: Vec<&mut Way<G>>,
    threads: usize,
    node: &Node<G>,
    bounds: &mut Bounds,
    bound: Score,
) -> Result<(), Stop> {
    let pool = context.limits.pool();
    let mut shares: Vec<Vec<&mut Way<G>>> = Vec::new();
    shares.resize_with(threads.min(ways.len()), Vec::new);
    let count = shares.len();
    // The last first: on two threads the explored graph has one to itself.
    for (i, way) in ways.into_iter().rev().enumerate() {
        shares[i.min(count - 1)].insert(0, way);
    }
    let known = *bounds;
    let search = |context: &mut Context<'_, G, P>, share| {
        let mut bounds = known;
        let result = take_turns(context, share, node, &mut bounds, bound);
        // One that can go no further leaves the rest to the others.
        if !matches!(result, Err(Stop::Turn | Stop::Limit(CutShort::Plies | CutShort::Memory))) {
            pool.finish();
        }
        (bounds, result)
    };
    let ended = thread::scope(|scope| {
        let mut running = Vec::new();
        for share in shares {
            let mut own = context.on_thread(&pool);
            let spawned = thread::Builder::new()
                .name("search".into())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || {
                    let (bounds, result) = search(&mut own, share);
                    (own, bounds, result)
                });
            match spawned {
                Ok(thread) => running.push(thread),
                Err(error) => {
                    pool.finish();
                    return Err(Stop::Thread(error));
                }
            }
        }
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        Ok(running.into_iter().map(join).collect::<Vec<_>>())
    })?;
    let mut stop = None;
    for (own, found, result) in ended {
        context.join(own);
        *bounds = bounds.meet(found);
        stop = graver(stop, result.err());
    }
    if bounds.decide(bound) && !matches!(stop, Some(Stop::Contradiction | Stop::Probe(_))) {
        return Ok(());
    }
    Err(stop.unwrap_or(Stop::Contradiction))
}

/// Of two reasons to stop the one to tell.
fn graver(a: Option<Stop>, b: Option<Stop>) -> Option<Stop> {
    let rank = |stop: &Option<Stop>| match stop {
        None => 0,
        Some(Stop::Turn) => 1,
        Some(Stop::Limit(CutShort::Plies | CutShort::Memory)) => 2,
        Some(Stop::Limit(_)) => 3,
        Some(_) => 4,
    };
    if rank(&b) > rank(&a) { b } else { a }
}
