//! Tables of families of positions, printed.

use std::io::Write;
use std::path::Path;

use nimfield::bfile;
use nimfield::statement::Statement;
use nimfield::tables::{
    FamilyError, FamilyQuery, FamilyTable, GrowingBoxes, Row, Shown, TableCell, TableGrid,
    WholeBox, antidiagonals,
};
use nimfield::template::{Letter, Template};
use nimfield::words::SchemaVersion;
use nimfield::{Budget, Play};
use nimfield_export::{latex, map, markdown};

use super::args::Args;
use super::count_state::{counted, state_of_box};
use super::counts::{
    count_cells, count_of_box, count_p, counts_of_boxes, named_play, play_of_boxes,
};
use super::effort::tell_effort;
use super::failures::{failure, no_sequence, refuse_unfit};
use crate::budget::{budget, interrupted};
use crate::commands::bfile::to;
use crate::errors::{Failure, Status, complain};
use crate::objects::{RowObject, ShownCell, json};
use crate::options::{Common, Format};
use crate::output::{self, Picture};
use crate::session::load;

/// What is asked of a family.
pub struct FamilyRequest {
    pub kind: TableKind,
    pub query: FamilyQuery,
    /// The expression to show, if it is one.
    pub statement: Option<Statement>,
}

/// A table of one family, or a count for each of several boxes.
pub enum TableKind {
    Table(Template),
    Counts(GrowingBoxes),
}

impl FamilyRequest {
    /// Reads it, and refuses what has no table in this form.
    pub fn by(
        common: &Common,
        wanted: &Args,
        template: &str,
        format: Format,
    ) -> Result<FamilyRequest, Failure> {
        let query = FamilyQuery {
            shown: wanted.shows().shown(),
            play: common.play,
            unproved: common.allow_unproved,
            limit: wanted.limit,
        };
        if wanted.count && format == Format::Bfile {
            if !wanted.shows().has_p() {
                return Err(Failure::input(
                    "a b-file of counts counts P-positions: it goes with --show outcome",
                ));
            }
            if wanted.condition.is_some() {
                return Err(Failure::input(
                    "a b-file of counts is of whole boxes, without a condition",
                ));
            }
            let boxes = GrowingBoxes::new(template, &wanted.ranges).map_err(no_sequence)?;
            return Ok(FamilyRequest {
                kind: TableKind::Counts(boxes),
                query,
                statement: None,
            });
        }
        let letters = wanted.ranges.iter().map(|range| Letter::read(range));
        let letters: Vec<Letter> = letters.collect::<Result<_, _>>().map_err(Failure::input)?;
        let family = Template::new(template, letters).map_err(Failure::input)?;
        let family = family.with_files(&load).map_err(Failure::input)?;
        let family = match &wanted.condition {
            Some(condition) => family.with_condition(condition).map_err(Failure::input)?,
            None => family,
        };
        refuse_unfit(wanted, format, &family)?;
        if query.shown == Shown::Genera && common.play == Some(Play::Normal) {
            return Err(Failure::input(
                "the genus is of misère play, and --play normal was given",
            ));
        }
        Ok(FamilyRequest {
            statement: wanted
                .shows()
                .statement(family.letters())
                .map_err(Failure::input)?,
            kind: TableKind::Table(family),
            query,
        })
    }
}

/// Runs the command for a family.
pub fn run(
    common: &Common,
    wanted: &Args,
    template: &str,
    format: Format,
) -> Result<Status, Failure> {
    let file = wanted.output.as_deref();
    let FamilyRequest {
        kind,
        query,
        statement,
    } = FamilyRequest::by(common, wanted, template, format)?;
    match kind {
        TableKind::Counts(boxes) => to(wanted.against.as_deref(), file, |out| {
            let budget = budget(common);
            let play = play_of_boxes(&boxes, &query, &budget)?;
            let sizes = boxes.sizes();
            let terms = sizes.map(|n| count_of_box(common, &boxes, n, query, &budget));
            let terms = terms.collect::<Result<_, _>>()?;
            counts_of_boxes(out, template, &boxes, (query, play), terms)
        }),
        TableKind::Table(family) => {
            let budget = budget(common);
            if wanted.count
                && let Some(whole) = WholeBox::of(&family, &query, &budget).map_err(failure)?
            {
                if wanted.partitions.state.is_some() {
                    return Err(state_of_box());
                }
                return output::to(file, |out| {
                    let count = whole.count_p(&budget).map_err(failure)?;
                    tell_effort(common, whole.engine(), count.effort);
                    count_p(out, format, (&family, whole.play()), &count)
                });
            }
            print(common, wanted, format, file, || {
                table(family, query, statement, budget)
            })
        }
    }
}

