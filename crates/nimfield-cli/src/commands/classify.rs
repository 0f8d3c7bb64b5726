//! `nimfield classify`: the Conway-Gurvich-Ho classes of games.

use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::Path;

use clap::ValueEnum;
use nimfield::Budget;
use nimfield::words::counted;
use nimfield_claims::classify::{
    Against, ClassifyError, FIGURE_GAMES, Report, Scope, classify, figure, figure_bound, positions,
};
use nimfield_core::sampling::shuffled;
use nimfield_core::shard::ShardJob;
use nimfield_engines::classes::{Class, ScanError};
use nimfield_games::partitions::pnim::census::Grading;

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::input::text_of;
use crate::objects::plain_json;
use crate::options::{By, Common, within};
use crate::output;
use crate::session::reader;
use crate::shards::{self, Sharding, Spelling, name};

/// The arguments of `nimfield classify`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield classify lctr --up-to 20                all partitions of n <= 20
  nimfield classify pnim nim --up-to 8 --sums      sums of positions of total size 8 at most
  nimfield classify rook --up-to 16 --by perimeter
  nimfield classify 'subtraction(1,3,4)' --up-to 100
  nimfield classify cram --up-to 12                any impartial game with sizes
  nimfield classify --figure                       the figure of the paper on PNim and RNim
  nimfield classify --figure --format dot
  nimfield classify rook queen king --up-to 30 --shard 2/3 -o part2.shard     for `nimfield merge`",
    after_help = "returnable, forced, miserable, pet, tame, domestic: a `no` comes with the first counterexample; a \
`yes` means that there is none up to the bound. The size of a partition is its number of squares (or columns plus \
rows), that of heaps and boxes their sum, that of other games as in `table --up-to`. Each shard has some of the \
games; a game cannot be divided, because its positions need the smaller ones."
)]
pub struct Args {
    /// Games by name; nim is a single heap here, with --sums any number of heaps
    #[arg(
        required_unless_present = "figure",
        value_name = "GAME",
        conflicts_with = "figure"
    )]
    pub games: Vec<OsString>,
    /// The bound; the figure has its own for each game, and this limits them all
    #[arg(long, value_name = "N", value_parser = within(0..=u32::MAX), required_unless_present = "figure")]
    pub up_to: Option<u32>,
    /// What the bound applies to: the number of squares, or columns plus rows
    #[arg(long, value_enum, default_value = "size", conflicts_with = "figure")]
    pub by: By,
    /// Classify sums of positions instead of single ones
    #[arg(long, conflicts_with = "figure")]
    pub sums: bool,
    /// Classify the games of Figure 1 of the paper on PNim and RNim
    #[arg(long)]
    pub figure: bool,
    /// Format of the report; JSON has one object per game, DOT is a graph of the figure
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: ReportFormat,
    #[command(flatten)]
    pub sharding: Sharding,
}

/// The form of a classification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For the eye.
    Text,
    /// JSON, one object per line.
    Json,
    /// A graph for Graphviz.
    Dot,
}

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let asked = ToClassify::by(wanted)?;
    let budget = budget(common);
    if let Some((shard, path)) = wanted.sharding.wanted() {
        if asked.len() == 1 {
            return Err(Failure::input(
                "a single game is classified as a whole, because its positions need the earlier ones: --shard needs \
                 several games or --figure\nexample: nimfield classify rook queen king --up-to 30 --shard 2/3 -o \
                 part2.shard",
            ));
        }
        return shards::run(common, asked.job(common, wanted), (shard, path), || {
            let mine = (0..shard.share(asked.len() as u64)).map(|i| shard.nth(i) as usize);
            mine.map(|at| asked.classify(at, u32::MAX, &budget))
                .collect::<Result<Vec<Report>, Failure>>()
        });
    }
    let mut out = BufWriter::new(anstream::stdout().lock());
    let mut reports = Vec::new();
    for at in 0..asked.len() {
        let report = asked.classify(at, u32::MAX, &budget)?;
        // The output for one game does not depend on the others, except in figures.
        tell(&mut out, common, wanted, &report)?;
        reports.push(report);
    }
    tell_together(&mut out, common, wanted, &reports)?;
    out.flush()?;
    Ok(Status::Answered)
}

