//! Prints tables of the values of all partitions up to a bound.

use std::time::Instant;

use nimfield::answer::Effort;
use nimfield::tables::{PartitionError, PartitionQuery, PartitionTable, Shown, TableCell};
use nimfield::words::SchemaVersion;
use nimfield::{Budget, Play};
use nimfield_games::partitions::pnim::census::{Grading, Stop, Which};

use super::args::{Args, MOST_ROWS};
use super::levels::{Heading, LevelRow, Levels, TableEnd, Tally, print};
use super::messages::tell_effort;
use crate::budget::budget;
use crate::errors::{Failure, Status, complain, remark};
use crate::objects::{
    Level, PartitionCountObject, PartitionCounts, PartitionObject, json, plain_json,
};
use crate::options::{By, Common, Format};

/// Returns whether a census finds the values of all partitions together.
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
    let query = PartitionQuery {
        grading: match options.by {
            By::Size => Grading::Size,
            By::Perimeter => Grading::Perimeter,
        },
        up_to,
        which: match (options.value, options.heavy, options.non_heavy) {
            (Some(value), _, _) => Which::Value(value),
            (None, true, _) => Which::Heavy,
            (None, false, true) => Which::Light,
            (None, false, false) => Which::All,
        },
        up_to_conjugation: options.up_to_conjugation,
    };
    if format == Format::Bfile && query.which == Which::All {
        return Err(Failure::input(
            "a b-file is a sequence of numbers: choose the partitions with --value, --heavy or --non-heavy",
        ));
    }
    let start = Instant::now();
    let state = options.state.as_deref();
    let table = PartitionTable::new(game, common.play, query, state, &budget(common));
    let table = table.map_err(|error| match error {
        PartitionError::Stop(Stop::Unfinished(_) | Stop::OutOfMemory { .. }) => {
            Failure::undecided(error)
        }
        error => Failure::input(error),
    })?;
    let effort = Effort {
        positions: table.positions(),
        seconds: start.elapsed().as_secs_f64(),
    };
    tell_effort(common, table.engine(), effort);
    if let (Some((first, last)), Some(path)) = (table.levels_from_file(), state)
        && !common.quiet
    {
        remark(&format!(
            "the values of levels {first} to {last} come from {}; a sample of them was compared with those of their options",
            path.display()
        ));
    }
    let rows = table.most_rows();
    // The list gets as much time as the table.
    let census = Census {
        table,
        budget: budget(common),
    };
    if let Some(stop) = census.table.stopped() {
        let Heading { name, last, .. } = census.heading();
        complain(&format!("the table was {stop}; it ends at {name} = {last}"));
    }
    if format != Format::Bfile && !wanted.count && rows > MOST_ROWS {
        return Err(Failure::input(format!(
            "the table has {rows} rows, more than {MOST_ROWS}; --count gives their numbers"
        )));
    }
    print(wanted, format, &census)
}

/// The values of all partitions up to a bound, and the budget for listing them.
struct Census {
    table: PartitionTable,
    budget: Budget,
}

impl Census {
    fn level(&self, level: u64) -> Level {
        match self.table.query().grading {
            Grading::Size => Level::Size(level),
            Grading::Perimeter => Level::Perimeter(level),
        }
    }
}

impl Levels for Census {
    fn heading(&self) -> Heading {
        let query = self.table.query();
        let (name, of) = match query.grading {
            Grading::Size => ("n", "of n"),
            Grading::Perimeter => ("L", "with columns + rows = n"),
        };
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
        Heading {
            name,
            cells: "value",
            positions: "partitions",
            by_cell: query.which == Which::All,
            last: self.table.grades().count() as u64 - 1,
            title: format!("number of partitions {of}{once}{what} in PNim"),
        }
    }

    fn is_complete(&self) -> bool {
        self.table.stopped().is_none()
    }

    fn rows(&self, each: &mut dyn FnMut(LevelRow) -> Result<(), TableEnd>) -> Result<(), TableEnd> {
        self.table.try_for_each(|row| {
            let stopped = |limit| TableEnd::Early(format!("{limit} ended the list"));
            self.budget.check(0).map_err(stopped)?;
            each(LevelRow {
                level: row.grade.into(),
                position: row.to_string(),
                cell: value(row.value.into()),
                heavy: row.heavy,
            })
        })
    }

    fn tally(&self, level: u64) -> Result<Tally, TableEnd> {
        let grade = level as u32;
        Ok(match self.table.query().which == Which::All {
            true => (0..)
                .map(value)
                .zip(self.table.counts_by_value(grade))
                .collect(),
            false => vec![(TableCell::default(), self.table.count(grade))],
        })
    }

    fn row_object(&self, row: &LevelRow) -> String {
        json(&PartitionObject {
            position: row.position.clone(),
            level: self.level(row.level),
            value: (row.cell.notation(Play::Normal)).expect("a census decides all values"),
            heavy: row.heavy,
        })
    }

    fn count_object(&self, level: u64, tally: &Tally) -> String {
        let counts = tally.iter().map(|(_, count)| count.to_string());
        let count = match self.table.query().which == Which::All {
            true => PartitionCounts::Counts(counts.collect()),
            false => PartitionCounts::Partitions(counts.collect()),
        };
        plain_json(&PartitionCountObject {
            schema: SchemaVersion,
            level: self.level(level),
            count,
        })
    }
}

fn value(value: u128) -> TableCell {
    TableCell::Value(value.into())
}
