//! Prints tables of families of positions.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use nimfield::tables::{
    FamilyError, FamilyQuery, FamilyTable, GrowingBoxes, Row, Shown, TableCell, TableGrid,
    antidiagonals,
};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, Play};
use nimfield_export::bfile;
use nimfield_export::{latex, map, markdown};

use super::args::Args;
use super::counts::{
    count_of_box, count_p, counts_of_boxes, named_play, play_of_boxes, print_count, state_of_box,
};
use super::messages::{failure, no_sequence, refuse_unfit, tell_effort, tell_left_out};
use super::rows::{RowWriter, field};
use crate::budget::{budget, budget_within};
use crate::commands::bfile::to;
use crate::commands::law;
use crate::errors::{Failure, Status, complain};
use crate::objects::{RowObject, ShownCell, json};
use crate::options::{Common, Format};
use crate::output::{self, Picture};
use crate::session::reader;

/// A request for a family.
pub struct FamilyRequest {
    pub kind: TableKind,
    pub query: FamilyQuery,
}

/// A table of one family, or a count for each of several boxes.
pub enum TableKind {
    Table(Template),
    Counts(GrowingBoxes),
}

impl FamilyRequest {
    /// Reads the request, and refuses families without a table in this format.
    pub fn by(
        common: &Common,
        wanted: &Args,
        template: &str,
        format: Format,
    ) -> Result<FamilyRequest, Failure> {
        if wanted.count && format == Format::Bfile {
            if !wanted.shows().has_p() {
                return Err(Failure::input(
                    "a b-file of counts counts P-positions: it goes with --show outcome",
                ));
            }
            if wanted.condition.is_some() {
                return Err(Failure::input(
                    "a b-file of counts is for whole boxes: leave out --where",
                ));
            }
            if wanted.law.is_some() {
                return Err(Failure::input(
                    "a b-file of counts uses the stored laws: leave out --law",
                ));
            }
            let boxes = GrowingBoxes::new(template, &wanted.ranges, &reader());
            let boxes = boxes.map_err(no_sequence)?;
            return Ok(FamilyRequest {
                kind: TableKind::Counts(boxes),
                query: wanted.query(common, &[]).map_err(Failure::input)?,
            });
        }
        let letters = wanted.ranges.iter().map(|range| Letter::read(range));
        let letters: Vec<Letter> = letters.collect::<Result<_, _>>().map_err(Failure::input)?;
        let family = Template::read(template, letters, &reader()).map_err(Failure::input)?;
        // Rows without members are neither counted nor printed.
        let family = family.narrowed();
        let family = match &wanted.condition {
            Some(condition) => family.with_condition(condition).map_err(Failure::input)?,
            None => family,
        };
        refuse_unfit(wanted, format, &family)?;
        let query = wanted.query(common, family.letters());
        let law = law::for_family(common, wanted.law.as_deref(), &family)?;
        let query = FamilyQuery {
            // A law holds for one play convention.
            play: law.as_ref().map(|law| law.play()).or(common.play),
            law,
            ..query.map_err(Failure::input)?
        };
        if query.shown == Shown::Genera && common.play == Some(Play::Normal) {
            return Err(Failure::input(
                "the genus belongs to misère play, but --play normal was given",
            ));
        }
        Ok(FamilyRequest {
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
    let FamilyRequest { kind, query } = FamilyRequest::by(common, wanted, template, format)?;
    match kind {
        TableKind::Counts(boxes) => to(wanted.against.as_deref(), file, |out| {
            let budget = budget(common);
            let play = play_of_boxes(&boxes, &query, &budget)?;
            let sizes = boxes.sizes();
            let terms = sizes.map(|n| count_of_box(common, &boxes, n, &query, &budget));
            let terms = terms.collect::<Result<_, _>>()?;
            counts_of_boxes(out, template, &boxes, (query.play, play), terms)
        }),
        TableKind::Table(family) => {
            let budget = budget(common);
            if wanted.count && query.shown == Shown::Outcomes {
                let is_box = FamilyTable::is_one_box(&family, &query, &budget);
                if wanted.partitions.state.is_some() && is_box.map_err(failure)? {
                    return Err(state_of_box());
                }
                let whole = FamilyTable::count_p_of_box(&family, &query, &budget);
                if let Some((engine, play, count)) = whole.map_err(failure)? {
                    return output::to(file, |out| {
                        tell_effort(common, engine, count.effort);
                        print_count(out, format, (&family, play), Shown::Outcomes, &count)
                    });
                }
            }
            print(common, wanted, format, file, || {
                FamilyTable::new(family, query, budget).map_err(failure)
            })
        }
    }
}

/// Prints a table in a format, or its counts.
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
            let (count, unsaved) = match table.shown() {
                Shown::Outcomes => count_p(common, wanted, &table)?,
                _ => (table.count_cells().map_err(failure)?, false),
            };
            tell_left_out(common, count.empty);
            tell_effort(common, table.engine(), count.effort);
            let of = (table.family(), table.play());
            let status = print_count(out, format, of, table.shown(), &count)?;
            return Ok(match unsaved {
                true => Status::Input,
                false => status,
            });
        }
        match format {
            Format::Bfile => sequence(out, common, &table),
            Format::Text if wanted.blank => blank(out, common, table.family()),
            _ if wanted.blank => {
                let cells = usize::try_from(table.family().count()).unwrap_or(usize::MAX);
                let blank = vec![TableCell::default(); cells];
                whole(out, common, format, &table.grid(blank))
            }
            Format::Text if table.family().letters().len() == 2 && !wanted.only_p => {
                square(out, common, &table)
            }
            Format::Latex | Format::Svg | Format::Png | Format::Pdf | Format::Markdown => {
                let (cells, status) = cells(common, &table)?;
                whole(out, common, format, &table.grid(cells))?;
                Ok(status)
            }
            Format::Text | Format::Csv | Format::Json | Format::JsonArray | Format::Parquet => {
                rows(out, common, wanted, format, &table)
            }
        }
    })
}

