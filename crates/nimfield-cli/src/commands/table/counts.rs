//! Prints counts of positions of families.

use std::io::Write;

use nimfield::tables::{
    CountState, Engine, FamilyError, FamilyQuery, FamilyTable, GrowingBoxes, Shown, TableCount,
};
use nimfield::template::Template;
use nimfield::words::counted;
use nimfield::{Budget, Play};
use nimfield_core::sealed::SealedData;
use nimfield_export::bfile;

use super::args::Args;
use super::messages::{failure, no_sequence, tell_effort};
use crate::errors::{Failure, Status, complain};
use crate::objects::{CountObject, Counts, json};
use crate::options::{Common, Format};
use crate::output::lock;
use crate::saves::{Saves, tell_from_file};

/// Returns the number of members of a family.
///
/// # Errors
/// If the budget runs out before they are counted.
pub fn members(family: &Template, budget: &Budget) -> Result<u128, Failure> {
    /// The number of tuples between two checks of the budget.
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

/// Returns the number of positions in a count and a description, and reports what stopped the count. Skipped members
/// are known only among the examined ones.
fn counted_of(family: &Template, count: &TableCount) -> (u128, String) {
    let (members, empty) = (count.members, count.empty);
    if let Some(unfinished) = count.stopped {
        complain(&FamilyError::Unfinished(unfinished).to_string());
    }
    match (family.is_free(), count.stopped) {
        (false, Some(_)) => (members - empty, format!("the first {}", members - empty)),
        (free, _) => {
            let all = if free { family.count() } else { members };
            (all - empty, (all - empty).to_string())
        }
    }
}

/// Prints the number of P-positions, or of positions with each cell.
pub fn print_count(
    out: &mut dyn Write,
    format: Format,
    (family, play): (&Template, Play),
    shown: Shown,
    count: &TableCount,
) -> Result<Status, Failure> {
    let complete = count.is_complete();
    let (positions, among) = counted_of(family, count);
    if matches!(format, Format::Json | Format::JsonArray) {
        let row = CountObject {
            family: family.text(),
            play: matches!(shown, Shown::Outcomes | Shown::Values).then_some(play),
            positions: positions.to_string(),
            counts: match shown {
                Shown::Outcomes => Counts::PPositions(count.count.to_string()),
                shown => Counts::new(shown, &count.by_cell),
            },
            complete,
        };
        writeln!(out, "{}", json(&row))?;
    } else if shown == Shown::Outcomes {
        let least = if complete { "" } else { "at least " };
        let play = match play {
            Play::Normal => String::new(),
            Play::Misere => format!(", {} play", play.adjective()),
        };
        let found = counted(count.count, "P-position");
        writeln!(out, "{least}{found} among {among}{play}")?;
    } else {
        let mut cells: Vec<(&String, &u128)> = count.by_cell.iter().collect();
        // Numbers in numerical order, then all other texts.
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

/// Counts the P-positions of one box of a growing sequence.
pub fn count_of_box(
    common: &Common,
    boxes: &GrowingBoxes,
    n: u64,
    query: &FamilyQuery,
    budget: &Budget,
) -> Result<u128, Failure> {
    let family = boxes.family(n).map_err(no_sequence)?;
    let whole = FamilyTable::count_p_of_box(&family, query, budget).map_err(failure)?;
    let (engine, count) = match whole {
        Some((engine, _, count)) => (engine, count),
        None => {
            let table = FamilyTable::new(family, query.clone(), budget.clone()).map_err(failure)?;
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
    (asked, play): (Option<Play>, Play),
    terms: Vec<u128>,
) -> Result<Status, Failure> {
    let play = named_play(asked, play);
    let title = format!(
        "Number of P-positions: {template} with {}{play}",
        boxes.ranges().join(" ")
    );
    bfile::write(out, &title, *boxes.sizes().start(), terms)?;
    Ok(Status::Answered)
}

/// Returns the play convention for the title of a b-file, in ASCII; shown only on request, or for misère play.
pub fn named_play(asked: Option<Play>, play: Play) -> String {
    match asked.or((play == Play::Misere).then_some(play)) {
        Some(play) => format!(", {play} play"),
        None => String::new(),
    }
}

/// Returns the error for a state of a family that is computed as a whole.
pub fn state_of_box() -> Failure {
    Failure::input(
        "this count has no state: the family is computed as one box, in which each position needs the smaller ones",
    )
}

/// Returns a unique description of the count.
fn identity(common: &Common, wanted: &Args, table: &FamilyTable) -> String {
    let mut text = format!(
        "{} {}",
        table.family().text().trim(),
        wanted.ranges.join(" ")
    );
    if let Some(condition) = &wanted.condition {
        text.push_str(&format!(" where {condition}"));
    }
    let unproved = if common.allow_unproved {
        ", unproved theory allowed"
    } else {
        ""
    };
    format!("{text} ({} play{unproved})", table.play())
}

/// Counts the P-positions of a family; if a file holds an earlier count, continues from there. Also returns whether the
/// count could not be saved at its end.
pub fn count_p(
    common: &Common,
    wanted: &Args,
    table: &FamilyTable,
) -> Result<(TableCount, bool), Failure> {
    let Some(path) = wanted.partitions.state.as_deref() else {
        return Ok((table.count_p().map_err(failure)?, false));
    };
    if matches!(table.engine(), Engine::Sieve | Engine::GrundyTable) {
        return Err(state_of_box());
    }
    let _lock = lock(path)?;
    let of = identity(common, wanted, table);
    let found = CountState::load(path, common.memory.as_u64()).map_err(Failure::input)?;
    let mut state = found.unwrap_or_else(|| CountState {
        of: of.clone(),
        ..CountState::default()
    });
    if state.of != of {
        return Err(Failure::input(format!(
            "{}: the state is that of {}; expected {of}",
            path.display(),
            state.of
        )));
    }
    let counted = state.p_positions.checked_add(state.empty);
    let fits = counted.is_some_and(|counted| counted <= state.next)
        && u128::from(state.next) <= table.family().count();
    if !fits {
        let path = path.display();
        return Err(Failure::input(format!(
            "{path}: the state counts more positions than there are"
        )));
    }
    if !table.check_count(&state).map_err(failure)? {
        let path = path.display();
        return Err(Failure::input(format!(
            "{path}: the state does not match a new count of some of its positions"
        )));
    }
    if state.next > 0 {
        tell_from_file(common, path);
    }
    let mut saves = Saves::new(Some(path), "state");
    let counted = table.count_p_from(&mut state, &mut |state| {
        saves.now_and_then(|path| state.save(path));
    });
    saves.at_the_end(|path| state.save(path));
    Ok((counted.map_err(failure)?, saves.failed()))
}
