//! What a search tells those who watch.

use super::Ratio;

/// The worth of a node as a search sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// To the first player, whose loss is the second's gain.
    Number(Ratio),
    /// To each player.
    Tuple(Vec<i32>),
}

/// What a search found of a node it leaves. The bounds are from the first player's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Found {
    /// The value.
    Exactly,
    /// The value is this or greater.
    AtLeast,
    /// The value is this or less.
    AtMost,
    /// The value cannot change the choice above, whatever it is.
    Irrelevant,
}

/// The window of a search from the first player's view; `None` is no bound.
pub type Window = (Option<Ratio>, Option<Ratio>);

/// Watches a search step by step. `S` is the game's state. The unit type watches nothing and costs
/// nothing.
pub trait Observer<S> {
    /// Whether to report at all.
    const WATCHES: bool;

    /// The tree is searched from the root (again), for the reason given.
    fn pass(&mut self, reason: &str);

    /// A position is entered whose moves will be searched.
    fn enter(&mut self, state: &S, window: Window);

    /// A position is evaluated, or its value was known.
    fn leaf(&mut self, state: &S, worth: Worth);

    /// The position entered last will be left without a look at these.
    fn cut(&mut self, rest: &[S]);

    /// The position entered last is left.
    fn leave(&mut self, state: &S, worth: Worth, found: Found);
}

impl<S> Observer<S> for () {
    const WATCHES: bool = false;

    fn pass(&mut self, _: &str) {}
    fn enter(&mut self, _: &S, _: Window) {}
    fn leaf(&mut self, _: &S, _: Worth) {}
    fn cut(&mut self, _: &[S]) {}
    fn leave(&mut self, _: &S, _: Worth, _: Found) {}
}
