//! Drawings as pictures of pixels.

use nimfield::Budget;
use nimfield_export::png;
use nimfield_export::svg::Drawing;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The drawing as a PNG file, `scale` pixels to a unit.
///
/// # Errors
/// If the picture has more pixels than a picture may have.
pub fn png<'py>(py: Python<'py>, drawing: &Drawing, scale: f32) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| png::render(drawing, scale, &Budget::unlimited()));
    let bytes = bytes.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}
