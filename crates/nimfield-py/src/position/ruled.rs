//! Positions of games by the text of a rule file.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::PyPosition;
use super::reading::read_with;
use super::rules::RuleGame;

#[pymethods]
impl RuleGame {
    /// The name that stands after the `@` in positions.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The text of the rules.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// A position of the game: its numbers, or what follows the name of the game in notation.
    #[pyo3(signature = (*position))]
    fn __call__(this: &Bound<'_, RuleGame>, position: &Bound<'_, PyTuple>) -> PyResult<PyPosition> {
        let (py, game) = (this.py(), this.get());
        let text = match position.len() {
            1 if let Ok(text) = position.get_item(0)?.extract::<String>() => text,
            _ => {
                let numbers: PyResult<Vec<u64>> = position.extract();
                let wrong = || {
                    PyTypeError::new_err(
                        "a position of a rule file is its numbers, game(3, 5), or a text, game(\"[3,5]\")",
                    )
                };
                let numbers = numbers.map_err(|_| wrong())?;
                let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                format!("[{}]", numbers.join(","))
            }
        };
        let text = match text.trim_start().starts_with(['@', '-', '−']) {
            true => text,
            false => format!("@{}{text}", game.name),
        };
        let sum = read_with(py, &text, &|name| game.load(name))?;
        Ok(PyPosition::new(sum, vec![this.clone().into_any().unbind()]))
    }

    fn __repr__(&self) -> String {
        format!("<RuleGame {}>", self.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.get_type::<crate::game::PyGame>().getattr("from_rules")?;
        Ok((make, (&self.text, &self.name))
            .into_pyobject(py)?
            .into_any())
    }
}
