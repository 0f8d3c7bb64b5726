//! Positions as pictures.

use nimfield::Term;
use nimfield::diagram::Diagram;
use nimfield_export::{latex, picture};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::PyPosition;
use crate::drawings;

impl PyPosition {
    fn diagrams(&self) -> Vec<Diagram> {
        self.sum.components().iter().map(Term::diagram).collect()
    }

    fn drawing(&self) -> PyResult<nimfield_export::svg::Drawing> {
        let drawing = picture::draw(&self.diagrams(), &self.text);
        drawing.map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl PyPosition {
    /// The position as a picture of several lines of text.
    fn draw(&self) -> String {
        self.sum.draw()
    }

    /// The position as a drawing.
    fn to_svg(&self) -> PyResult<String> {
        Ok(self.drawing()?.to_svg())
    }

    /// The position as a picture of pixels, `scale` of them to a unit of the drawing.
    ///
    /// >>> nimfield.parse("nim[3,5]").to_png()[:4]
    /// b'\x89PNG'
    #[pyo3(signature = (*, scale=2.0))]
    fn to_png<'py>(&self, py: Python<'py>, scale: f32) -> PyResult<Bound<'py, PyBytes>> {
        drawings::png(py, &self.drawing()?, scale)
    }

    /// The position in LaTeX, a fragment for a document.
    fn to_latex(&self) -> PyResult<String> {
        let text = latex::position(&self.diagrams(), &self.text);
        text.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn _repr_svg_(&self) -> Option<String> {
        // A position that is too large to draw is shown as text.
        self.to_svg().ok()
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(svg) = self._repr_svg_() else {
            return Ok(None);
        };
        let picture = py
            .import("nimfield._html")?
            .call_method1("picture", (svg, &self.text))?;
        Ok(Some(picture))
    }
}