/// Computes the table of what is shown.
pub fn table(
    family: Template,
    query: FamilyQuery,
    statement: Option<Statement>,
    budget: Budget,
) -> Result<FamilyTable, Failure> {
    let table = match statement {
        Some(statement) => FamilyTable::of_statement(family, statement, query, budget),
        None => FamilyTable::new(family, query, budget),
    };
    table.map_err(failure)
}

/// Prints a table in a form, or how many positions of each kind it has.
pub fn print(
    common: &Common,
    wanted: &Args,
    format: Format,
    file: Option<&Path>,
    table: impl FnOnce() -> Result<FamilyTable, Failure>,
) -> Result<Status, Failure> {
    if let (Format::Parquet, Some(path)) = (format, file) {
        return output::to_file(path, |out| parquet(out, common, wanted, table));
    }
    to(wanted.against.as_deref(), file, |out| {
        let table = table()?;
        if wanted.count {
            return match table.shown() {
                Shown::Outcomes => {
                    let count = counted(common, wanted, &table)?;
                    tell_effort(common, table.engine(), count.effort);
                    count_p(out, format, (table.family(), table.play()), &count)
                }
                shown => {
                    let count = table.count_cells().map_err(failure)?;
                    tell_effort(common, table.engine(), count.effort);
                    let of = (table.family(), table.play());
                    count_cells(out, format, of, shown, &count)
                }
            };
        }
        match format {
            Format::Bfile => sequence(out, common, &table),
            Format::Text if wanted.blank => blank(out, table.family()),
            _ if wanted.blank => {
                let cells = usize::try_from(table.family().count()).unwrap_or(usize::MAX);
                let blank = vec![TableCell::empty(); cells];
                whole(out, common, format, &table.grid(blank))?;
                Ok(Status::Answered)
            }
            Format::Text if table.family().letters().len() == 2 && !wanted.only_p => {
                square(out, common, &table)
            }
            Format::Latex | Format::Svg | Format::Png | Format::Pdf | Format::Markdown => {
                let (cells, status) = cells(common, &table)?;
                whole(out, common, format, &table.grid(cells))?;
                Ok(status)
            }
            Format::Text | Format::Csv | Format::Json | Format::Parquet => {
                rows(out, common, wanted, format, &table)
            }
        }
    })
}

/// Looks at all rows, as far as the budget allows; if one is undecided, the status is `Undecided`.
fn for_each_row(
    common: &Common,
    table: &FamilyTable,
    mut each: impl FnMut(Row) -> Result<(), Failure>,
) -> Result<Status, Failure> {
    let mut status = Status::Answered;
    let mut rows = table.rows();
    for row in &mut rows {
        match row {
            Ok(row) => {
                if row.cell == TableCell::Undecided {
                    status = Status::Undecided;
                }
                each(row)?;
            }
            Err(stop @ FamilyError::Unfinished(_)) => {
                complain(&stop.to_string());
                status = Status::Undecided;
            }
            Err(error) => return Err(Failure::input(error)),
        }
    }
    tell_effort(common, table.engine(), rows.effort());
    Ok(status)
}

/// Computes all cells that the budget allows.
fn cells(common: &Common, table: &FamilyTable) -> Result<(Vec<TableCell>, Status), Failure> {
    let cells = table.family().count() * size_of::<TableCell>() as u128;
    fits(common, cells)?;
    let mut cells = Vec::new();
    let status = for_each_row(common, table, |row| {
        cells.push(row.cell);
        Ok(())
    })?;
    Ok((cells, status))
}

