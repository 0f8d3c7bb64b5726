//! The lines of a file, and faults with their places in it.

use super::NotationError;

/// Returns the lines of a text, without their ends, each with the byte at which it begins.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (start, line.trim_end_matches('\r'))
    })
}

/// Moves an error in the line that begins at `start` to its place in the text of the file, and adds the line and
/// column.
#[must_use]
pub fn placed((file, text): (&str, &str), start: usize, fault: NotationError) -> NotationError {
    let span = start + fault.span.start..start + fault.span.end;
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
