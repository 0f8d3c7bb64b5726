//! Entries of a template that are expressions, and the numbers that they stand for.

use std::ops::Range;

use nimfield_core::expression::Expression;
use nimfield_core::info::Setup;
use nimfield_core::notation::{CLOSING, NotationError};

use crate::registry::Games;

/// How a number depends on the letters.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// `coefficient * letter + constant`.
    Linear {
        letter: usize,
        coefficient: u128,
        constant: i128,
    },
    /// Anything else.
    Computed(Expression),
}

impl Number {
    pub(super) fn mentions(&self, letter: usize) -> bool {
        match self {
            Number::Linear { letter: own, .. } => *own == letter,
            Number::Computed(expression) => expression.mentions(letter),
        }
    }

    /// Returns the number, unless it is not one from 0 to 2^128-1.
    pub(super) fn of(&self, values: &[u64]) -> Option<u128> {
        match self {
            Number::Linear {
                letter,
                coefficient,
                constant,
            } => {
                let product = coefficient.checked_mul(values[*letter].into())?;
                product.checked_add_signed(*constant)
            }
            Number::Computed(expression) => {
                let values: Vec<i128> = values.iter().map(|&value| value.into()).collect();
                // A negative number is reported by those who ask.
                u128::try_from(expression.value(&values)).ok()
            }
        }
    }
}

/// A text between separators that may be an expression.
pub(super) struct Entry {
    pub(super) span: Range<usize>,
}

/// Returns what positions of the game look like whose name, or name with options, ends this text.
pub(super) fn setup_of_last_name(text: &str, games: &Games) -> Option<Setup> {
    let text = text.trim_end();
    let options = text.strip_suffix(')').and_then(|text| text.rfind('('));
    let text = options.map_or(text, |at| text[..at].trim_end());
    let name = text
        .rfind(|c: char| !(c.is_alphanumeric() || c == '-'))
        .map_or(text, |at| &text[at..]);
    let name = name.trim_start_matches(|c: char| !c.is_alphabetic());
    games.find(name).map(|game| game.info.setup)
}

impl Entry {
    /// Returns the entry that begins here in a position of this shape, if more stands there than a letter with a
    /// coefficient and a constant.
    pub(super) fn at(
        text: &str,
        start: usize,
        setup: Option<Setup>,
        letters: &[char],
    ) -> Option<Entry> {
        let before = text[..start].chars().next_back()?;
        if !(before.is_whitespace() || "[⟦⟨,;(".contains(before)) {
            return None;
        }
        let rest = &text[start..];
        let points = matches!(setup, Some(Setup::Points { .. }));
        let partitions = matches!(setup, Some(Setup::Partition { .. }));
        if rest.starts_with('(') && points {
            return None;
        }
        let mut depth = 0;
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => end = at,
                ')' => depth -= 1,
                _ if depth > 0 && !CLOSING.contains(&&rest[at..at + c.len_utf8()]) => {}
                _ if c.is_alphanumeric() || "+-*".contains(c) => {}
                '^' if !partitions => {}
                // A fraction stands in parentheses or after them: a slash alone ends a row of a board.
                '/' if rest[..at].ends_with(')') => {}
                _ => end = at,
            }
            if end <= at {
                break;
            }
        }
        let entry = &rest[..end];
        let letter = |c: char| letters.contains(&c);
        let operators = entry.char_indices().any(|(at, c)| {
            let last = entry[at + c.len_utf8()..]
                .chars()
                .all(|c| c.is_ascii_digit());
            match c {
                '(' | '*' | '^' | '/' => true,
                // A constant at the end belongs to a linear term.
                '+' | '-' => at > 0 && !last,
                _ => false,
            }
        });
        (operators && entry.chars().any(letter)).then(|| Entry {
            span: start..start + end,
        })
    }

    /// Reads the entry; `None` if it is not an expression of the letters, and so stays as it is.
    pub(super) fn read(
        &self,
        text: &str,
        letters: &[char],
    ) -> Result<Option<Number>, NotationError> {
        let names: Vec<String> = letters.iter().map(char::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let entry = &text[self.span.clone()];
        match Expression::read(entry, &names) {
            Ok(expression) => Ok(Some(Number::Computed(expression))),
            // What begins with a call or a parenthesis can be nothing else.
            Err(fault) if entry.starts_with('(') => {
                let span = self.span.start + fault.span.start..self.span.start + fault.span.end;
                Err(NotationError {
                    text: text.to_string(),
                    span,
                    ..fault
                })
            }
            Err(_) => Ok(None),
        }
    }
}
