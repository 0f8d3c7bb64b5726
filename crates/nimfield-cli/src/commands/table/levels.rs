//! Tables of all positions up to a bound, level by level: positions of a game by size, partitions by size or perimeter.

use std::io::Write;

use nimfield::tables::{FamilyError, TableCell};
use nimfield::words::counted;
use nimfield_export::bfile;

use super::args::{Args, MOST_ROWS};
use super::messages::failure;
use super::rows::{RowWriter, field};
use crate::commands::bfile::to;
use crate::errors::{Failure, Status, complain};
use crate::options::Format;

/// A position of a level.
pub struct LevelRow {
    pub level: u64,
    pub position: String,
    pub cell: TableCell,
    /// Whether its value is the greatest that its columns and rows allow.
    pub heavy: bool,
}

/// The number of positions of a level by cell; a single total if only some positions are shown.
pub type Tally = Vec<(TableCell, u64)>;

/// The texts around the rows and the counts of levels.
pub struct Heading {
    /// The name of the levels.
    pub name: &'static str,
    /// The column of cells.
    pub cells: &'static str,
    /// The column of counts.
    pub positions: &'static str,
    /// Whether there is a count for each cell.
    pub by_cell: bool,
    /// The last level.
    pub last: u64,
    /// The title of the sequence of counts.
    pub title: String,
}

/// A source of the rows of all levels.
pub trait Levels {
    /// Returns the texts around them.
    fn heading(&self) -> Heading;

    /// Returns whether all examined rows were decided.
    fn is_complete(&self) -> bool;

    /// Calls `each` for the rows that are shown, in order.
    fn rows(&self, each: &mut dyn FnMut(LevelRow) -> Result<(), TableEnd>) -> Result<(), TableEnd>;

    /// Counts the positions of a level that are shown.
    fn tally(&self, level: u64) -> Result<Tally, TableEnd>;

    /// Returns a row as JSON.
    fn row_object(&self, row: &LevelRow) -> String;

    /// Returns the counts of a level as JSON.
    fn count_object(&self, level: u64, tally: &Tally) -> String;
}

/// Prints a table in the requested form: its rows, the counts of its levels, or these as a sequence.
pub fn print(wanted: &Args, format: Format, table: &dyn Levels) -> Result<Status, Failure> {
    let against = wanted.against.as_deref();
    to(against, wanted.output.as_deref(), |out| match format {
        Format::Bfile => {
            let mut terms = Vec::new();
            let status = for_each_level(table, |_, tally| {
                terms.push(total(tally).into());
                Ok(())
            })?;
            bfile::write(out, &table.heading().title, 0, terms)?;
            Ok(status)
        }
        format if wanted.count => counts(out, format, table),
        format => list(out, format, table),
    })
}

/// Prints a row for each position, as far as the budget allows.
fn list(out: &mut dyn Write, format: Format, table: &dyn Levels) -> Result<Status, Failure> {
    let Heading { name, cells, .. } = table.heading();
    let mut rows = RowWriter::new(out, format, &[name, "position", cells])?;
    let mut count = 0u64;
    let listed = table.rows(&mut |row| {
        count += 1;
        if u128::from(count) > MOST_ROWS {
            return Err(TableEnd::Failed(Failure::input(format!(
                "the table has more than {MOST_ROWS} rows; --count gives their numbers"
            ))));
        }
        let (level, position) = (row.level, &row.position);
        Ok(rows.write(
            || format!("{name}={level}  {position}  {}", row.cell.text()),
            || vec![vec![level.to_string(), position.clone(), field(&row.cell)]],
            || Ok(table.row_object(&row)),
        )?)
    });
    rows.finish()?;
    match listed {
        Ok(()) => Ok(Status::complete(table.is_complete())),
        Err(end) => end.status(&counted(count, "row")),
    }
}

/// Prints for each level the number of positions by cell, or the number shown.
fn counts(out: &mut dyn Write, format: Format, table: &dyn Levels) -> Result<Status, Failure> {
    let heading = table.heading();
    let (name, is_by_cell) = (heading.name, heading.by_cell);
    let columns = match is_by_cell {
        true => vec![name, heading.cells, heading.positions],
        false => vec![name, heading.positions],
    };
    let mut rows = RowWriter::new(out, format, &columns)?;
    let status = for_each_level(table, |level, tally| {
        let all = total(tally);
        let by_cell: Vec<&(TableCell, u64)> = match is_by_cell {
            true => tally.iter().filter(|(_, count)| *count > 0).collect(),
            false => Vec::new(),
        };
        let text = || {
            let texts = by_cell
                .iter()
                .map(|(cell, count)| format!(" {}:{count}", cell.text()));
            let texts: String = texts.collect();
            let before = if texts.is_empty() { "" } else { " " };
            format!("{name}={level}  {all}{before}{texts}")
        };
        let records = || match is_by_cell {
            false => vec![vec![level.to_string(), all.to_string()]],
            true => by_cell
                .iter()
                .map(|(cell, count)| vec![level.to_string(), field(cell), count.to_string()])
                .collect(),
        };
        rows.write(text, records, || Ok(table.count_object(level, tally)))
    })?;
    rows.finish()?;
    Ok(status)
}

/// Returns the number of positions in a tally.
pub fn total(tally: &Tally) -> u64 {
    tally.iter().map(|(_, count)| count).sum()
}

/// Calls `each` with the tally of each finished level, and reports if the budget runs out before the last one.
fn for_each_level(
    table: &dyn Levels,
    mut each: impl FnMut(u64, &Tally) -> Result<(), Failure>,
) -> Result<Status, Failure> {
    let Heading { name, last, .. } = table.heading();
    for level in 0..=last {
        match table.tally(level) {
            Ok(tally) => each(level, &tally)?,
            Err(end) => {
                return end.status(&match level.checked_sub(1) {
                    Some(finished) => format!("{name} = {finished}"),
                    None => "no size".to_string(),
                });
            }
        }
    }
    Ok(Status::complete(table.is_complete()))
}

/// Why a table ends before its bound.
pub enum TableEnd {
    /// The budget ran out after printed rows; the text precedes "after 3 rows".
    Early(String),
    Failed(Failure),
}

impl From<FamilyError> for TableEnd {
    fn from(error: FamilyError) -> TableEnd {
        match error {
            FamilyError::Unfinished(_) => TableEnd::Early(format!("{error}; it ends")),
            error => TableEnd::Failed(failure(error)),
        }
    }
}

impl From<Failure> for TableEnd {
    fn from(failure: Failure) -> TableEnd {
        TableEnd::Failed(failure)
    }
}

impl TableEnd {
    /// Returns the status of the command. If the budget ran out, prints a message; this is not a failure, since rows
    /// were printed before.
    fn status(self, printed: &str) -> Result<Status, Failure> {
        match self {
            TableEnd::Early(why) => {
                complain(&format!("{why} after {printed}"));
                Ok(Status::Undecided)
            }
            TableEnd::Failed(failure) => Err(failure),
        }
    }
}
