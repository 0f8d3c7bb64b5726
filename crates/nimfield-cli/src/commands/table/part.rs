//! Shards of tables: some of the rows or terms, and the table that joins all shards.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use nimbers::Ordinal;
use nimfield::tables::{FamilyTable, GrowingBoxes, Row, Shown, TableCell, TableCount};
use nimfield::{Grundy, Outcome};
use nimfield_core::sampling::{one_of_each_stretch, shuffled};
use nimfield_core::shard::{Shard, ShardJob};

use super::args::Args;
use super::counts;
use super::family::{self, FamilyRequest, TableKind};
use super::messages::{failure, tell_effort, tell_left_out};
use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::options::{Common, Format};
use crate::output;
use crate::shards::{self, Spelling, name};

/// A cell in the file of a shard: its text by its kind.
type Cell = BTreeMap<char, String>;

/// Returns the cell for the file; `None` if it is undecided.
fn kept(cell: &TableCell) -> Option<Cell> {
    let kind = match cell {
        TableCell::Outcome(_) => 'O',
        TableCell::Value(_) => 'V',
        TableCell::Form(_) => 'F',
        TableCell::Figure(_) => 'T',
        TableCell::Number(_) => 'I',
        TableCell::Undecided => return None,
    };
    Some(Cell::from([(kind, cell.text())]))
}

/// Returns the cell of a file; `None` if no shard writes such a cell, which the caller reports.
fn read(cell: Cell) -> Option<TableCell> {
    let [(kind, text)] = <[_; 1]>::try_from(Vec::from_iter(cell)).ok()?;
    let outcomes = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
    let outcome = |text: &str| outcomes.into_iter().find(|of| of.to_string() == text);
    Some(match kind {
        'O' => TableCell::Outcome(outcome(&text)?),
        // The caller reports a malformed text, with its place.
        'V' => TableCell::Value(Grundy::from(text.parse::<Ordinal>().ok()?)),
        'F' => TableCell::Form(text),
        'T' => TableCell::Figure(text),
        'I' => TableCell::Number(text.parse().ok()?),
        _ => return None,
    })
}

/// Returns the format of the joined table.
fn format(common: &Common, wanted: &Args) -> Format {
    match common.json {
        true => Format::Json,
        false => wanted.format.unwrap_or(Format::Text),
    }
}

/// Computes a part of a table.
pub fn run(
    common: &Common,
    wanted: &Args,
    template: &str,
    part: (Shard, &Path),
) -> Result<Status, Failure> {
    if wanted.partitions.up_to.is_some() {
        return Err(Failure::input(
            "a table of all partitions up to a bound has no shards: each size needs the smaller ones; --state \
             continues where a run ended\nfamilies have shards: nimfield table 'pnim[c b a]' a=1..30 b=a..30 c=b..30 \
             --shard 2/8 -o part2.shard",
        ));
    }
    let format = format(common, wanted);
    let FamilyRequest { kind, query } = FamilyRequest::by(common, wanted, template, format)?;
    let (shard, _) = part;
    let job = job(common, wanted, template);
    let budget = budget(common);
    match kind {
        TableKind::Counts(boxes) => shards::run(common, job, part, || {
            let (first, terms) = sizes(&boxes);
            let mine = (0..shard.share(terms)).map(|i| first + shard.nth(i));
            mine.map(|n| {
                let count = counts::count_of_box(common, &boxes, n, &query, &budget)?;
                Ok(count.to_string())
            })
            .collect::<Result<Vec<String>, Failure>>()
        }),
        TableKind::Table(family) => {
            if FamilyTable::is_one_box(&family, &query, &budget).map_err(failure)? {
                return Err(Failure::input(format!(
                    "this table has no shards: {} is computed as one box, in which each position needs the smaller \
                     ones, so a part costs as much as the whole",
                    family.text()
                )));
            }
            let table = move || FamilyTable::new(family, query, budget).map_err(failure);
            match wanted.count {
                false => shards::run(common, job, part, || rows(common, &table()?, shard)),
                true => shards::run(common, job, part, || counts(common, &table()?, shard)),
            }
        }
    }
}

