//! The state of the calculator's reader: its place, its variables, and its errors.

use std::fmt;
use std::ops::Range;

use hashbrown::HashMap;
use text_cursor::Cursor;

use super::value::Value;
use crate::arena::Arena;
use crate::error::Error;
use crate::game::Game;
use crate::print::MAX_NESTING;

pub(super) const STARS: [&str; 4] = ["*", "⋆", "∗", "★"];
pub(super) const MINUS: [&str; 2] = ["-", "−"];
pub(super) const TIMES: [&str; 2] = ["·", "×"];

pub(super) type Result<T> = std::result::Result<T, CalcError>;

/// A value, its place, and the form if it was written as one.
pub(super) struct Item {
    pub(super) value: Value,
    pub(super) form: Option<(Vec<Game>, Vec<Game>)>,
    pub(super) span: Range<usize>,
}

/// Reads and evaluates a program in one pass.
pub(super) struct Parser<'a> {
    pub(super) arena: &'a Arena,
    pub(super) cursor: Cursor<'a>,
    pub(super) nesting: usize,
    pub(super) names: HashMap<&'a str, Game>,
}

/// The inside of braces: a form if there are bars, otherwise a list.
pub(super) enum Braces {
    Form(Vec<Game>, Vec<Game>),
    List(Vec<Game>),
}

impl<'a> Parser<'a> {
    /// Skips blanks, inside brackets also line ends; returns whether there were any.
    pub(super) fn blank(&mut self) -> bool {
        let nested = self.nesting > 0;
        let skip = |c: char| c.is_whitespace() && (c != '\n' || nested);
        !self.cursor.take_while(skip).is_empty()
    }

    pub(super) fn expected(
        &self,
        span: Range<usize>,
        what: &str,
        example: &'static str,
    ) -> CalcError {
        let found = &self.cursor.text()[span.clone()];
        let message = match found.chars().take(21).count() {
            0 => format!("{what}, found the end"),
            1..=20 => format!("{what}, found '{}'", found.escape_debug()),
            _ => what.to_string(),
        };
        CalcError::mistake(span, message, example)
    }

    /// Attaches the range from `start` to here to an error of the arena.
    pub(super) fn check<T>(
        &self,
        start: usize,
        result: std::result::Result<T, Error>,
    ) -> Result<T> {
        result.map_err(|error| CalcError::failure(self.cursor.since(start), error))
    }

    /// Runs `parse` one level deeper.
    pub(super) fn nested<T>(
        &mut self,
        start: usize,
        parse: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            return Err(CalcError::mistake(
                self.cursor.since(start),
                format!("expected brackets and signs nested at most {MAX_NESTING} deep"),
                "{{1|0}|-1}",
            ));
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    pub(super) fn word(&mut self) -> &'a str {
        self.cursor
            .take_while(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    pub(super) fn letter_next(&self) -> bool {
        self.cursor.peek().is_some_and(|c| c.is_ascii_alphabetic())
    }

    pub(super) fn item(&self, start: usize, value: Value) -> Item {
        Item {
            value,
            form: None,
            span: self.cursor.since(start),
        }
    }

    pub(super) fn close(
        &mut self,
        open: usize,
        bracket: &str,
        example: &'static str,
    ) -> Result<()> {
        if self.cursor.eat(bracket) {
            return Ok(());
        }
        let place = self.cursor.text()[..open].chars().count() + 1;
        let what = format!("expected '{bracket}' to close the bracket at character {place}");
        Err(self.expected(self.cursor.next_span(), &what, example))
    }
}

/// Returns whether a word is a run of v's or one v and a count: downs, and not a name.
pub(super) fn is_downs(word: &str) -> bool {
    match word.strip_prefix('v') {
        Some(rest) => rest.bytes().all(|b| b == b'v') || rest.bytes().all(|b| b.is_ascii_digit()),
        None => false,
    }
}

/// Why an expression has no value, and the place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CalcError {
    /// The bytes of the text that are wrong; they begin and end between characters.
    pub range: Range<usize>,
    /// A description of the mistake and of what was expected.
    pub message: String,
    /// A similar correct text.
    pub example: &'static str,
    /// The arena's error that caused this one, such as [`Error::Memory`]; `None` for errors in the text.
    pub cause: Option<Error>,
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.range;
        write!(f, "at byte {start}..{end}: {}", self.message)?;
        if !self.example.is_empty() {
            write!(f, "; for example: {}", self.example)?;
        }
        Ok(())
    }
}

impl std::error::Error for CalcError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause
            .as_ref()
            .map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}

impl CalcError {
    /// Creates the error for a mistake in the text, with a similar correct text.
    pub(super) fn mistake(
        span: Range<usize>,
        message: impl Into<String>,
        example: &'static str,
    ) -> CalcError {
        CalcError {
            range: span,
            message: message.into(),
            example,
            cause: None,
        }
    }

    /// Creates the error for a failed operation of the arena.
    pub(super) fn failure(span: Range<usize>, cause: Error) -> CalcError {
        CalcError {
            range: span,
            message: cause.to_string(),
            example: "",
            cause: Some(cause),
        }
    }
}
