//! Counts of P-positions that are kept in a file.

use std::time::Instant;

use nimfield::tables::{CountOfP, CountState, Engine, FamilyTable};

use super::args::Args;
use super::failures::failure;
use crate::commands::hunt::SAVE_EVERY;
use crate::errors::{Failure, complain};
use crate::options::Common;
use crate::output::lock;

/// Refuses a state of a family that is computed as a whole.
pub fn refuse_state_of_box(wanted: &Args) -> Result<(), Failure> {
    match wanted.partitions.state {
        None => Ok(()),
        Some(_) => Err(Failure::input(
            "this count has no state: the family is computed as one box, in which each position needs those below it",
        )),
    }
}

/// What is counted, in one spelling.
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

/// Counts the P-positions of a family; where a file keeps the count, from where that says.
pub fn counted(common: &Common, wanted: &Args, table: &FamilyTable) -> Result<CountOfP, Failure> {
    let Some(path) = wanted.partitions.state.as_deref() else {
        return table.count_p().map_err(failure);
    };
    if matches!(table.engine(), Engine::Sieve | Engine::GrundyTable) {
        return refuse_state_of_box(wanted).map(|()| CountOfP::default());
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
    let save = |state: &CountState| {
        if let Err(error) = state.save(path) {
            complain(&format!(
                "the state cannot be saved: {}: {error}",
                path.display()
            ));
        }
    };
    let mut saved = Instant::now();
    let counted = table.count_p_from(&mut state, &mut |state| {
        if saved.elapsed() >= SAVE_EVERY {
            saved = Instant::now();
            save(state);
        }
    });
    save(&state);
    counted.map_err(failure)
}
