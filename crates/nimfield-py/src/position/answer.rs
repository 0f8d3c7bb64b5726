//! The answer about a position; `nimfield.Answer` is built on it.

use nimfield::Answer;
use nimfield::answer::{FoundForm, PartizanValue};
use pyo3::prelude::*;

use crate::convert::to_python;
use crate::game::{self, PyGame};
use crate::moves::PyMove;
use crate::nimber::PyNimber;
use crate::position::PyPosition;

/// An answer of the analyser.
#[pyclass(frozen, name = "FoundAnswer", module = "nimfield._nimfield")]
pub struct PyAnswer(pub Answer);

#[pymethods]
impl PyAnswer {
    /// The outcome alone, which is requested more often than all fields.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.0.outcome.map(|outcome| outcome.to_string())
    }

    /// The fields of `nimfield analyze --json`.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0)
    }

    /// The same as a line of JSON.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The value of an impartial position.
    #[getter]
    fn nimber(&self) -> Option<PyNimber> {
        Some(self.0.value.as_ref()?.to_ordinal().into())
    }

    /// The value of a partizan position.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        let figures = self.0.figures.as_ref();
        match figures.and_then(|figures| figures.value.as_ref()) {
            Some(PartizanValue::Form(FoundForm { arena, game, .. })) => {
                let to = game::arena();
                let brought = game::work(py, &to, |to| game::bring(arena, to, *game))?;
                Ok(Some(PyGame::new(to, brought)))
            }
            Some(PartizanValue::Closed(value)) => {
                PyGame::of(value.to_string().into_pyobject(py)?.as_any()).map(Some)
            }
            Some(PartizanValue::Sum { .. }) | None => Ok(None),
        }
    }

    /// The winning moves, some of which may be runs, and the position in which they are made; `None` without any.
    fn winning_moves(&self, py: Python<'_>) -> PyResult<Option<(Py<PyPosition>, Vec<PyMove>)>> {
        let moves = &self.0.winning_moves;
        let Some(first) = moves.first() else {
            return Ok(None);
        };
        let position = Py::new(py, PyPosition::new(first.from().clone()))?;
        let moves = moves.iter();
        let arena = first.from().arena();
        let from = || position.clone_ref(py).into_any();
        let moves = moves.map(|won| PyMove::new(won.mv.clone(), arena, from()));
        Ok(Some((position.clone_ref(py), moves.collect())))
    }

    /// The whole answer in words, as the command prints it.
    fn __str__(&self) -> String {
        nimfield_cli::answer_in_words(&self.0)
    }
}
