//! Errors of the library as exceptions; these are classes of Python, in `nimfield/_errors.py`.

use nimfield::{NotationError, Undecided};
use nimfield_core::files::FileError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An instance of an exception of `nimfield._errors` with these arguments.
fn exception<'py>(
    py: Python<'py>,
    class: &str,
    message: String,
    fields: &[(&str, Bound<'py, PyAny>)],
) -> PyErr {
    let made = || {
        let module = py.import("nimfield._errors")?;
        let named = PyDict::new(py);
        for (name, value) in fields {
            named.set_item(*name, value)?;
        }
        module.getattr(class)?.call((message,), Some(&named))
    };
    match made() {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => error,
    }
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
    span: std::ops::Range<usize>,
    message: &str,
    help: &str,
    example: &str,
) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let fields = [
            ("text", text.into_pyobject(py)?.into_any()),
            (
                "position",
                characters(text, span.start).into_pyobject(py)?.into_any(),
            ),
            (
                "end",
                characters(text, span.end).into_pyobject(py)?.into_any(),
            ),
            ("help", help.into_pyobject(py)?.into_any()),
            ("example", example.into_pyobject(py)?.into_any()),
        ];
        Ok(exception(py, "ParseError", message.to_string(), &fields))
    };
    made().unwrap_or_else(|error| error)
}

/// `ParseError` of a position or a move; `NotDecided` where time or memory ended the reading of a value.
pub fn notation(py: Python<'_>, error: &NotationError) -> PyErr {
    if error.unfinished {
        return not_decided(py, error.to_string(), None);
    }
    parse_error(
        py,
        &error.text,
        error.span.clone(),
        &error.message,
        &error.help,
        &error.example,
    )
}

/// `IllegalMove`: why, and the position as it was.
pub fn illegal_move(py: Python<'_>, reason: String, position: Bound<'_, PyAny>) -> PyErr {
    exception(py, "IllegalMove", reason, &[("position", position)])
}

/// `NotDecided`, with what is known all the same.
pub fn not_decided(py: Python<'_>, why: String, known: Option<Bound<'_, PyAny>>) -> PyErr {
    let fields = known.map(|known| ("known", known));
    exception(py, "NotDecided", why, fields.as_slice())
}

/// `NotDecided`, or `NotAvailable` where no budget would do.
pub fn undecided(py: Python<'_>, undecided: &Undecided) -> PyErr {
    match undecided {
        Undecided::Unfinished(_) => not_decided(py, undecided.to_string(), None),
        Undecided::OutOfReach(why) => out_of_reach(py, why.clone()),
    }
}

/// `OutOfReach`: no budget would do.
pub fn out_of_reach(py: Python<'_>, why: String) -> PyErr {
    exception(py, "OutOfReach", why, &[])
}

/// `FileFault` of a file of Nimfield's.
pub fn file(py: Python<'_>, error: &FileError) -> PyErr {
    let path = error.path.display().to_string();
    match path.into_pyobject(py) {
        Ok(path) => exception(
            py,
            "FileFault",
            error.to_string(),
            &[("path", path.into_any())],
        ),
        Err(error) => error.into(),
    }
}

/// `FalseCertificate`.
pub fn false_certificate(py: Python<'_>, why: String) -> PyErr {
    exception(py, "FalseCertificate", why, &[])
}

/// `NimfieldError`, for what has no class of its own.
pub fn other(py: Python<'_>, why: String) -> PyErr {
    exception(py, "NimfieldError", why, &[])
}
