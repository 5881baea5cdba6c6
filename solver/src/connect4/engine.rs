use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use retrosolve_games::Score;
use retrosolve_games::connect4::{Board, Position};

use super::control::Control;
use super::driver::{Driver, Range};
use super::layout::Layout;
use super::order::Order;
use super::path::{Path, Portable};
use super::search::Node;
use super::settle::Settled;
use super::table::Table;
use super::worker::Worker;
use crate::{Bounds, CutShort, Mode};

pub struct Engine {
    pub(super) layout: Layout,
    order: Order,
    early: Table,
    late: Table,
    pub late_from: i32,
}

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("unsupported")]
    Unsupported(Board),
    #[error("table")]
    Table(#[source] io::Error),
}

pub struct Outcome {
    pub lower: i32,
    pub upper: i32,
    pub nodes: u64,
}

impl Engine {
    pub fn new(board: Board, table_bytes: usize) -> Result<Self, EngineError> {
        let layout = Layout::new(board).ok_or(EngineError::Unsupported(board))?;
        let early = Table::new(layout.key_bits, table_bytes).map_err(EngineError::Table)?;
        let late = Table::new(layout.key_bits, 1 << 20).map_err(EngineError::Table)?;
        let order = Order::new(&layout);
        Ok(Self { layout, order, early, late, late_from: 18 })
    }

    pub fn clear(&mut self) {
        self.early.clear();
        self.late.clear();
    }

    pub fn score(&mut self, position: Position, weak: bool, portable: bool) -> Outcome {
        let (node, odd) = match Settled::of(&self.layout, position) {
            Settled::Value(value) => return Outcome { lower: value, upper: value, nodes: 0 },
            Settled::Quiet(node, odd) => (node, odd),
        };
        let control = Control { nodes: u64::MAX, deadline: None, answered: AtomicBool::new(false) };
        let mut worker = Worker {
            layout: &self.layout,
            order: &self.order,
            early: &self.early,
            late: &self.late,
            late_from: self.late_from,
            control: &control,
            nodes: 0,
            pause: 0,
            stopped: false,
        };
        let left = self.layout.size - node.stones;
        let mut range = Range { lower: -((left - 2) / 2), upper: (left - 1) / 2 };
        let mut driver = Driver::new(weak);
        if odd {
            range = range.negated();
        }
        let trace = std::env::var("TRACE").is_ok();
        while let Some(alpha) = driver.next(range) {
            let asked = if odd { -alpha - 1 } else { alpha };
            let before = worker.nodes;
            let v = if portable {
                Portable::search(&mut worker, &node, asked)
            } else {
                super::path::Avx512::search(&mut worker, &node, asked)
            };
            range.learn(alpha, if odd { -v } else { v });
            if trace {
                eprintln!(">{alpha}? {v} {} nodes", worker.nodes - before);
            }
        }
        Outcome { lower: range.lower, upper: range.upper, nodes: worker.nodes }
    }
}
