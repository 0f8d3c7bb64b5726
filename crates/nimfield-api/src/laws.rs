//! The statements of the closed forms of a game about the cells of a table.

use std::any::Any;

use nimfield::info::{GameInfo, Law, Said};
use nimfield::template::Template;
use nimfield::{Budget, Outcome, Sum};
use serde::Serialize;

/// What a claim says about the cells of a table, in normal play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableLaw {
    /// The name of the claim.
    pub claim: &'static str,
    /// What the cells hold if it is true; null where the claim says nothing.
    pub cells: Vec<Option<String>>,
}

/// Returns the laws that cover some position of the family, with values or outcomes.
pub(crate) fn about(family: &Template, values: bool, budget: &Budget) -> Vec<TableLaw> {
    // Laws do not cover texts that are not positions, or are not read within the budget.
    let read = |letters: Vec<u64>| family.position(&letters, budget).ok();
    // All members belong to the game of the first one; the others are read only if that game has laws.
    let first = family.values().find_map(read);
    let info = first.as_ref().and_then(single).map(|(info, _)| info);
    let laws = info.map_or(&[][..], |info| info.laws);
    if laws.is_empty() {
        return Vec::new();
    }
    let sums: Vec<Option<Sum>> = family.values().map(read).collect();
    let cells = |law: &Law| {
        let says = |sum: &Sum| (law.says)(single(sum)?.1);
        let cells = sums
            .iter()
            .map(|sum| shown_as(says(sum.as_ref()?)?, values));
        cells.collect::<Vec<_>>()
    };
    let laws = laws.iter().map(|law| TableLaw {
        claim: law.claim,
        cells: cells(law),
    });
    laws.filter(|law| law.cells.iter().any(Option::is_some))
        .collect()
}

/// Returns the game and the position of a sum with a single component.
fn single(sum: &Sum) -> Option<(&'static GameInfo, &dyn Any)> {
    match sum.components() {
        [term] => Some((term.info()?, term.as_any()?)),
        _ => None,
    }
}

/// Returns a statement as a cell that shows the value or the outcome.
fn shown_as(said: Said, value: bool) -> Option<String> {
    match (said, value) {
        (Said::Outcome(outcome), false) => Some(outcome.to_string()),
        (Said::Outcome(Outcome::P), true) => Some("0".to_string()),
        (Said::Outcome(_), true) => None,
        (Said::Value(value), true) => Some(value.to_string()),
        (Said::Value(value), false) => Some(match value.finite() {
            Some(0) => Outcome::P.to_string(),
            _ => Outcome::N.to_string(),
        }),
    }
}
