//! Tables of the values of all partitions up to a bound.

use std::convert::Infallible;
use std::io::Write;

use nimfield::bfile;
use nimfield::budget::Budget;
use nimfield::engines::partitions::{
    Census, CensusEntry, CensusLevel, Grading, Stop, Which, closure, sparse, state, words,
};
use nimfield::games::partitions::Partition;
use nimfield::words::SCHEMA;
use serde_json::json;

use crate::args::{By, Common, Format, Method, Table};
use crate::budget::budget;
use crate::errors::{Failure, Status, complain};
use crate::table::{MOST_ROWS, to_output};

/// Runs the command for all partitions up to a bound.
pub fn run(common: &Common, wanted: &Table, game: &str, up_to: u32) -> Result<Status, Failure> {
    if !game.trim().eq_ignore_ascii_case("pnim") {
        return Err(Failure::input(format!(
            "all values up to a bound are known for the game pnim, not for {game:?}\nexample: nimfield table pnim --up-to 26 --value 2"
        )));
    }
    if common.play == Some(nimfield::Play::Misere) {
        return Err(Failure::input(
            "all values up to a bound are those of normal play; in misere play single partitions have the same but for 0 and 1, which change places",
        ));
    }
    let options = &wanted.census;
    let which = match (options.value, options.heavy, options.non_heavy) {
        (Some(value), _, _) => Which::Value(value),
        (None, true, _) => Which::Heavy,
        (None, false, true) => Which::Light,
        (None, false, false) => Which::All,
    };
    let format = wanted.format(common)?;
    if !matches!(
        format,
        Format::Text | Format::Csv | Format::Json | Format::Bfile
    ) {
        return Err(Failure::input(
            "tables of all partitions are written as text, csv, json or bfile",
        ));
    }
    if format == Format::Bfile && which == Which::All {
        return Err(Failure::input(
            "a b-file is a sequence of numbers: say of which partitions with --value, --heavy or --non-heavy",
        ));
    }
    let (grading, name) = match options.by {
        By::Size => (Grading::Size, "n"),
        By::Perimeter => (Grading::Perimeter, "L"),
    };
    let budget = budget(common);
    // The lock is held until all is written.
    let (_lock, mut census) = match &options.state {
        None => (None, Census::new(grading)),
        Some(path) => {
            let (lock, census) = state::open(path, grading).map_err(Failure::input)?;
            (Some(lock), census)
        }
    };
    let status = match extend(&mut census, wanted, up_to, &budget) {
        Ok(()) => Status::Answered,
        Err(stop @ (Stop::OutOfRange { .. } | Stop::Save(_))) => return Err(Failure::input(stop)),
        Err(stop) => {
            let stop = format!("the table was {stop}");
            if census.levels.is_empty() {
                return Err(Failure::Undecided(stop));
            }
            complain(&format!(
                "{stop}; it ends at {name} = {}",
                census.levels.len() - 1
            ));
            Status::Undecided
        }
    };
    census.levels.truncate(up_to as usize + 1);
    let report = Report {
        census: &census,
        which,
        name,
        each_pair_once: options.up_to_conjugation,
    };
    let listed = format != Format::Bfile && !wanted.count;
    let rows: u128 = census
        .levels
        .iter()
        .map(|level| u128::from(level.count(which)))
        .sum();
    if listed && rows > MOST_ROWS {
        return Err(Failure::input(format!(
            "the table has {rows} rows, more than {MOST_ROWS}; --count gives their numbers"
        )));
    }
    to_output(wanted.output.as_deref(), |out| {
        match (format, listed, which) {
            (Format::Bfile, ..) => report.bfile(out)?,
            (_, true, _) => report.list(out, format)?,
            (_, false, Which::All) => report.counts_by_value(out, format)?,
            (_, false, _) => report.counts(out, format)?,
        }
        Ok(status)
    })
}

/// Lets an engine go on, and saves what it finishes.
fn extend(census: &mut Census, wanted: &Table, up_to: u32, budget: &Budget) -> Result<(), Stop> {
    let mut save = |census: &Census| match &wanted.census.state {
        None => Ok(()),
        Some(path) => state::write(path, census)
            .map_err(|error| format!("cannot write {}: {error}", path.display())),
    };
    match (wanted.census.by, wanted.census.method) {
        (By::Size, Method::Sparse) => sparse::extend(census, up_to, budget, &mut save),
        (By::Size, Method::Closure) => closure::extend(census, up_to, budget, &mut save),
        (By::Perimeter, _) => words::extend(census, up_to, budget, &mut save),
    }
}

/// What a table shows.
struct Report<'a> {
    census: &'a Census,
    which: Which,
    /// What the levels are called.
    name: &'static str,
    /// Only one of a partition and its conjugate.
    each_pair_once: bool,
}

