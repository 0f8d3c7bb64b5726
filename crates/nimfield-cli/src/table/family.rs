//! Tables of families of positions with letters.

use std::io::Write;

use nimfield::analyze::{Analyzer, Wishes};
use nimfield::budget::{Budget, Unfinished};
use nimfield::engines::TableError;
use nimfield::engines::grundy_table::GrundyTable;
use nimfield::engines::sieve::OutcomeTable;
use nimfield::export::Cell;
use nimfield::partizan::PartizanSum;
use nimfield::template::{Letter, Template};
use nimfield::{Outcome, Play, bfile};

use crate::args::{Common, Format, Show, Table};
use crate::budget::budget;
use crate::errors::{Failure, Status, complain};
use crate::export;
use crate::sequence;
use crate::table::{MOST_ROWS, to_output, write_file};

/// Boxes with more positions for each one asked for are not computed as a whole.
const MOST_CELLS_FOR_A_ROW: u128 = 1_000;

/// Runs the command for a template.
pub fn run(common: &Common, wanted: &Table, template: &str) -> Result<Status, Failure> {
    let format = wanted.format(common)?;
    let output = wanted.output.as_deref();
    if wanted.count && format == Format::Bfile {
        return to_output(output, |out| {
            sequence::counts(out, common, wanted, template, &budget(common))
        });
    }
    let letters: Result<Vec<Letter>, _> = wanted
        .ranges
        .iter()
        .map(|text| Letter::read(text))
        .collect();
    let family =
        Template::new(template, letters.map_err(Failure::input)?).map_err(Failure::input)?;
    if family.letters().is_empty() {
        return Err(Failure::input(
            "no letter has a range\nexample: nimfield table 'wythoff[a b]' a=0..9 b=0..9",
        ));
    }
    if wanted.count && !matches!(format, Format::Text | Format::Json) {
        return Err(Failure::input(
            "a count is a number, not a table: --count goes with --format text, json or bfile",
        ));
    }
    if format == Format::Bfile && (family.letters().len() > 2 || wanted.only_p) {
        return Err(Failure::input(
            "a b-file is a sequence: one letter or a square of two, all positions\nexample: nimfield table 'schrage[n x n]' n=1..50 --show value --format bfile",
        ));
    }
    if family.count() > MOST_ROWS && !wanted.count {
        return Err(Failure::input(format!(
            "the table has {} rows, more than {MOST_ROWS}; --count counts P-positions in larger boxes",
            family.count()
        )));
    }
    let budget = budget(common);
    if let (Format::Parquet, Some(path)) = (format, output) {
        return write_file(path, |out| {
            export::parquet(out, common, wanted, &family, &budget)
        });
    }
    to_output(output, |out| {
        write_table(out, common, wanted, format, &family, &budget)
    })
}

/// Where the cells come from.
pub enum Source<'a> {
    /// One analysis a position.
    Analysis {
        analyzer: Box<Analyzer>,
        family: &'a Template,
        show: Show,
    },
    /// One analysis a position, of partizan positions.
    Partizan {
        common: &'a Common,
        family: &'a Template,
        show: Show,
    },
    /// The whole box at once: outcomes.
    Outcomes(OutcomeTable),
    /// The whole box at once: values.
    Values(GrundyTable),
}

