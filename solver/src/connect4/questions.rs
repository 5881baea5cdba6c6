use std::thread;

use retrosolve_games::connect4::Position;

use super::busy::Busy;
use super::code::Code;
use super::control::{Control, Limits};
use super::driver::{Driver, Range};
use super::engine::{Engine, Outcome};
use super::path::{Path, Portable};
use super::search::Node;
use super::settle::Settled;
use super::worker::{Means, Worker};

/// A question that takes more nodes than this is given to all threads.
const ALONE: u64 = 4_000;

/// Asks the engine for values, one yes-or-no question after another, within one set of limits.
pub(super) struct Questions<'e> {
    pub(super) engine: &'e Engine,
    pub(super) control: Control,
    /// The one thread that may search, or all of the engine's if there is none named.
    pub(super) thread: Option<usize>,
}

impl<'e> Questions<'e> {
    /// Questions for all threads of the engine.
    pub(super) fn new(engine: &'e Engine, limits: &Limits) -> Self {
        Self { engine, control: Control::new(*limits), thread: None }
    }

    /// The value of a position, or who wins it if `weak`.
    pub(super) fn outcome(&self, position: Position, weak: bool) -> Outcome {
        let mut range = self.at_sight(position);
        let done = self.narrow(position, weak, &mut range);
        Outcome {
            bounds: self.engine.bounds(position, range),
            nodes: self.control.nodes(),
            cut_short: if done { None } else { self.control.cut_short() },
        }
    }

    /// What is known of a position at sight, in stones.
    pub(super) fn at_sight(&self, position: Position) -> Range {
        match Settled::of(&self.engine.layout, position) {
            Settled::Value(value) => Range::exact(value),
            Settled::Quiet(node, odd) => {
                let left = self.engine.layout.size - node.stones;
                let range = Range { lower: -((left - 2) / 2), upper: (left - 1) / 2 };
                if odd { range.negated() } else { range }
            }
        }
    }

    /// Narrows `range` to the value, or to who wins if `weak`. False if a limit struck before.
    pub(super) fn narrow(&self, position: Position, weak: bool, range: &mut Range) -> bool {
        let mut driver = Driver::new(weak);
        while let Some(alpha) = driver.next(*range) {
            if !self.ask(position, alpha, range) {
                return false;
            }
        }
        true
    }

    /// Finds whether the value exceeds `alpha`, unless `range` says so already. False if a limit struck
    /// before.
    pub(super) fn ask(&self, position: Position, alpha: i32, range: &mut Range) -> bool {
        if range.lower > alpha || range.upper <= alpha {
            return true;
        }
        let (node, odd) = match Settled::of(&self.engine.layout, position) {
            Settled::Value(value) => {
                *range = Range::exact(value);
                return true;
            }
            Settled::Quiet(node, odd) => (node, odd),
        };
        let asked = if odd { -alpha - 1 } else { alpha };
        let answer = match (self.thread, self.engine.threads()) {
            (None, 2..) => {
                self.alone(0, &node, asked, ALONE).or_else(|()| self.together(&node, asked)).ok()
            }
            (thread, _) => self.alone(thread.unwrap_or(0), &node, asked, u64::MAX).ok(),
        };
        let Some(answer) = answer else { return false };
        range.learn(alpha, if odd { -answer } else { answer });
        true
    }

    fn means(&self, thread: usize) -> Means<'_> {
        let engine = self.engine;
        Means {
            layout: &engine.layout,
            order: &engine.order,
            early: &engine.early,
            late: &engine.late[thread],
            late_from: engine.late_from,
            control: &self.control,
            busy: None,
        }
    }

    /// The answer of one thread; an error if it takes more than so many nodes or a limit strikes.
    fn alone(&self, thread: usize, node: &Node, alpha: i32, nodes: u64) -> Result<i32, ()> {
        let mut worker = Worker::new(self.means(thread), nodes);
        self.search(&mut worker, node, alpha)
    }

    /// The answer of all threads: each searches the whole tree, but puts moves off that another is
    /// searching, and what one has found spares the others work through the tables. The first answer
    /// counts.
    fn together(&self, node: &Node, alpha: i32) -> Result<i32, ()> {
        self.control.set_answered(false);
        let busy = Busy::new();
        let search = |thread: usize| {
            let means = Means { busy: Some(&busy), ..self.means(thread) };
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

    fn search(&self, worker: &mut Worker<'_>, node: &Node, alpha: i32) -> Result<i32, ()> {
        let answer = match self.engine.code() {
            Code::Portable => Portable::search(worker, node, alpha),
            #[cfg(target_arch = "x86_64")]
            Code::Avx2 => super::x86::Avx2::search(worker, node, alpha),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512 => super::x86::Avx512::search(worker, node, alpha),
            #[cfg(not(target_arch = "x86_64"))]
            Code::Avx2 | Code::Avx512 => {
                unreachable!("an engine only takes code that is available")
            }
        };
        let void = worker.stopped;
        worker.report();
        if void { Err(()) } else { Ok(answer) }
    }
}
