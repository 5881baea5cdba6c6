//! A record of a search, step by step, with the reason of every cut-off.

use retrosolve_games::Game;

use super::Ratio;
use super::observer::{Found, Observer, Window, Worth};

/// A step of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<S> {
    /// Plies from the root.
    pub ply: usize,
    /// What happened.
    pub event: Event<S>,
}

/// What happened at a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<S> {
    /// The tree is searched (again), for this reason.
    Pass(String),
    /// A position is entered with this window, from the first player's view.
    Enter(S, Window),
    /// A position is evaluated, or its value was known.
    Leaf(S, Worth),
    /// These children of the position are left out.
    Cut {
        /// The position.
        at: S,
        /// What is not looked at.
        rest: Vec<S>,
        /// Why not.
        by: Cause<S>,
    },
    /// A position is left.
    Leave(S, Worth, Found),
}

/// Why the rest of a position need not be looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause<S> {
    /// Its value is already beyond a bound that this ancestor set: the value of another way to play
    /// there, or at a chance node what its other outcomes leave open.
    Ancestor(S, Ratio),
    /// Its value is already beyond the window that the whole search started with.
    Window(Ratio),
    /// Its value can get no better: no utility is.
    Range,
    /// The player of this position above, its parent, has more elsewhere than is left for it here.
    Share(S),
}

/// Records a search.
pub struct Recorder<'a, G: Game> {
    game: &'a G,
    steps: Vec<Step<G::State>>,
    /// The positions that are open, with their windows.
    path: Vec<(G::State, Window)>,
    /// What the position entered last will be left without, until it is clear why.
    cut: Option<Vec<G::State>>,
}

impl<'a, G: Game> Recorder<'a, G> {
    /// Nothing yet.
    pub fn new(game: &'a G) -> Self {
        Self { game, steps: Vec::new(), path: Vec::new(), cut: None }
    }

    /// All steps, in order.
    pub fn steps(&self) -> &[Step<G::State>] {
        &self.steps
    }

    fn record(&mut self, event: Event<G::State>) {
        self.steps.push(Step { ply: self.path.len(), event });
    }

    /// Who set the bound that the position entered last has passed: the lowest ancestor above which the
    /// window was another.
    fn cause(&self, found: Found) -> Cause<G::State> {
        let side = |(alpha, beta): Window| if found == Found::AtLeast { beta } else { alpha };
        let last = self.path.len() - 1;
        let bound = side(self.path[last].1);
        match (found, bound) {
            (Found::Irrelevant, _) if last > 0 => Cause::Share(self.path[last - 1].0.clone()),
            (Found::AtLeast | Found::AtMost, Some(bound)) => {
                let from = (1..=last).rev().find(|&i| side(self.path[i - 1].1) != Some(bound));
                match from {
                    Some(i) => Cause::Ancestor(self.path[i - 1].0.clone(), bound),
                    None => Cause::Window(bound),
                }
            }
            _ => Cause::Range,
        }
    }

    /// The game whose search is recorded.
    pub fn game(&self) -> &'a G {
        self.game
    }
}

impl<G: Game> Observer<G::State> for Recorder<'_, G> {
    const WATCHES: bool = true;

    fn pass(&mut self, reason: &str) {
        self.record(Event::Pass(reason.to_owned()));
    }

    fn enter(&mut self, state: &G::State, window: Window) {
        self.record(Event::Enter(state.clone(), window));
        self.path.push((state.clone(), window));
    }

    fn leaf(&mut self, state: &G::State, worth: Worth) {
        self.record(Event::Leaf(state.clone(), worth));
    }

    fn cut(&mut self, rest: &[G::State]) {
        self.cut = Some(rest.to_vec());
    }

    fn leave(&mut self, state: &G::State, worth: Worth, found: Found) {
        if let Some(rest) = self.cut.take() {
            let by = self.cause(found);
            self.record(Event::Cut { at: state.clone(), rest, by });
        }
        self.path.pop();
        self.record(Event::Leave(state.clone(), worth, found));
    }
}
