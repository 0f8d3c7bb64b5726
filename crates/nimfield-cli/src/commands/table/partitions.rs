//! Tables of the values of all partitions up to a bound, printed.

use std::io::{self, Write};
use std::time::Instant;

use nimfield::Grundy;
use nimfield::answer::Effort;
use nimfield::bfile;
use nimfield::budget::Limit;
use nimfield::games::partitions::pnim::census::{Grading, Stop, Which};
use nimfield::tables::{PartitionError, PartitionQuery, PartitionTable, Shown};
use nimfield::words::{SchemaVersion, counted};

use super::args::{Args, MOST_ROWS};
use super::effort::tell_effort;
use crate::budget::budget;
use crate::commands::bfile::to;
use crate::errors::{Failure, Status, complain};
use crate::objects::{Level, PartitionCountObject, PartitionCounts, PartitionObject, json};
use crate::options::{By, Common, Format};

/// Returns whether the values of all partitions are found at once.
pub fn is_census(common: &Common, wanted: &Args, game: &str) -> bool {
    let values = wanted.shows().shown() == Shown::Values;
    values && !wanted.only_p && PartitionTable::exists(game, common.play).is_ok()
}

/// Runs the command for all partitions up to a bound.
pub fn run(
    common: &Common,
    wanted: &Args,
    game: &str,
    format: Format,
    up_to: u32,
) -> Result<Status, Failure> {
    let options = &wanted.partitions;
    let (grading, name) = match options.by {
        By::Size => (Grading::Size, "n"),
        By::Perimeter => (Grading::Perimeter, "L"),
    };
    let query = PartitionQuery {
        grading,
        up_to,
        which: match (options.value, options.heavy, options.non_heavy) {
            (Some(value), _, _) => Which::Value(value),
            (None, true, _) => Which::Heavy,
            (None, false, true) => Which::Light,
            (None, false, false) => Which::All,
        },
        up_to_conjugation: options.up_to_conjugation,
    };
    PartitionTable::exists(game, common.play).map_err(failure)?;
    if format == Format::Bfile && query.which == Which::All {
        return Err(Failure::input(
            "a b-file is a sequence of numbers: say of which partitions with --value, --heavy or --non-heavy",
        ));
    }
    let start = Instant::now();
    let budget = budget(common);
    let state = options.state.as_deref();
    let table = PartitionTable::new(game, common.play, query, state, &budget).map_err(failure)?;
    let effort = Effort {
        positions: table.positions(),
        seconds: start.elapsed().as_secs_f64(),
    };
    tell_effort(common, table.engine(), effort);
    let status = match table.stopped() {
        None => Status::Answered,
        Some(stop) => {
            let end = table.grades().count() - 1;
            complain(&format!("the table was {stop}; it ends at {name} = {end}"));
            Status::Undecided
        }
    };
    let listed = format != Format::Bfile && !wanted.count;
    if listed && table.most_rows() > MOST_ROWS {
        return Err(Failure::input(format!(
            "the table has {} rows, more than {MOST_ROWS}; --count gives their numbers",
            table.most_rows()
        )));
    }
    let print = Print {
        table: &table,
        name,
    };
    to(wanted.against.as_deref(), wanted.output.as_deref(), |out| {
        match (format, listed, query.which) {
            (Format::Bfile, ..) => print.bfile(out)?,
            (_, true, _) => return Ok(status.max(print.list(out, common, format)?)),
            (_, false, Which::All) => print.counts_by_value(out, format)?,
            (_, false, _) => print.counts(out, format)?,
        }
        Ok(status)
    })
}

fn failure(error: PartitionError) -> Failure {
    match error {
        error @ PartitionError::Game(_) => Failure::input(format!(
            "{error}\nexample: nimfield table pnim --up-to 26 --value 2"
        )),
        PartitionError::Stop(Stop::Unfinished(_) | Stop::OutOfMemory { .. }) => {
            Failure::Undecided(error.to_string())
        }
        error => Failure::input(error),
    }
}

/// Prints a table.
struct Print<'a> {
    table: &'a PartitionTable,
    /// What the levels are called.
    name: &'static str,
}

/// What ends a list early.
enum Listing {
    Stopped(Limit),
    Fault(io::Error),
}

