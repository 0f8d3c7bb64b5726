//! Tables of all positions of a game up to a size, printed.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::time::Instant;

use nimfield::answer::Effort;
use nimfield::bfile;
use nimfield::by_size::PositionsBySize;
use nimfield::tables::{Engine, FamilyError, FamilyQuery, Shown, SizedRow, SizedTable, TableCell};
use nimfield::words::{SchemaVersion, counted};
use serde_json::{Map, Value};

use super::args::{Args, MOST_ROWS};
use super::effort::tell_effort;
use super::failures::failure;
use crate::budget::budget;
use crate::commands::bfile::to;
use crate::errors::{Failure, Status, complain};
use crate::objects::{RowObject, ShownCell, SizedCountObject, SizedCounts, json};
use crate::options::{By, Common, Format};
use crate::session::load;

/// Runs the command for all positions of a game up to a size.
pub fn run(
    common: &Common,
    wanted: &Args,
    game: &str,
    format: Format,
    up_to: u32,
) -> Result<Status, Failure> {
    refuse_unfit(wanted, format)?;
    let positions = PositionsBySize::of(game, &load).map_err(Failure::input)?;
    let show = wanted.shows();
    let query = FamilyQuery {
        shown: show.shown(),
        play: common.play,
        unproved: common.allow_unproved,
        limit: wanted.limit,
    };
    let statement = show.statement(&[]).map_err(Failure::input)?;
    let table = SizedTable::new(positions, query, statement, budget(common)).map_err(failure)?;
    let print = Print {
        table: &table,
        shown: query.shown,
        format,
        // Of what is not asked for, nothing is shown.
        only: match (wanted.only_p, wanted.partitions.value) {
            (true, _) => Some(Only::P),
            (false, Some(value)) => Some(Only::Value(value.into())),
            (false, None) => None,
        },
        sizes: 0..=up_to.into(),
        looked_at: Cell::new(0),
    };
    let start = Instant::now();
    let status = to(
        wanted.against.as_deref(),
        wanted.output.as_deref(),
        |out| match (format, wanted.count) {
            (Format::Bfile, _) => print.bfile(out),
            (_, true) => print.counts(out),
            (_, false) => print.list(out),
        },
    )?;
    let effort = Effort {
        positions: print.looked_at.get(),
        seconds: start.elapsed().as_secs_f64(),
    };
    tell_effort(common, Engine::Analysis, effort);
    Ok(status)
}

/// Refuses, before anything is computed, what these tables do not have.
fn refuse_unfit(wanted: &Args, format: Format) -> Result<(), Failure> {
    let options = &wanted.partitions;
    for (given, name) in [
        (options.heavy, "--heavy"),
        (options.non_heavy, "--non-heavy"),
        (options.up_to_conjugation, "--up-to-conjugation"),
        (options.state.is_some(), "--state"),
        (options.by == By::Perimeter, "--by perimeter"),
    ] {
        if given {
            return Err(Failure::input(format!(
                "{name} is for the values of pnim in normal play\nexample: nimfield table pnim --up-to 26 --value 2"
            )));
        }
    }
    let show = wanted.shows();
    if options.value.is_some() && show.shown() != Shown::Values {
        return Err(Failure::input("--value goes with --show value"));
    }
    if wanted.only_p && !show.has_p() {
        return Err(Failure::input(
            "--only-p goes with --show outcome and --show value",
        ));
    }
    if format == Format::Bfile && !wanted.only_p && options.value.is_none() {
        return Err(Failure::input(
            "a b-file is a sequence of numbers: say what is counted of each size, with --value or --only-p",
        ));
    }
    Ok(())
}

/// Which positions are shown.
#[derive(Clone, Copy)]
enum Only {
    P,
    Value(u128),
}

impl Only {
    fn is(self, cell: &TableCell) -> bool {
        match self {
            Only::P => cell.is_p(),
            Only::Value(value) => cell.term() == Some(value),
        }
    }
}

