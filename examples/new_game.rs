//! A new game in full: take one to three stones, who takes the last one wins.

use retrosolve_games::{Actor, Game, NoTables, Wdl, ZeroSum};
use retrosolve_solver::{Options, solve};
use retrosolve_tablegen::Silent;
use retrosolve_tablegen::retrograde::{EnumerateOptions, enumerate};

struct Stones(u32);

/// The stones left and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heap {
    left: u32,
    turn: u8,
}

impl Game for Stones {
    type State = Heap;
    type Move = u32;

    fn name(&self) -> &'static str {
        "stones"
    }

    fn board(&self) -> String {
        self.0.to_string()
    }

    fn root(&self) -> Heap {
        Heap { left: self.0, turn: 0 }
    }

    fn actor(&self, heap: &Heap) -> Actor {
        Actor::Player(heap.turn)
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
        moves.extend(1..=heap.left.min(3));
    }

    fn play(&self, heap: &Heap, taken: u32) -> Heap {
        Heap { left: heap.left - taken, turn: 1 - heap.turn }
    }

    fn utilities(&self, heap: &Heap) -> Option<Vec<i32>> {
        // The other side took the last stone.
        (heap.left == 0).then(|| if heap.turn == 0 { vec![-1, 1] } else { vec![1, -1] })
    }
}

impl ZeroSum for Stones {
    type Key = (u32, u8);

    fn outcome(&self, heap: &Heap) -> Option<Wdl> {
        (heap.left == 0).then_some(Wdl::Loss)
    }

    fn key(&self, heap: &Heap) -> (u32, u8) {
        (heap.left, heap.turn)
    }

    fn may_repeat(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Stones(21);
    // From the back: every position that play can reach.
    let table = enumerate(&game, [game.root()], EnumerateOptions::default(), &Silent)?;
    // From the front: each of them anew, by search, without the table.
    for (heap, value) in table.iter() {
        let answer = solve(&game, &NoTables, heap, &Options::default())?;
        assert_eq!(answer.wdl(), Some(value.wdl));
        assert_eq!(answer.score().and_then(|score| score.plies()), value.distance);
    }
    let start = table.value(&game, &game.root()).ok_or("the root is reachable")?;
    println!("21 stones: {} in {} plies", start.wdl, start.distance.unwrap_or(0));
    Ok(())
}
