//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Parser, Subcommand, ValueEnum};
use nimfield::Play;

/// Examples come first in the help.
const EXAMPLES: &str = "\
Examples:
  nimfield analyze 'matrix[20 24; 24 27]'          who wins, all winning moves, and why
  nimfield analyze 'matrix[7 5; 6 8] + nim[17]'    sums, of different games too
  nimfield analyze --play misere 'matrix[5 5; 5 7]'
  nimfield analyze --json - < positions.txt        one position a line in, one answer a line out
  nimfield play 'wythoff[12,17]' --first me        play against a perfect opponent
  nimfield table 'wythoff[a b]' a=0..9 b=0..9 --show value
  nimfield analyze 'matrix-partizan[1 2; 2 2] - {2|0}'
  nimfield solve 'lines(max=3)[4x4]'               the outcome of every state of a board
  nimfield value '{2|-1} + *3 >= ^'                the calculator for values of games
  nimfield nimber '(w+4)*(w+1) + root(3,2)'        the calculator in the field of nimbers
  nimfield games matrix                            rules, notation, theory and sources
";

/// The exit codes, at the end of the help.
const EXIT_CODES: &str = "\
Exit codes: 0 answered; 1 what was to be checked is false; 2 usage or input error; 3 not finished within the budget (what is known is \
printed); 130 after Ctrl-C.";

/// Two-dimensional nim: who wins, what a position is worth, every winning move and why.
#[derive(Debug, Parser)]
#[command(
    name = "nimfield",
    version,
    before_help = EXAMPLES,
    after_help = EXIT_CODES,
    propagate_version = true
)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// Options of all commands.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Play convention: normal (the last to move wins) or misere (the last to move loses) [default:
    /// that of the game's source]
    #[arg(long, global = true, value_name = "normal|misere")]
    pub play: Option<Play>,
    /// Print JSON, one object a line
    #[arg(long, global = true)]
    pub json: bool,
    /// Threads [default: all processors]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory for tables and searches
    #[arg(long, global = true, default_value = "2GiB", value_name = "BYTES")]
    pub memory: ByteSize,
    /// Time for each position, or for the whole of a table: 500ms, 90s, 10m, 1h
    #[arg(long, global = true, default_value = "1m", value_parser = humantime::parse_duration)]
    pub time: std::time::Duration,
    /// Positions to search at the most, for each position asked
    #[arg(long, global = true, value_name = "N")]
    pub positions: Option<u64>,
    /// Use formulas that are verified but not proved; the reason then says so
    #[arg(long, global = true)]
    pub allow_unproved: bool,
    /// No progress on stderr
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Also print what an answer cost
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// Colours [default: only on a terminal, and not if NO_COLOR is set]
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub color: Color,
}

/// When to print colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Makes this the choice for stdout and stderr.
    pub fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Outcome, value, all winning moves, and why
    Analyze(Analyze),
    /// The calculator for values of partizan games
    Value(Value),
    /// The calculator for nimbers, Lenstra's excesses, and where a stone balances Nimbers
    Nimber(Nimber),
    /// Play a position against the machine
    Play(PlayArgs),
    /// Solve a whole board: the outcome or the value of every state, in a file
    Solve(Solve),
    /// Look positions up in the table of a board
    Probe(Probe),
    /// A table of outcomes or values over ranges of numbers
    Table(Table),
    /// In which Conway-Gurvich-Ho classes a game is, up to a bound, with witnesses
    Classify(ClassifyArgs),
    /// A picture of a position, or the thermograph of a partizan one
    Draw(Draw),
    /// Check what the sources state
    Verify(Verify),
    /// Look for a counterexample
    Hunt(HuntArgs),
    /// The misere canonical form of a position, its genus, and whether it is tame
    Misere(Misere),
    /// Write a certificate of the winner of a board in misere play
    Certify(Certify),
    /// Check a certificate, without a search
    Check {
        /// The certificate
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// The games: rules, notation, theory and sources
    Games {
        /// A game, or a board file as @FILE; without it, all games in a line each
        name: Option<String>,
    },
    /// A completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The manual page, in roff
    Man {
        /// A command; without it, the page of `nimfield` itself
        command: Option<String>,
    },
}

/// `nimfield analyze`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield analyze 'matrix[20 24; 24 27]'          who wins, all winning moves, and why
  nimfield analyze --value 'matrix[7 5; 6 8] + nim[17]'
  nimfield analyze --play misere 'nim[1,1,1]' 'wythoff[2,2]'
  nimfield analyze --json - < positions.txt        one position a line in, one answer a line out")]
