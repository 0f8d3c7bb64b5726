//! Counts of P-positions that are kept in a file.

use nimfield::tables::{CountOfP, CountState, Engine, FamilyTable};

use super::args::Args;
use super::failures::failure;
use crate::errors::Failure;
use crate::options::Common;
use crate::output::lock;
use crate::saves::Saves;

/// Returns the error for a state of a family that is computed as a whole.
pub fn state_of_box() -> Failure {
    Failure::input(
        "this count has no state: the family is computed as one box, in which each position needs those below it",
    )
}

/// Returns what is counted, in one spelling.
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

/// Counts the P-positions of a family; if a file holds an earlier count, continues from there.
pub fn counted(common: &Common, wanted: &Args, table: &FamilyTable) -> Result<CountOfP, Failure> {
    let Some(path) = wanted.partitions.state.as_deref() else {
        return table.count_p().map_err(failure);
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
    let mut saves = Saves::new(Some(path), "state");
    let counted = table.count_p_from(&mut state, &mut |state| {
        saves.now_and_then(|path| state.save(path));
    });
    saves.at_the_end(|path| state.save(path));
    counted.map_err(failure)
}
