//! The lines of a rule file, and faults with their places.

use std::ops::Range;

use nimfield_core::notation::NotationError;

/// The lines of a text with the byte at which each begins.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line.trim_end_matches('\r'))
    })
}

/// Moves a fault in a line to its place in the file, and says which line it is.
pub(crate) fn placed(
    (file, text): (&str, &str),
    start: usize,
    fault: NotationError,
) -> NotationError {
    let span: Range<usize> = start + fault.span.start..start + fault.span.end;
    let before = &text[..span.start.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    NotationError {
        text: text.to_string(),
        message: format!("{file}, line {line}, column {column}: {}", fault.message),
        span,
        ..fault
    }
}