pub struct Analyze {
    /// Positions in notation, sums included; `-` reads one a line from stdin, where blank lines and
    /// lines that begin with # are passed over
    #[arg(required = true, value_name = "POSITION")]
    pub texts: Vec<OsString>,
    /// Find the value even where only a search or a table can
    #[arg(long)]
    pub value: bool,
    /// Do not list the winning moves
    #[arg(long)]
    pub no_moves: bool,
    #[command(flatten)]
    pub tables: Tables,
    #[command(flatten)]
    pub forms: Forms,
}

/// Tables of whole boards to look positions up in.
#[derive(Debug, Default, clap::Args)]
pub struct Tables {
    /// Look positions on its board up in this table, made by `nimfield solve`, and parts that fit
    /// on it of positions on other boards; besides, tables in the data folder are used
    /// ($NIMFIELD_DATA, or nimfield in $XDG_DATA_HOME or ~/.local/share)
    #[arg(long = "table", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// `nimfield solve`
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield solve 'lines(max=3)[4x4]'               who wins, and how many states are P-positions
  nimfield solve 'tactix[5x6]' -o 5x6.nimtable     keep the outcome of every state
  nimfield solve 'lines(max=3)[6x6]' -o 6x6.nimtable --memory 9GiB --time 1h
  nimfield solve --values --play normal 'efr[4x5]' -o efr.nimtable
  nimfield probe 5x6.nimtable 'tactix[111111/111111/110011/111111/111111]'",
    after_help = "\
The outcomes of a board of n cells take 2^n bits of memory: 8 GiB for 36 cells; boards go to 40 cells. \
Interrupted or killed, the same command goes on where it was, by FILE.part and FILE.state, and ends with \
the same file, bit for bit."
)]
pub struct Solve {
    /// The board, full: `lines(max=3)[6x6]`, `tactix[5x5]`, `nimbi[full]`, `@board.txt`
    #[arg(value_name = "BOARD")]
    pub board: OsString,
    /// Keep the table in this file, by custom NAME.nimtable; without it only the summary is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The Grundy value of every state (in misère play the misère Grundy number), not only its
    /// outcome
    #[arg(long)]
    pub values: bool,
    /// How often finished parts of a large table are saved
    #[arg(long, default_value = "30s", value_parser = humantime::parse_duration, value_name = "TIME")]
    pub save_every: std::time::Duration,
}

/// `nimfield probe`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield probe 4x4.nimtable                      what the table says of the board as a whole
  nimfield probe 4x4.nimtable 'tactix[1111/1001/1001/1111]'
  nimfield probe 4x4.nimtable --verify             compare the whole file with its hash")]
pub struct Probe {
    /// The table, made by `nimfield solve`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Positions on its board, in notation; `-` reads one a line from stdin
    #[arg(value_name = "POSITION")]
    pub texts: Vec<OsString>,
    /// Compare the whole file with its hash
    #[arg(long)]
    pub verify: bool,
    /// Do not list the winning moves
    #[arg(long)]
    pub no_moves: bool,
}

/// How large forms are printed.
#[derive(Debug, clap::Args)]
pub struct Forms {
    /// Canonical forms of more characters are summed up by stops, mean and temperature
    #[arg(long, default_value_t = 2000, value_name = "CHARACTERS")]
    pub limit: usize,
    /// Print the canonical form as numbered nodes, whatever its size
    #[arg(long)]
    pub dag: bool,
}

/// `nimfield value`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield value '{2|-1} + *3 >= ^'
  nimfield value 'mean({5|1,{3|1}})'
  nimfield value 'thermograph({2|-1})'
  nimfield value '1/2 + {1|*} - v3'
`nimfield value functions` lists the functions.")]
pub struct Value {
    /// Expressions in CGSuite's notation; `-` reads one a line from stdin
    #[arg(required = true, value_name = "EXPR", allow_hyphen_values = true)]
    pub expressions: Vec<OsString>,
    #[command(flatten)]
    pub forms: Forms,
}

