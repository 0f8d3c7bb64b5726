//! Numbers of positions of families, printed.

use std::io::Write;

use nimfield::bfile;
use nimfield::tables::{
    CountOfCells, CountOfP, FamilyError, FamilyQuery, FamilyTable, GrowingBoxes, Shown, WholeBox,
};
use nimfield::template::Template;
use nimfield::words::{SchemaVersion, counted};
use nimfield::{Budget, Play};

use super::effort::tell_effort;
use super::failures::{failure, no_sequence};
use crate::errors::{Failure, Status, complain};
use crate::objects::{CountObject, Counts, json};
use crate::options::{Common, Format};

/// Returns how many members a family has.
///
/// # Errors
/// If the budget ends before they are counted.
pub fn members(family: &Template, budget: &Budget) -> Result<u128, Failure> {
    /// Tuples of letters between two looks at the budget.
    const STRIDE: u64 = 1 << 16;
    if family.is_free() {
        return Ok(family.count());
    }
    let mut members = 0;
    for (number, values) in (0u64..).zip(family.values()) {
        if number.is_multiple_of(STRIDE) {
            budget.check(0).map_err(|limit| {
                Failure::Undecided(format!(
                    "the positions were not counted to the end: stopped by {limit} after {number} of {}",
                    family.count()
                ))
            })?;
        }
        members += u128::from(family.allows(&values));
    }
    Ok(members)
}

/// Returns of how many positions a count is, and words for them. What is left out is known of those that were looked at.
fn counted_of(family: &Template, members: u128, empty: u128, stopped: bool) -> (u128, String) {
    match stopped && !family.is_free() {
        true => (members - empty, format!("the first {}", members - empty)),
        false => {
            let all = match family.is_free() {
                true => family.count(),
                false => members,
            };
            (all - empty, (all - empty).to_string())
        }
    }
}

/// Prints the number of P-positions.
pub fn count_p(
    out: &mut dyn Write,
    format: Format,
    (family, play): (&Template, Play),
    count: &CountOfP,
) -> Result<Status, Failure> {
    let (positions, among) =
        counted_of(family, count.members, count.empty, count.stopped.is_some());
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
        let play = match play {
            Play::Normal => String::new(),
            Play::Misere => format!(", {} play", play.adjective()),
        };
        writeln!(
            out,
            "{least}{} among {among}{play}",
            counted(p_positions, "P-position")
        )?;
    }
    Ok(Status::complete(complete))
}

/// Prints the number of positions with each cell.
pub fn count_cells(
    out: &mut dyn Write,
    format: Format,
    (family, play): (&Template, Play),
    shown: Shown,
    count: &CountOfCells,
) -> Result<Status, Failure> {
    let complete = count.is_complete();
    let (positions, among) =
        counted_of(family, count.members, count.empty, count.stopped.is_some());
    if let Some(unfinished) = count.stopped {
        complain(&FamilyError::Unfinished(unfinished).to_string());
    }
    if format == Format::Json {
        let row = CountObject {
            schema: SchemaVersion,
            family: family.text(),
            play: (shown == Shown::Values).then_some(play),
            positions: positions.to_string(),
            counts: Counts::new(shown, &count.by_cell),
            complete,
        };
        writeln!(out, "{}", json(&row))?;
    } else {
        let mut cells: Vec<(&String, &u128)> = count.by_cell.iter().collect();
        // Numbers in their order, and then all other texts.
        cells.sort_by_key(|(cell, _)| {
            let number = cell.parse::<i128>();
            (number.is_err(), number.unwrap_or(0))
        });
        let label = cells.iter().map(|(cell, _)| cell.len()).max();
        let label = label.unwrap_or(0).max(9);
        for (cell, number) in cells {
            writeln!(out, "{cell:<label$}  {number}")?;
        }
        if count.undecided > 0 {
            writeln!(out, "{:<label$}  {}", "?", count.undecided)?;
        }
        writeln!(out, "{:<label$}  {}", "positions", among)?;
    }
    Ok(Status::complete(complete))
}

/// Counts the P-positions of one of growing boxes.
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

/// Returns the play convention of the boxes.
pub fn play_of_boxes(
    boxes: &GrowingBoxes,
    query: &FamilyQuery,
    budget: &Budget,
) -> Result<Play, Failure> {
    let family = boxes.family(*boxes.sizes().end()).map_err(no_sequence)?;
    query.play_of(&family, budget).map_err(failure)
}

/// Prints the numbers of P-positions of growing boxes as a b-file.
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

/// Returns the play in the title of a b-file, which is in ASCII: named on request, and if it is misère play.
pub fn named_play(asked: Option<Play>, play: Play) -> String {
    match asked.or((play == Play::Misere).then_some(play)) {
        Some(play) => format!(", {play} play"),
        None => String::new(),
    }
}
