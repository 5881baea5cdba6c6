//! The command line as the user sees it: verbs, flags and their help.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// The parsed command line.
#[derive(Parser, Debug)]
#[command(
    name = "retrosolve",
    version,
    about = "Solves small games exactly: endgame tables from the back, search from the front, and a verifier that trusts neither.",
    after_help = "Examples:\n  retrosolve reproduce\n  retrosolve generate checkers --pieces 4\n  retrosolve probe checkers \"W:WK23,K19:BK28,12\"\n  retrosolve solve connect4 --board 5x5 \"\"\n\nGames: connect4, checkers, tictactoe, mnk, graph FILE.\nValues are for the side to move. Infinite play is a draw; repetition and move-count draws are rules of play, not of the tables."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Flags that every verb takes.
#[derive(Args, Debug, Clone)]
pub(crate) struct Common {
    /// Print JSON, one object a line, instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Number of threads (default: all cores; one for the Connect Four engine of `solve`)
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// Which game, on which board.
#[derive(Args, Debug, Clone)]
pub(crate) struct GameArgs {
    /// connect4, checkers, tictactoe, mnk, or graph (followed by its file)
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Board: columns x rows for connect4 (7x6), 8x8, 6x6 or 4x4 for checkers, m,n,k for mnk
    #[arg(long, value_name = "B")]
    pub(crate) board: Option<String>,
}

/// Where tables are and how they are read.
#[derive(Args, Debug, Clone)]
pub(crate) struct TableArgs {
    /// Folder of tables
    #[arg(long, value_name = "DIR", env = "RETROSOLVE_TABLES", default_value = TABLES, value_parser = folder())]
    pub(crate) tables: PathBuf,
    /// How table files are read: mapped into memory, or by plain reads (safe even if a file is changed under the reader)
    #[arg(long, value_enum, default_value_t = IoMode::Map)]
    pub(crate) io: IoMode,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IoMode {
    Map,
    Read,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricArg {
    /// Win, draw or loss
    Wdl,
    /// Win, draw or loss and the plies to a capture, a man's move or the end of the game (checkers)
    Dtc,
    /// Win, draw or loss and the plies to the end of the game
    Dtw,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EncodingArg {
    /// Fixed-width entries: a probe is one load
    Raw,
    /// Blocks compressed one by one
    Zstd,
    /// Runs of values, without what the rules settle in a ply or two (checkers, metric wdl)
    Runs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SidesArg {
    /// Both
    Both,
    /// One of a pair of slices: half the size, and probes that look a ply or two further
    One,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MethodArg {
    /// Chosen by the game
    Auto,
    /// Alpha-beta (games without cycles)
    #[value(name = "alphabeta")]
    AlphaBeta,
    /// Finite horizon: proves wins and losses ply by ply
    Horizon,
    /// Attractors on the explored graph: proves draws too
    Explored,
    /// Proof numbers, depth first: deep and narrow wins
    Dfpn,
    /// Depth first with the repetition-aware storing rule
    Repetition,
    /// From the end of the game back, without files: win, draw or loss of every move (connect4)
    Retrograde,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckArg {
    /// Checksums, digests and totals
    Integrity,
    /// From the entries led to, by this project's rules
    Fast,
    /// From the entries led to, by the oracle's rules
    Independent,
    /// By forward search without tables
    Search,
    /// Against published figures
    Published,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TechniqueArg {
    /// Exchanges played out to the tables behind them
    Quiescence,
    /// Move ordering
    Ordering,
    /// The transposition table
    Transpositions,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Generate tables by retrograde analysis
    #[command(
        after_help = "Examples:\n  retrosolve generate checkers --pieces 4\n  retrosolve generate checkers --slice m2k1-k2 --metric dtw --out /tmp/t\n  retrosolve generate checkers --pieces 5 --metric dtc --encoding zstd\n  retrosolve generate connect4 --board 5x5 --encoding zstd\n  retrosolve generate connect4 --root 444444333555\n  retrosolve generate connect4 --book 8\n  retrosolve generate checkers --pieces 5 --encoding runs --sides one\n  retrosolve generate checkers --pieces 5 --plan\n\nSlices are written from the side to move: m2k1-k2 = the mover has 2 men and 1 king, the other side 2 kings.\nA run that was stopped goes on where it was when the same command is given again, and ends with the same bytes."
    )]
    Generate(GenerateArgs),
    /// Look positions up in tables: the value, and every move's value
    #[command(
        after_help = "Examples:\n  retrosolve probe checkers \"W:WK23,K19:BK28,12\"\n  retrosolve probe connect4 --board 5x5 3344 --json\n  retrosolve probe checkers - < positions.txt"
    )]
    Probe(ProbeArgs),
    /// Solve positions by exact search, with tables at the leaves where there are any
    #[command(
        after_help = "Examples:\n  retrosolve solve connect4 --board 5x5 \"\"\n  retrosolve solve checkers \"W:WK18,K27:BK28,12\" --weak\n  retrosolve solve graph data/graphs/g1.graph 0\n  retrosolve solve connect4 44444 --nodes 1000000\n  retrosolve solve connect4 44444 --scores\n  retrosolve solve connect4 --board 6x6 --method retrograde \"\"\n  retrosolve solve connect4 --board 8x8 --time 60 4444\n  retrosolve solve checkers \"W:WK15,K10:BK3\" --weak --proof win.proof\n\nA search that is cut short by --time or --nodes says \"exact\": false, the bounds known so far and a legal move."
    )]
    Solve(SolveArgs),
    /// Check a proof that `solve --proof` wrote, by rules and tables alone; exit code 1 if it does not stand
    #[command(
        after_help = "Examples:\n  retrosolve solve checkers \"W:WK15,K10:BK3\" --weak --proof win.proof\n  retrosolve check-proof win.proof\n  retrosolve check-proof win.proof --no-tables\n\nThe check shares nothing with the search: the rules are the oracle's, written down a second time."
    )]
    CheckProof(CheckProofArgs),
    /// Play against the perfect player in the terminal
    #[command(
        after_help = "Examples:\n  retrosolve play checkers\n  retrosolve play connect4 --board 6x5\n  retrosolve play checkers \"W:WK23,K19:BK28,12\" --second\n\nAt the prompt: a move, `hint` (what every move is worth), `undo`, `switch` (change sides), `moves`, `help`, `quit`."
    )]
    Play(PlayArgs),
    /// Show perfect play on a board in the browser: a web server on this machine
    #[command(
        after_help = "Examples:\n  retrosolve serve\n  retrosolve serve --tables /data/tables --port 9000\n  retrosolve serve --port 0\n\nThe address is printed when the server listens; Ctrl-C ends it. Values come from the tables where they reach, else from a search that is bounded. It answers this machine alone unless --listen names another address, 0.0.0.0 for all: it asks nobody for a password.\nThe interface for programs is below /api/v1/, described at /api/v1/openapi.json."
    )]
    Serve(ServeArgs),
    /// Say what every move of checkers games is worth, as far as tables and search reach
    #[command(
        after_help = "Examples:\n  retrosolve annotate games.pdn\n  retrosolve annotate games.pdn --nodes 1000000 --json"
    )]
    Annotate(AnnotateArgs),
    /// Check tables against independent methods; exit code 1 on any mismatch
    #[command(
        after_help = "Examples:\n  retrosolve verify\n  retrosolve verify checkers --tables data/tables --sample 100000\n  retrosolve verify checkers --independent\n  retrosolve verify checkers --pieces 6 --method independent --sample 15000"
    )]
    Verify(VerifyArgs),
    /// Derive published results anew and print them beside the published figures
    #[command(
        after_help = "Examples:\n  retrosolve reproduce\n  retrosolve reproduce checkers-slices tictactoe\n  retrosolve reproduce --list"
    )]
    Reproduce(ReproduceArgs),
    /// Show what tables hold
    #[command(
        after_help = "Examples:\n  retrosolve info data/tables\n  retrosolve info data/tables --longest 3 --json\n  retrosolve info data/tables --captures --tsv > slices.tsv"
    )]
    Info(InfoArgs),
    /// Count move sequences to a depth
    #[command(
        after_help = "Examples:\n  retrosolve perft checkers 10\n  retrosolve perft checkers 6 \"W:WK23,K19:BK28,12\"\n  retrosolve perft connect4 --board 7x6 8 44"
    )]
    Perft(PerftArgs),
    /// Search a game tree from a file and print every step: windows, values, what is cut and why
    #[command(
        after_help = "Examples:\n  retrosolve trace data/trees/a.tree\n  retrosolve trace data/trees/a.tree --method minimax\n  retrosolve trace data/trees/a.tree --svg a.svg\n\nA tree is written node by node: `top max: left, 3`, `left min: 4, 9`, `dice chance: 1/4 12, 3/4 8`, `p player 3: (1,1,6), (0,0,7)`.\nMethods: minimax, negamax, alphabeta-hard, alphabeta (default), pvs, mtdf; with chance expectiminimax, star1 (default), star2; for more players or general sums maxn, maxn-shallow (default).\nValues and bounds are for the first player; tuples for each."
    )]
    Trace(TraceArgs),
    /// Run the methods of the textbook side by side: value, nodes, leaves, cut-offs by class, time
    #[command(
        after_help = "Examples:\n  retrosolve compare tictactoe\n  retrosolve compare connect4 --board 5x5 3344 --depth 8\n  retrosolve compare checkers \"W:WK23,K19:BK28,12\"\n  retrosolve compare uniform --board \"4x6 best\"\n  retrosolve compare race --board 20\n  retrosolve compare trio \"a1 b1\"\n  retrosolve compare tree data/trees/actions.tree\n\nGames: those of solve; tree FILE; uniform, a tree of BRANCHINGxDEPTH with leaves in `best` or `worst` order or drawn by a seed; race, with dice, on up to 32 fields; trio, m,n,k for three.\nEvery method that claims it must have minimax's value; exit code 1 if one has not."
    )]
    Compare(CompareArgs),
    /// Make a plan for one player, or check one: its move wherever the others and the dice may lead
    #[command(
        after_help = "Examples:\n  retrosolve plan tictactoe --player 2 --out second.plan\n  retrosolve plan tictactoe --check second.plan\n  retrosolve plan mnk --board 4,3,3\n  retrosolve plan graph g.graph 0\n  retrosolve plan tree data/trees/actions.tree\n  retrosolve plan race --board 12 --out first.plan\n\nGames: those of compare, as far as they are small.\nA plan guarantees its player an expected utility against everybody else together (1 a win, 0 a draw, -1 a loss); play without end is a draw. It is checked before it is written, and by --check, without any search: it is followed by the rules against every reply and every throw of dice."
    )]
    Plan(PlanArgs),
    /// Run a fixed workload: its fingerprint (node counts and values) and the rates of this machine
    #[command(
        after_help = "Examples:\n  retrosolve bench\n  retrosolve bench --json\n  retrosolve bench --full"
    )]
    Bench(BenchArgs),
}