impl<'a> Source<'a> {
    /// A whole-box engine if the family is most of a box of a ray game, otherwise analysis.
    pub fn new(
        common: &'a Common,
        wanted: &Table,
        family: &'a Template,
        budget: &Budget,
    ) -> Result<Source<'a>, Failure> {
        if PartizanSum::is_meant_by(family.text()) {
            return Ok(Source::Partizan {
                common,
                family,
                show: wanted.show,
            });
        }
        let read = |values: &[u64]| -> Result<nimfield::Sum, Failure> {
            let text = family.with(values).map_err(Failure::input)?;
            nimfield::read(&text).map_err(Failure::input)
        };
        let ends: Vec<u64> = family
            .letters()
            .iter()
            .map(|letter| *letter.range.end())
            .collect();
        let last = read(&ends)?;
        let play = common.play.unwrap_or(last.default_play());
        let volume = ends.iter().fold(1u128, |volume, &end| {
            volume.saturating_mul(u128::from(end) + 1)
        });
        let in_box = match last.components() {
            [component] if family.is_box() && volume / family.count() <= MOST_CELLS_FOR_A_ROW => {
                component.in_box()
            }
            _ => None,
        };
        if let Some((game, sizes)) = in_box
            && sizes.len() == ends.len()
        {
            let bounds: Vec<u32> = sizes.iter().map(|size| size.saturating_add(1)).collect();
            return match wanted.show {
                Show::Outcome => {
                    OutcomeTable::sieve(&game, play, &bounds, budget).map(Source::Outcomes)
                }
                Show::Value => {
                    GrundyTable::compute(&game, play, &bounds, budget).map(Source::Values)
                }
            }
            .map_err(|error| match error {
                TableError::Unfinished(unfinished) => unfinished_table(unfinished),
                error => Failure::input(format!("the table cannot be computed: {error}")),
            });
        }
        let wishes = Wishes {
            play,
            value: wanted.show == Show::Value,
            moves: false,
            unproved: common.allow_unproved,
        };
        Ok(Source::Analysis {
            analyzer: Box::new(Analyzer::new(wishes, budget.clone())),
            family,
            show: wanted.show,
        })
    }

    fn cell(&mut self, values: &[u64]) -> Result<Cell, Failure> {
        let small =
            |values: &[u64]| -> Vec<u32> { values.iter().map(|&value| value as u32).collect() };
        Ok(match self {
            Source::Outcomes(table) => match table.is_p(&small(values)) {
                Some(true) => Cell::Outcome(Outcome::P),
                Some(false) => Cell::Outcome(Outcome::N),
                None => Cell::Undecided,
            },
            Source::Values(table) => match table.value(&small(values)) {
                Some(value) => Cell::Value(u128::from(value).into()),
                None => Cell::Undecided,
            },
            Source::Partizan {
                common,
                family,
                show,
            } => {
                let text = family.with(values).map_err(Failure::input)?;
                export::partizan_cell(common, &text, *show)?
            }
            Source::Analysis {
                analyzer,
                family,
                show,
            } => {
                let text = family.with(values).map_err(Failure::input)?;
                let sum = nimfield::read(&text).map_err(Failure::input)?;
                let answer = sum.analyze(analyzer);
                match (show, answer.outcome) {
                    (Show::Outcome, Some(outcome)) => Cell::Outcome(outcome),
                    (Show::Value, Some(_)) => {
                        let misere = answer.misere_value.map(Into::into);
                        let value = if answer.play == Play::Misere {
                            misere
                        } else {
                            answer.value
                        };
                        value.map_or(Cell::Undecided, Cell::Value)
                    }
                    _ => Cell::Undecided,
                }
            }
        })
    }
}

fn unfinished_table(unfinished: Unfinished) -> Failure {
    Failure::Undecided(format!("the table was {unfinished}"))
}

/// Looks at all cells, as far as the budget allows; undecided ones make the status so.
pub fn for_each_cell(
    source: &mut Source<'_>,
    family: &Template,
    budget: &Budget,
    mut each: impl FnMut(Vec<u64>, Cell) -> Result<(), Failure>,
) -> Result<Status, Failure> {
    let mut status = Status::Answered;
    for (done, values) in (0..).zip(family.values()) {
        if let Err(limit) = budget.check(0) {
            let total = u64::try_from(family.count()).ok();
            let unfinished = Unfinished { limit, done, total };
            complain(&format!("the table was {unfinished}"));
            return Ok(Status::Undecided);
        }
        let cell = source.cell(&values)?;
        if cell == Cell::Undecided {
            status = Status::Undecided;
        }
        each(values, cell)?;
    }
    Ok(status)
}

/// Prints the table, undecided cells as `?`.
fn write_table(
    out: &mut dyn Write,
    common: &Common,
    wanted: &Table,
    format: Format,
    family: &Template,
    budget: &Budget,
) -> Result<Status, Failure> {
    let mut source = Source::new(common, wanted, family, budget)?;
    if wanted.count {
        return write_count(out, common, family, source, budget);
    }
    let names: Vec<String> = family
        .letters()
        .iter()
        .map(|letter| letter.name.to_string())
        .collect();
    let shown = match wanted.show {
        Show::Outcome => "outcome",
        Show::Value => "value",
    };
    match format {
        Format::Text if names.len() == 2 && !wanted.only_p => {
            let mut cells = Vec::new();
            let status = for_each_cell(&mut source, family, budget, |_, cell| {
                cells.push(cell);
                Ok(())
            })?;
            write_rectangle(out, family, &cells)?;
            return Ok(status);
        }
        Format::Bfile => return write_bfile(out, common, wanted, family, source, budget),
        Format::Csv => writeln!(out, "{},{shown}", names.join(","))?,
        Format::Latex | Format::Svg | Format::Png | Format::Parquet => {
            return export::whole(out, common, wanted, format, family, source, budget);
        }
        Format::Text | Format::Json => {}
    }
    for_each_cell(&mut source, family, budget, |values, cell| {
        if wanted.only_p && !cell.is_p() {
            return Ok(());
        }
        match format {
            Format::Csv => {
                let values: Vec<String> = values.iter().map(u64::to_string).collect();
                let text = match &cell {
                    // Forms hold commas, and never a quotation mark.
                    Cell::Form(form) => format!("\"{form}\""),
                    cell => cell.text(),
                };
                writeln!(out, "{},{text}", values.join(","))?;
            }
            Format::Json => {
                let position = family.with(&values).map_err(Failure::input)?;
                let row = serde_json::json!({
                    "schema": nimfield::words::SCHEMA,
                    "position": export::strict(common, &position)?,
                    shown: cell.notation(),
                });
                writeln!(out, "{row}")?;
            }
            _ => {
                let pairs = names.iter().zip(&values);
                let pairs: Vec<String> = pairs
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                writeln!(out, "{}  {}", pairs.join(" "), cell.text())?;
            }
        }
        Ok(())
    })
}

