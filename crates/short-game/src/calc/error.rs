//! Why expressions have no value.

use std::fmt;
use std::ops::Range;

use super::cursor::Span;
use crate::error::Error;

/// Why an expression has no value, and where in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CalcError {
    /// The bytes of the text that are at fault; they begin and end between characters.
    pub range: Range<usize>,
    /// What is wrong and what was expected.
    pub message: String,
    /// Something similar that is right.
    pub example: &'static str,
    /// The arena's error behind this one, such as [`Error::Memory`]; `None` for mistakes in the
    /// text.
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
    /// Creates the error for a mistake in the text, with something similar that is right.
    pub(super) fn mistake(
        span: Span,
        message: impl Into<String>,
        example: &'static str,
    ) -> CalcError {
        CalcError {
            range: span.range(),
            message: message.into(),
            example,
            cause: None,
        }
    }

    /// Creates the error that says what the arena could not do.
    pub(super) fn failure(span: Span, cause: Error) -> CalcError {
        CalcError {
            range: span.range(),
            message: cause.to_string(),
            example: "",
            cause: Some(cause),
        }
    }
}
