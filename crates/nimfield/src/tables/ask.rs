//! The only place where tables read positions and call the analyser.

use nimfield_core::prelude::*;
use short_game::{Dyadic, Kind};

use super::cell::{Shown, TableCell};
use super::error::FamilyError;
use super::query::FamilyQuery;
use crate::analyze::{Analyzer, Query};
use crate::answer::{Answer, Figures, Number};
use crate::statement::{FactFinder, Statement};
use crate::sum::Sum;
use crate::template::{NoMember, Template};

/// A message names at most this many characters of a family.
const MOST_SHOWN: usize = 120;

/// Returns the member of a family with these numbers.
pub(super) fn member(
    family: &Template,
    values: &[u64],
    budget: &Budget,
) -> Result<Sum, FamilyError> {
    family
        .position(values, budget)
        .map_err(|error| match error {
            // The invalid text differs from the one that was typed.
            NoMember::Notation(error) if !family.letters().is_empty() => {
                let letters = family.letters().iter().zip(values);
                let letters = letters.map(|(letter, value)| format!("{}={value}", letter.name));
                let letters: Vec<String> = letters.collect();
                let mut text: String = family.text().chars().take(MOST_SHOWN).collect();
                if text.len() < family.text().len() {
                    text.push('…');
                }
                let place = format!("{text} with {}", letters.join(" "));
                FamilyError::Notation(NotationError {
                    message: format!("{place}: {}", error.message),
                    ..error
                })
            }
            other => other.into(),
        })
}

/// Returns the position as the far corner of a box of a ray game, if it is a single position.
pub(super) fn as_ray_box(sum: &Sum) -> Option<(RayGame, Vec<u32>)> {
    match sum.components() {
        [component] => component.as_ray_box(),
        _ => None,
    }
}

/// Finds the cells of rows one by one, using results from earlier rows.
pub(super) enum RowAsker<'t> {
    Cells(Analyzer, Shown),
    Numbers(&'t Statement, FactFinder),
}

impl<'t> RowAsker<'t> {
    /// Prepares to find what the query shows, or the values of a statement.
    pub(super) fn new(asked: &'t FamilyQuery, play: Play, budget: &Budget) -> RowAsker<'t> {
        if let Some(statement) = &asked.statement {
            let facts = FactFinder::new(play, asked.unproved, budget.clone());
            let facts = facts.law(asked.law.clone());
            return RowAsker::Numbers(statement, facts);
        }
        let query = Query {
            play,
            value: asked.shown != Shown::Outcomes,
            moves: false,
            only_outcome: asked.shown == Shown::Outcomes,
            limit: asked.limit,
            unproved: asked.unproved,
            ..Query::default()
        };
        let mut analyzer = Analyzer::new(query, budget.clone());
        analyzer.set_law(asked.law.clone());
        RowAsker::Cells(analyzer, asked.shown)
    }

    /// Finds the cell of a position, and the number of positions examined for it.
    pub(super) fn ask(
        &mut self,
        position: &Sum,
        letters: &[u64],
    ) -> Result<(TableCell, u64), FamilyError> {
        let (cell, positions) = match self {
            RowAsker::Cells(analyzer, shown) => {
                let answer = analyzer.analyze(position);
                let positions = answer.effort.positions;
                let cell = match *shown {
                    Shown::Outcomes => answer.outcome.map(TableCell::Outcome),
                    Shown::Values => value(answer),
                    Shown::Genera => answer
                        .genus
                        .map(|genus| TableCell::Figure(genus.to_string())),
                    shown => figure(answer, shown).map(TableCell::Figure),
                };
                (cell, positions)
            }
            RowAsker::Numbers(statement, facts) => {
                let before = facts.positions();
                let number = facts.value(statement, position, letters)?;
                (number.map(TableCell::Number), facts.positions() - before)
            }
        };
        Ok((cell.unwrap_or(TableCell::Undecided), positions))
    }
}

/// Returns the mean, the temperature, the stops or the kind of the value. Impartial positions equal nimbers.
fn figure(answer: Answer, shown: Shown) -> Option<String> {
    let figures = match answer.figures {
        Some(figures) => figures,
        None => {
            let is_zero = answer.value? == Grundy::ZERO;
            let (temperature, kind) = match is_zero {
                true => (Dyadic::integer(-1), Kind::Number),
                false => (Dyadic::ZERO, Kind::Infinitesimal),
            };
            let zero = Some(Number::Dyadic(Dyadic::ZERO));
            Figures {
                left_stop: zero,
                right_stop: zero,
                mean: zero,
                temperature: Some(Number::Dyadic(temperature)),
                kind: Some(kind),
                ..Figures::default()
            }
        }
    };
    match shown {
        Shown::Means => figures.mean.map(|mean| mean.to_string()),
        Shown::Temperatures => figures.temperature.map(|t| t.to_string()),
        Shown::Stops => Some(format!("{}|{}", figures.left_stop?, figures.right_stop?)),
        Shown::Kinds => figures.kind.map(|kind| kind.to_string()),
        Shown::Outcomes | Shown::Values | Shown::Genera | Shown::Numbers => None,
    }
}

fn value(answer: Answer) -> Option<TableCell> {
    match answer.figures {
        Some(figures) => figures.value_text().map(TableCell::Form),
        // A value without an outcome does not count.
        None if answer.outcome.is_none() => None,
        None if answer.play == Play::Misere => answer
            .misere_value
            .map(|value| TableCell::Value(value.into())),
        None => answer.value.map(TableCell::Value),
    }
}
