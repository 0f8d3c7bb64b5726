//! Moves, and runs of moves.

use std::sync::Arc;

use nimfield::SumMove;
use pyo3::prelude::*;
use short_game::Arena;

/// A move in a position.
///
/// >>> move = nimfield.parse("nim[3,5]").moves()[0]
/// >>> move, move == "heap 1 by 1"
/// (<Move heap 1 by 1>, True)
#[pyclass(frozen, name = "Move", module = "nimfield")]
pub struct PyMove {
    /// The move, or a run of moves that differ only in the amount; `nimfield.WinningMove` is built on it.
    pub mv: SumMove,
    /// The arena of the values of its position, if there are any.
    pub arena: Option<Arc<Arena>>,
    /// Its position, for pickles.
    from: Py<PyAny>,
    text: String,
}

impl PyMove {
    /// A move of a position.
    pub fn new(mv: SumMove, arena: Option<&Arc<Arena>>, from: Py<PyAny>) -> PyMove {
        PyMove {
            text: mv.to_string(),
            mv,
            arena: arena.cloned(),
            from,
        }
    }

    /// Another move of the same position.
    fn beside(&self, py: Python<'_>, mv: SumMove) -> PyMove {
        PyMove::new(mv, self.arena.as_ref(), self.from.clone_ref(py))
    }
}

#[pymethods]
impl PyMove {
    /// The component in which the move is made, counted from 0.
    #[getter]
    fn component(&self) -> usize {
        self.mv.component()
    }

    /// `'left'` or `'right'` in partizan positions, otherwise `None`.
    #[getter]
    fn player(&self) -> Option<String> {
        self.mv.player().map(|player| player.to_string())
    }

    /// The first and the last amount of a run; `None` for a single move.
    #[getter]
    fn _amounts(&self) -> Option<(u128, u128)> {
        self.mv.amounts().map(std::ops::RangeInclusive::into_inner)
    }

    /// How many moves it stands for.
    #[getter]
    fn _count(&self) -> u128 {
        self.mv.count()
    }

    /// The move of this number, counted from 0, among those that it stands for.
    fn _nth(&self, py: Python<'_>, number: u128) -> Option<PyMove> {
        Some(self.beside(py, self.mv.nth(number)?))
    }

    /// The run from this move to the move that takes this amount.
    fn _up_to(&self, py: Python<'_>, last: u128) -> Option<PyMove> {
        Some(self.beside(py, self.mv.up_to(last)?))
    }

    /// The position to which the move belongs.
    #[getter]
    fn _from(&self, py: Python<'_>) -> Py<PyAny> {
        self.from.clone_ref(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyMove>) -> PyResult<Bound<'py, PyAny>> {
        let positions = slf.py().import("nimfield._positions")?;
        positions.call_method1("reduce_move", (slf,))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }

    /// A move is also equal to its text.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<PyMove>() {
            return self.mv == other.get().mv;
        }
        other
            .extract::<String>()
            .is_ok_and(|text| text == self.text)
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        self.text.as_str().into_pyobject(py)?.hash()
    }
}
