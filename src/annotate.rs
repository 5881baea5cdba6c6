//! `retrosolve annotate`: what every move of checkers games is worth.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};
use retrosolve_games::checkers::{Checkers, Color, PdnGame, Position, read_pdn};
use retrosolve_games::{Game, Notation, Probe, Score, Wdl};
use retrosolve_solver::{Bounds, Mode, Options, Solver};
use serde::Serialize;

use crate::cli::{AnnotateArgs, Common};
use crate::misuse::{Misuse, OrMisuse};
use crate::output::{line, print_json};
use crate::tables::{self, Tabled};

pub(crate) fn run(args: &AnnotateArgs, common: &Common) -> Result<ExitCode> {
    let game = Checkers::default();
    let name = args.file.display().to_string();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let games = read_pdn(&game, &text).with_context(|| name.clone()).or_misuse()?;
    if games.is_empty() {
        return Err(Misuse::error(format!("{name}: there is no game in it")));
    }
    let tables =
        if args.no_tables { tables::none() } else { game.open_tables_if_any(&args.tables)? };
    let options = Options {
        mode: Mode::Weak,
        one_move: true,
        nodes: Some(args.nodes),
        threads: common.threads.map_or(1, usize::from),
        ..Options::default()
    };
    let mut solver = Solver::new(&game, &tables, options)?;
    for (number, played) in games.iter().enumerate() {
        let values = values(&game, &mut solver, played)?;
        print(&game, number + 1, played, &values, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is proved of the start and of the position after every move, for its side to move, free of the
/// game that led there.
///
/// The last first: what is proved of the end of a game helps with what comes before it.
fn values<P: Probe<Checkers>>(
    game: &Checkers,
    solver: &mut Solver<'_, Checkers, P>,
    played: &PdnGame,
) -> Result<Vec<Bounds>> {
    let mut places = vec![played.start];
    for &mv in &played.moves {
        places.push(game.play(&places[places.len() - 1], mv));
    }
    let mut values = Vec::with_capacity(places.len());
    for place in places.iter().rev() {
        let answer = solver.solve(place).with_context(|| game.format_state(place))?;
        values.push(answer.bounds);
    }
    values.reverse();
    Ok(values)
}

/// A move as it is told; values are for Black, so that they can be compared along a game.
#[derive(Serialize)]
struct Told<'a> {
    game: usize,
    ply: usize,
    side: &'static str,
    #[serde(rename = "move")]
    name: &'a str,
    /// The position after the move.
    position: String,
    /// `black`, `white` or `draw`; null if it is not known.
    value: Option<&'static str>,
    /// `?` for a move that gives half away, `??` for one that gives a win to the other side.
    #[serde(skip_serializing_if = "str::is_empty")]
    mark: &'static str,
}

fn print(
    game: &Checkers,
    number: usize,
    played: &PdnGame,
    values: &[Bounds],
    common: &Common,
) -> Result<()> {
    let words = |place: &Position, bounds| words(place.turn, bounds);
    let mut place = played.start;
    if !common.json {
        let tag = |name| played.tag(name).unwrap_or("?");
        line(format_args!("game {number}: {} - {}, {}", tag("Black"), tag("White"), tag("Event")))?;
        line(format_args!("  {}  {}", game.format_state(&place), words(&place, values[0])))?;
    }
    let mut number_of_move = 1;
    for (ply, &mv) in played.moves.iter().enumerate() {
        let name = game.format_move(&place, mv);
        let side = place.turn;
        let next: Position = game.play(&place, mv);
        let (before, after) = (values[ply], values[ply + 1]);
        let mark = mark(before, after);
        if common.json {
            print_json(&Told {
                game: number,
                ply: ply + 1,
                side: if side == Color::Black { "black" } else { "white" },
                name: &name,
                position: game.format_state(&next),
                value: value(next.turn, after),
                mark,
            })?;
        } else {
            let count = match side {
                Color::Black => format!("{number_of_move}."),
                Color::White => format!("{number_of_move}..."),
            };
            let told = format!("{name}{mark}");
            line(format_args!("  {count:>7} {told:12} {}", words(&next, after)))?;
        }
        number_of_move += usize::from(side == Color::White);
        place = next;
    }
    if let Some(result) = played.result.as_deref().filter(|_| !common.json) {
        line(format_args!("  result {result}"))?;
    }
    Ok(())
}

/// What a move is to be blamed for, where both values are proved: half of what was there, or all.
fn mark(before: Bounds, after: Bounds) -> &'static str {
    match (before.wdl(), after.wdl().map(|wdl| -wdl)) {
        (Some(Wdl::Win), Some(Wdl::Loss)) => "??",
        (Some(Wdl::Win), Some(Wdl::Draw)) | (Some(Wdl::Draw), Some(Wdl::Loss)) => "?",
        _ => "",
    }
}

fn value(turn: Color, bounds: Bounds) -> Option<&'static str> {
    let wins = |color| if color == Color::Black { "black" } else { "white" };
    Some(match bounds.wdl()? {
        Wdl::Win => wins(turn),
        Wdl::Draw => "draw",
        Wdl::Loss => wins(!turn),
    })
}

/// Who wins, or what is known of it.
fn words(turn: Color, bounds: Bounds) -> String {
    let [own, other] = match turn {
        Color::Black => ["Black", "White"],
        Color::White => ["White", "Black"],
    };
    match bounds.wdl() {
        Some(Wdl::Win) => format!("{own} wins"),
        Some(Wdl::Draw) => "draw".to_owned(),
        Some(Wdl::Loss) => format!("{other} wins"),
        None if bounds.lower >= Score::DRAW => format!("{own} does not lose"),
        None if bounds.upper <= Score::DRAW => format!("{other} does not lose"),
        None => "not known".to_owned(),
    }
}
