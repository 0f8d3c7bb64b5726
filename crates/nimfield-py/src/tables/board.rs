//! Tables of whole boards.

use std::path::PathBuf;
use std::time::Duration;

use nimfield::Sum;
use nimfield::families::taking::Taking;
use nimfield_api::Solved;
use nimfield_core::files::FileError;
use nimfield_engines::taking::table::{BoardTable, Job, JobError, SolveError, TableKind};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::{refused, to_python};
use crate::errors;
use crate::limits::Limits;
use crate::position::{PyPosition, play_of, read};
use crate::run;

/// The table of a whole board; `nimfield.Table` is built on it.
#[pyclass(frozen, module = "nimfield._nimfield")]
pub struct SolvedBoard {
    table: BoardTable,
    board: Sum,
}

/// The board of a position that consists of one board.
fn on_a_board(sum: &Sum) -> PyResult<(&Taking, u64)> {
    let other = || format!("{sum} is not a single board of a game of taking stones");
    sum.as_board().ok_or_else(|| refused(other()))
}

/// Solves a whole board.
#[pyfunction]
pub fn _solve_board(
    py: Python<'_>,
    board: &PyPosition,
    play: Option<&str>,
    values: bool,
    path: Option<PathBuf>,
    save_every: f64,
    limits: Limits,
) -> PyResult<SolvedBoard> {
    let sum = &board.sum;
    let (game, state) = on_a_board(sum)?;
    if state != game.full() {
        return Err(PyValueError::new_err(format!(
            "{sum} is not a full board; a table holds every state of a full board"
        )));
    }
    let play = play_of(sum, play)?;
    let kind = match values {
        true => TableKind::Values,
        false => TableKind::Outcomes,
    };
    let wrong = |_| PyValueError::new_err("save_every is a number of seconds");
    let save_every = Duration::try_from_secs_f64(save_every).map_err(wrong)?;
    let text = sum.to_string();
    let solved = run::long(py, &limits, |budgets| {
        let budget = budgets.begin();
        match &path {
            None => BoardTable::solve(game, play, kind, &budget).map_err(JobError::Solve),
            Some(path) => {
                let job = Job {
                    path,
                    text: &text,
                    game,
                    play,
                    kind,
                    save_every,
                    recompute: false,
                    folder: None,
                };
                job.run(&budget).map(|solved| solved.table)
            }
        }
    })?;
    let table = solved.map_err(|error| match error {
        JobError::File(error) => errors::file(py, &error),
        JobError::Solve(SolveError::Unfinished(_)) | JobError::Stopped { .. } => {
            errors::not_decided(py, format!("the board was {error}"))
        }
        error @ (JobError::Solve(_) | JobError::NoRoom(_)) => {
            errors::out_of_reach(py, error.to_string())
        }
    })?;
    Ok(SolvedBoard {
        table,
        board: sum.clone(),
    })
}

#[pymethods]
impl SolvedBoard {
    /// Opens the file of a table.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<SolvedBoard> {
        let table = py.detach(|| BoardTable::open(&path));
        let table = table.map_err(|error| errors::file(py, &error))?;
        let board = read(py, &table.rules().text)?;
        let (game, _) = on_a_board(&board)?;
        if !table.is_for(game, table.rules().play) {
            return Err(PyValueError::new_err(format!(
                "the rules of {board} have changed since {} was made",
                path.display()
            )));
        }
        let checked = py.detach(|| table.check_summary(game));
        checked.map_err(|error| errors::file(py, &error))?;
        Ok(SolvedBoard { table, board })
    }

    /// The full board.
    #[getter]
    fn board(&self) -> PyPosition {
        PyPosition::new(self.board.clone())
    }

    /// The play convention, the contents (`outcomes` or `values`), and the number of cells.
    #[getter]
    fn rules(&self) -> (String, String, u32) {
        let rules = self.table.rules();
        (rules.play.to_string(), rules.kind.to_string(), rules.cells)
    }

    /// The fields of `nimfield solve --json`.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Solved::of(&self.board, &self.table))
    }

    /// The state of a position on the board.
    fn state(&self, position: &PyPosition) -> PyResult<u64> {
        let (game, state) = on_a_board(&position.sum)?;
        match self.table.is_for(game, self.table.rules().play) {
            true => Ok(state),
            false => Err(PyValueError::new_err(format!(
                "{} is not on the board of this table: {}",
                position.sum, self.board
            ))),
        }
    }

    /// Whether a state is a P-position.
    fn is_p(&self, py: Python<'_>, state: u64) -> PyResult<bool> {
        let is_p = self.table.is_p(state);
        is_p.map_err(|error| errors::file(py, &error))
    }

    /// The value of a state, in a table of values; otherwise `None`.
    fn value(&self, py: Python<'_>, state: u64) -> PyResult<Option<u8>> {
        let value = self.table.value(state);
        value.map_err(|error| errors::file(py, &error))
    }

    /// Whether each state of an array is a P-position.
    fn probe(
        &self,
        py: Python<'_>,
        states: PyReadonlyArray1<'_, u64>,
        mut out: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (states, out) = (states.as_slice()?, out.as_slice_mut()?);
        self.each(py, states, out, |state| self.table.is_p(state))
    }

    /// The value of each state of an array.
    fn probe_values(
        &self,
        py: Python<'_>,
        states: PyReadonlyArray1<'_, u64>,
        mut out: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let (states, out) = (states.as_slice()?, out.as_slice_mut()?);
        let value = |state| Ok(self.table.value(state)?.unwrap_or(u8::MAX));
        self.each(py, states, out, value)
    }
}

impl SolvedBoard {
    /// Looks up each state in the table.
    fn each<T: Send>(
        &self,
        py: Python<'_>,
        states: &[u64],
        out: &mut [T],
        ask: impl Fn(u64) -> Result<T, FileError> + Sync,
    ) -> PyResult<()> {
        let (_, full) = on_a_board(&self.board)?;
        if states.len() != out.len() {
            return Err(PyValueError::new_err("the arrays differ in length"));
        }
        if let Some(state) = states.iter().find(|&&state| state & !full > 0) {
            return Err(PyValueError::new_err(format!(
                "{state} is not a state of {}",
                self.board
            )));
        }
        for (states, out) in states.chunks(1 << 20).zip(out.chunks_mut(1 << 20)) {
            let done = py.detach(|| {
                for (out, &state) in out.iter_mut().zip(states) {
                    *out = ask(state)?;
                }
                Ok(())
            });
            done.map_err(|error| errors::file(py, &error))?;
            py.check_signals()?;
        }
        Ok(())
    }
}
