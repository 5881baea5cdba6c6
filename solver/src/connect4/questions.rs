use std::thread;

use super::busy::Busy;
use super::control::{Control, Limits};
use super::core::{Core, with_core};
use super::driver::{Driver, Range};
use super::engine::{Engine, Outcome};
use super::leaves::Leaves;
use super::rules::Rules;
use super::search::Node;
use super::settle::{Settled, Stones};
use super::word::Word;
use super::worker::{Means, Worker};

/// A question that takes more nodes than this is given to all threads.
const ALONE: u64 = 4_000;

/// Asks the engine for values, one yes-or-no question after another, within one set of limits.
pub(super) struct Questions<'e, G: Rules> {
    pub(super) engine: &'e Engine<G>,
    pub(super) control: Control,
    /// The one thread that may search, or all of the engine's if there is none named.
    pub(super) thread: Option<usize>,
    /// Tables, if there are any.
    pub(super) leaves: Option<&'e dyn Leaves>,
}

impl<'e, G: Rules> Questions<'e, G> {
    /// Questions for all threads of the engine.
    pub(super) fn new(engine: &'e Engine<G>, limits: &Limits) -> Self {
        Self {
            engine,
            control: Control::new(*limits, engine.watch.clone()),
            thread: None,
            leaves: None,
        }
    }

    /// What the tables say of a position; `None` if there are none that have it. If one cannot be read,
    /// no question will be answered any more.
    pub(super) fn tabled(&self, position: G::State) -> Option<Range> {
        let (own, other) = self.engine.game.sides(&position);
        self.leaves?.range(own, other).unwrap_or_else(|_| {
            self.control.abandon();
            None
        })
    }

    /// The value of a position, or who wins it if `weak`.
    pub(super) fn outcome(&self, position: G::State, weak: bool) -> Outcome {
        let mut range = self.at_sight(position);
        let done = self.narrow(position, weak, &mut range);
        Outcome {
            bounds: self.engine.bounds(self.engine.stones(&position), range),
            nodes: self.control.nodes(),
            cut_short: if done { None } else { self.control.cut_short() },
        }
    }

    /// What is known of a position without search, in stones.
    pub(super) fn at_sight(&self, position: G::State) -> Range {
        let range = self.by_rules(position);
        if range.lower == range.upper {
            return range;
        }
        self.tabled(position).map_or(range, |tabled| range.and(tabled))
    }

    fn by_rules(&self, position: G::State) -> Range {
        with_core!(&self.engine.core, core => match self.settle_on(core, position) {
            Settled::Value(value) => Range::exact(value),
            Settled::Quiet(node, odd) => {
                let left = core.layout.size - node.stones;
                let range = Range { lower: -((left - 2) / 2), upper: (left - 1) / 2 };
                if odd { range.negated() } else { range }
            }
        })
    }

    fn settle_on<W: Word>(&self, core: &Core<W>, position: G::State) -> Settled<W> {
        let (mover, other) = self.engine.game.sides(&position);
        let layout = &core.layout;
        let stones = Stones { mover: layout.spread(mover), other: layout.spread(other) };
        Settled::of(layout, stones)
    }

    /// Narrows `range` to the value, or to who wins if `weak`. False if a limit struck before.
    pub(super) fn narrow(&self, position: G::State, weak: bool, range: &mut Range) -> bool {
        let mut driver = Driver::new(self.engine.strategy, weak);
        while let Some(alpha) = driver.next(*range) {
            if !self.ask(position, alpha, range) {
                return false;
            }
        }
        true
    }

    /// Finds whether the value exceeds `alpha`, unless `range` says so already. False if a limit struck
    /// before.
    pub(super) fn ask(&self, position: G::State, alpha: i32, range: &mut Range) -> bool {
        if range.lower > alpha || range.upper <= alpha {
            return true;
        }
        with_core!(&self.engine.core, core => self.ask_on(core, position, alpha, range))
    }

    fn ask_on<W: Word>(
        &self,
        core: &Core<W>,
        position: G::State,
        alpha: i32,
        range: &mut Range,
    ) -> bool {
        let (node, odd) = match self.settle_on(core, position) {
            Settled::Value(value) => {
                *range = Range::exact(value);
                return true;
            }
            Settled::Quiet(node, odd) => (node, odd),
        };
        let asked = if odd { -alpha - 1 } else { alpha };
        let answer = match (self.thread, self.engine.threads()) {
            (None, 2..) => self
                .alone(core, 0, &node, asked, ALONE)
                .or_else(|()| self.together(core, &node, asked))
                .ok(),
            (thread, _) => self.alone(core, thread.unwrap_or(0), &node, asked, u64::MAX).ok(),
        };
        let Some(answer) = answer else { return false };
        range.learn(alpha, if odd { -answer } else { answer });
        true
    }

    fn means<'a, W: Word>(&'a self, core: &'a Core<W>, thread: usize) -> Means<'a, W> {
        Means {
            layout: &core.layout,
            order: &core.order,
            early: &core.early,
            late: &core.late[thread],
            late_from: core.late_from,
            control: &self.control,
            busy: None,
            leaves: self.leaves,
            leaves_from: if self.leaves.is_some() { self.engine.leaves_from } else { i32::MAX },
        }
    }

    /// The answer of one thread; an error if it takes more than so many nodes or a limit strikes.
    fn alone<W: Word>(
        &self,
        core: &Core<W>,
        thread: usize,
        node: &Node<W>,
        alpha: i32,
        nodes: u64,
    ) -> Result<i32, ()> {
        let mut worker = Worker::new(self.means(core, thread), nodes);
        self.search(&mut worker, node, alpha)
    }

    /// The answer of all threads: each searches the whole tree, but puts moves off that another is
    /// searching, and what one has found spares the others work through the tables. The first answer
    /// counts.
    fn together<W: Word>(&self, core: &Core<W>, node: &Node<W>, alpha: i32) -> Result<i32, ()> {
        self.control.set_answered(false);
        let busy = Busy::new();
        let search = |thread: usize| {
            let means = Means { busy: Some(&busy), ..self.means(core, thread) };
            let mut worker = Worker::new(means, u64::MAX);
            let answer = self.search(&mut worker, node, alpha);
            if answer.is_ok() {
                self.control.set_answered(true);
            }
            answer
        };
        let answer = thread::scope(|scope| {
            let others: Vec<_> = (1..self.engine.threads())
                .map(|thread| thread::Builder::new().spawn_scoped(scope, move || search(thread)))
                .collect();
            let first = search(0);
            // A thread that could not be started is help that is missing, no more.
            others.into_iter().flatten().fold(first, |answer, other| match other.join() {
                Ok(other) => answer.or(other),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        self.control.set_answered(false);
        answer
    }

    fn search<W: Word>(
        &self,
        worker: &mut Worker<'_, W>,
        node: &Node<W>,
        alpha: i32,
    ) -> Result<i32, ()> {
        let answer =
            W::search(self.engine.code(), worker.means.layout.columns, worker, node, alpha);
        let void = worker.stopped;
        worker.report();
        if void { Err(()) } else { Ok(answer) }
    }
}