/// Prints the combined result of the finished shards of a classification.
pub fn merged(
    common: &Common,
    wanted: &Args,
    found: &[String],
    file: Option<&Path>,
) -> Result<Status, Failure> {
    let asked = ToClassify::by(wanted)?;
    let reports: Vec<Report> = shards::all(found, asked.len() as u64)?;
    let budget = budget(common);
    let brief = budget.briefly(shards::MOMENT);
    for (at, report) in shuffled(reports.iter().enumerate()) {
        let again = match asked.classify(at, u32::MAX, &brief) {
            Err(Failure::Undecided(_)) => asked.classify(at, report.sample(), &budget)?,
            again => again?,
        };
        if report.up_to != asked.bound(at) || !report.continues(&again) {
            return Err(shards::no_shards());
        }
    }
    output::to(file, |mut out| {
        for report in &reports {
            tell(&mut out, common, wanted, report)?;
        }
        tell_together(&mut out, common, wanted, &reports)?;
        Ok(Status::Answered)
    })
}

/// The games to classify.
enum ToClassify<'a> {
    Figure { up_to: u32 },
    Games { games: Vec<&'a str>, scope: Scope },
}

impl ToClassify<'_> {
    fn by(wanted: &Args) -> Result<ToClassify<'_>, Failure> {
        if wanted.figure {
            let up_to = wanted.up_to.unwrap_or(u32::MAX);
            return Ok(ToClassify::Figure { up_to });
        }
        let games = wanted.games.iter().map(|game| text_of(game));
        Ok(ToClassify::Games {
            games: games.collect::<Result<_, _>>().map_err(Failure::Input)?,
            scope: Scope {
                grading: match wanted.by {
                    By::Size => Grading::Size,
                    By::Perimeter => Grading::Perimeter,
                },
                up_to: wanted.up_to.expect("required without --figure"),
                sums: wanted.sums,
            },
        })
    }

    fn len(&self) -> usize {
        match self {
            ToClassify::Figure { .. } => FIGURE_GAMES,
            ToClassify::Games { games, .. } => games.len(),
        }
    }

    /// Returns the last level for a game.
    fn bound(&self, at: usize) -> u32 {
        match self {
            ToClassify::Figure { up_to } => figure_bound(at, *up_to),
            ToClassify::Games { scope, .. } => scope.up_to,
        }
    }

    /// Classifies a game up to its bound, or to `most` if that is less.
    fn classify(&self, at: usize, most: u32, budget: &Budget) -> Result<Report, Failure> {
        let up_to = self.bound(at).min(most);
        let found = match self {
            ToClassify::Figure { .. } => figure(at, up_to, budget),
            ToClassify::Games { games, scope } => positions(games[at], &reader())
                .map_err(ClassifyError::from)
                .and_then(|positions| classify(&positions, Scope { up_to, ..*scope }, budget)),
        };
        found.map_err(|error| match error {
            ClassifyError::Scan(ScanError::Unfinished(unfinished)) => {
                Failure::Undecided(format!("the classification was {unfinished}"))
            }
            error => Failure::input(error),
        })
    }

    fn job(&self, common: &Common, wanted: &Args) -> ShardJob {
        let games = match self {
            ToClassify::Figure { .. } => &[][..],
            ToClassify::Games { games, .. } => games,
        };
        let by = (!wanted.figure).then(|| name(&wanted.by));
        let format = (!common.json).then(|| name(&wanted.format));
        Spelling::of("classify", common)
            .option("up-to", wanted.up_to)
            .option("by", by)
            .flag("sums", wanted.sums)
            .flag("figure", wanted.figure)
            .option("format", format)
            .rest(games)
    }
}

