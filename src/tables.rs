//! Which tables a game has, and how they are opened.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use retrosolve_games::checkers::{Board, Checkers};
use retrosolve_games::connect4::{Column, ConnectFour, WideConnectFour};
use retrosolve_games::graph::Graph;
use retrosolve_games::mnk::Mnk;
use retrosolve_games::{
    Game, Metric, NoTables, Notation, Probe, ProbeError, Score, TableValue, Wdl, ZeroSum,
};
use retrosolve_solver::connect4::{Engine, EngineError, Limits, Rules};
use retrosolve_solver::{Answer, Bounds, Method, Mode, MoveValue, Options, Source, Statistics};
use retrosolve_tablegen::checkers::{CheckersTables, Material, Slice};
use retrosolve_tablegen::connect4::book::{Book, book_set};
use retrosolve_tablegen::connect4::{
    Connect4Tables, Ground, Path as KernelPath, Plan, root_values,
};
use retrosolve_tablegen::format::{FolderError, Io, TableFolder, TableSet};
use serde::Serialize;

use crate::cli::{IoMode, TABLES, TableArgs};
use crate::misuse::Misuse;
use crate::progress::Bar;

/// A game of the command: how its tables are opened and how its scores are shown.
pub(crate) trait Tabled: ZeroSum + Notation {
    /// The rules' name in table files; none if the game has no tables.
    const RULES: Option<&'static str>;

    /// Opens the tables of one folder.
    fn open_folder(&self, dir: &Path, io: Io) -> Result<Box<dyn Probe<Self>>>
    where
        Self: Sized;