#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// All material of at most N pieces (checkers)
    #[arg(long, value_name = "N", conflicts_with = "slice", value_parser = clap::value_parser!(u8).range(2..=24))]
    pub(crate) pieces: Option<u8>,
    /// One slice and all that it leads to (checkers)
    #[arg(long, value_name = "S")]
    pub(crate) slice: Option<String>,
    /// Only what comes after this position: the columns played, such as 444444 (connect4)
    #[arg(long, value_name = "MOVES")]
    pub(crate) root: Option<String>,
    /// The opening book: every position up to this ply with its exact score (connect4)
    #[arg(long, value_name = "PLY", conflicts_with = "root")]
    pub(crate) book: Option<u32>,
    /// What is recorded of a win or loss (default: dtw for checkers and books, wdl for connect4 and runs)
    #[arg(long, value_enum)]
    pub(crate) metric: Option<MetricArg>,
    /// How entries are stored (default: raw for checkers, zstd for connect4)
    #[arg(long, value_enum)]
    pub(crate) encoding: Option<EncodingArg>,
    /// With --encoding runs, the sides to move that are stored (default: both)
    #[arg(long, value_enum)]
    pub(crate) sides: Option<SidesArg>,
    /// Folder to put the tables in
    #[arg(long, value_name = "DIR", env = "RETROSOLVE_TABLES", default_value = TABLES, value_parser = folder())]
    pub(crate) out: PathBuf,
    /// Memory budget, such as 500M or 8G (default: three quarters of what is free)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<u64>,
    /// Print what would be done, and what it would take, and stop
    #[arg(long)]
    pub(crate) plan: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Positions; - reads them from standard input, one a line
    #[arg(value_name = "POS", required = true)]
    pub(crate) positions: Vec<String>,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Positions; - reads them from standard input, one a line
    #[arg(value_name = "POS", required = true)]
    pub(crate) positions: Vec<String>,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Use no tables
    #[arg(long)]
    pub(crate) no_tables: bool,
    /// Ask tables of positions of at most N pieces only (checkers)
    #[arg(long, value_name = "N", conflicts_with = "no_tables")]
    pub(crate) table_pieces: Option<u32>,
    /// Win, draw or loss only, without distances
    #[arg(long)]
    pub(crate) weak: bool,
    /// The value of every move, not of the best alone; for connect4 with its score: 0 is a draw, +1 a win with the winner's last stone, +2 with the last but one, and so on, negative a loss
    #[arg(long)]
    pub(crate) scores: bool,
    /// Stop at the first move proved to be best: whether others are as good can take longer than the value
    #[arg(long, conflicts_with = "scores")]
    pub(crate) one: bool,
    /// Stop after this many seconds per position
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// Stop after this many nodes per position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Memory for the transposition table, such as 64M; where positions recur, proof numbers take about as much again a
    /// search
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256M")]
    pub(crate) hash: u64,
    /// Which search
    #[arg(long, value_enum, default_value_t = MethodArg::Auto)]
    pub(crate) method: MethodArg,
    /// Memory budget of --method retrograde, such as 500M or 8G (default: what is free)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<u64>,
    /// Moves that led from POS to the position to solve, separated by blanks or commas; the positions since the last irreversible one count as drawn when they come again
    #[arg(long, value_name = "MOVES")]
    pub(crate) history: Option<String>,
    /// Leave a technique out, to see what it is worth; never changes a value
    #[arg(long, value_enum, value_name = "TECHNIQUE", value_delimiter = ',')]
    pub(crate) without: Vec<TechniqueArg>,
    /// Memory for the explored graph, such as 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "2G")]
    pub(crate) graph: u64,
    /// Write down why the value is what it is: a file for check-proof (checkers)
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CheckProofArgs {
    /// The proof that `solve --proof` wrote
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Use no tables: the proof must go to the end of every game
    #[arg(long)]
    pub(crate) no_tables: bool,
    /// Ask tables of positions of at most N pieces only (checkers)
    #[arg(long, value_name = "N", conflicts_with = "no_tables")]
    pub(crate) table_pieces: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position to begin from (default: that of the rules)
    #[arg(value_name = "POS")]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Use no tables
    #[arg(long)]
    pub(crate) no_tables: bool,
    /// You move second
    #[arg(long)]
    pub(crate) second: bool,
    /// Seconds for each search
    #[arg(long, value_name = "S", value_parser = parse_seconds, default_value = "5")]
    pub(crate) time: Duration,
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8400)]
    pub(crate) port: u16,
    /// Address to listen on; beyond this machine only if it is one of the network's
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) listen: IpAddr,
    /// Memory for all searches together, such as 1G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "512M")]
    pub(crate) memory: u64,
}

