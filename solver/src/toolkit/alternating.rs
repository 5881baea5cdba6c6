use retrosolve_games::{Actor, Game, Notation, ParseError, ZeroSum};

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

/// Positions are read with player 0 to move.
impl<G: ZeroSum + Notation> Notation for Alternating<'_, G> {
    fn parse_state(&self, text: &str) -> Result<Self::State, ParseError> {
        Ok((self.0.parse_state(text)?, 0))
    }

    fn format_state(&self, (state, _): &Self::State) -> String {
        self.0.format_state(state)
    }

    fn parse_move(&self, (state, _): &Self::State, text: &str) -> Result<G::Move, ParseError> {
        self.0.parse_move(state, text)
    }

    fn format_move(&self, (state, _): &Self::State, mv: G::Move) -> String {
        self.0.format_move(state, mv)
    }
}
