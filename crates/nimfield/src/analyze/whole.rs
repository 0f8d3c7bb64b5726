//! Searches a sum as one position, using only the rules.

use nimfield_core::prelude::*;
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::search::{Knowledge, Search};

use super::case::{Case, small};
use crate::sum::Sum;

/// Returns the whole position as one component, move for move; `None` if no search can reach it.
pub(crate) fn whole_sum(position: &Sum) -> Option<DisjunctiveSum<AnyComponent>> {
    let case = Case::new(position);
    // `None`, as documented, if no search can reach it.
    Some(DisjunctiveSum::exactly(small(&case.parts).ok()?))
}

/// Returns whether an impartial position is a P-position, by a search that uses no theorem; `None` if no search
/// can reach it, or it is partizan.
///
/// # Errors
/// If the budget does not suffice.
///
/// ```
/// use nimfield::{Budget, Play, is_p_by_rules, read};
///
/// let sum = read("wythoff[3,5]")?;
/// assert_eq!(is_p_by_rules(&sum, Play::Normal, &Budget::unlimited()), Ok(Some(true)));
/// # Ok::<(), nimfield::NotationError>(())
/// ```
pub fn is_p_by_rules(sum: &Sum, play: Play, budget: &Budget) -> Result<Option<bool>, Unfinished> {
    match sum.is_impartial().then(|| whole_sum(sum)).flatten() {
        Some(whole) => {
            let search = Search::new(play, Knowledge::RulesOnly);
            search.has_value(&whole, 0, budget).map(Some)
        }
        None => Ok(None),
    }
}

/// Returns a key of an impartial position: two positions with the same key have the same game tree, up to
/// repeated options. `None` if no search can reach it, or it is partizan.
#[must_use]
pub fn symmetry_key(sum: &Sum) -> Option<Vec<u8>> {
    let whole = sum.is_impartial().then(|| whole_sum(sum)).flatten()?;
    let mut key = Vec::new();
    whole.key(&mut key);
    Some(key)
}
