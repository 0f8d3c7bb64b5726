//! `nimfield table`: tables of families, and of all partitions up to a bound.

mod family;
mod partitions;

use std::ffi::OsString;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use nimfield::bfile;
use nimfield::tables::Shown;

use crate::errors::{Failure, Status, print};
use crate::input::text_of;
use crate::options::{Common, Format};
use crate::output;

/// Tables with more rows are refused; counting goes further.
const MOST_ROWS: u128 = 10_000_000;

/// The arguments of `nimfield table`.
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
pub struct Args {
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
    pub partitions: partitions::PartitionArgs,
    /// Write to a file instead of stdout; .txt .csv .json .jsonl .tex .svg .png .parquet and
    /// b000001.txt name the form
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Check that a file is a well-formed OEIS b-file, print the data line of an OEIS entry, and do
    /// nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["template", "ranges"])]
    pub check_bfile: Option<PathBuf>,
}

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// P or N.
    Outcome,
    /// The Grundy value; in misère play the misère Grundy number.
    Value,
}

impl Show {
    fn shown(self) -> Shown {
        match self {
            Show::Outcome => Shown::Outcomes,
            Show::Value => Shown::Values,
        }
    }
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    if let Some(path) = &wanted.check_bfile {
        return check_bfile(path);
    }
    let template = wanted.template.as_deref().unwrap_or_default();
    let template = text_of(template).map_err(Failure::Input)?;
    let file = wanted.output.as_deref();
    let format = output::format(common, wanted.format, file, Format::Text)?;
    match wanted.partitions.up_to {
        Some(up_to) => partitions::run(common, wanted, template, format, up_to),
        None => family::run(common, wanted, template, format),
    }
}

fn check_bfile(path: &Path) -> Result<Status, Failure> {
    let named =
        |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|error| named(&error))?;
    let summary = bfile::check(BufReader::new(file)).map_err(|fault| named(&fault))?;
    let count = summary.last - summary.first + 1;
    let text = format!(
        "{}: a well-formed b-file, {count} terms, n = {} to {}\ndata: {}\n",
        path.display(),
        summary.first,
        summary.last,
        summary.data.line()
    );
    print(text.as_bytes())
}