/// `nimfield nimber`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield nimber '(w+4)*(w+1)'                    [w^2+w*5+4]
  nimfield nimber 'root(3,2)' 'sqrt(8)' 'order([w^2*3+5])'
  nimfield nimber --json - < expressions.txt       one expression a line in, one answer a line out
  nimfield nimber --diagonal 'nimbers[(1,3) (4,7) (6,4) (10,3) (14,8)]'
  nimfield nimber --excess 3..709 --state excess.jsonl --time 10m
In expressions + * / ^ and inv sqrt root(n,x) roots(n,x) trace order min_poly degree
solve_quadratic(b,c) log(x,b) are those of the field; integers and w are nimbers, ordinary arithmetic of ordinals
stands in square brackets: [w^2*3+5].")]
pub struct Nimber {
    /// Expressions; `-` reads one a line from stdin
    #[arg(
        required_unless_present_any = ["excess", "diagonal"],
        value_name = "EXPR"
    )]
    pub expressions: Vec<OsString>,
    /// Compute Lenstra's excess of the primes from P to Q
    #[arg(long, value_name = "P..Q", value_parser = primes, conflicts_with_all = ["expressions", "diagonal"])]
    pub excess: Option<(u32, u32)>,
    /// Keep finished primes in this file, and go on from there
    #[arg(long, value_name = "FILE", requires = "excess")]
    pub state: Option<PathBuf>,
    /// Print the excesses as an OEIS b-file, indexed by odd primes
    #[arg(long, requires = "excess", conflicts_with = "json")]
    pub bfile: bool,
    /// Where one stone on the diagonal makes a P-position of Nimbers
    #[arg(long, value_name = "POSITION", conflicts_with = "expressions")]
    pub diagonal: Option<OsString>,
}

/// `3..709`, both ends included, or a single number.
fn primes(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>();
    match (number(from), number(to.trim_start_matches('='))) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        (Ok(_), Ok(_)) => Err("the range is empty".to_string()),
        _ => Err("a range of primes is written like 3..709".to_string()),
    }
}

/// `nimfield misere`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield misere 'tactix[110/111]'                the form, the genus, and whether it is tame
  nimfield misere 'nim[2] + wythoff[2,2]'          sums of any impartial games
  nimfield misere --json 'tactix[3x3]'")]
pub struct Misere {
    /// Positions in notation, sums included
    #[arg(required = true, value_name = "POSITION")]
    pub texts: Vec<OsString>,
    /// Forms of more characters are not written out
    #[arg(long, default_value_t = 2000, value_name = "CHARACTERS")]
    pub limit: usize,
    /// Print the form as numbered nodes, whatever its size
    #[arg(long)]
    pub dag: bool,
}

/// `nimfield certify`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield certify 'tactix[7x7]' -o tactix-7x7.cert
  nimfield check tactix-7x7.cert")]
pub struct Certify {
    /// A position on a board that is, or that one move makes, a sum of two parts of at most 24
    /// cells
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// Where to write the certificate
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// `nimfield play`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield play 'wythoff[12,17]'                   you begin
  nimfield play 'matrix[7 5; 6 8]' --first you     the machine begins
  nimfield play 'nim[3,5,7]' --level 0.5 --play misere")]
pub struct PlayArgs {
    /// The position to play, in notation
    #[arg(value_name = "POSITION")]
    pub position: OsString,
    /// How well the machine plays: 1 perfectly, 0 at random, 0.8 perfectly four times in five
    #[arg(long, default_value_t = 1.0, value_parser = level)]
    pub level: f64,
    /// Who begins: `me`, the person at the keyboard, or `you`, the machine
    #[arg(long, value_enum, default_value = "me")]
    pub first: First,
    /// Seed of the random moves, to repeat a game
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: Tables,
}

fn level(text: &str) -> Result<f64, String> {
    let level: f64 = text
        .parse()
        .map_err(|_| "a level is a number from 0 to 1".to_string())?;
    match (0.0..=1.0).contains(&level) {
        true => Ok(level),
        false => Err("a level is a number from 0 to 1".to_string()),
    }
}

/// Who begins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    /// The person.
    Me,
    /// The machine.
    You,
}

/// `nimfield draw`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield draw 'matrix[20 24; 24 27]' -o ferguson.svg
  nimfield draw 'matrix[7 5; 6 8] + nim[17]' -o sum.tex
  nimfield draw --thermograph '{5|{3|1}}' -o thermograph.png")]
