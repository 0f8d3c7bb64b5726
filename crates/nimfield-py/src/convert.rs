//! Answers of the library as objects of Python.

use nimfield::Budget;
use nimfield_export::png;
use nimfield_export::svg::Drawing;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde::Serialize;

/// An answer as dictionaries, lists, texts and numbers, with the fields of its JSON form.
pub fn to_python<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, answer)?)
}

/// A drawing as the text of an SVG file, or, with a number of pixels for each unit, as the bytes of a PNG file.
///
/// # Errors
/// If the picture has too many pixels.
pub fn drawn<'py>(
    py: Python<'py>,
    drawing: &Drawing,
    scale: Option<f32>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(scale) = scale else {
        return Ok(PyString::new(py, &drawing.to_svg()).into_any());
    };
    let bytes = py.detach(|| png::render(drawing, scale, &Budget::unlimited()));
    Ok(PyBytes::new(py, &bytes.map_err(refused)?).into_any())
}

/// The exception for an error of the library about an argument.
pub fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
