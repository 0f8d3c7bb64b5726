//! `nimfield classify`: in which Conway-Gurvich-Ho classes games are.

use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::Path;

use clap::ValueEnum;
use nimfield::Budget;
use nimfield::by_size::PositionsBySize;
use nimfield::engines::classes::{Class, GrundyPair};
use nimfield::games::partitions::pnim::census::Grading;
use nimfield::words::counted;
use nimfield_classify::{Against, ClassifyError, FigureEntry, GameByTexts, Report, Scope};
use nimfield_core::shard::ShardJob;
use serde::{Deserialize, Serialize};

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::input::text_of;
use crate::options::{By, Common};
use crate::output;
use crate::session::load;
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
    after_help = "\
returnable, forced, miserable, pet, tame, domestic: a `no` comes with the first position against it; a \
`yes` says that there is none up to the bound. Graded are the partitions by squares (or columns plus rows), \
heaps and boxes by their sum, other games as by `table --up-to`. Shards share out the games: within one, positions need those before them."
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
    /// Classify sums of positions instead of single ones
    #[arg(long, conflicts_with = "figure")]
    pub sums: bool,
    /// Classify the games of Figure 1 of the paper on PNim and RNim
    #[arg(long)]
    pub figure: bool,
    /// Form of the report; JSON is one object a game, DOT a graph of the figure
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
    /// JSON, one object a line.
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
                "one game is classified as a whole, as its positions need those before them: shards are of several \
                 games or of --figure\nexample: nimfield classify rook queen king --up-to 30 --shard 2/3 -o part2.shard",
            ));
        }
        return shards::run(common, asked.job(common, wanted), (shard, path), || {
            let mine = (0..shard.share(asked.len() as u64)).map(|i| shard.nth(i) as usize);
            mine.map(|at| Ok(ReportRow::from(&asked.classify(at, &budget)?)))
                .collect::<Result<Vec<_>, Failure>>()
        });
    }
    let mut out = BufWriter::new(anstream::stdout().lock());
    let mut placed = Vec::new();
    for at in 0..asked.len() {
        let one = asked.classify(at, &budget)?;
        // What is printed of one game does not depend on the others, except in figures.
        tell(&mut out, common, wanted, &one)?;
        placed.push(one);
    }
    tell_together(&mut out, common, wanted, &placed)?;
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
    let rows: Vec<ReportRow> = shards::all(found, asked.len() as u64)?;
    let placed: Vec<FigureEntry> = rows.into_iter().map(ReportRow::placed).collect();
    output::to(file, |mut out| {
        for one in &placed {
            tell(&mut out, common, wanted, one)?;
        }
        tell_together(&mut out, common, wanted, &placed)?;
        Ok(Status::Answered)
    })
}