    /// How many pieces are on the board, where tables go by that.
    fn pieces(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// What to do about a position that no table holds.
    fn how_to_get(&self, state: &Self::State) -> String;

    /// What would help about a position that no table holds.
    fn help(&self, state: &Self::State) -> Help {
        Help { command: None, note: self.how_to_get(state) }
    }

    /// The score as the field writes it, where it has a way of its own.
    fn field_score(&self, state: &Self::State, score: Score) -> Option<i32> {
        let _ = (state, score);
        None
    }

    /// The engine tuned for this game, if there is one for the board.
    ///
    /// # Errors
    /// If its memory cannot be had.
    fn tuned_engine(
        &self,
        options: &Options<Self::State>,
        threads: usize,
    ) -> Result<Option<Tuned<Self>>>
    where
        Self: Sized,
    {
        let _ = (options, threads);
        Ok(None)
    }

    /// The value of a position and its moves from the end of the game back, without files, and what it
    /// takes, which is said before it is begun.
    ///
    /// # Errors
    /// If the game has no such method, or the memory does not suffice.
    fn by_retrograde(
        &self,
        state: &Self::State,
        memory: Option<u64>,
        say: &mut dyn FnMut(&dyn std::fmt::Display) -> Result<()>,
    ) -> Result<Answer<Self::Move>> {
        let _ = (state, memory, say);
        Err(Misuse::error(format!(
            "--method retrograde is for connect4 on boards of up to 64 bits, not for {} {}",
            self.name(),
            self.board()
        )))
    }

    /// Opens all tables of this game and board below a folder, those with distances first.
    ///
    /// # Errors
    /// If there are none, or one cannot be opened.
    fn open_tables(&self, args: &TableArgs) -> Result<TableStack<Self>>
    where
        Self: Sized,
    {
        let stack = self.open_tables_if_any(args)?;
        if !stack.is_empty() {
            return Ok(stack);
        }
        if Self::RULES.is_none() {
            bail!("there are no tables of {}: use solve", self.name());
        }
        bail!(
            "no tables of {game} {board} at {}; make them with `retrosolve generate {game} --board {board}`",
            args.tables.display(),
            game = self.name(),
            board = self.board()
        );
    }

    /// The same, but no tables at all is no error, unless a folder was named that is not there.
    fn open_tables_if_any(&self, args: &TableArgs) -> Result<TableStack<Self>>
    where
        Self: Sized,
    {
        let io = match args.io {
            IoMode::Map => Io::Map,
            IoMode::Read => Io::Read,
        };
        if !args.tables.exists() && args.tables != Path::new(TABLES) {
            bail!(
                "{}: no such folder of tables; leave --tables away, or make it with `retrosolve generate`",
                args.tables.display()
            );
        }
        let mut stack = none();
        for dir in self.folders(&args.tables)? {
            stack.folders.push(self.open_folder(&dir, io)?);
        }
        Ok(stack)
    }

    /// What the tables of a metric have in common.
    fn set(&self, metric: Metric) -> Option<TableSet> {
        Some(TableSet::new(self.name(), Self::RULES?, self.board(), metric))
    }

    /// The folders of this game's tables: below `dir`, or `dir` itself if it is one.
    fn folders(&self, dir: &Path) -> Result<Vec<PathBuf>, FolderError> {
        let mut found = Vec::new();
        for metric in [Metric::Dtw, Metric::Dtc, Metric::Wdl] {
            let Some(set) = self.set(metric) else { continue };
            let below = dir.join(set.folder_name());
            match TableFolder::open(&below) {
                // The name says what should be in it.
                Ok(folder) => folder.check_set(&set).map(|()| found.push(below))?,
                Err(FolderError::NoTables { .. }) => {}
                Err(e) => return Err(e),
            }
            match TableFolder::open(dir) {
                Ok(folder) if folder.set() == &set => found.push(dir.to_owned()),
                Ok(_) | Err(FolderError::NoTables { .. }) => {}
                Err(e) => return Err(e),
            }
        }
        Ok(found)
    }
}

/// How to come by the value of a position that no table holds.
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
pub(crate) struct Help {
    /// The command that makes the tables, where there is one.
    pub(crate) command: Option<String>,
    pub(crate) note: String,
}

/// An engine that answers for one position after another, with tables at its leaves.
pub(crate) type Tuned<G> =
    Box<dyn FnMut(&<G as Game>::State, &TableStack<G>) -> Result<Answer<<G as Game>::Move>>>;

/// Several folders of tables of one game; the first that knows a position answers.
pub(crate) struct TableStack<G: ZeroSum> {
    folders: Vec<Box<dyn Probe<G>>>,
    /// They are not asked of positions of more pieces.
    most_pieces: Option<u32>,
}

impl<G: Tabled> TableStack<G> {
    pub(crate) fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// The same tables, asked of positions of at most so many pieces only.
    ///
    /// # Errors
    /// If tables of the game do not go by pieces.
    pub(crate) fn up_to(self, game: &G, pieces: Option<u32>) -> Result<Self> {
        if pieces.is_some() && game.pieces(&game.root()).is_none() {
            return Err(Misuse::error("--table-pieces: only tables of checkers go by pieces"));
        }
        Ok(Self { most_pieces: pieces, ..self })
    }
}

impl<G: Tabled> Probe<G> for TableStack<G> {
    fn probe(&self, game: &G, state: &G::State) -> Result<Option<TableValue>, ProbeError> {
        if self.most_pieces.is_some_and(|most| game.pieces(state).is_some_and(|n| n > most)) {
            return Ok(None);
        }
        for tables in &self.folders {
            if let Some(value) = tables.probe(game, state)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

impl Tabled for Checkers {
    const RULES: Option<&'static str> = Some("english");

    fn open_folder(&self, dir: &Path, io: Io) -> Result<Box<dyn Probe<Self>>> {
        Ok(Box::new(CheckersTables::open(dir, io)?))
    }

    fn pieces(&self, state: &Self::State) -> Option<u32> {
        Some(state.count())
    }

    fn how_to_get(&self, state: &Self::State) -> String {
        let slice = Slice::of(state);
        if slice.to_string().parse() != Ok(slice) {
            return format!("tables hold at most {} pieces a side", Material::MAX_PIECES);
        }
        format!(
            "slice {slice} is missing; `{}` makes it and what it needs",
            generate_slice(self, slice)
        )
    }

    fn help(&self, state: &Self::State) -> Help {
        let slice = Slice::of(state);
        let known = slice.to_string().parse() == Ok(slice);
        if !known || Checkers::board(self) == Board::EIGHT && state.count() > MOST_TABLED {
            let note = format!(
                "tables of more than {MOST_TABLED} pieces on 8x8 are beyond a workstation: search looks on from here"
            );
            return Help { command: None, note };
        }
        Help { command: Some(generate_slice(self, slice)), note: self.how_to_get(state) }
    }
}

/// Pieces of the largest 8x8 tables that it is sensible to ask for.
const MOST_TABLED: u32 = 8;

/// The command that makes a slice.
fn generate_slice(game: &Checkers, slice: Slice) -> String {
    format!("retrosolve generate checkers --board {} --slice {slice}", game.board())
}

impl Tabled for ConnectFour {
    const RULES: Option<&'static str> = Some("standard");

    fn open_folder(&self, dir: &Path, io: Io) -> Result<Box<dyn Probe<Self>>> {
        let folder = TableFolder::open(dir)?;
        if folder.set().metric == Metric::Dtw {
            return Ok(Box::new(Book::open(ConnectFour::board(self), dir, io)?));
        }
        let ground: Ground = folder.set().board.parse()?;
        Ok(Box::new(Connect4Tables::open_under(&ground, dir, io)?))
    }

    /// Besides those of the whole board, its book and all of this board under roots. The book, whose
    /// values have distances, comes first.
    fn folders(&self, dir: &Path) -> Result<Vec<PathBuf>, FolderError> {
        let Some(whole) = self.set(Metric::Wdl) else { return Ok(Vec::new()) };
        let book = book_set(ConnectFour::board(self));
        let rooted = format!("{}+", whole.board);
        let mut dirs: Vec<_> =
            fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        dirs.push(dir.to_owned());
        dirs.sort();
        let mut found = Vec::new();
        for dir in dirs {
            match TableFolder::open(&dir) {
                Ok(folder) => {
                    let set = folder.set();
                    let board = TableSet { board: whole.board.clone(), ..set.clone() };
                    // The name says what should be in it.
                    for named in [&whole, &book] {
                        if dir.file_name() == Some(named.folder_name().as_ref()) {
                            folder.check_set(named)?;
                        }
                    }
                    if set == &book {
                        found.insert(0, dir);
                    } else if set == &whole || (set.board.starts_with(&rooted) && board == whole) {
                        found.push(dir);
                    }
                }
                Err(FolderError::NoTables { .. }) => {}
                // Whatever else lies there is not asked for.
                Err(_)
                    if [&whole, &book]
                        .iter()
                        .all(|set| dir.file_name() != Some(set.folder_name().as_ref())) => {}
                Err(e) => return Err(e),
            }
        }
        Ok(found)
    }

    fn how_to_get(&self, _: &Self::State) -> String {
        "the tables hold what comes after their root by alternate play, the empty board or that of --root; a book what comes up to its last ply"
            .to_owned()
    }

    fn help(&self, state: &Self::State) -> Help {
        let command = format!("retrosolve generate connect4 --board {}", self.board());
        let note = self.how_to_get(state);
        Help { command: Some(command), note: format!("{note}; --plan says what they take") }
    }

    fn tuned_engine(
        &self,
        options: &Options<Self::State>,
        threads: usize,
    ) -> Result<Option<Tuned<Self>>> {
        let Some(mut engine) = connect4_engine(*self, options, threads)? else { return Ok(None) };
        let limits = Limits { nodes: options.nodes, time: options.time };
        let (mode, scores) = (options.mode, options.scores);
        Ok(Some(Box::new(move |position, tables| {
            // Each answer is that of a run of its own, node count included.
            engine.clear();
            if tables.is_empty() {
                return Ok(engine.answer(*position, mode, scores, &limits));
            }
            Ok(engine.answer_over(tables, *position, mode, scores, &limits)?)
        })))
    }

    fn by_retrograde(
        &self,
        state: &Self::State,
        memory: Option<u64>,
        say: &mut dyn FnMut(&dyn std::fmt::Display) -> Result<()>,
    ) -> Result<Answer<Self::Move>> {
        let start = Instant::now();
        let mut answer = Answer {
            mode: Mode::Weak,
            bounds: Bounds::UNKNOWN,
            exact: true,
            best: None,
            best_moves: Vec::new(),
            best_complete: true,
            moves: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
            cut_short: None,
            source: Source::Retrograde,
            statistics: Statistics::default(),
        };
        if let Some(outcome) = self.outcome(state) {
            answer.bounds = Bounds::class(outcome);
            return Ok(answer);
        }
        let ground = Ground::under(ConnectFour::board(self), *state).ok_or_else(|| {
            Misuse::error(format!(
                "{}: no game leads to this position, and the retrograde method takes none other",
                self.format_state(state)
            ))
        })?;
        let plan = Plan::valuing(&ground);
        plan.check_memory(memory)?;
        say(&plan)?;
        let found = root_values(&ground, KernelPath::best(), memory, &Bar::new())?;
        answer.bounds = Bounds::class(found.value);
        let is_best = |&(_, worth): &(Column, Wdl)| worth == found.value;
        let best = found.moves.iter().filter(|mv| is_best(mv));
        answer.best_moves = best.map(|&(column, _)| column).collect();
        answer.best = answer.best_moves.first().copied();
        let moves = found.moves.iter();
        answer.moves =
            moves.map(|&(mv, wdl)| MoveValue { mv, bounds: Bounds::class(wdl) }).collect();
        answer.line.extend(answer.best);
        answer.time = start.elapsed();
        Ok(answer)
    }

    fn field_score(&self, state: &Self::State, score: Score) -> Option<i32> {
        Some(self.board().stone_score(state.stones(), score))
    }
}

impl Tabled for WideConnectFour {
    const RULES: Option<&'static str> = None;

    fn open_folder(&self, _: &Path, _: Io) -> Result<Box<dyn Probe<Self>>> {
        Ok(Box::new(NoTables))
    }

    fn how_to_get(&self, _: &Self::State) -> String {
        "use solve".to_owned()
    }

    fn tuned_engine(
        &self,
        options: &Options<Self::State>,
        threads: usize,
    ) -> Result<Option<Tuned<Self>>> {
        let Some(mut engine) = connect4_engine(*self, options, threads)? else { return Ok(None) };
        let limits = Limits { nodes: options.nodes, time: options.time };
        let (mode, scores) = (options.mode, options.scores);
        Ok(Some(Box::new(move |position, _| {
            engine.clear();
            Ok(engine.answer(*position, mode, scores, &limits))
        })))
    }

    fn field_score(&self, state: &Self::State, score: Score) -> Option<i32> {
        Some(self.size().stone_score(state.stones(), score))
    }
}

/// The Connect Four engine, unless another method is asked for or it does not take the board.
fn connect4_engine<G: Rules>(
    game: G,
    options: &Options<G::State>,
    threads: usize,
) -> Result<Option<Engine<G>>> {
    if options.method != Method::Auto || !options.history.is_empty() {
        return Ok(None);
    }
    let mut engine = match Engine::for_game(game, options.table_bytes) {
        Ok(engine) => engine,
        Err(EngineError::Board(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    engine.set_threads(threads)?;
    Ok(Some(engine))
}

impl Tabled for Mnk {
    const RULES: Option<&'static str> = None;

    fn open_folder(&self, _: &Path, _: Io) -> Result<Box<dyn Probe<Self>>> {
        Ok(Box::new(NoTables))
    }

    fn how_to_get(&self, _: &Self::State) -> String {
        "use solve".to_owned()
    }
}

impl Tabled for Graph {
    const RULES: Option<&'static str> = None;

    fn open_folder(&self, _: &Path, _: Io) -> Result<Box<dyn Probe<Self>>> {
        Ok(Box::new(NoTables))
    }

    fn how_to_get(&self, _: &Self::State) -> String {
        "use solve".to_owned()
    }
}

/// No tables, in the shape of opened ones.
pub(crate) fn none<G: ZeroSum>() -> TableStack<G> {
    TableStack { folders: Vec::new(), most_pieces: None }
}

/// The folder itself if it is one of a table set, else those below it, by name.
///
/// # Errors
/// If there is none.
pub(crate) fn set_folders(path: &Path) -> Result<Vec<PathBuf>> {
    if path.exists() && !path.is_dir() {
        bail!("{} is neither a folder nor a regular file", path.display());
    }
    match TableFolder::open(path) {
        Ok(_) => return Ok(vec![path.to_owned()]),
        Err(FolderError::NoTables { .. }) => {}
        Err(e) => return Err(e.into()),
    }
    let mut dirs = Vec::new();
    let below = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    for dir in below.filter(|dir| dir.is_dir()) {
        match TableFolder::open(&dir) {
            Ok(_) => dirs.push(dir),
            Err(FolderError::NoTables { .. }) => {}
            Err(e) => return Err(e.into()),
        }
    }
    dirs.sort();
    if dirs.is_empty() {
        return Err(FolderError::NoTables { dir: path.to_owned() }.into());
    }
    Ok(dirs)
}
