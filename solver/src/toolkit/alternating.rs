use retrosolve_games::{Actor, Game, Notation, ParseError, Score, Wdl, ZeroSum};

/// A zero-sum game with the player to move in its state, for games whose states do not tell: in a graph
/// with cycles either player may come to a node.
///
/// The player at the start is 0. The rules are those of [`ZeroSum`]: players alternate.
pub struct Alternating<'a, G>(pub &'a G);

impl<G: ZeroSum> Game for Alternating<'_, G> {
    type State = (G::State, u8);
    type Move = G::Move;

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn board(&self) -> String {
        self.0.board()
    }

    fn root(&self) -> Self::State {
        (self.0.root(), 0)
    }

    fn actor(&self, (_, player): &Self::State) -> Actor {
        Actor::Player(*player)
    }

    fn moves(&self, (state, _): &Self::State, moves: &mut Vec<G::Move>) {
        self.0.moves(state, moves);
    }

    fn play(&self, (state, player): &Self::State, mv: G::Move) -> Self::State {
        (self.0.play(state, mv), 1 - player)
    }

    fn utilities(&self, (state, player): &Self::State) -> Option<Vec<i32>> {
        let own = self.0.outcome(state)? as i32 - 1;
        Some(if *player == 0 { vec![own, -own] } else { vec![-own, own] })
    }
}

impl<G: ZeroSum> ZeroSum for Alternating<'_, G> {
    type Key = (G::Key, u8);

    fn outcome(&self, (state, _): &Self::State) -> Option<Wdl> {
        self.0.outcome(state)
    }

    fn key(&self, (state, player): &Self::State) -> Self::Key {
        (self.0.key(state), *player)
    }

    fn canonical(&self, (state, player): &Self::State) -> Self::State {
        (self.0.canonical(state), *player)
    }

    fn may_repeat(&self) -> bool {
        self.0.may_repeat()
    }

    fn is_irreversible(&self, (state, _): &Self::State, mv: G::Move) -> bool {
        self.0.is_irreversible(state, mv)
    }

    fn is_forcing(&self, (state, _): &Self::State) -> bool {
        self.0.is_forcing(state)
    }

    fn bounds(&self, (state, _): &Self::State) -> (Score, Score) {
        self.0.bounds(state)
    }

    fn order_hint(&self, (state, _): &Self::State, mv: G::Move) -> i32 {
        self.0.order_hint(state, mv)
    }
}

/// What comes before a position with the second player to move.
const SECOND: &str = "player 2:";

/// Positions are the game's own, player 0 to move; with player 1 to move `player 2: ` comes before.
impl<G: ZeroSum + Notation> Notation for Alternating<'_, G> {
    fn parse_state(&self, text: &str) -> Result<Self::State, ParseError> {
        match text.trim_start().strip_prefix(SECOND) {
            Some(text) => Ok((self.0.parse_state(text)?, 1)),
            None => Ok((self.0.parse_state(text)?, 0)),
        }
    }

    fn format_state(&self, (state, player): &Self::State) -> String {
        let text = self.0.format_state(state);
        if *player == 0 { text } else { format!("{SECOND} {text}") }
    }

    fn parse_move(&self, (state, _): &Self::State, text: &str) -> Result<G::Move, ParseError> {
        self.0.parse_move(state, text)
    }

    fn format_move(&self, (state, _): &Self::State, mv: G::Move) -> String {
        self.0.format_move(state, mv)
    }
}