/// Prints a table.
struct Print<'t> {
    table: &'t SizedTable<'t>,
    shown: Shown,
    format: Format,
    only: Option<Only>,
    sizes: RangeInclusive<u64>,
    /// How many positions were looked at.
    looked_at: Cell<u64>,
}

/// What ends a table.
enum End {
    Table(FamilyError),
    Output(io::Error),
    Rows,
    /// A position was not decided that might be one of those that are counted.
    Undecided(String),
}

impl From<FamilyError> for End {
    fn from(error: FamilyError) -> End {
        End::Table(error)
    }
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> End {
        End::Output(error)
    }
}

impl End {
    /// Returns the status of the command. The end of the budget gets a message and is not a failure, as rows were
    /// printed before.
    fn status(self, printed: &str) -> Result<Status, Failure> {
        match self {
            End::Table(error @ FamilyError::Unfinished(_)) => {
                complain(&format!("{error}; it ends after {printed}"));
                Ok(Status::Undecided)
            }
            End::Table(error) => Err(failure(error)),
            End::Output(error) => Err(error.into()),
            End::Undecided(position) => {
                complain(&format!(
                    "{position} was not decided within the budget; the table ends after {printed}"
                ));
                Ok(Status::Undecided)
            }
            End::Rows => Err(Failure::input(format!(
                "the table has more than {MOST_ROWS} rows; --count gives their numbers"
            ))),
        }
    }
}

/// How many positions of a size have which cell, shorter texts first.
type Tally = BTreeMap<(usize, String), u64>;