pub struct Draw {
    /// The position, in notation
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub position: OsString,
    /// The thermograph of a partizan position, Left to the left
    #[arg(long)]
    pub thermograph: bool,
    /// svg, png or latex [default: by the ending of FILE, otherwise svg]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Write to a file instead of stdout; .svg .png .tex name the form
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `nimfield table`
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield table 'wythoff[a b]' a=0..9 b=0..9 --show value      a square of values
  nimfield table 'matrix[a b; c d]' a=0..7 b=0..7 c=0..7 d=0..7 --only-p --format csv
  nimfield table 'matrix[a b; c d]' a=0..127 b=0..127 c=0..127 d=0..127 --count
  nimfield table 'schrage[n x n]' n=1..50 --show value --format bfile
  nimfield table pnim --up-to 26 --value 2 --up-to-conjugation
  nimfield table pnim --up-to 40 --count           how many partitions have which value
  nimfield table pnim --up-to 50 --non-heavy --format bfile
  nimfield table 'nim[a b c]' a=0..n b=0..n c=0..n n=0..15 --count --format bfile
  nimfield table 'wythoff[a b]' a=0..40 b=0..40 --format svg     a map of the P-positions
  nimfield table --check-bfile b000001.txt",
    after_help = "\
In the position letters stand for numbers, alone or as in 2n, n+1, 3n-2; each gets a range, both \
ends included. Every game whose notation holds numbers can be tabulated. With --up-to the tables of pnim are of \
all partitions up to a bound; long ones get more --time and a --state file to go on from."
)]
pub struct Table {
    /// The position, with letters for the numbers that vary; with --up-to the name of a game
    #[arg(required_unless_present = "check_bfile", value_name = "POSITION")]
    pub template: Option<OsString>,
    /// The letters' ranges: n=0..20
    #[arg(value_name = "LETTER=FROM..TO")]
    pub ranges: Vec<String>,
    /// What to print of each position
    #[arg(long, value_enum, default_value = "outcome")]
    pub show: Show,
    /// Form of the table [default: by the ending of FILE, otherwise text]
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<Format>,
    /// Only the P-positions
    #[arg(long)]
    pub only_p: bool,
    /// Only how many P-positions there are; with --up-to how many partitions there are of each size
    #[arg(long, conflicts_with = "only_p")]
    pub count: bool,
    #[command(flatten)]
    pub census: CensusArgs,
    /// Write to a file instead of stdout; .txt .csv .json .jsonl .tex .svg .png .parquet and
    /// b000001.txt name the form
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Check that a file is a well-formed OEIS b-file, print the data line of an OEIS entry, and do
    /// nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["template", "ranges"])]
    pub check_bfile: Option<PathBuf>,
}

/// Options of tables of all partitions up to a bound.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "All partitions up to a bound")]
pub struct CensusArgs {
    /// All partitions of 0, 1, ..., N, in the game pnim
    #[arg(long, value_name = "N", conflicts_with_all = ["ranges", "show", "only_p", "check_bfile"])]
    pub up_to: Option<u32>,
    /// What the bound is on: the number of squares, or columns plus rows
    #[arg(long, value_enum, default_value = "size", requires = "up_to")]
    pub by: By,
    /// Only the partitions with this Grundy value
    #[arg(long, value_name = "VALUE", requires = "up_to", conflicts_with_all = ["heavy", "non_heavy"])]
    pub value: Option<u32>,
    /// Only the heavy partitions: those of value columns + rows - 1
    #[arg(long, requires = "up_to", conflicts_with = "non_heavy")]
    pub heavy: bool,
    /// Only the others
    #[arg(long, requires = "up_to")]
    pub non_heavy: bool,
    /// Of a partition and its conjugate only one, the wider
    #[arg(long, requires = "up_to")]
    pub up_to_conjugation: bool,
    /// How sizes are computed; the results are the same
    #[arg(long, value_enum, default_value = "sparse", requires = "up_to")]
    pub method: Method,
    /// Keep what is finished in this file, and go on from there
    #[arg(long, value_name = "FILE", requires = "up_to")]
    pub state: Option<PathBuf>,
}

/// What a bound is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The number of squares.
    Size,
    /// Columns plus rows.
    Perimeter,
}

/// How the values of all partitions of a size are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Keeps only the partitions that are not heavy.
    Sparse,
    /// Keeps what can be reached from each partition: 8 bytes for each.
    Closure,
}

