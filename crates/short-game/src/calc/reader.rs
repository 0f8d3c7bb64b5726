//! The reader of the calculator: where it is, what it can name, and what it says of mistakes.

use hashbrown::HashMap;

use super::cursor::{Cursor, Place, Span};
use super::error::CalcError;
use super::value::Value;
use crate::arena::Arena;
use crate::error::Error;
use crate::game::Game;
use crate::print::MAX_NESTING;

pub(super) const STARS: [&str; 4] = ["*", "⋆", "∗", "★"];
pub(super) const MINUS: [&str; 2] = ["-", "−"];
pub(super) const TIMES: [&str; 2] = ["·", "×"];

pub(super) type Result<T> = std::result::Result<T, CalcError>;

/// A value, where it stands, and the form if it was written as one.
pub(super) struct Item {
    pub(super) value: Value,
    pub(super) form: Option<(Vec<Game>, Vec<Game>)>,
    pub(super) span: Span,
}

/// Reads and evaluates a program in one pass.
pub(super) struct Parser<'a> {
    pub(super) arena: &'a Arena,
    pub(super) cursor: Cursor<'a>,
    pub(super) nesting: usize,
    pub(super) names: HashMap<&'a str, Game>,
}

/// The inside of braces: with bars a form, without a list.
pub(super) enum Braces {
    Form(Vec<Game>, Vec<Game>),
    List(Vec<Game>),
}

impl<'a> Parser<'a> {
    /// Skips blanks, inside brackets line ends too; returns whether there were any.
    pub(super) fn blank(&mut self) -> bool {
        let nested = self.nesting > 0;
        let skip = |c: char| c.is_whitespace() && (c != '\n' || nested);
        !self.cursor.take_while(skip).is_empty()
    }

    pub(super) fn expected(&self, span: Span, what: &str, example: &'static str) -> CalcError {
        let found = self.cursor.text_of(span);
        let message = match found.chars().take(21).count() {
            0 => format!("{what}, found the end"),
            1..=20 => format!("{what}, found '{}'", found.escape_debug()),
            _ => what.to_string(),
        };
        CalcError::mistake(span, message, example)
    }

    /// Places an error of the arena at what stands between `start` and here.
    pub(super) fn check<T>(
        &self,
        start: Place,
        result: std::result::Result<T, Error>,
    ) -> Result<T> {
        result.map_err(|error| CalcError::failure(self.cursor.since(start), error))
    }

    /// Runs `parse` one level deeper.
    pub(super) fn nested<T>(
        &mut self,
        start: Place,
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
        self.cursor.next().is_some_and(|c| c.is_ascii_alphabetic())
    }

    pub(super) fn item(&self, start: Place, value: Value) -> Item {
        Item {
            value,
            form: None,
            span: self.cursor.since(start),
        }
    }

    pub(super) fn close(
        &mut self,
        open: Place,
        bracket: &str,
        example: &'static str,
    ) -> Result<()> {
        if self.cursor.eat(bracket) {
            return Ok(());
        }
        let what = format!(
            "expected '{bracket}' for the bracket at byte {}",
            open.byte()
        );
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