/// Visits all rows, as far as the budget allows; if one is undecided, the status is `Undecided`.
fn for_each_row(
    common: &Common,
    table: &FamilyTable,
    mut each: impl FnMut(Row) -> Result<(), Failure>,
) -> Result<Status, Failure> {
    let mut status = Status::Answered;
    let mut empty = 0;
    let mut rows = table.rows();
    for row in &mut rows {
        match row {
            Ok(row) => {
                empty += u128::from(row.cell.is_empty());
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
    tell_left_out(common, empty);
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

/// Checks that the budget allows the memory of cells that are held together.
fn fits(common: &Common, bytes: u128) -> Result<(), Failure> {
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    let memory = Budget::unlimited().bytes(common.memory.as_u64());
    memory
        .fits(bytes)
        .map_err(|limit| Failure::Undecided(format!("the table is too large for {limit}")))
}

/// Prints a line for each row.
fn rows(
    out: &mut dyn Write,
    common: &Common,
    wanted: &Args,
    format: Format,
    table: &FamilyTable,
) -> Result<Status, Failure> {
    if format == Format::Text {
        name_play(out, table)?;
    }
    let (shown, play) = (table.shown(), table.play());
    let letters = table.family().letters().iter();
    let names: Vec<String> = letters.map(|letter| letter.name.to_string()).collect();
    let columns = names.iter().map(String::as_str);
    let columns: Vec<&str> = columns.chain([shown.column(play)]).collect();
    let mut rows = RowWriter::new(out, format, &columns)?;
    let status = for_each_row(common, table, |Row { values, cell }| {
        if cell.is_empty() || wanted.only_p && !cell.is_p() {
            return Ok(());
        }
        let letters = || names.iter().zip(&values);
        let text = || {
            let letters: Vec<String> = letters().map(|(name, n)| format!("{name}={n}")).collect();
            format!("{}  {}", letters.join(" "), cell.text())
        };
        let numbers = values.iter().map(u64::to_string);
        rows.write(
            text,
            || vec![numbers.chain([field(&cell)]).collect()],
            || {
                Ok(json(&RowObject {
                    position: table.position(&values).map_err(failure)?,
                    play,
                    letters: letters()
                        .map(|(name, &n)| (name.clone(), n.into()))
                        .collect(),
                    cell: ShownCell::new(shown, play, cell.notation(play)),
                }))
            },
        )
    })?;
    rows.finish()?;
    Ok(status)
}

/// Prints that a table is for misère play, as tables of genera always are.
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
    // Each cell takes at least one character and a separator.
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
    // What was computed is printed, however long that takes.
    let patient = budget_within(common, Duration::MAX);
    let cells = family.values().map(cell);
    let written = write_square(out, (down, across), widest, cells, &patient)?;
    Ok(status.max(written))
}

/// Prints the empty square of two letters.
fn blank(out: &mut dyn Write, common: &Common, family: &Template) -> Result<Status, Failure> {
    let [down, across] = family.letters() else {
        return Err(Failure::input(
            "--blank as text is for two letters; --format markdown for more",
        ));
    };
    let empty = std::iter::repeat("");
    write_square(out, (down, across), None, empty, &budget(common))
}

fn write_square<'a>(
    out: &mut dyn Write,
    (down, across): (&Letter, &Letter),
    widest: Option<usize>,
    mut texts: impl Iterator<Item = &'a str>,
    budget: &Budget,
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
        if let Err(limit) = budget.check(0) {
            complain(&format!(
                "the table was stopped by {limit} before {}={row}",
                down.name
            ));
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

/// Prints in a format that needs the whole table.
fn whole(
    out: &mut dyn Write,
    common: &Common,
    format: Format,
    grid: &TableGrid,
) -> Result<Status, Failure> {
    let picture = match format {
        Format::Markdown => {
            let text = markdown::table(grid).map_err(Failure::input)?;
            out.write_all(text.as_bytes())?;
            return Ok(Status::Answered);
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
    // The cells are held twice: in the order of the table, and by antidiagonals.
    fits(
        common,
        2 * table.family().count() * size_of::<u128>() as u128,
    )?;
    let mut terms = Vec::new();
    let status = for_each_row(common, table, |row| {
        terms.push(row.cell.term().ok_or_else(|| {
            Failure::Undecided(
                "a b-file holds integers only, and a term is missing, transfinite, not a nimber, or undecided"
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
        if cell.is_empty() || wanted.only_p && !cell.is_p() {
            return Ok(());
        }
        let position = table.position(&values).map_err(failure)?;
        file.push(&values, &position, &cell).map_err(cannot)
    })?;
    file.finish().map_err(cannot)?;
    Ok(status)
}

/// Reports that this build does not support Parquet.
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