impl Print<'_> {
    fn is_shown(&self, row: &SizedRow) -> bool {
        self.only.is_none_or(|only| only.is(&row.cell))
    }

    /// Prints a row for each position, as far as the budget allows.
    fn list(&self, out: &mut dyn Write) -> Result<Status, Failure> {
        let play = self.table.play();
        if self.format == Format::Csv {
            writeln!(out, "n,position,{}", self.shown.column(play))?;
        }
        let mut rows = 0;
        let mut undecided = false;
        let listed = self.table.try_for_each(self.sizes.clone(), |row| {
            self.looked_at.set(self.looked_at.get() + row.looked_at);
            undecided |= row.cell == TableCell::Undecided;
            if !self.is_shown(&row) {
                return Ok(());
            }
            rows += 1;
            if rows > MOST_ROWS {
                return Err(End::Rows);
            }
            let (size, position, cell) = (row.size, row.position, row.cell);
            match self.format {
                Format::Csv => {
                    let quoted = format!("\"{position}\"");
                    writeln!(out, "{size},{quoted},{}", csv(&cell))?;
                }
                Format::Json => {
                    let object = RowObject {
                        schema: SchemaVersion,
                        position,
                        play,
                        letters: Map::from_iter([("n".to_string(), Value::from(size))]),
                        cell: ShownCell::new(self.shown, play, cell.notation(play)),
                    };
                    writeln!(out, "{}", json(&object))?;
                }
                _ => writeln!(out, "n={size}  {position}  {}", cell.text())?,
            }
            Ok(())
        });
        match listed {
            Ok(()) => Ok(Status::complete(!undecided)),
            Err(end) => end.status(&counted(usize::try_from(rows).unwrap_or(usize::MAX), "row")),
        }
    }

    /// Calls `each` with the tally of each size that is finished, and returns the last of these.
    fn tallies(
        &self,
        mut each: impl FnMut(u64, &Tally) -> Result<(), End>,
    ) -> (Option<u64>, Result<(), End>) {
        let mut finished = None;
        for size in self.sizes.clone() {
            let mut tally = Tally::new();
            let counted = self.table.try_for_each([size], |row| {
                self.looked_at.set(self.looked_at.get() + row.looked_at);
                if self.only.is_some() && row.cell == TableCell::Undecided {
                    return Err(End::Undecided(row.position));
                }
                if self.is_shown(&row) {
                    let text = row.cell.text();
                    *tally.entry((text.len(), text)).or_default() += 1;
                }
                Ok::<(), End>(())
            });
            if let Err(end) = counted.and_then(|()| each(size, &tally)) {
                return (finished, Err(end));
            }
            finished = Some(size);
        }
        (finished, Ok(()))
    }

    /// Prints for each size how many positions have which value, or how many are shown.
    fn counts(&self, out: &mut dyn Write) -> Result<Status, Failure> {
        let play = self.table.play();
        if self.format == Format::Csv {
            match self.only {
                Some(_) => writeln!(out, "n,positions")?,
                None => writeln!(out, "n,{},positions", self.shown.column(play))?,
            }
        }
        let mut complete = true;
        let (finished, done) = self.tallies(|size, tally| {
            let all: u64 = tally.values().sum();
            complete &= !tally.keys().any(|(_, text)| text == "?");
            match (self.format, self.only) {
                (Format::Json, only) => {
                    let tally = tally.iter();
                    let tally = tally.map(|((_, text), count)| (text.clone(), count.to_string()));
                    let object = SizedCountObject {
                        schema: SchemaVersion,
                        game: self.table.positions().game(),
                        play,
                        n: size,
                        count: match only {
                            Some(_) => SizedCounts::Positions(all.to_string()),
                            None => SizedCounts::Tally(tally.collect()),
                        },
                    };
                    writeln!(out, "{}", json(&object))?;
                }
                (Format::Csv, Some(_)) => writeln!(out, "{size},{all}")?,
                (Format::Csv, None) => {
                    for ((_, text), count) in tally {
                        writeln!(out, "{size},{},{count}", quoted(text))?;
                    }
                }
                (_, Some(_)) => writeln!(out, "n={size}  {all}")?,
                (_, None) => {
                    let tally = tally.iter();
                    let tally = tally.map(|((_, text), count)| format!("{text}:{count}"));
                    let tally = tally.collect::<Vec<_>>().join(" ");
                    let line = format!("n={size}  {all}  {tally}");
                    writeln!(out, "{}", line.trim_end())?;
                }
            }
            Ok(())
        });
        match done {
            Ok(()) => Ok(Status::complete(complete)),
            Err(end) => end.status(&sizes_to(finished)),
        }
    }

    /// Prints the numbers of positions that are shown, as a sequence.
    fn bfile(&self, out: &mut dyn Write) -> Result<Status, Failure> {
        let mut terms = Vec::new();
        let (finished, done) = self.tallies(|_, tally| {
            terms.push(u128::from(tally.values().sum::<u64>()));
            Ok(())
        });
        let status = match done {
            Ok(()) => Status::Answered,
            Err(end) => end.status(&sizes_to(finished))?,
        };
        let play = self.table.play();
        let what = match self.only {
            Some(Only::Value(value)) => match play {
                nimfield::Play::Normal => format!(" of Grundy value {value}"),
                nimfield::Play::Misere => format!(" of misere Grundy number {value}"),
            },
            _ => format!(" that are P-positions in {play} play"),
        };
        let positions = self.table.positions();
        let title = format!(
            "number of positions of {}{what}, by size: the {}",
            positions.game(),
            positions.size_is()
        );
        bfile::write(out, &title, 0, terms)?;
        Ok(status)
    }
}

fn sizes_to(finished: Option<u64>) -> String {
    match finished {
        Some(size) => format!("n = {size}"),
        None => "no size".to_string(),
    }
}

/// Returns a cell as a field of CSV.
fn csv(cell: &TableCell) -> String {
    match cell {
        TableCell::Undecided => String::new(),
        cell => quoted(&cell.text()),
    }
}

fn quoted(text: &str) -> String {
    match text.contains(',') {
        true => format!("\"{text}\""),
        false => text.to_string(),
    }
}
