//! The lines `example` of a rule file, checked by analysis.

use nimfield_core::notation::placed;
use nimfield_core::prelude::*;
use nimfield_rules::{Example, RuleFile};

use crate::analyze::{Analyzer, Query};
use crate::sum::Sum;
use crate::term::Term;
use crate::values;

/// The result of checking an example.
#[derive(Clone, Debug)]
pub struct CheckedExample {
    /// The position with the name of its game.
    pub position: String,
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong; `None` if the example holds.
    pub fault: Option<String>,
}

/// Checks all examples of a rule file, each with its own budget.
///
/// # Errors
/// If the position of an example cannot be read: the message names the file, the line and the column.
pub fn check_examples(
    file: &RuleFile,
    budget: &Budget,
) -> Result<Vec<CheckedExample>, NotationError> {
    let check = |example: &Example| {
        let mut cursor = Cursor::new(&example.position);
        let read = file.position(&mut cursor).and_then(|position| {
            cursor.need_end("an example must be a single position")?;
            Ok(Term::of_rules(position))
        });
        let text = file.text();
        let line = 1 + text[..example.start].matches('\n').count();
        let term = read.map_err(|fault| {
            let own = text[example.start..].find(&example.position);
            let start = example.start + own.unwrap_or(0);
            placed((file.name().trim_start_matches('@'), text), start, fault)
        })?;
        let arena = match term.as_impartial() {
            Some(_) => None,
            // Without an arena the answer lacks a value, which is reported below.
            None => values::arena(budget).ok(),
        };
        let sum = Sum::new(vec![term], arena);
        let position = sum.to_string();
        let play = example.play.unwrap_or(sum.default_play());
        let query = Query {
            play,
            value: example.value.is_some(),
            moves: false,
            ..Query::default()
        };
        let answer = Analyzer::new(query, budget.clone()).analyze(&sum);
        let outcome = answer.outcome.as_ref().map(ToString::to_string);
        let expected = example.outcome.to_string();
        let value = answer.value_text();
        let fault = match (&outcome, &example.value, &value) {
            (None, ..) => Some("the outcome was not found within the budget".to_string()),
            (Some(found), ..) if *found != expected => {
                Some(format!("the outcome is {found}, not {expected}"))
            }
            (_, Some(expected), Some(found)) if !same_value(expected, found) => {
                Some(format!("the value is {found}, not {expected}"))
            }
            (_, Some(_), None) => Some("the value was not found within the budget".to_string()),
            _ => None,
        };
        Ok(CheckedExample {
            position,
            line,
            fault,
        })
    };
    file.examples().iter().map(check).collect()
}

/// Returns whether two values are written alike, apart from blanks and `*1`.
fn same_value(expected: &str, found: &str) -> bool {
    let plain = |text: &str| {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if text == "*1" { "*".to_string() } else { text }
    };
    plain(expected) == plain(found)
}
