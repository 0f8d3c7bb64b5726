//! Tables of families of positions, printed.

use std::io::Write;
use std::path::Path;

use nimfield::bfile;
use nimfield::tables::{
    CountOfCells, CountOfP, FamilyError, FamilyQuery, FamilyTable, GrowingBoxes, Row,
    SequenceError, Shown, TableCell, TableGrid, WholeBox, antidiagonals,
};
use nimfield::template::{Letter, Template};
use nimfield::words::{SchemaVersion, counted};
use nimfield::{Budget, Play};
use nimfield_export::{latex, map, markdown};

use super::args::{Args, MOST_ROWS, Show};
use super::effort::tell_effort;
use crate::budget::{budget, interrupted};
use crate::commands::bfile::to;
use crate::errors::{Failure, Status, complain};
use crate::objects::{CountObject, Counts, RowObject, ShownCell, json};
use crate::options::{Common, Format};
use crate::output::{self, Picture};

/// What is asked of a family.
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
    /// Reads it, and refuses what has no table in this form.
    pub fn by(
        common: &Common,
        wanted: &Args,
        template: &str,
        format: Format,
    ) -> Result<FamilyRequest, Failure> {
        let query = FamilyQuery {
            shown: wanted.show.shown(),
            play: common.play,
            unproved: common.allow_unproved,
            limit: wanted.limit,
        };
        if wanted.count && format == Format::Bfile {
            if !matches!(wanted.show, Show::Outcome | Show::Value) {
                return Err(Failure::input(
                    "a b-file of counts counts P-positions: it goes with --show outcome",
                ));
            }
            let boxes = GrowingBoxes::new(template, &wanted.ranges).map_err(no_sequence)?;
            return Ok(FamilyRequest {
                kind: TableKind::Counts(boxes),
                query,
            });
        }
        let letters: Result<Vec<Letter>, _> = wanted
            .ranges
            .iter()
            .map(|text| Letter::read(text))
            .collect();
        let family =
            Template::new(template, letters.map_err(Failure::input)?).map_err(Failure::input)?;
        refuse_unfit(wanted, format, &family)?;
        if wanted.show == Show::Genus && common.play == Some(Play::Normal) {
            return Err(Failure::input(
                "the genus is of misere play, and --play normal was given",
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
            let terms = sizes.map(|n| count_of_box(common, &boxes, n, query, &budget));
            let terms = terms.collect::<Result<_, _>>()?;
            counts_of_boxes(out, template, &boxes, (query, play), terms)
        }),
        TableKind::Table(family) => {
            let budget = budget(common);
            if wanted.count
                && let Some(whole) = WholeBox::of(&family, &query, &budget).map_err(failure)?
            {
                return output::to(file, |out| {
                    let count = whole.count_p(&budget).map_err(failure)?;
                    tell_effort(common, whole.engine(), count.effort);
                    count_p(out, format, (&family, whole.play()), &count)
                });
            }
            print(common, wanted, format, file, || {
                FamilyTable::new(family, query, budget).map_err(failure)
            })
        }
    }
}

