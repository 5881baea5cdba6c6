//! `retrosolve plan`: plans are made, saved, and checked against every reply.

use std::collections::VecDeque;
use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};
use retrosolve_games::{Actor, Game, NoTables, Notation, ZeroSum};
use retrosolve_solver::Options;
use retrosolve_solver::toolkit::{Alternating, Plan, PlanChecked, PlanError, Ratio};
use serde::Serialize;

use crate::cli::{Common, PlanArgs};
use crate::misuse::Misuse;
use crate::output::{line, print_json, write_whole};
use crate::pick::AnyGame;
use crate::study::{self, Study, parse};

pub(crate) fn run(args: &PlanArgs, common: &Common) -> Result<ExitCode> {
    let mut rest: VecDeque<String> = args.rest.clone().into();
    let study = Study::pick(&args.game, &mut rest)?;
    let text = study::position(rest)?;
    if args.check.is_some() && text.is_some() {
        return Err(Misuse::error("--check: the plan's file says where it begins"));
    }
    let text = text.as_deref();
    let desk = Desk { args, common };
    match &study {
        Study::Solved(AnyGame::Connect4(game)) => desk.zero_sum(game, text),
        Study::Solved(AnyGame::WideConnect4(game)) => desk.zero_sum(game, text),
        Study::Solved(AnyGame::Checkers(game)) => desk.zero_sum(game, text),
        Study::Solved(AnyGame::Mnk(game)) => desk.zero_sum(game, text),
        Study::Solved(AnyGame::Graph(graph)) => desk.zero_sum(&Alternating(graph), text),
        Study::Tree(tree, _) => desk.any(tree, text),
        Study::Uniform(tree) => desk.any(tree, text),
        Study::Race(race) => desk.any(race, text),
        Study::Trio(trio) => desk.any(trio, text),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// What the user asked for.
struct Desk<'a> {
    args: &'a PlanArgs,
    common: &'a Common,
}

impl Desk<'_> {
    /// Games of wins, draws and losses, in which positions may recur.
    fn zero_sum<G: ZeroSum + Notation>(&self, game: &G, text: Option<&str>) -> Result<()> {
        let words = |worth: Ratio| {
            let known = [(-1, "a loss"), (0, "a draw"), (1, "a win")];
            let found = known.into_iter().find(|&(utility, _)| worth == Ratio::from(utility));
            found.map_or(worth.to_string(), |(_, words)| words.to_owned())
        };
        self.serve(game, text, words, |root, player| {
            let options = Options {
                nodes: Some(self.args.nodes),
                table_bytes: 64 << 20,
                graph_bytes: 1 << 30,
                ..Options::default()
            };
            Plan::by_search(game, &NoTables, root, player, self.args.positions, options)
        })
    }

    /// Games of any utilities, in which no position recurs.
    fn any<G: Notation>(&self, game: &G, text: Option<&str>) -> Result<()> {
        self.serve(
            game,
            text,
            |worth| worth.to_string(),
            |root, player| Plan::by_induction(game, root, player, self.args.positions),
        )
    }

    fn serve<G: Notation>(
        &self,
        game: &G,
        text: Option<&str>,
        words: impl Fn(Ratio) -> String,
        make: impl FnOnce(&G::State, u8) -> Result<Plan<G>, PlanError>,
    ) -> Result<()> {
        if let Some(file) = &self.args.check {
            let name = file.display().to_string();
            let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
            let plan = Plan::read(game, &text).with_context(|| name.clone())?;
            let checked = plan.check(game).with_context(|| format!("{name}: the plan fails"))?;
            return self.verdict(game, &plan, checked, Some(name), &words);
        }
        let root = parse(game, text)?;
        let player = self.player(game, &root)?;
        let plan = make(&root, player)?;
        // The search is not asked twice: what is written down has to stand by itself.
        let checked = plan.check(game).context("the plan is not written: it fails")?;
        match &self.args.out {
            Some(file) => {
                let name = file.display().to_string();
                write_whole(file, &plan.write(game).to_string())
                    .with_context(|| format!("cannot write {name}"))?;
                self.verdict(game, &plan, checked, Some(name), &words)
            }
            None if self.common.json => self.verdict(game, &plan, checked, None, &words),
            None => line(format_args!("{}", plan.write(game).to_string().trim_end())),
        }
    }

    /// Whose plan it is to be, from 0.
    fn player<G: Game>(&self, game: &G, root: &G::State) -> Result<u8> {
        match self.args.player {
            Some(player) if player <= game.players() => Ok(player - 1),
            Some(player) => Err(Misuse::error(format!(
                "--player {player}: {} has players 1 to {}",
                game.name(),
                game.players()
            ))),
            None => Ok(match game.actor(root) {
                Actor::Player(player) => player,
                Actor::Chance => 0,
            }),
        }
    }

    fn verdict<G: Notation>(
        &self,
        game: &G,
        plan: &Plan<G>,
        checked: PlanChecked,
        file: Option<String>,
        words: &impl Fn(Ratio) -> String,
    ) -> Result<()> {
        let PlanChecked { moves, replies, chances, ends } = checked;
        let (root, player) = (game.format_state(plan.root()), plan.player() + 1);
        if self.common.json {
            let choice = |(state, mv): &(G::State, G::Move)| Choice {
                position: game.format_state(state),
                mv: game.format_move(state, *mv),
            };
            return print_json(&Verdict {
                game: game.name(),
                board: game.board(),
                position: root,
                player,
                guarantees: plan.guarantee().to_string(),
                stands: true,
                moves,
                replies,
                chances,
                ends,
                // Who has a file needs no copy.
                plan: file.is_none().then(|| plan.moves().iter().map(choice).collect()),
                file,
            });
        }
        let file = file.map_or(String::new(), |file| format!("{file}: "));
        let dice = match chances {
            0 => String::new(),
            _ => format!("all outcomes of {chances} random events, "),
        };
        line(format_args!(
            "{file}player {player} of {} gets at least {} from `{root}`: {moves} moves of the plan, \
             all replies at {replies} positions, {dice}{ends} ends of the game",
            game.name(),
            words(plan.guarantee())
        ))
    }
}

/// A plan that stands. The keys are stable.
#[derive(Serialize)]
struct Verdict {
    game: &'static str,
    board: String,
    position: String,
    /// From 1.
    player: u8,
    /// The expected utility of the player at the least.
    guarantees: String,
    stands: bool,
    moves: usize,
    replies: usize,
    chances: usize,
    ends: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<Choice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// A move of a plan.
#[derive(Serialize)]
struct Choice {
    position: String,
    #[serde(rename = "move")]
    mv: String,
}
