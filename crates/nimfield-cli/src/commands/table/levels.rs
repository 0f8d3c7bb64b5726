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
    /// Whether it is a partition of the greatest value that its columns and rows allow.
    pub heavy: bool,
}

/// How many positions of a level have which cell; one number for all of them where only some positions are shown.
pub type Tally = Vec<(TableCell, u64)>;

/// What is printed around the rows and the counts of levels.
pub struct Heading {
    /// What the levels are called.
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

/// Where the rows of all levels come from.
pub trait Levels {
    /// Returns what is printed around them.
    fn heading(&self) -> Heading;

    /// Returns whether all rows that were looked at were decided.
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

/// Prints for each level how many positions have which cell, or how many are shown.
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

/// Returns how many positions a tally counts.
pub fn total(tally: &Tally) -> u64 {
    tally.iter().map(|(_, count)| count).sum()
}

/// Calls `each` with the tally of each level that is finished; where the budget ends before the last one, says so.
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

/// What ends a table before its bound.
pub enum TableEnd {
    /// The budget, after rows that stand: what is said before "after 3 rows".
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
    /// Returns the status of the command. The end of the budget gets a message and is not a failure, as rows were
    /// printed before.
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