/// Asks for the memory of cells that are held together.
fn fits(common: &Common, bytes: u128) -> Result<(), Failure> {
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    let memory = Budget::unlimited().bytes(common.memory.as_u64());
    memory
        .fits(bytes)
        .map_err(|limit| Failure::Undecided(format!("the table is too large for {limit}")))
}

/// Prints a line for each row, undecided cells as `?`.
fn rows(
    out: &mut dyn Write,
    common: &Common,
    wanted: &Args,
    format: Format,
    table: &FamilyTable,
) -> Result<Status, Failure> {
    let letters = table.family().letters();
    let names: Vec<String> = letters
        .iter()
        .map(|letter| letter.name.to_string())
        .collect();
    let play = table.play();
    let column = table.shown().column(play);
    match format {
        Format::Csv => writeln!(out, "{},{column}", names.join(","))?,
        Format::Text => name_play(out, table)?,
        _ => {}
    }
    for_each_row(common, table, |Row { values, cell }| {
        if cell.is_empty() || wanted.only_p && !cell.is_p() {
            return Ok(());
        }
        match format {
            Format::Csv => {
                let values: Vec<String> = values.iter().map(u64::to_string).collect();
                // Forms and genera hold commas, and never a quotation mark.
                let text = match (&cell, cell.text()) {
                    (TableCell::Form(_), text) => format!("\"{text}\""),
                    (_, text) if text.contains(',') => format!("\"{text}\""),
                    (_, text) => text,
                };
                writeln!(out, "{},{text}", values.join(","))?;
            }
            Format::Json => {
                let letters = names
                    .iter()
                    .cloned()
                    .zip(values.iter().map(|&value| value.into()));
                let row = RowObject {
                    schema: SchemaVersion,
                    position: table.position(&values).map_err(failure)?,
                    play,
                    letters: letters.collect(),
                    cell: ShownCell::new(table.shown(), play, cell.notation(play)),
                };
                writeln!(out, "{}", json(&row))?;
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

/// Prints that a table is of misère play, as a genus always is.
fn name_play(out: &mut dyn Write, table: &FamilyTable) -> Result<(), Failure> {
    if table.play() == Play::Misere && table.shown() != Shown::Genera {
        writeln!(out, "{} play", Play::Misere.adjective())?;
    }
    Ok(())
}

/// Prints two letters as a square: the first down, the second across.
fn square(out: &mut dyn Write, common: &Common, table: &FamilyTable) -> Result<Status, Failure> {
    let [down, across] = table.family().letters() else {
        return Ok(Status::Answered);
    };
    // A character and the end of a cell are the least that it takes.
    fits(common, 2 * table.family().count())?;
    let mut texts = String::new();
    let status = for_each_row(common, table, |row| {
        texts.push_str(&row.cell.text());
        texts.push('\n');
        fits(common, texts.len() as u128)
    })?;
    let family = table.family();
    let mut rows = texts.lines();
    let cell = |values: Vec<u64>| match family.allows(&values) {
        true => rows.next().unwrap_or("?"),
        false => "",
    };
    let widest = texts.lines().map(str::len).max();
    name_play(out, table)?;
    let written = write_square(out, (down, across), widest, family.values().map(cell))?;
    Ok(status.max(written))
}

/// Prints the square of two letters with nothing in it.
fn blank(out: &mut dyn Write, family: &Template) -> Result<Status, Failure> {
    let [down, across] = family.letters() else {
        return Err(Failure::input(
            "--blank as text is for two letters; --format markdown for more",
        ));
    };
    write_square(out, (down, across), None, std::iter::repeat(""))
}

fn write_square<'a>(
    out: &mut dyn Write,
    (down, across): (&Letter, &Letter),
    widest: Option<usize>,
    mut texts: impl Iterator<Item = &'a str>,
) -> Result<Status, Failure> {
    let columns: Vec<u64> = across.range.clone().collect();
    let widest = columns.iter().map(|n| n.to_string().len()).chain(widest);
    let width = widest.max().unwrap_or(1);
    let label = down.range.end().to_string().len().max(3);
    let corner = format!("{}\\{}", down.name, across.name);
    write!(out, "{corner:>label$}")?;
    for column in &columns {
        write!(out, " {column:>width$}")?;
    }
    writeln!(out)?;
    for row in down.range.clone() {
        if interrupted() {
            return Ok(Status::Undecided);
        }
        let mut line = format!("{row:>label$}");
        for text in texts.by_ref().take(columns.len()) {
            line.push_str(&format!(" {text:>width$}"));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(Status::Answered)
}

/// Prints in a form that needs all of the table.
fn whole(
    out: &mut dyn Write,
    common: &Common,
    format: Format,
    grid: &TableGrid,
) -> Result<(), Failure> {
    let picture = match format {
        Format::Markdown => {
            let text = markdown::table(grid).map_err(Failure::input)?;
            return Ok(out.write_all(text.as_bytes())?);
        }
        Format::Latex => latex::table(grid).map(Picture::Latex),
        Format::Svg | Format::Png | Format::Pdf => map::draw(grid).map(Picture::Drawing),
        _ => {
            return Err(Failure::input(
                "--blank goes with text, markdown, latex, svg, png and pdf",
            ));
        }
    };
    output::picture(out, common, format, picture.map_err(Failure::input)?)
}

/// Prints the cells as a b-file.
fn sequence(out: &mut dyn Write, common: &Common, table: &FamilyTable) -> Result<Status, Failure> {
    // Once in the order of the table, once by antidiagonals.
    fits(
        common,
        2 * table.family().count() * size_of::<u128>() as u128,
    )?;
    let mut terms = Vec::new();
    let status = for_each_row(common, table, |row| {
        terms.push(row.cell.term().ok_or_else(|| {
            Failure::Undecided(
                "a b-file holds integers only, and a term is missing, transfinite, no nimber or undecided"
                    .to_string(),
            )
        })?);
        Ok(())
    })?;
    let family = table.family();
    let terms = antidiagonals(family, terms).map_err(no_sequence)?;
    let what = match (table.shown(), table.play()) {
        (Shown::Outcomes, _) => "1 if a P-position, else 0",
        (Shown::Values, Play::Normal) => "Grundy value",
        (Shown::Values, Play::Misere) => "misere Grundy number",
        (shown, _) => shown.name(),
    };
    let order = match family.letters().len() {
        2 => ", read by antidiagonals",
        _ => "",
    };
    let play = named_play(common.play, table.play());
    let title = format!("{what}: {}{play}{order}", family.text());
    let first = family
        .letters()
        .first()
        .map_or(0, |letter| *letter.range.start());
    bfile::write(out, &title, first, terms)?;
    Ok(status)
}

/// Writes the rows as Parquet, as they are found.
#[cfg(feature = "parquet")]
fn parquet(
    out: &mut (dyn Write + Send),
    common: &Common,
    wanted: &Args,
    table: impl FnOnce() -> Result<FamilyTable, Failure>,
) -> Result<Status, Failure> {
    use nimfield_export::parquet::{About, ParquetTable};

    let table = table()?;
    let games = table.games().iter();
    let about = About {
        games: games
            .map(|info| (info.name.to_string(), info.rules.to_string()))
            .collect(),
        play: table.play(),
        shown: table.shown(),
    };
    let cannot = |error| Failure::input(format!("cannot write the table: {error}"));
    let mut file = ParquetTable::new(out, table.family(), &about).map_err(cannot)?;
    let status = for_each_row(common, &table, |Row { values, cell }| {
        if wanted.only_p && !cell.is_p() {
            return Ok(());
        }
        let position = table.position(&values).map_err(failure)?;
        file.push(&values, &position, &cell).map_err(cannot)
    })?;
    file.finish().map_err(cannot)?;
    Ok(status)
}

/// Reports that this form is not built in.
#[cfg(not(feature = "parquet"))]
fn parquet(
    _: &mut (dyn Write + Send),
    _: &Common,
    _: &Args,
    _: impl FnOnce() -> Result<FamilyTable, Failure>,
) -> Result<Status, Failure> {
    Err(Failure::input(
        "this nimfield was built without Parquet: cargo install --features parquet, or use csv",
    ))
}