/// `nimfield classify`
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield classify lctr --up-to 20                all partitions of n <= 20
  nimfield classify pnim nim --up-to 8 --sums      sums of positions of total size 8 at most
  nimfield classify rook --up-to 16 --by perimeter
  nimfield classify 'subtraction(1,3,4)' --up-to 100
  nimfield classify --figure                       the figure of the paper on PNim and RNim
  nimfield classify --figure --format dot",
    after_help = "\
returnable, forced, miserable, pet, tame, domestic: a `no` comes with the first position against it; a \
`yes` says that there is none up to the bound. Graded are the partitions by squares (or columns plus rows), \
heaps and boxes by their sum."
)]
pub struct ClassifyArgs {
    /// Games by name; nim is a single heap here, with --sums any number of them
    #[arg(
        required_unless_present = "figure",
        value_name = "GAME",
        conflicts_with = "figure"
    )]
    pub games: Vec<OsString>,
    /// The bound; the figure has one for each game, and this above them
    #[arg(long, value_name = "N", required_unless_present = "figure")]
    pub up_to: Option<u32>,
    /// What the bound is on: the number of squares, or columns plus rows
    #[arg(long, value_enum, default_value = "size", conflicts_with = "figure")]
    pub by: By,
    /// Sums of positions instead of single ones
    #[arg(long, conflicts_with = "figure")]
    pub sums: bool,
    /// The games of Figure 1 of the paper on PNim and RNim
    #[arg(long)]
    pub figure: bool,
    /// Form of the report; JSON is one object a game, DOT a graph of the figure
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: ReportFormat,
}

/// The form of a classification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For the eye.
    Text,
    /// JSON, one object a line.
    Json,
    /// A graph for Graphviz.
    Dot,
}

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// P or N.
    Outcome,
    /// The Grundy value; in misère play the misère Grundy number.
    Value,
}

/// The form of a table or of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For the eye: a list, or a rectangle for two letters.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// JSON, one object a line.
    Json,
    /// An OEIS b-file: for one letter, a square of two (read by antidiagonals), or --count.
    Bfile,
    /// LaTeX, to be included in a document.
    Latex,
    /// A picture: outcomes as shapes, values as colours; for one or two letters.
    Svg,
    /// The same picture in pixels; needs -o.
    Png,
    /// Parquet, one row a position; needs -o.
    Parquet,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Args::command().debug_assert();
    }
}

/// `nimfield verify`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield verify ferguson-theorem-3               one claim, to its usual bound
  nimfield verify ferguson-theorem-3 --up-to 100   further
  nimfield verify --all                            all of them, a line each
  nimfield verify --all --report claims.md         and a report in Markdown
  nimfield verify --list                           what is claimed, and where
Exit code 1: a claim is false; with several claims: one is not as recorded.")]
pub struct Verify {
    /// Claims by name
    #[arg(value_name = "CLAIM")]
    pub claims: Vec<String>,
    /// All claims
    #[arg(long, conflicts_with = "claims")]
    pub all: bool,
    /// List the claims, check nothing
    #[arg(long)]
    pub list: bool,
    /// Check sizes up to this one [default: the claim's own bound, a matter of seconds]
    #[arg(long, value_name = "SIZE")]
    pub up_to: Option<u32>,
    /// Write a report in Markdown
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// `nimfield hunt`
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield hunt ferguson-conjecture --certificate found.json
  nimfield hunt ferguson-theorem-3 --time 1h --state theorem-3.hunt
  nimfield hunt ferguson-theorem-3 --up-to 80 --shard 1/4 --state part1.hunt
  nimfield hunt ferguson-theorem-3 --merge part1.hunt part2.hunt part3.hunt part4.hunt
Exit code 1: a counterexample was found. Interrupted or killed, the same command with the same --state \
goes on where it was.")]
pub struct HuntArgs {
    /// The claim by name; `nimfield verify --list` lists them
    #[arg(value_name = "CLAIM")]
    pub claim: String,
    /// Hunt up to this size [default: as far as time allows]
    #[arg(long, value_name = "SIZE")]
    pub up_to: Option<u32>,
    /// Do only this part of the work, I/N
    #[arg(
        long,
        value_name = "I/N",
        default_value = "1/1",
        hide_default_value = true
    )]
    pub shard: nimfield_claims::Shard,
    /// Keep what is done in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Write the counterexample with its evidence here, as JSON
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Put the state files of all shards together instead of hunting
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["state", "shard", "up_to"])]
    pub merge: Vec<PathBuf>,
}