/// Prints a table in a form, or how many positions it has of which kind.
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
                Shown::Outcomes | Shown::Values => {
                    let count = table.count_p().map_err(failure)?;
                    tell_effort(common, table.engine(), count.effort);
                    count_p(out, format, (table.family(), table.play()), &count)
                }
                shown => {
                    let count = table.count_cells().map_err(failure)?;
                    tell_effort(common, table.engine(), count.effort);
                    count_cells(out, format, table.family(), shown, &count)
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

/// Refuses what has no table, or not in this form, before anything is computed.
fn refuse_unfit(wanted: &Args, format: Format, family: &Template) -> Result<(), Failure> {
    let letters = family.letters().len();
    if wanted.only_p && !matches!(wanted.show, Show::Outcome | Show::Value) {
        return Err(Failure::input(
            "--only-p goes with --show outcome and --show value",
        ));
    }
    if letters == 0 {
        return Err(Failure::input(
            "no letter has a range\nexample: nimfield table 'wythoff[a b]' a=0..9 b=0..9",
        ));
    }
    if wanted.count && !matches!(format, Format::Text | Format::Json) {
        return Err(Failure::input(
            "a count is a number, not a table: --count goes with --format text, json or bfile",
        ));
    }
    if format == Format::Bfile && !family.is_free() {
        return Err(Failure::input(
            "a b-file is of ranges that begin with numbers: a=0..9",
        ));
    }
    if format == Format::Bfile && (letters > 2 || wanted.only_p) {
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
    let most = match format {
        Format::Latex => latex::MOST_CELLS,
        Format::Svg | Format::Png | Format::Pdf => map::MOST_CELLS,
        Format::Markdown => markdown::MOST_CELLS,
        _ => return Ok(()),
    };
    if wanted.only_p {
        return Err(Failure::input(
            "--only-p goes with text, CSV, JSON and Parquet; this form shows all positions",
        ));
    }
    if family.count() > most as u128 {
        return Err(Failure::input(format!(
            "the table has {} cells; this form is for at most {most}",
            family.count()
        )));
    }
    Ok(())
}

pub fn failure(error: FamilyError) -> Failure {
    match error {
        FamilyError::Unfinished(_) => Failure::Undecided(error.to_string()),
        error => Failure::input(error),
    }
}

fn no_sequence(error: SequenceError) -> Failure {
    match error {
        SequenceError::NoSize => Failure::input(format!(
            "{error}\nexample: nimfield table 'nim[a b c]' a=0..n b=0..n c=0..n n=0..15 --count --format bfile"
        )),
        error => Failure::input(error),
    }
}

/// Looks at all rows, as far as the budget allows; undecided ones make the status so.
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

/// All cells that the budget allows.
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
    let fits = Budget::unlimited()
        .bytes(common.memory.as_u64())
        .fits(bytes);
    fits.map_err(|limit| Failure::Undecided(format!("the table is too large for {limit}")))
}

/// A line for each row, undecided cells as `?`.
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

/// Says that a table is of misère play, as a genus always is.
fn name_play(out: &mut dyn Write, table: &FamilyTable) -> Result<(), Failure> {
    if table.play() == Play::Misere && table.shown() != Shown::Genera {
        writeln!(out, "{} play", Play::Misere)?;
    }
    Ok(())
}

/// Two letters: the first down, the second across.
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

/// The square of two letters with nothing in it.
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

/// A form that needs all of the table.
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

/// The cells as a b-file.
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

/// The play in a title: named if it is asked for, or misere.
fn named_play(asked: Option<Play>, play: Play) -> String {
    match asked.or((play == Play::Misere).then_some(play)) {
        Some(play) => format!(", {play} play"),
        None => String::new(),
    }
}

/// How many members a family has.
pub fn members(family: &Template) -> u128 {
    match family.is_free() {
        true => family.count(),
        false => family
            .values()
            .filter(|values| family.allows(values))
            .count() as u128,
    }
}

/// The number of P-positions.
pub fn count_p(
    out: &mut dyn Write,
    format: Format,
    (family, play): (&Template, Play),
    count: &CountOfP,
) -> Result<Status, Failure> {
    let positions = members(family) - count.empty;
    let p_positions = count.count;
    if let Some(unfinished) = count.stopped {
        complain(&FamilyError::Unfinished(unfinished).to_string());
    }
    let complete = count.is_complete();
    if format == Format::Json {
        let row = CountObject {
            schema: SchemaVersion,
            family: family.text(),
            play: Some(play),
            positions: positions.to_string(),
            counts: Counts::PPositions(p_positions.to_string()),
            complete,
        };
        writeln!(out, "{}", json(&row))?;
    } else {
        let least = if complete { "" } else { "at least " };
        let play = named_play(None, play);
        writeln!(
            out,
            "{least}{} among {positions}{play}",
            counted(p_positions, "P-position")
        )?;
    }
    Ok(Status::complete(complete))
}

/// The number of positions with each cell.
pub fn count_cells(
    out: &mut dyn Write,
    format: Format,
    family: &Template,
    shown: Shown,
    count: &CountOfCells,
) -> Result<Status, Failure> {
    let complete = count.is_complete();
    let positions = members(family) - count.empty;
    if let Some(unfinished) = count.stopped {
        complain(&FamilyError::Unfinished(unfinished).to_string());
    }
    if format == Format::Json {
        let row = CountObject {
            schema: SchemaVersion,
            family: family.text(),
            play: None,
            positions: positions.to_string(),
            counts: Counts::new(shown, &count.by_cell),
            complete,
        };
        writeln!(out, "{}", json(&row))?;
    } else {
        let label = count
            .by_cell
            .keys()
            .map(String::len)
            .max()
            .unwrap_or(0)
            .max(9);
        for (cell, number) in &count.by_cell {
            writeln!(out, "{cell:<label$}  {number}")?;
        }
        if count.undecided > 0 {
            writeln!(out, "{:<label$}  {}", "?", count.undecided)?;
        }
        writeln!(out, "{:<label$}  {}", "positions", positions)?;
    }
    Ok(Status::complete(complete))
}

/// The number of P-positions of one of growing boxes.
pub fn count_of_box(
    common: &Common,
    boxes: &GrowingBoxes,
    n: u64,
    query: FamilyQuery,
    budget: &Budget,
) -> Result<u128, Failure> {
    let family = boxes.family(n).map_err(no_sequence)?;
    let (engine, count) = match WholeBox::of(&family, &query, budget).map_err(failure)? {
        Some(whole) => (whole.engine(), whole.count_p(budget).map_err(failure)?),
        None => {
            let table = FamilyTable::new(family, query, budget.clone()).map_err(failure)?;
            (table.engine(), table.count_p().map_err(failure)?)
        }
    };
    tell_effort(common, engine, count.effort);
    if let Some(unfinished) = count.stopped {
        complain(&FamilyError::Unfinished(unfinished).to_string());
    }
    match count.is_complete() {
        true => Ok(count.count),
        false => Err(Failure::Undecided(format!(
            "the count for {} = {n} was not finished within the budget",
            boxes.size()
        ))),
    }
}

/// What play the boxes are of.
pub fn play_of_boxes(
    boxes: &GrowingBoxes,
    query: &FamilyQuery,
    budget: &Budget,
) -> Result<Play, Failure> {
    let family = boxes.family(*boxes.sizes().end()).map_err(no_sequence)?;
    query.play_of(&family, budget).map_err(failure)
}

/// The numbers of P-positions of growing boxes as a b-file.
pub fn counts_of_boxes(
    out: &mut dyn Write,
    template: &str,
    boxes: &GrowingBoxes,
    (query, play): (FamilyQuery, Play),
    terms: Vec<u128>,
) -> Result<Status, Failure> {
    let play = named_play(query.play, play);
    let title = format!(
        "Number of P-positions: {template} with {}{play}",
        boxes.ranges().join(" ")
    );
    bfile::write(out, &title, *boxes.sizes().start(), terms)?;
    Ok(Status::Answered)
}

/// The rows as Parquet, as they are found.
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

/// Says that this form is not built in.
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
