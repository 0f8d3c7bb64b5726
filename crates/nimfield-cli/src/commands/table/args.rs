//! The arguments of `nimfield table`.

use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use nimfield::NotationError;
use nimfield::statement::Statement;
use nimfield::tables::{FamilyQuery, Shown};
use nimfield::template::Letter;
use nimfield_core::shard::Shard;
use short_game::DEFAULT_LIMIT;

use crate::errors::Failure;
use crate::options::{By, Common, Format, refuse_without, within};

/// The most rows of a table; counts may exceed it.
pub(super) const MOST_ROWS: u128 = 10_000_000;

/// The arguments of `nimfield table`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield table 'wythoff[a b]' a=0..9 b=0..9 --show value      a square of values
  nimfield table 'matrix[a b; c d]' a=0..7 b=0..7 c=0..7 d=0..7 --only-p --format csv
  nimfield table 'matrix[a b; c d]' a=0..127 b=0..127 c=0..127 d=0..127 --count
  nimfield table 'schrage[n x n]' n=1..50 --show value --format bfile
  nimfield table 'matrix-partizan[a b; c d]' a=0..7 b=0..7 c=0..7 d=0..7 --show kind --count
  nimfield table pnim --up-to 26 --value 2 --up-to-conjugation
  nimfield table pnim --up-to 40 --count           the number of partitions with each value
  nimfield table pnim --up-to 50 --non-heavy --format bfile
  nimfield table lctr --up-to 20 --value 0 --format bfile      P-positions of each size, in any game
  nimfield table 'nim[a b c]' a=0..n b=0..n c=0..n n=0..15 --count --format bfile
  nimfield table 'wythoff[a b]' a=0..40 b=0..40 --format svg     a map of the P-positions
  nimfield table 'matrix[a b; c 5]' a=0..9 b=a..9 c=0..9 --only-p     never b below a
  nimfield table 'nim[a b]' a=0..5 b=0..5 --show genus -o genera.md
  nimfield table 'crim[a,b]' a=1..9 b=1..9 --show 'P and even(rank)' --count     any expression
  nimfield table 'wythoff[a b]' a=0..9 b=0..9 --blank -o worksheet.pdf
  nimfield table 'nim[n 2n 3n]' n=1..1073741824 --count --state n.count      continues after a stop
  nimfield table 'schrage[n x n]' n=1..50 --show value --shard 2/8 -o part2.shard     for merge
  nimfield table --check-bfile b000001.txt
  nimfield table 'schrage[n x n]' n=1..50 --show value --against b000001.txt      compare the terms",
    after_help = "In the position letters stand for numbers, alone or in expressions such as 2n, n+1, a^b (the \
nim-sum), (a+b)/2 or min(a,b); each gets a range, both ends included. Every game whose notation holds numbers can be \
tabulated. With --up-to a name alone stands for all positions of a game by size; long tables of pnim need more \
--time, and a --state file to continue from. Shards divide the rows, if each row is computed separately, and the \
terms of a b-file of counts."
)]
pub struct Args {
    /// The position, with letters for the numbers that vary; with --up-to the name of a game
    #[arg(required_unless_present = "check_bfile", value_name = "POSITION")]
    pub template: Option<OsString>,
    /// The letters' ranges: n=0..20; b=a..20 where b is never below a, b=a+1..20 where it is above
    #[arg(value_name = "LETTER=FROM..TO")]
    pub ranges: Vec<String>,
    /// List only positions whose letters satisfy a condition: --where 'a < b and even(a+b)'
    #[arg(long = "where", value_name = "CONDITION", conflicts_with_all = ["up_to", "check_bfile"])]
    pub condition: Option<String>,
    /// What to print for each position: outcome, value, mean, temperature, stops, kind, genus, or an expression of the
    /// letters and of facts of the position, such as 'P and even(rank)' [default: outcome; with --up-to value]
    #[arg(long, value_name = "WHAT", value_parser = Show::read)]
    pub show: Option<Show>,
    /// Form of the table [default: by the ending of FILE, otherwise text]
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<Format>,
    /// List only the P-positions
    #[arg(long)]
    pub only_p: bool,
    /// Print only the number of P-positions; with another --show the number of positions with each value, kind or
    /// number; with --up-to the numbers of positions of each size by value
    #[arg(long, conflicts_with = "only_p")]
    pub count: bool,
    /// Leave the cells empty, for a sheet to fill in by hand: as text, Markdown, LaTeX or a picture
    #[arg(long, conflicts_with_all = ["only_p", "count", "up_to", "json"])]
    pub blank: bool,
    /// Decide by this law of the family, written by `guess --prove --certificate`, after proving it again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["up_to", "shard", "check_bfile"])]
    pub law: Option<PathBuf>,
    /// Omit canonical forms with more characters than this
    #[arg(long, default_value_t = DEFAULT_LIMIT, value_name = "CHARACTERS", value_parser = within(0..=usize::MAX))]
    pub limit: usize,
    #[command(flatten)]
    pub partitions: PartitionArgs,
    /// Do only the I-th of N parts of the work, and write it into FILE for `nimfield merge`, which then
    /// gives the table in this --format
    #[arg(long, value_name = "I/N", requires = "output", conflicts_with_all = ["blank", "check_bfile"])]
    pub shard: Option<Shard>,
    /// Write to a file instead of stdout; the ending .txt .csv .json .jsonl .md .tex .svg .png .pdf .parquet, or the
    /// name b000001.txt, chooses the format
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Compare the terms with those that an OEIS b-file also has, and print only the result
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["format", "json", "output", "shard", "only_p", "blank", "check_bfile"])]
    pub against: Option<PathBuf>,
    /// Check that a file is a well-formed OEIS b-file, print the data line of an OEIS entry, and do
    /// nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["template", "ranges"])]
    pub check_bfile: Option<PathBuf>,
}

