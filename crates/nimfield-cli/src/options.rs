//! Options that several commands share.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::ValueEnum;
use nimfield::Play;
use short_game::DEFAULT_LIMIT;

use crate::errors::Failure;

/// Returns a reader of numbers in this range, also as powers: `1000`, `10^3`.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Clone + Display + PartialOrd + TryFrom<u128>,
{
    move |text| {
        let (base, exponent) = text.split_once('^').unwrap_or((text, "1"));
        let (Ok(base), Ok(exponent)) = (base.parse::<u128>(), exponent.parse()) else {
            return Err("expected a whole number, such as 1000 or 10^3".to_string());
        };
        // A number that is too large for its type is also outside of the range.
        let power = base.checked_pow(exponent);
        let number = power.and_then(|power| T::try_from(power).ok());
        let (least, most) = (range.start(), range.end());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

/// Refuses the first given one of these options, since it means nothing without `needed`.
pub fn refuse_without(
    needed: &str,
    (meaning, example): (&str, &str),
    options: &[(&str, bool)],
) -> Result<(), Failure> {
    match options.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::input(format!(
            "{option} needs {needed}: it is for {meaning}\nexample: {example}"
        ))),
    }
}

fn bytes(text: &str) -> Result<ByteSize, String> {
    let read = text.parse();
    read.map_err(|_| "expected a number of bytes, such as 512MiB or 2GiB".to_string())
}

/// Reads a time, for options.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let read = humantime::parse_duration(text);
    read.map_err(|_| "expected a time, such as 500ms, 90s, 10m or 1h".to_string())
}

/// Options of all commands.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options of all commands")]
pub struct Common {
    /// Play convention: normal (the last to move wins) or misere (the last to move loses) [default:
    /// that of the game's source]
    #[arg(long, global = true, value_name = "normal|misere")]
    pub play: Option<Play>,
    /// Print JSON, one object per line
    #[arg(long, global = true, visible_alias = "jsonl")]
    pub json: bool,
    /// Threads [default: all processors]
    #[arg(long, global = true, value_name = "N", value_parser = within(1..=1024u16))]
    pub threads: Option<u16>,
    /// Memory for tables and searches
    #[arg(long, global = true, default_value = "2GiB", value_parser = bytes, value_name = "BYTES")]
    pub memory: ByteSize,
    /// Time for each position, or for a whole table: 500ms, 90s, 10m, 1h [default: 1m; for a move of `play` 5s]
    #[arg(long, global = true, value_parser = time)]
    pub time: Option<Duration>,
    /// Search at most this number of positions for each question
    #[arg(long, global = true, value_name = "N", value_parser = within(0..=u64::MAX))]
    pub positions: Option<u64>,
    /// Use formulas that are verified but not proved; the reason then says so
    #[arg(long, global = true)]
    pub allow_unproved: bool,
    /// Print no progress on stderr; the variable NIMFIELD_QUIET does the same
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Also print what an answer cost
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// Do not read the options in the file nimfield.toml ($NIMFIELD_CONFIG, or in $XDG_CONFIG_HOME or
    /// ~/.config)
    #[arg(long, global = true)]
    pub no_config: bool,
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
    /// Applies this choice to stdout and stderr.
    pub fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Tables of whole boards to look positions up in.
#[derive(Debug, Default, clap::Args)]
pub struct Tables {
    /// Look up positions on its board in this table, made by `nimfield solve`, and parts of positions on other boards
    /// that fit on it; tables in the data folder are used too ($NIMFIELD_DATA, or nimfield in $XDG_DATA_HOME or
    /// ~/.local/share)
    #[arg(long = "table", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// A file to continue from.
#[derive(Debug, clap::Args)]
pub struct State {
    /// Save the results of a long search in this file, and continue from there: of a board in misère play, or of a
    /// placing game such as Cram in normal play
    #[arg(long = "state", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// How often it is saved
    #[arg(long, default_value = "30s", value_parser = time, value_name = "TIME", requires = "file")]
    pub save_every: Duration,
}

/// How large forms are printed.
#[derive(Debug, clap::Args)]
pub struct Forms {
    /// Summarize canonical forms with more characters than this by stops, mean and temperature
    #[arg(long, default_value_t = DEFAULT_LIMIT, value_name = "CHARACTERS", value_parser = within(0..=usize::MAX))]
    pub limit: usize,
    /// Print the canonical form as numbered nodes, whatever its size
    #[arg(long)]
    pub dag: bool,
}

/// What a bound applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The number of squares.
    Size,
    /// Columns plus rows.
    Perimeter,
}

/// The form of a table or of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For reading: a list, or a rectangle for two letters.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// JSON, one object per line.
    Json,
    /// The same objects in an array: a file that ends in `.json`.
    #[value(skip)]
    JsonArray,
    /// An OEIS b-file: for one letter, a square of two (read by antidiagonals), or --count.
    Bfile,
    /// Markdown with tables, a common extension.
    Markdown,
    /// LaTeX, to be included in a document.
    Latex,
    /// A picture: outcomes as shapes, values as colours; for one or two letters.
    Svg,
    /// The same picture in pixels; needs -o.
    Png,
    /// The same picture as PDF; needs -o.
    Pdf,
    /// Parquet, one row per position; needs -o.
    Parquet,
}