#[derive(Args, Debug)]
pub(crate) struct AnnotateArgs {
    /// Checkers games in Portable Draughts Notation
    #[arg(value_name = "FILE.pdn")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Use no tables
    #[arg(long)]
    pub(crate) no_tables: bool,
    /// Nodes for each position that tables do not have
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) nodes: u64,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The game whose tables to check (default: all that the folder holds)
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Only this board
    #[arg(long, value_name = "B")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Entries to sample from each table that is too large to check whole
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: u64,
    /// Check every entry with the oracle's own rules, however long it takes
    #[arg(long)]
    pub(crate) independent: bool,
    /// Only tables of N pieces (checkers)
    #[arg(long, value_name = "N")]
    pub(crate) pieces: Option<u8>,
    /// Only checks of this kind (checkers)
    #[arg(long, value_enum)]
    pub(crate) method: Option<CheckArg>,
    /// Seed of the samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// Results to derive (default: all that take about a minute together)
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Also what takes longer: more than an hour, and some 5 GB of temporary disk for the complete set of 6x6 checkers
    #[arg(long)]
    pub(crate) full: bool,
    /// List the names and stop
    #[arg(long)]
    pub(crate) list: bool,
}

#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    /// A folder of tables or a table file (default: RETROSOLVE_TABLES or data/tables)
    #[arg(value_name = "DIR|FILE", env = "RETROSOLVE_TABLES", default_value = TABLES, value_parser = folder())]
    pub(crate) path: PathBuf,
    /// Also print up to N positions of the longest win of each slice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) longest: usize,
    /// Also count the wins, draws and losses in which the side to move can capture (checkers)
    #[arg(long)]
    pub(crate) captures: bool,
    /// Print lines of values separated by tabs, the first line their names
    #[arg(long, conflicts_with = "json")]
    pub(crate) tsv: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Also what takes long: the textbook method of Connect Four on hard positions and on the empty 7x6 board (many minutes)
    #[arg(long)]
    pub(crate) full: bool,
}