impl Args {
    /// Returns what to print for each position.
    pub(super) fn shows(&self) -> Show {
        let usual = match self.partitions.up_to {
            Some(_) => Shown::Values,
            None => Shown::Outcomes,
        };
        self.show.clone().unwrap_or(Show::Known(usual))
    }

    /// Returns the query for each position with these letters.
    pub(super) fn query(
        &self,
        common: &Common,
        letters: &[Letter],
    ) -> Result<FamilyQuery, NotationError> {
        let show = self.shows();
        Ok(FamilyQuery {
            shown: show.shown(),
            statement: show.statement(letters)?,
            play: common.play,
            unproved: common.allow_unproved,
            limit: self.limit,
            law: None,
        })
    }
}

/// The contents of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// Contents with a name.
    Known(Shown),
    /// The value of an expression, which is parsed once its letters are known.
    Expression(String),
}

impl Show {
    fn read(text: &str) -> Result<Show, Infallible> {
        let word = |shown: &Shown| shown.name().eq_ignore_ascii_case(text.trim());
        let known = Shown::NAMED.into_iter().find(word);
        Ok(known.map_or_else(|| Show::Expression(text.to_string()), Show::Known))
    }

    pub(super) fn shown(&self) -> Shown {
        match self {
            Show::Known(shown) => *shown,
            Show::Expression(_) => Shown::Numbers,
        }
    }

    /// Parses the expression with these letters.
    fn statement(&self, letters: &[Letter]) -> Result<Option<Statement>, NotationError> {
        let letters: Vec<char> = letters.iter().map(|letter| letter.name).collect();
        match self {
            Show::Known(_) => Ok(None),
            Show::Expression(text) => Statement::read(text, &letters).map(Some),
        }
    }

    /// Returns whether the shown contents reveal P-positions.
    pub(super) fn has_p(&self) -> bool {
        matches!(self.shown(), Shown::Outcomes | Shown::Values)
    }
}

impl fmt::Display for Show {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Show::Known(shown) => f.write_str(shown.name()),
            Show::Expression(text) => f.write_str(text),
        }
    }
}

/// Options of tables of all positions up to a size.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "All positions up to a size")]
pub struct PartitionArgs {
    /// List all positions of size 0, 1, ..., N: partitions, heaps by their total, rectangles by
    /// their cells, rows of coins by the last one
    #[arg(long, value_name = "N", value_parser = within(0..=u32::MAX), conflicts_with_all = ["ranges", "check_bfile"])]
    pub up_to: Option<u32>,
    /// What the bound applies to in pnim: the number of squares, or columns plus rows
    #[arg(long, value_enum, default_value = "size")]
    pub by: By,
    /// List only the positions with this Grundy value
    #[arg(long, value_name = "VALUE", value_parser = within(0..=u32::MAX), conflicts_with_all = ["heavy", "non_heavy", "only_p"])]
    pub value: Option<u32>,
    /// List only the heavy partitions of pnim: those of value columns + rows - 1
    #[arg(long, conflicts_with = "non_heavy")]
    pub heavy: bool,
    /// List only the partitions of pnim that are not heavy
    #[arg(long)]
    pub non_heavy: bool,
    /// List only the wider one of a partition of pnim and its conjugate
    #[arg(long)]
    pub up_to_conjugation: bool,
    /// Save the finished levels of pnim, or the count of a family, in this file, and continue from there
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
}

impl PartitionArgs {
    /// Refuses options that mean nothing without `--up-to`.
    pub fn refuse_without_up_to(&self) -> Result<(), Failure> {
        let about = (
            "lists of all positions up to a size",
            "nimfield table pnim --up-to 12 --heavy",
        );
        let options = [
            ("--by", self.by != By::Size),
            ("--value", self.value.is_some()),
            ("--heavy", self.heavy),
            ("--non-heavy", self.non_heavy),
            ("--up-to-conjugation", self.up_to_conjugation),
        ];
        refuse_without("--up-to", about, &options)
    }
}
