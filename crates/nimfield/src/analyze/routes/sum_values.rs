//! The values of sums from the nimbers and canonical forms of their components.

use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_engines::partizan::{NoValue, Values};
use short_game::{Arena, Game};

use super::cancelled::without_negatives;
use crate::analyze::analyzer::Analyzer;
use crate::analyze::case::Case;
use crate::sum::Sum;
use crate::term::Term;
use crate::values;

/// Returns the canonical form of a sum in normal play, with its arena: that of the sum, if the sum has one.
///
/// # Errors
/// If a limit of the analyser's budget is reached, or no budget would be enough.
pub fn canonical_form(analyzer: &mut Analyzer, sum: &Sum) -> Result<(Arc<Arena>, Game), NoValue> {
    let arena = match sum.arena() {
        Some(arena) => arena.clone(),
        None => values::arena(analyzer.budget())?,
    };
    let form = value_of_sum(analyzer, sum, &mut Values::new(arena.clone()))?;
    Ok((arena, form))
}

/// Returns the nimber that an impartial component equals; with `quiet`, the trail does not record it.
pub(super) fn nimber_of(
    analyzer: &mut Analyzer,
    sum: &Sum,
    component: usize,
    quiet: bool,
) -> Result<Grundy, NoValue> {
    let alone = Sum::new(vec![sum.components()[component].clone()], None);
    let case = match quiet {
        true => Case::follower(&alone),
        false => Case::component(&alone),
    };
    match analyzer.value_in(&case) {
        Ok(found) => Ok(found.value),
        Err(Undecided::Unfinished(unfinished)) => Err(NoValue::Limit(unfinished.limit)),
        Err(undecided) => Err(NoValue::TooLarge(undecided.to_string())),
    }
}

/// Returns the canonical form of the components that are not impartial.
pub(super) fn value_of_rest(
    analyzer: &mut Analyzer,
    sum: &Sum,
    values: &mut Values,
) -> Result<Game, NoValue> {
    let rest = sum
        .components()
        .iter()
        .filter(|term| term.as_impartial().is_none());
    let rest = Sum::new(rest.cloned().collect(), sum.arena().cloned());
    value_of_sum(analyzer, &rest, values)
}

/// Returns the canonical form of a sum.
pub(super) fn value_of_sum(
    analyzer: &mut Analyzer,
    sum: &Sum,
    values: &mut Values,
) -> Result<Game, NoValue> {
    let mut total = Game::ZERO;
    let left = without_negatives(sum);
    for (component, term) in left.components().iter().enumerate() {
        let part = match term {
            Term::Value(value) => value.game,
            Term::Partizan(position) => position.value(values, analyzer.budget())?,
            Term::Impartial(_) => {
                let nimber = nimber_of(analyzer, &left, component, false)?;
                let size = nimber.finite().and_then(|size| u32::try_from(size).ok());
                let size = size.ok_or_else(|| {
                    let most = u32::MAX;
                    let text =
                        format!("{term} has the value {nimber}; canonical forms reach *{most}");
                    NoValue::TooLarge(text)
                })?;
                values.arena().nimber(size)?
            }
        };
        total = values.arena().add(total, part)?;
    }
    Ok(total)
}