impl Print<'_> {
    fn level(&self, grade: u32) -> Level {
        match self.table.query().grading {
            Grading::Size => Level::Size(grade),
            Grading::Perimeter => Level::Perimeter(grade),
        }
    }

    /// Returns a level with what is counted in it, as JSON.
    fn counted(&self, grade: u32, count: PartitionCounts) -> String {
        json(&PartitionCountObject {
            schema: SchemaVersion,
            level: self.level(grade),
            count,
        })
    }

    /// Prints a row for each partition, as far as the budget allows, which has as much time for this as for the
    /// table.
    fn list(
        &self,
        out: &mut dyn Write,
        common: &Common,
        format: Format,
    ) -> Result<Status, Failure> {
        let name = self.name;
        let budget = budget(common);
        let mut rows = 0;
        if format == Format::Csv {
            writeln!(out, "{name},position,value")?;
        }
        let listed = self.table.try_for_each(|row| {
            budget.check(0).map_err(Listing::Stopped)?;
            rows += 1;
            let (grade, value) = (row.grade, row.value);
            match format {
                Format::Csv => writeln!(out, "{grade},\"{row}\",{value}"),
                Format::Json => {
                    let object = PartitionObject {
                        schema: SchemaVersion,
                        position: row.to_string(),
                        level: self.level(grade),
                        value: Grundy::from(u128::from(value)).to_string(),
                        heavy: row.heavy,
                    };
                    writeln!(out, "{}", json(&object))
                }
                _ => writeln!(out, "{name}={grade}  {row}  {value}"),
            }
            .map_err(Listing::Fault)
        });
        match listed {
            Ok(()) => Ok(Status::Answered),
            Err(Listing::Fault(error)) => Err(error.into()),
            Err(Listing::Stopped(limit)) => {
                complain(&format!(
                    "{limit} ended the list after {}",
                    counted(rows, "row")
                ));
                Ok(Status::Undecided)
            }
        }
    }

    /// Prints a number for each level.
    fn counts(&self, out: &mut dyn Write, format: Format) -> Result<(), Failure> {
        let name = self.name;
        if format == Format::Csv {
            writeln!(out, "{name},partitions")?;
        }
        for grade in self.table.grades() {
            let count = self.table.count(grade);
            match format {
                Format::Csv => writeln!(out, "{grade},{count}")?,
                Format::Json => {
                    let count = PartitionCounts::Partitions(count.to_string());
                    writeln!(out, "{}", self.counted(grade, count))?;
                }
                _ => writeln!(out, "{name}={grade}  {count}")?,
            }
        }
        Ok(())
    }

    /// Prints for each level how many partitions have which value.
    fn counts_by_value(&self, out: &mut dyn Write, format: Format) -> Result<(), Failure> {
        let name = self.name;
        if format == Format::Csv {
            writeln!(out, "{name},value,partitions")?;
        }
        for grade in self.table.grades() {
            let counts = self.table.counts_by_value(grade);
            let some = (0u32..).zip(&counts).filter(|&(_, &count)| count > 0);
            match format {
                Format::Csv => {
                    for (value, count) in some {
                        writeln!(out, "{grade},{value},{count}")?;
                    }
                }
                Format::Json => {
                    let counts = counts.iter().map(u64::to_string).collect();
                    let counts = PartitionCounts::Counts(counts);
                    writeln!(out, "{}", self.counted(grade, counts))?;
                }
                _ => {
                    let some: Vec<String> = some
                        .map(|(value, count)| format!("{value}:{count}"))
                        .collect();
                    let all: u64 = counts.iter().sum();
                    writeln!(out, "{name}={grade}  {all}  {}", some.join(" "))?;
                }
            }
        }
        Ok(())
    }

    fn bfile(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let query = self.table.query();
        let what = match query.which {
            Which::All => String::new(),
            Which::Value(value) => format!(" of Grundy value {value}"),
            Which::Heavy => " that are heavy (Grundy value columns + rows - 1)".to_string(),
            Which::Light => " that are not heavy (Grundy value columns + rows - 1)".to_string(),
        };
        let once = match query.up_to_conjugation {
            true => ", conjugate ones counted once,",
            false => "",
        };
        let of = match query.grading {
            Grading::Size => "of n",
            Grading::Perimeter => "with columns + rows = n",
        };
        let title = format!("number of partitions {of}{once}{what} in PNim");
        let counts = self
            .table
            .grades()
            .map(|grade| self.table.count(grade).into());
        bfile::write(out, &title, 0, counts)?;
        Ok(())
    }
}