fn format(common: &Common, wanted: &Args) -> ReportFormat {
    match common.json {
        true => ReportFormat::Json,
        false => wanted.format,
    }
}

/// Prints the part of the output for a single game.
fn tell(
    out: &mut impl Write,
    common: &Common,
    wanted: &Args,
    report: &Report,
) -> Result<(), Failure> {
    match format(common, wanted) {
        ReportFormat::Text if !wanted.figure => text(out, report)?,
        ReportFormat::Json => writeln!(out, "{}", plain_json(report))?,
        ReportFormat::Text | ReportFormat::Dot => {}
    }
    Ok(())
}

/// Prints the part of the output for all games together.
fn tell_together(
    out: &mut impl Write,
    common: &Common,
    wanted: &Args,
    reports: &[Report],
) -> Result<(), Failure> {
    match format(common, wanted) {
        ReportFormat::Text if wanted.figure => table(out, reports),
        ReportFormat::Dot => graph(out, reports),
        _ => Ok(()),
    }
}

/// Explains why a game is not in a class.
fn because(against: &Against) -> String {
    let Against { position, pair, .. } = against;
    match (&against.option, &against.option_pair) {
        (Some(option), Some(other)) => {
            format!("{position}, a {pair}, has the option {option}, a {other}")
        }
        _ => format!("{position} is a {pair}"),
    }
}

fn text(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let positions = counted(report.positions, "position");
    let Report {
        game, positions_of, ..
    } = report;
    writeln!(out, "{game}: {positions_of} ({positions})")?;
    for class in Class::ALL {
        let name = class.to_string();
        match report.against(class) {
            None => writeln!(out, "  {name:10}  yes up to {}", report.up_to)?,
            Some(against) => writeln!(out, "  {name:10}  no: {}", because(against))?,
        }
    }
    Ok(())
}

/// Returns the name of a game in the figure, or its usual name.
fn title(report: &Report) -> &str {
    report.title.as_ref().unwrap_or(&report.game)
}

/// Prints a line for each game, with a column for each class.
fn table(out: &mut impl Write, reports: &[Report]) -> Result<(), Failure> {
    let widths = reports.iter().map(|report| title(report).len());
    let width = widths.max().unwrap_or(0);
    write!(out, "{:width$}", "")?;
    for class in Class::ALL {
        write!(out, "  {class}")?;
    }
    writeln!(out, "  positions")?;
    for report in reports {
        write!(out, "{:width$}", title(report))?;
        for class in Class::ALL {
            let class_width = class.to_string().len();
            let verdict = if report.may_be(class) { "yes" } else { "no" };
            write!(out, "  {verdict:class_width$}")?;
        }
        writeln!(out, "  {}", report.positions_of)?;
    }
    Ok(())
}

/// Prints a graph whose arrows lead from each class to the classes that contain it, and from each game to its narrowest
/// classes.
fn graph(out: &mut impl Write, reports: &[Report]) -> Result<(), Failure> {
    writeln!(
        out,
        "digraph classes {{\n  rankdir=BT;\n  node [shape=plaintext];"
    )?;
    for class in Class::ALL {
        writeln!(out, "  {class} [shape=box];")?;
    }
    for (narrow, wide) in Class::IMPLICATIONS {
        writeln!(out, "  {narrow} -> {wide};")?;
    }
    for report in reports {
        let title = title(report).replace('"', "'");
        writeln!(out, "  \"{title}\" [tooltip=\"{}\"];", report.positions_of)?;
        let implied = |class: Class| {
            let mut arrows = Class::IMPLICATIONS.iter();
            arrows.any(|&(narrow, wide)| wide == class && report.may_be(narrow))
        };
        for class in Class::ALL {
            if report.may_be(class) && !implied(class) {
                writeln!(out, "  \"{title}\" -> {class} [style=dashed];")?;
            }
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}