/// What is to be classified.
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
                up_to: wanted.up_to.unwrap_or_default(),
                sums: wanted.sums,
            },
        })
    }

    fn len(&self) -> usize {
        match self {
            ToClassify::Figure { .. } => nimfield_classify::PLACES,
            ToClassify::Games { games, .. } => games.len(),
        }
    }

    fn classify(&self, at: usize, budget: &Budget) -> Result<FigureEntry, Failure> {
        let (games, scope) = match self {
            ToClassify::Figure { up_to } => {
                return nimfield_classify::place(at, *up_to, budget).map_err(failure);
            }
            ToClassify::Games { games, scope } => (games, *scope),
        };
        let report = match nimfield_classify::classify(games[at], scope, budget) {
            Err(ClassifyError::Unknown(game)) => by_texts(&game, scope, budget)?,
            report => report.map_err(failure)?,
        };
        Ok(FigureEntry {
            title: report.game.clone(),
            report,
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

/// Classifies any impartial game with sizes, position by position.
fn by_texts(game: &str, scope: Scope, budget: &Budget) -> Result<Report, Failure> {
    let positions = PositionsBySize::of(game, &load).map_err(Failure::input)?;
    let sample = positions.sample().map_err(Failure::input)?;
    if !sample.is_impartial() {
        return Err(Failure::input(format!(
            "the classes are of impartial games, and {game} is partizan"
        )));
    }
    // Too large a size is a fault of the question, not one position less.
    for size in 1..=u64::from(scope.up_to) {
        let first = positions.read_of_size(size, budget).next();
        first.transpose().map_err(Failure::input)?;
    }
    let unlimited = Budget::unlimited();
    let of_size = |size: u32| -> Box<dyn Iterator<Item = String> + '_> {
        let all = positions.read_of_size(size.into(), &unlimited);
        Box::new(all.filter_map(|position| Some(position.ok()?.to_string())))
    };
    // What the game itself has printed is read again.
    let options = |text: &str| match positions.read(text, &unlimited) {
        Ok(position) => {
            let after = position.moves().filter_map(|mv| position.after(&mv).ok());
            after.map(|after| after.to_string()).collect()
        }
        Err(_) => Vec::new(),
    };
    let game = GameByTexts {
        name: positions.game().to_string(),
        size_is: positions.size_is(),
        of_size: &of_size,
        options: &options,
    };
    nimfield_classify::classify_texts(game, scope, budget).map_err(failure)
}

fn format(common: &Common, wanted: &Args) -> ReportFormat {
    match common.json {
        true => ReportFormat::Json,
        false => wanted.format,
    }
}

/// Prints the part on each single game.
fn tell(
    out: &mut impl Write,
    common: &Common,
    wanted: &Args,
    placed: &FigureEntry,
) -> Result<(), Failure> {
    match format(common, wanted) {
        ReportFormat::Text if !wanted.figure => text(out, &placed.report)?,
        ReportFormat::Json if wanted.figure => {
            writeln!(out, "{}", placed.report.to_json(Some(&placed.title)))?;
        }
        ReportFormat::Json => writeln!(out, "{}", placed.report.to_json(None))?,
        ReportFormat::Text | ReportFormat::Dot => {}
    }
    Ok(())
}

/// Prints the part on all games together.
fn tell_together(
    out: &mut impl Write,
    common: &Common,
    wanted: &Args,
    placed: &[FigureEntry],
) -> Result<(), Failure> {
    match format(common, wanted) {
        ReportFormat::Text if wanted.figure => figure(out, placed),
        ReportFormat::Dot => graph(out, placed),
        _ => Ok(()),
    }
}

/// A report as it stands in the file of a shard.
#[derive(Serialize, Deserialize)]
struct ReportRow {
    title: String,
    game: String,
    family: String,
    perimeter: bool,
    up_to: u32,
    sums: bool,
    positions: u64,
    against: [Option<AgainstRow>; 6],
}

#[derive(Serialize, Deserialize)]
struct AgainstRow {
    grade: u32,
    position: String,
    pair: [u32; 2],
    option: Option<(String, [u32; 2])>,
}

impl From<&FigureEntry> for ReportRow {
    fn from(FigureEntry { title, report }: &FigureEntry) -> ReportRow {
        let pair = |pair: GrundyPair| [pair.normal, pair.misere];
        ReportRow {
            title: title.clone(),
            game: report.game.clone(),
            family: report.family.clone(),
            perimeter: report.scope.grading == Grading::Perimeter,
            up_to: report.scope.up_to,
            sums: report.scope.sums,
            positions: report.positions,
            against: report.against.each_ref().map(|against| {
                against.as_ref().map(|against| AgainstRow {
                    grade: against.grade,
                    position: against.position.clone(),
                    pair: pair(against.pair),
                    option: against
                        .option
                        .as_ref()
                        .map(|(option, of)| (option.clone(), pair(*of))),
                })
            }),
        }
    }
}

impl ReportRow {
    fn placed(self) -> FigureEntry {
        let pair = |[normal, misere]: [u32; 2]| GrundyPair { normal, misere };
        FigureEntry {
            title: self.title,
            report: Report {
                game: self.game,
                family: self.family,
                scope: Scope {
                    grading: match self.perimeter {
                        true => Grading::Perimeter,
                        false => Grading::Size,
                    },
                    up_to: self.up_to,
                    sums: self.sums,
                },
                positions: self.positions,
                against: self.against.map(|against| {
                    against.map(|against| Against {
                        grade: against.grade,
                        position: against.position,
                        pair: pair(against.pair),
                        option: against.option.map(|(option, of)| (option, pair(of))),
                    })
                }),
            },
        }
    }
}

fn failure(error: ClassifyError) -> Failure {
    match error {
        ClassifyError::Unfinished(unfinished) => {
            Failure::Undecided(format!("the classification was {unfinished}"))
        }
        error => Failure::input(error),
    }
}

/// Explains why a game is not of a class.
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
    let positions = counted(positions, "position");
    writeln!(out, "{game}: {family} ({positions})")?;
    for (class, against) in Class::ALL.iter().zip(&report.against) {
        let class = class.to_string();
        match against {
            None => writeln!(out, "  {class:10}  yes up to {}", scope.up_to)?,
            Some(against) => writeln!(out, "  {class:10}  no: {}", because(against))?,
        }
    }
    Ok(())
}

/// Prints a line for each game, with a column for each class.
fn figure(out: &mut impl Write, placed: &[FigureEntry]) -> Result<(), Failure> {
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
    for FigureEntry { title, report } in placed {
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

/// Prints a graph whose arrows lead from a class to what its games are as well, and from a game to its narrowest
/// classes.
fn graph(out: &mut impl Write, placed: &[FigureEntry]) -> Result<(), Failure> {
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
    for FigureEntry { title, report } in placed {
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
