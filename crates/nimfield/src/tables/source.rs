//! What finds the cells of a table of a family.

use nimfield_core::budget::Budget;
use nimfield_core::words::Play;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;

use super::cell::{Shown, TableCell};
use super::error::FamilyError;
use super::linear::LinearFamily;
use super::plan::Last;
use crate::statement::Statement;
use crate::template::Template;

/// Where the cells come from.
#[derive(Debug)]
pub(super) enum Source {
    Outcomes(OutcomeTable),
    Values(GrundyTable),
    Linear(LinearFamily),
    Analysis,
    /// Each is the value of a statement.
    Statement(Statement),
    /// They were computed elsewhere.
    Given(Vec<TableCell>),
}

/// Picks how to find the rows of a family that is not a box.
pub(super) fn source_of_rows(
    family: &Template,
    shown: Shown,
    last: (&Last, Play),
    budget: &Budget,
) -> Result<Source, FamilyError> {
    // The tables of a page have too few rows to be worth the code.
    if cfg!(target_family = "wasm") || !matches!(shown, Shown::Outcomes | Shown::Values) {
        return Ok(Source::Analysis);
    }
    let linear = LinearFamily::of(family, last, shown, budget).map_err(FamilyError::Unfinished)?;
    Ok(linear.map_or(Source::Analysis, Source::Linear))
}
