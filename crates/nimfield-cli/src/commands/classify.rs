//! `nimfield classify`: in which Conway-Gurvich-Ho classes games are.

use std::ffi::OsString;
use std::io::{BufWriter, Write};

use clap::ValueEnum;
use nimfield::engines::classes::Class;
use nimfield::engines::partitions::Grading;
use nimfield::words::SCHEMA;
use nimfield_classify::{Against, ClassifyError, Placed, Report, Scope};
use serde_json::{Map, Value, json};

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::input::text_of;
use crate::options::{By, Common};

/// The arguments of `nimfield classify`.
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
pub struct Args {
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

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let format = match common.json {
        true => ReportFormat::Json,
        false => wanted.format,
    };
    let mut out = BufWriter::new(anstream::stdout().lock());
    let budget = budget(common);
    if wanted.figure {
        let placed = nimfield_classify::figure(wanted.up_to.unwrap_or(u32::MAX), &budget)
            .map_err(failure)?;
        match format {
            ReportFormat::Text => figure(&mut out, &placed)?,
            ReportFormat::Dot => graph(&mut out, &placed)?,
            ReportFormat::Json => {
                for Placed { title, report } in &placed {
                    writeln!(out, "{}", object(Some(title), report))?;
                }
            }
        }
        out.flush()?;
        return Ok(Status::Answered);
    }
    let scope = Scope {
        grading: match wanted.by {
            By::Size => Grading::Size,
            By::Perimeter => Grading::Perimeter,
        },
        up_to: wanted.up_to.unwrap_or_default(),
        sums: wanted.sums,
    };
    let mut placed = Vec::new();
    for game in &wanted.games {
        let game = text_of(game).map_err(Failure::Input)?;
        let report = nimfield_classify::classify(game, scope, &budget).map_err(failure)?;
        match format {
            ReportFormat::Text => text(&mut out, &report)?,
            ReportFormat::Json => writeln!(out, "{}", object(None, &report))?,
            ReportFormat::Dot => placed.push(Placed {
                title: report.game.clone(),
                report,
            }),
        }
    }
    if format == ReportFormat::Dot {
        graph(&mut out, &placed)?;
    }
    out.flush()?;
    Ok(Status::Answered)
}

fn failure(error: ClassifyError) -> Failure {
    match error {
        ClassifyError::Unfinished(unfinished) => {
            Failure::Undecided(format!("the classification was {unfinished}"))
        }
        error => Failure::input(error),
    }
}

/// Why a game is not of a class.
fn because(against: &Against) -> String {
    let Against {
        position,
        pair,
        option,
        ..
    } = against;
    match option {
        None => format!("{position} is a {pair}"),
        Some((option, other)) => {
            format!("{position}, a {pair}, has the option {option}, a {other}")
        }
    }
}

fn text(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let Report {
        game,
        family,
        positions,
        scope,
        ..
    } = report;
    writeln!(out, "{game}: {family} ({positions} positions)")?;
    for (class, against) in Class::ALL.iter().zip(&report.against) {
        let class = class.to_string();
        match against {
            None => writeln!(out, "  {class:10}  yes up to {}", scope.up_to)?,
            Some(against) => writeln!(out, "  {class:10}  no: {}", because(against))?,
        }
    }
    Ok(())
}

fn object(title: Option<&str>, report: &Report) -> Value {
    let classes = Class::ALL
        .iter()
        .zip(&report.against)
        .map(|(class, against)| {
            let against = against.as_ref().map(|against| {
                let option = against.option.as_ref();
                json!({
                    "grade": against.grade,
                    "position": against.position,
                    "pair": against.pair.to_string(),
                    "option": option.map(|(option, _)| option),
                    "option_pair": option.map(|(_, pair)| pair.to_string()),
                })
            });
            (
                class.to_string(),
                json!({ "up_to_bound": against.is_none(), "against": against }),
            )
        });
    let mut row = Map::new();
    row.insert("schema".to_string(), SCHEMA.into());
    if let Some(title) = title {
        row.insert("title".to_string(), title.into());
    }
    row.insert("game".to_string(), report.game.clone().into());
    row.insert("positions_of".to_string(), report.family.clone().into());
    row.insert("sums".to_string(), report.scope.sums.into());
    row.insert("by".to_string(), report.scope.grading.to_string().into());
    row.insert("up_to".to_string(), report.scope.up_to.into());
    row.insert("positions".to_string(), report.positions.into());
    row.insert("classes".to_string(), classes.collect::<Map<_, _>>().into());
    row.into()
}

/// A line for each game, a column for each class.
fn figure(out: &mut impl Write, placed: &[Placed]) -> Result<(), Failure> {
    let width = placed
        .iter()
        .map(|game| game.title.len())
        .max()
        .unwrap_or(0);
    write!(out, "{:width$}", "")?;
    for class in Class::ALL {
        write!(out, "  {class}")?;
    }
    writeln!(out, "  positions")?;
    for Placed { title, report } in placed {
        write!(out, "{title:width$}")?;
        for class in Class::ALL {
            let class_width = class.to_string().len();
            let verdict = if report.may_be(class) { "yes" } else { "no" };
            write!(out, "  {verdict:class_width$}")?;
        }
        writeln!(out, "  {}", report.family)?;
    }
    Ok(())
}

/// Arrows lead from a class to what its games are as well, and from a game to its narrowest classes.
fn graph(out: &mut impl Write, placed: &[Placed]) -> Result<(), Failure> {
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
    for Placed { title, report } in placed {
        let title = title.replace('"', "'");
        writeln!(out, "  \"{title}\" [tooltip=\"{}\"];", report.family)?;
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
