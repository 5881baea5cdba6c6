use retrosolve_games::checkers::{Board, Checkers, Position};
use retrosolve_games::{Game, Metric, Notation, TableValue, Wdl};
use retrosolve_oracle::checkers as oracle;
use retrosolve_oracle::proof::{CheckError, Proof};
use retrosolve_solver::{Answer, Mode, Options, Solver};
use retrosolve_tablegen::Encoding;
use retrosolve_tablegen::checkers::{
    CheckersTables, Engine, Extent, GenerateOptions, Material, Slice, generate,
};
use tempfile::TempDir;

use super::checkers_perft;
use super::run::Run;
use crate::VerifyError;
use crate::published;

/// The pieces of the tables that search looks up.
const PIECES: u8 = 6;
/// The pieces of those that the generic engine makes too.
const BY_THE_GENERIC_ENGINE: u8 = 4;
/// What the search takes is half a million.
const NODES: u64 = 50_000_000;

/// The 6x6 board: lines of play; the value of the game and of its first moves, by search over small
/// tables, by its proof, and by the complete set of tables if all is asked for; what tables hold.
pub(super) fn derive(run: &mut Run) -> Result<(), VerifyError> {
    checkers_perft::six(run)?;
    let folder = TempDir::new().map_err(VerifyError::Folder)?;
    let six = GenerateOptions { board: Board::SIX, ..GenerateOptions::pieces(PIECES) };
    let tables = generate(folder.path().join("kernel"), &six, run.progress)?;
    let four = GenerateOptions {
        extent: Extent::Pieces(BY_THE_GENERIC_ENGINE),
        engine: Engine::Generic,
        ..six
    };
    let generic = generate(folder.path().join("generic"), &four, run.progress)?;
    // At most six pieces a side: the slice of twelve men leads to all others.
    let all = Material::new(6, 0);
    let complete = GenerateOptions {
        extent: Extent::Slice(Slice::new(all, all)),
        metric: Metric::Wdl,
        encoding: Encoding::Runs,
        ..six
    };
    let complete = match run.full {
        true => Some(generate(folder.path().join("complete"), &complete, run.progress)?),
        false => None,
    };
    values(run, &tables, complete.as_ref())?;
    totals(run, &[("kernel", &tables), ("generic engine", &generic)], complete.as_ref());
    Ok(())
}

/// The start and its first moves.
fn values(
    run: &mut Run,
    tables: &CheckersTables,
    complete: Option<&CheckersTables>,
) -> Result<(), VerifyError> {
    let figures = published::checkers_6x6_start();
    let game = Checkers::new(Board::SIX);
    let start = game.root();
    let options =
        Options { mode: Mode::Weak, scores: true, nodes: Some(NODES), ..Options::default() };
    let mut solver = Solver::new(&game, tables, options)?;
    let answer = solver.solve(&start)?;
    for row in &figures.rows {
        let mv = row.mv.map(|mv| game.parse_move(&start, mv)).transpose()?;
        let mut found = vec![("search over 6-piece tables", words(value(&answer, mv)))];
        if mv.is_none() {
            let proved = match answer.wdl() {
                Some(value) => {
                    prove(&game, &solver.prove(&start, value)?.to_text(&game, &start), tables)?
                }
                None => words(None),
            };
            found.push(("its proof, by the oracle's rules", proved));
        }
        if let Some(complete) = complete {
            let after = mv.map_or(start, |mv| game.play(&start, mv));
            let value = complete.get(&after)?.map(|TableValue { wdl, .. }| wdl);
            let for_black = if mv.is_some() { value.map(|wdl| -wdl) } else { value };
            found.push(("complete tables", words(for_black)));
        }
        let item = row.mv.map_or("value of the start".to_owned(), |mv| format!("first move {mv}"));
        run.line(item, row.value, figures.source, &found);
    }
    Ok(())
}

/// What a search says of a move, or of the position.
fn value<M: PartialEq>(answer: &Answer<M>, mv: Option<M>) -> Option<Wdl> {
    let Some(mv) = mv else { return answer.wdl() };
    answer.moves.iter().find(|value| value.mv == mv)?.bounds.wdl()
}

fn words(value: Option<Wdl>) -> String {
    value.map_or("not proved".into(), |wdl| wdl.to_string())
}

/// The value that a proof stands for, or its flaw.
fn prove(game: &Checkers, text: &str, tables: &CheckersTables) -> Result<String, VerifyError> {
    let look_up = |position: &oracle::Position| -> Result<Option<i8>, VerifyError> {
        let position: Position = game.parse_state(&position.to_string())?;
        Ok(tables.get(&position)?.map(|value| value.wdl as i8 - Wdl::Draw as i8))
    };
    let proof = match Proof::read(text) {
        Ok(proof) => proof,
        Err(error) => return Ok(error.to_string()),
    };
    match proof.check(look_up) {
        Ok(_) => Ok(["loss", "draw", "win"][(proof.value() + 1) as usize].to_owned()),
        Err(CheckError::Table(error)) => Err(error),
        Err(flaw @ CheckError::Flaw { .. }) => Ok(flaw.to_string()),
    }
}

/// What tables hold, by number of pieces.
fn totals(
    run: &mut Run,
    tables: &[(&'static str, &CheckersTables)],
    complete: Option<&CheckersTables>,
) {
    let figures = published::checkers_6x6();
    for row in &figures.rows {
        let all = tables.iter().copied().chain(complete.map(|tables| ("complete set", tables)));
        let found: Vec<_> =
            all.filter_map(|(name, tables)| Some((name, sum(tables, row.pieces)?))).collect();
        if !found.is_empty() {
            let [wins, losses, draws] = row.values;
            let item = format!("{} pieces, wins/losses/draws", row.pieces);
            run.line(item, format!("{wins}/{losses}/{draws}"), figures.source, &found);
        }
    }
}

/// Wins, losses and draws of all slices of so many pieces; `None` if there are no such tables.
fn sum(tables: &CheckersTables, pieces: u8) -> Option<String> {
    let totals = tables.tables().filter(|(index, _)| index.slice().pieces() == pieces);
    let values = totals.map(|(_, table)| {
        let totals = table.header().totals;
        [totals.wins, totals.losses, totals.draws]
    });
    let [wins, losses, draws] = values.reduce(|a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]])?;
    Some(format!("{wins}/{losses}/{draws}"))
}