/// Prints the combined result of the finished shards of a table.
pub fn merged(
    common: &Common,
    wanted: &Args,
    template: &str,
    found: &[String],
    file: Option<&Path>,
) -> Result<Status, Failure> {
    let format = output::writable(format(common, wanted), file)?;
    let FamilyRequest { kind, query } = FamilyRequest::by(common, wanted, template, format)?;
    let family = match kind {
        TableKind::Table(family) => family,
        TableKind::Counts(boxes) => {
            let (first, count) = sizes(&boxes);
            let terms: Vec<String> = shards::all(found, count)?;
            let terms = terms.iter().map(|term| number(term));
            let terms: Vec<u128> = terms.collect::<Result<_, _>>()?;
            // A term costs as much as it cost its shard.
            for at in sample(count, 2) {
                let n = first + at;
                match counts::count_of_box(common, &boxes, n, &query, &budget(common)) {
                    Ok(again) if again != terms[at as usize] => return Err(shards::no_shards()),
                    Ok(_) | Err(Failure::Undecided(_)) => {}
                    Err(failure) => return Err(failure),
                }
            }
            let play = counts::play_of_boxes(&boxes, &query, &budget(common))?;
            return output::to(file, |out| {
                counts::counts_of_boxes(out, template, &boxes, (query.play, play), terms)
            });
        }
    };
    if !wanted.count {
        let rows =
            u64::try_from(counts::members(&family, &budget(common))?).map_err(Failure::input)?;
        let cells: Vec<Cell> = shards::all(found, rows)?;
        let cells: Option<Vec<TableCell>> = cells.into_iter().map(read).collect();
        let cells = cells.ok_or_else(shards::no_shards)?;
        let again = FamilyTable::new(family.clone(), query.clone(), budget(common));
        let again = again.map_err(failure)?;
        for at in sample(rows, 8) {
            for row in again.rows_of(Shard::owner(at, rows)) {
                let cell = row.map_err(failure)?.cell;
                if cell != TableCell::Undecided && cell != cells[at as usize] {
                    return Err(shards::no_shards());
                }
            }
        }
        return family::print(common, wanted, format, file, || {
            FamilyTable::given(family, query, cells, budget(common)).map_err(failure)
        });
    }
    let parts: Vec<Counts> = shards::each(found)?;
    let brief = budget(common).briefly(shards::MOMENT);
    for (shard, part) in shuffled(Shard::all(parts.len() as u64).zip(&parts)) {
        let again = FamilyTable::new(family.clone(), query.clone(), brief.clone());
        match counts(common, &again.map_err(failure)?, shard) {
            Ok(again) if again != *part => return Err(shards::no_shards()),
            Ok(_) => {}
            Err(Failure::Undecided(_)) => break,
            Err(failure) => return Err(failure),
        }
    }
    let mut by_cell: BTreeMap<String, u128> = BTreeMap::new();
    for (cell, count) in parts.into_iter().flatten() {
        let all = by_cell.entry(cell).or_default();
        *all = all.saturating_add(number(&count)?);
    }
    let members = counts::members(&family, &budget(common))?;
    let play = query.play_of(&family, &budget(common)).map_err(failure)?;
    let counted = by_cell.values().copied().fold(0, u128::saturating_add);
    // Tables of outcomes count only the P-positions.
    let all_are_counted = query.shown != Shown::Outcomes;
    if counted > members || (all_are_counted && counted < members) {
        return Err(shards::no_shards());
    }
    let empty = by_cell.remove("").unwrap_or(0);
    let count = TableCount {
        count: by_cell.get(P).copied().unwrap_or(0),
        by_cell,
        members,
        empty,
        ..TableCount::default()
    };
    tell_left_out(common, count.empty);
    output::to(file, |out| {
        counts::print_count(out, format, (&family, play), query.shown, &count)
    })
}

/// Returns the job in a unique spelling.
fn job(common: &Common, wanted: &Args, template: &str) -> ShardJob {
    Spelling::of("table", common)
        .option("show", Some(&wanted.shows()))
        .option("format", wanted.format.as_ref().map(name))
        .option("limit", Some(wanted.limit))
        .option("where", wanted.condition.as_ref())
        .flag("only-p", wanted.only_p)
        .flag("count", wanted.count)
        .rest(
            [template]
                .into_iter()
                .chain(wanted.ranges.iter().map(String::as_str)),
        )
}

/// Returns the first size, and the number of sizes.
fn sizes(boxes: &GrowingBoxes) -> (u64, u64) {
    let sizes = boxes.sizes();
    let terms = match sizes.is_empty() {
        true => 0,
        false => (sizes.end() - sizes.start()).saturating_add(1),
    };
    (*sizes.start(), terms)
}

/// Returns at least this many random numbers below a bound, if there are as many, and more as far as a moment allows. The
/// caller recomputes the rows with these numbers, since a seal does not show who wrote a file.
fn sample(bound: u64, least: usize) -> impl Iterator<Item = u64> {
    /// The most numbers.
    const MOST: usize = 1 << 12;
    let end = Instant::now() + shards::MOMENT;
    // On machines of 32 bits no memory holds more rows.
    let bound = usize::try_from(bound).unwrap_or(usize::MAX);
    let numbers = shuffled(one_of_each_stretch(0..bound, MOST)).into_iter();
    let numbers = numbers.enumerate();
    let numbers = numbers.take_while(move |&(done, _)| done < least || Instant::now() < end);
    numbers.map(|(_, number)| number as u64)
}

/// Computes the cells of a shard.
fn rows(common: &Common, table: &FamilyTable, shard: Shard) -> Result<Vec<Cell>, Failure> {
    let mut cells = Vec::new();
    each(common, table, shard, |_, cell| cells.push(cell))?;
    Ok(cells)
}

/// The number of rows by cell; numbers of 128 bits as digits.
type Counts = BTreeMap<String, String>;

/// The key for the count of P-positions.
const P: &str = "P";

fn counts(common: &Common, table: &FamilyTable, shard: Shard) -> Result<Counts, Failure> {
    let only_p = table.shown() == Shown::Outcomes;
    let mut counts: BTreeMap<String, u128> = BTreeMap::new();
    each(common, table, shard, |cell, _| {
        let key = match (only_p, cell.is_p()) {
            _ if cell.is_empty() => String::new(),
            (false, _) => cell.text(),
            (true, true) => P.to_string(),
            (true, false) => return,
        };
        *counts.entry(key).or_default() += 1;
    })?;
    let counts = counts.into_iter();
    Ok(counts
        .map(|(cell, count)| (cell, count.to_string()))
        .collect())
}

/// Calls `each` for all rows of a shard, all of which must be decided.
fn each(
    common: &Common,
    table: &FamilyTable,
    shard: Shard,
    mut row: impl FnMut(&TableCell, Cell),
) -> Result<(), Failure> {
    let mut rows = table.rows_of(shard);
    for next in &mut rows {
        let Row { values, cell } = next.map_err(failure)?;
        let Some(kept) = kept(&cell) else {
            let position = table.position(&values).map_err(failure)?;
            return Err(Failure::Undecided(format!("{position} is not decided")));
        };
        row(&cell, kept);
    }
    tell_effort(common, table.engine(), rows.effort());
    Ok(())
}

fn number(digits: &str) -> Result<u128, Failure> {
    digits.parse().map_err(|_| shards::no_shards())
}