/// Two letters: the first down, the second across.
fn write_rectangle(out: &mut dyn Write, family: &Template, cells: &[Cell]) -> Result<(), Failure> {
    let [down, across] = family.letters() else {
        return Ok(());
    };
    let columns: Vec<u64> = across.range.clone().collect();
    let texts: Vec<String> = cells.iter().map(|cell| cell.text()).collect();
    let widest = texts
        .iter()
        .map(String::len)
        .chain(columns.iter().map(|n| n.to_string().len()));
    let width = widest.max().unwrap_or(1);
    let label = down.range.end().to_string().len().max(3);
    let corner = format!("{}\\{}", down.name, across.name);
    write!(out, "{corner:>label$}")?;
    for column in &columns {
        write!(out, " {column:>width$}")?;
    }
    writeln!(out)?;
    for (row, line) in down.range.clone().zip(texts.chunks(columns.len())) {
        write!(out, "{row:>label$}")?;
        for text in line {
            write!(out, " {text:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_bfile(
    out: &mut dyn Write,
    common: &Common,
    wanted: &Table,
    family: &Template,
    mut source: Source<'_>,
    budget: &Budget,
) -> Result<Status, Failure> {
    let mut terms = Vec::new();
    let status = for_each_cell(&mut source, family, budget, |_, cell| {
        let term = match cell {
            Cell::Outcome(outcome) => Some(u128::from(outcome == Outcome::P)),
            Cell::Value(value) => value.finite(),
            Cell::Form(_) | Cell::Undecided => None,
        };
        terms.push(term.ok_or_else(|| {
            Failure::Undecided(
                "a b-file holds integers only, and a term is transfinite, no nimber or undecided"
                    .to_string(),
            )
        })?);
        Ok(())
    })?;
    let terms = sequence::by_antidiagonals(family, terms)?;
    let what = match wanted.show {
        Show::Outcome => "1 if a P-position, else 0",
        Show::Value => "Grundy value",
    };
    let order = match family.letters().len() {
        2 => ", read by antidiagonals",
        _ => "",
    };
    let play = common
        .play
        .map_or(String::new(), |play| format!(", {play} play"));
    let title = format!("{what}: {}{play}{order}", family.text());
    let first = family
        .letters()
        .first()
        .map_or(0, |letter| *letter.range.start());
    bfile::write(out, &title, first, terms)?;
    Ok(status)
}

/// How many P-positions there are, as far as the budget allows.
pub fn count_p(
    family: &Template,
    mut source: Source<'_>,
    budget: &Budget,
) -> Result<(u128, Status), Failure> {
    let whole = family
        .letters()
        .iter()
        .all(|letter| *letter.range.start() == 0);
    if let (Source::Outcomes(table), true) = (&source, whole) {
        return Ok((table.count_p().into(), Status::Answered));
    }
    let mut count = 0;
    let status = for_each_cell(&mut source, family, budget, |_, cell| {
        count += u128::from(cell.is_p());
        Ok(())
    })?;
    Ok((count, status))
}

/// The number of P-positions.
fn write_count(
    out: &mut dyn Write,
    common: &Common,
    family: &Template,
    source: Source<'_>,
    budget: &Budget,
) -> Result<Status, Failure> {
    let positions = family.count();
    let (p_positions, status) = count_p(family, source, budget)?;
    if common.json {
        let row = serde_json::json!({
            "schema": nimfield::words::SCHEMA,
            "family": family.text(),
            "positions": positions.to_string(),
            "p_positions": p_positions.to_string(),
            "complete": status == Status::Answered,
        });
        writeln!(out, "{row}")?;
    } else {
        let least = if status == Status::Answered {
            ""
        } else {
            "at least "
        };
        writeln!(out, "{least}{p_positions} P-positions among {positions}")?;
    }
    Ok(status)
}
