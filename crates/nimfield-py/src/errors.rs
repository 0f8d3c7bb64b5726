//! Errors of the library as exceptions; these are classes of Python, in `nimfield/_errors.py`.

use std::ops::Range;

use nimfield::{NotationError, Undecided};
use nimfield_core::files::FileError;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// An instance of an exception of `nimfield._errors` with these arguments.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let module = py.import("nimfield._errors");
    let made = module.and_then(|module| module.getattr(class)?.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The number of characters before a byte of a text.
fn characters(text: &str, byte: usize) -> usize {
    let end = text.floor_char_boundary(byte.min(text.len()));
    text[..end].chars().count()
}

/// `ParseError` at these bytes of a text.
pub fn parse_error(
    py: Python<'_>,
    text: &str,
    span: Range<usize>,
    message: &str,
    help: &str,
    example: &str,
) -> PyErr {
    let (start, end) = (characters(text, span.start), characters(text, span.end));
    exception(py, "ParseError", (message, text, start, end, help, example))
}

/// `ParseError` of a position or a move; `NotDecided` if time or memory ended the reading of a value.
pub fn notation(py: Python<'_>, error: &NotationError) -> PyErr {
    if error.unfinished {
        return not_decided(py, error.to_string());
    }
    let (span, message) = (error.span.clone(), &error.message);
    parse_error(py, &error.text, span, message, &error.help, &error.example)
}

/// `IllegalMove`; the classes in Python add the position.
pub fn illegal_move(py: Python<'_>, reason: String) -> PyErr {
    exception(py, "IllegalMove", (reason,))
}

/// `NotDecided`.
pub fn not_decided(py: Python<'_>, why: String) -> PyErr {
    exception(py, "NotDecided", (why,))
}

/// `NotDecided`, or `OutOfReach` if no budget would be enough.
pub fn undecided(py: Python<'_>, undecided: &Undecided) -> PyErr {
    match undecided {
        Undecided::Unfinished(_) => not_decided(py, undecided.to_string()),
        Undecided::OutOfReach(why) => out_of_reach(py, why.clone()),
    }
}

/// `OutOfReach`: no budget would be enough.
pub fn out_of_reach(py: Python<'_>, why: String) -> PyErr {
    exception(py, "OutOfReach", (why,))
}

/// `FileFault` for a file of Nimfield.
pub fn file(py: Python<'_>, error: &FileError) -> PyErr {
    let path = error.path.display().to_string();
    exception(py, "FileFault", (error.to_string(), path))
}

/// `FalseCertificate`.
pub fn false_certificate(py: Python<'_>, why: String) -> PyErr {
    exception(py, "FalseCertificate", (why,))
}

/// `NimfieldError`, for errors without a class of their own.
pub fn other(py: Python<'_>, why: String) -> PyErr {
    exception(py, "NimfieldError", (why,))
}
