use anyhow::{Context, Result};
use retrosolve_games::{Metric, Probe, Score, Wdl};
use retrosolve_solver::{Answer, Bounds, Mode, Options, solve};

use crate::board::Drawn;
use crate::cli::{Common, PlayArgs};
use crate::tables::{self, TableStack, Tuned};

/// The other side: tables where they have the position, else search within a time.
pub(super) struct Player<'a, G: Drawn> {
    game: &'a G,
    tables: TableStack<G>,
    tuned: Option<Tuned<G>>,
    tuned_hints: Option<Tuned<G>>,
    options: Options<G::State>,
}

impl<'a, G: Drawn> Player<'a, G> {
    pub(super) fn new(game: &'a G, args: &PlayArgs, common: &Common) -> Result<Self> {
        let tables =
            if args.no_tables { tables::none() } else { game.open_tables_if_any(&args.tables)? };
        let threads = common.threads.map_or(1, usize::from);
        let options = Options { time: Some(args.time), threads, ..Options::default() };
        let tuned = game.tuned_engine(&options, threads)?;
        let hints = Options { scores: true, ..options.clone() };
        let tuned_hints = game.tuned_engine(&hints, threads)?;
        Ok(Self { game, tables, tuned, tuned_hints, options })
    }

    /// The move to play, and what is known of the position.
    pub(super) fn choose(&mut self, places: &[G::State]) -> Result<(G::Move, String)> {
        let state = places.last().context("a game has a position")?;
        let answer = self.ask(state, false)?;
        // Of moves that are as good one that leads to something new: without distances nothing else
        // keeps a won game from going round.
        let is_new = |mv: &&G::Move| !places.contains(&self.game.play(state, **mv));
        let has_distance = answer.score().is_some_and(|score| score.plies().is_some());
        let fresh = answer.best_moves.iter().find(is_new).filter(|_| !has_distance);
        let best = fresh.or(answer.best.as_ref()).context("a position that goes on has a move")?;
        let (score, bounds) = (answer.score(), answer.bounds);
        Ok((*best, words(self.game, state, score, bounds)))
    }

    /// What every move is worth, the best first.
    pub(super) fn hint(&mut self, state: &G::State) -> Result<String> {
        let answer = self.ask(state, true)?;
        let mut moves: Vec<_> = answer.moves.iter().collect();
        moves.sort_by_key(|mv| std::cmp::Reverse((mv.bounds.lower, mv.bounds.upper)));
        let names: Vec<_> = moves.iter().map(|mv| self.game.format_move(state, mv.mv)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        let line = |(name, mv): (&String, &&retrosolve_solver::MoveValue<G::Move>)| {
            let score = mv.bounds.score().filter(|_| answer.mode == Mode::Strong);
            format!("  {name:width$}  {}", words(self.game, state, score, mv.bounds))
        };
        let lines: Vec<_> = names.iter().zip(&moves).map(line).collect();
        Ok(lines.join("\n"))
    }

    fn ask(&mut self, state: &G::State, scores: bool) -> Result<Answer<G::Move>> {
        let tuned = if scores { &mut self.tuned_hints } else { &mut self.tuned };
        if let Some(engine) = tuned {
            return engine(state, &self.tables);
        }
        let held = self.tables.probe(self.game, state)?;
        // Distances are asked for where tables have them; elsewhere the outcome is hard enough.
        let has_distances = held.is_some_and(|value| value.metric == Metric::Dtw);
        let is_cyclic = self.game.may_repeat();
        let mode = if has_distances || !is_cyclic { Mode::Strong } else { Mode::Weak };
        let options = Options { mode, scores, one_move: true, ..self.options.clone() };
        let answer = solve(self.game, &self.tables, state, &options);
        answer.with_context(|| self.game.format_state(state))
    }
}

/// A value in words, for the side to move.
fn words<G: Drawn>(game: &G, state: &G::State, score: Option<Score>, bounds: Bounds) -> String {
    let plies = |score: Score| score.plies().map_or(String::new(), |n| format!(" in {n}"));
    match (score, bounds.wdl()) {
        (Some(score), _) => {
            let field = game.field_score(state, score);
            let field = field.map_or(String::new(), |score| format!(" (score {score:+})"));
            format!("{}{}{field}", score.wdl(), plies(score))
        }
        (None, Some(wdl)) => wdl.to_string(),
        (None, None) if bounds.lower.wdl() == Wdl::Draw => "draw or win".to_owned(),
        (None, None) if bounds.upper.wdl() == Wdl::Draw => "draw or loss".to_owned(),
        (None, None) => "not known".to_owned(),
    }
}