#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// The file of the tree
    #[arg(value_name = "TREE")]
    pub(crate) tree: String,
    /// Which search
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Option<String>,
    /// Also draw the tree: visited, cut and principal branches
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// A depth on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DepthArg {
    Plies(u32),
    End,
}

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position (for graph and tree: before it the file); without one the initial position
    #[arg(value_name = "POS")]
    pub(crate) rest: Vec<String>,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Plies to search, or `end` (default: the end of small games, else 6)
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    pub(crate) depth: Option<DepthArg>,
    /// Plies beyond the depth that quiescence may add
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) quiescence: u32,
    /// Seed of random orders and of sampling
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Rounds of sampling
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Nodes after which a method gives up
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    pub(crate) nodes: u64,
    /// Seconds after which a method gives up
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub(crate) time: Option<Duration>,
}

#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position (for graph and tree: before it the file); without one the initial position
    #[arg(value_name = "POS")]
    pub(crate) rest: Vec<String>,
    /// Whose plan, from 1 (default: who is to move, or 1 if chance is; of a graph 1 is to move)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) player: Option<u8>,
    /// Write the plan to a file, not to the screen
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Check the plan of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["player", "out"])]
    pub(crate) check: Option<PathBuf>,
    /// Give up if more positions than this can come up
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) positions: usize,
    /// Give up if a position takes more nodes than this
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub(crate) nodes: u64,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The depth in plies, then (for graph: before it the file) optionally a position
    #[arg(value_name = "DEPTH [POS]", required = true)]
    pub(crate) rest: Vec<String>,
}