impl Report<'_> {
    fn levels(&self) -> impl Iterator<Item = (u32, &CensusLevel)> {
        (0..).zip(&self.census.levels)
    }

    /// How many partitions of a level are wanted.
    fn count(&self, grade: u32, level: &CensusLevel) -> u64 {
        if !self.each_pair_once {
            return level.count(self.which);
        }
        let mut count = 0;
        let Ok(()) = self.each(grade, |_, _| {
            count += 1;
            Ok::<_, Infallible>(())
        });
        count
    }

    /// The wanted partitions of a level.
    fn each<E>(
        &self,
        grade: u32,
        mut each: impl FnMut(Partition, CensusEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        self.census.try_for_each(grade, self.which, |entry| {
            let partition = Partition::from_word(entry.word);
            if self.each_pair_once && partition.parts().lt(partition.conjugate().parts()) {
                return Ok(());
            }
            each(partition, entry)
        })
    }

    /// A row for each partition.
    fn list(&self, out: &mut dyn Write, format: Format) -> Result<(), Failure> {
        if format == Format::Csv {
            writeln!(out, "{},position,value", self.name)?;
        }
        for (grade, _) in self.levels() {
            self.each(
                grade,
                |partition, CensusEntry { value, heavy, .. }| match format {
                    Format::Csv => writeln!(out, "{grade},\"pnim[{partition}]\",{value}"),
                    Format::Json => {
                        let row = json!({
                            "schema": SCHEMA,
                            "position": format!("pnim[{partition}]"),
                            self.name: grade,
                            "value": nimfield::Grundy::from(u128::from(value)).to_string(),
                            "heavy": heavy,
                        });
                        writeln!(out, "{row}")
                    }
                    _ => writeln!(out, "{}={grade}  pnim[{partition}]  {value}", self.name),
                },
            )?;
        }
        Ok(())
    }

    /// A number for each level.
    fn counts(&self, out: &mut dyn Write, format: Format) -> Result<(), Failure> {
        if format == Format::Csv {
            writeln!(out, "{},partitions", self.name)?;
        }
        for (grade, level) in self.levels() {
            let count = self.count(grade, level);
            match format {
                Format::Csv => writeln!(out, "{grade},{count}")?,
                Format::Json => {
                    let count = count.to_string();
                    let row = json!({ "schema": SCHEMA, self.name: grade, "partitions": count });
                    writeln!(out, "{row}")?;
                }
                _ => writeln!(out, "{}={grade}  {count}", self.name)?,
            }
        }
        Ok(())
    }

    /// For each level how many partitions have which value.
    fn counts_by_value(&self, out: &mut dyn Write, format: Format) -> Result<(), Failure> {
        if format == Format::Csv {
            writeln!(out, "{},value,partitions", self.name)?;
        }
        for (grade, level) in self.levels() {
            let mut counts = level.counts.clone();
            if self.each_pair_once {
                counts.fill(0);
                let Ok(()) = self.each(grade, |_, entry| {
                    counts[entry.value as usize] += 1;
                    Ok::<_, Infallible>(())
                });
            }
            let some = (0..).zip(&counts).filter(|&(_, &count)| count > 0);
            match format {
                Format::Csv => {
                    for (value, count) in some {
                        let value: u32 = value;
                        writeln!(out, "{grade},{value},{count}")?;
                    }
                }
                Format::Json => {
                    let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
                    let row = json!({ "schema": SCHEMA, self.name: grade, "counts": counts });
                    writeln!(out, "{row}")?;
                }
                _ => {
                    let some: Vec<String> = some
                        .map(|(value, count): (u32, _)| format!("{value}:{count}"))
                        .collect();
                    let all: u64 = counts.iter().sum();
                    writeln!(out, "{}={grade}  {all}  {}", self.name, some.join(" "))?;
                }
            }
        }
        Ok(())
    }

    fn bfile(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let what = match self.which {
            Which::All => String::new(),
            Which::Value(value) => format!(" of Grundy value {value}"),
            Which::Heavy => " that are heavy (Grundy value columns + rows - 1)".to_string(),
            Which::Light => " that are not heavy (Grundy value columns + rows - 1)".to_string(),
        };
        let once = match self.each_pair_once {
            true => ", conjugate ones counted once,",
            false => "",
        };
        let of = match self.census.grading {
            Grading::Size => "of n",
            Grading::Perimeter => "with columns + rows = n",
        };
        let title = format!("number of partitions {of}{once}{what} in PNim");
        let counts = self
            .levels()
            .map(|(grade, level)| self.count(grade, level).into());
        bfile::write(out, &title, 0, counts)?;
        Ok(())
    }
}
