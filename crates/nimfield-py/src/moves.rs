//! Moves, and moves that win.

use std::sync::{Mutex, PoisonError};

use nimfield::answer::WinningMove;
use nimfield::{Player, SumMove};
use pyo3::prelude::*;

/// The name of a player.
fn name(player: Option<Player>) -> Option<String> {
    player.map(|player| player.to_string())
}

/// A move in a position.
///
/// >>> move = nimfield.parse("nim[3,5]").moves()[0]
/// >>> move, move == "heap 1 by 1"
/// (<Move heap 1 by 1>, True)
#[pyclass(frozen, name = "Move", module = "nimfield")]
pub struct PyMove {
    pub mv: SumMove,
    text: String,
}

impl PyMove {
    pub fn new(mv: SumMove) -> PyMove {
        PyMove {
            text: mv.to_string(),
            mv,
        }
    }
}

#[pymethods]
impl PyMove {
    /// The component that it is made in, from 0.
    #[getter]
    fn component(&self) -> usize {
        self.mv.component()
    }

    /// `'left'` or `'right'` in partizan positions, otherwise `None`.
    #[getter]
    fn player(&self) -> Option<String> {
        name(self.mv.player())
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }

    /// A move is equal to its text, too.
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

/// A move that wins, or a run of such moves that differ in the amount alone (`row 1 by 3..7`): its text, whose
/// it is, and the position after it. It can be played; iterating over it gives the single moves.
///
/// >>> position = nimfield.parse("nim[3,5]")
/// >>> move = position.analyze().winning_moves[0]
/// >>> move.move, move.to, move.player
/// ('heap 2 by 2', 'nim[3,3]', None)
/// >>> position.play(move)
/// Position('nim[3,3]')
///
/// >>> position = nimfield.parse("matrix-partizan[0 5; 9 9]")
/// >>> run = position.analyze().winning_moves[0]
/// >>> run.move, run.amounts, [str(move) for move in run][-1]
/// ('row 2 by 1..3', range(1, 4), 'row 2 by 3')
/// >>> position.play(run) == position.play(run.first)
/// True
#[pyclass(frozen, name = "WinningMove", module = "nimfield", eq, hash)]
#[derive(PartialEq)]
pub struct PyWinningMove(pub WinningMove);

impl std::hash::Hash for PyWinningMove {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

#[pymethods]
impl PyWinningMove {
    /// `'left'` or `'right'` in partizan games, otherwise `None`.
    #[getter]
    fn player(&self) -> Option<String> {
        name(self.0.player())
    }

    /// The component that it is made in, from 0.
    #[getter]
    fn component(&self) -> usize {
        self.0.mv.component()
    }

    /// The move in notation.
    #[getter(r#move)]
    fn text(&self) -> String {
        self.0.mv.to_string()
    }

    /// The position after it in notation; `None` for a run of amounts (`row 1 by 3..7`).
    #[getter]
    fn to(&self) -> Option<String> {
        self.0.to().map(|to| to.to_string())
    }

    /// The amounts of a run, as a `range`; `None` for a single move.
    #[getter]
    fn amounts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(amounts) = self.0.mv.amounts() else {
            return Ok(None);
        };
        let end = amounts.end().into_pyobject(py)?.add(1)?;
        let range = py.import("builtins")?.getattr("range")?;
        range.call1((*amounts.start(), end)).map(Some)
    }

    /// How many moves it stands for.
    #[getter]
    fn count(&self) -> u128 {
        self.0.mv.count()
    }

    /// The move itself; of a run the one that takes least.
    #[getter]
    fn first(&self) -> PyMove {
        PyMove::new(self.0.mv.first())
    }

    fn __iter__(&self) -> PySingleMoves {
        PySingleMoves {
            run: self.0.mv.clone(),
            next: Mutex::new(0),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<WinningMove: {}>", self.0)
    }
}

/// The single moves of a run, one after the other.
#[pyclass(frozen, module = "nimfield")]
struct PySingleMoves {
    run: SumMove,
    next: Mutex<u128>,
}

#[pymethods]
impl PySingleMoves {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<PyMove> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.run.nth(*next)?;
        *next += 1;
        Some(PyMove::new(found))
    }
}