/// Where tables are unless the user says otherwise.
pub(crate) const TABLES: &str = "data/tables";

/// Reads a folder's path; an empty one, as from an empty environment variable, is the default.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new()
        .map(|path| if path.is_empty() { PathBuf::from(TABLES) } else { PathBuf::from(path) })
}

/// Reads a size such as `512M`, `8GiB` or a number of bytes.
fn parse_size(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(size) if size.as_u64() > 0 => Ok(size.as_u64()),
        Ok(_) => Err("the size must be at least 1 byte".to_owned()),
        Err(_) => Err("a size is a number and a unit, such as 512M or 8G".to_owned()),
    }
}

/// Reads a depth in plies, or `end`.
fn parse_depth(text: &str) -> Result<DepthArg, String> {
    match text {
        "end" => Ok(DepthArg::End),
        _ => {
            let plies = text.parse().ok().filter(|plies| (1..=1000).contains(plies));
            plies.map(DepthArg::Plies).ok_or("give a number of plies from 1 to 1000, or end".into())
        }
    }
}

/// Reads a number of seconds.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.trim_end_matches('s').parse().map_err(|_| "give a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_with_units() {
        assert_eq!(parse_size("512M"), Ok(512_000_000));
        assert_eq!(parse_size("1.5GiB"), Ok(3 << 29));
        assert_eq!(parse_size("4096"), Ok(4096));
        assert!(parse_size("many").is_err());
        assert!(parse_size("0").is_err());
        assert!(parse_size("5 parsecs").is_err());
    }
}
