//! Tables of whole boards.

use std::path::PathBuf;
use std::time::Duration;

use nimfield::Sum;
use nimfield::engines::taking::table::{BoardTable, Job, JobError, SolveError, TableKind};
use nimfield::families::taking::Taking;
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::limits::Limits;
use crate::position::{Asked, PyPosition, play_of, read};
use crate::run;

/// The table of a whole board: the outcome, or the value, of every state of it.
///
/// >>> table = nimfield.solve_board("lines(max=3)[3x3]")
/// >>> table.outcome("lines(max=3)[101/000/110]")
/// 'N'
#[pyclass(frozen, name = "Table", module = "nimfield")]
pub struct PyTable {
    table: BoardTable,
    board: Sum,
}

/// The one board that a position is.
fn on_a_board(sum: &Sum) -> PyResult<(&Taking, u64)> {
    sum.as_board().ok_or_else(|| {
        PyValueError::new_err(format!(
            "{sum} is not a single board of a game of taking stones"
        ))
    })
}

/// Solves a whole board.
#[pyfunction]
pub fn _solve_board(
    py: Python<'_>,
    board: Asked,
    play: Option<&str>,
    values: bool,
    path: Option<PathBuf>,
    save_every: f64,
    limits: Limits,
) -> PyResult<PyTable> {
    let sum = board.0.get().sum.clone();
    let (game, state) = on_a_board(&sum)?;
    if state != game.full() {
        return Err(PyValueError::new_err(format!(
            "{sum} is not a full board; a table holds every state of a full board"
        )));
    }
    let play = play_of(&sum, play)?;
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
                };
                job.run(&budget).map(|solved| solved.table)
            }
        }
    })?;
    let table = solved.map_err(|error| match error {
        JobError::File(error) => errors::file(py, &error),
        JobError::Solve(SolveError::Unfinished(_)) | JobError::Stopped { .. } => {
            errors::not_decided(py, format!("the board was {error}"), None)
        }
        error @ (JobError::Solve(_) | JobError::NoRoom(_)) => {
            errors::out_of_reach(py, error.to_string())
        }
    })?;
    Ok(PyTable { table, board: sum })
}

impl PyTable {
    /// The state of a position on the board of the table.
    fn state(&self, position: &Sum) -> PyResult<u64> {
        let (game, state) = on_a_board(position)?;
        match self.table.is_for(game, self.table.rules().play) {
            true => Ok(state),
            false => Err(PyValueError::new_err(format!(
                "{position} is not on the board of this table: {}",
                self.board
            ))),
        }
    }
}

/// A position on the board, or a state as a number.
#[derive(FromPyObject)]
pub enum State {
    Number(u64),
    Position(Asked),
}

impl PyTable {
    fn state_of(&self, state: &State) -> PyResult<u64> {
        match state {
            State::Position(position) => self.state(&position.0.get().sum),
            State::Number(number) => {
                let (game, full) = on_a_board(&self.board)?;
                match number & !full {
                    0 => Ok(*number),
                    _ => Err(PyValueError::new_err(format!(
                        "a state of {} is below 2^{}",
                        self.board,
                        game.cells()
                    ))),
                }
            }
        }
    }
}

#[pymethods]
impl PyTable {
    /// Opens a file that `solve_board` or `nimfield solve` made. It is checked as it is read.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<PyTable> {
        let table = py.detach(|| BoardTable::open(&path));
        let table = table.map_err(|error| errors::file(py, &error))?;
        let board = read(py, &table.rules().text)?;
        let (game, _) = on_a_board(&board)?;
        if !table.is_for(game, table.rules().play) {
            return Err(PyValueError::new_err(format!(
                "{board} has other rules now than when {} was made",
                path.display()
            )));
        }
        Ok(PyTable { table, board })
    }

    /// The full board.
    #[getter]
    fn board(&self) -> PyPosition {
        PyPosition::new(self.board.clone(), Vec::new())
    }

    /// `'normal'` or `'misere'`.
    #[getter]
    fn play(&self) -> String {
        self.table.rules().play.to_string()
    }

    /// `'outcomes'` or `'values'`.
    #[getter]
    fn kind(&self) -> String {
        self.table.rules().kind.to_string()
    }

    /// The number of cells; a state is a number below 2 to this power, bit `i` for cell `i`.
    #[getter]
    fn cells(&self) -> u32 {
        self.table.rules().cells
    }

    /// What it says of the board as a whole: `outcome` and `value` of the full board, `winning_moves`,
    /// `p_positions`, and the counts `p_by_stones` and `by_value`.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let summary = self.table.summary();
        let (game, full) = on_a_board(&self.board)?;
        let known = PyDict::new(py);
        known.set_item("outcome", if summary.full_is_p { "P" } else { "N" })?;
        known.set_item("value", summary.full_value)?;
        let moves = self.board.moves();
        let winning = moves.filter(|mv| {
            let after = self.board.after(mv).ok();
            let left = after.and_then(|after| Some(on_a_board(&after).ok()?.1));
            left.is_some_and(|left| summary.winning_moves.contains(&(full & !left)))
        });
        let winning: Vec<String> = winning.map(|mv| mv.to_string()).collect();
        known.set_item("winning_moves", winning)?;
        known.set_item("states", 1u128 << game.cells())?;
        known.set_item("p_positions", summary.p_positions())?;
        known.set_item("p_by_stones", summary.p_by_stones.clone())?;
        known.set_item("by_value", summary.by_value.clone())?;
        Ok(known)
    }

    /// Whether a position, or a state as a number, is a P-position.
    #[pyo3(signature = (position, /))]
    fn is_p(&self, py: Python<'_>, position: State) -> PyResult<bool> {
        let is_p = self.table.is_p(self.state_of(&position)?);
        is_p.map_err(|error| errors::file(py, &error))
    }

    /// `'P'` or `'N'`.
    #[pyo3(signature = (position, /))]
    fn outcome(&self, py: Python<'_>, position: State) -> PyResult<&'static str> {
        Ok(if self.is_p(py, position)? { "P" } else { "N" })
    }

    /// The value of a position, in a table of values; otherwise `None`.
    #[pyo3(signature = (position, /))]
    fn value(&self, py: Python<'_>, position: State) -> PyResult<Option<u8>> {
        let value = self.table.value(self.state_of(&position)?);
        value.map_err(|error| errors::file(py, &error))
    }

    /// The state of a position as a number.
    #[pyo3(signature = (position, /))]
    fn state_number(&self, position: Asked) -> PyResult<u64> {
        self.state(&position.0.get().sum)
    }

    /// Whether each state of an array is a P-position; `nimfield.Table.probe` calls it.
    fn _probe(
        &self,
        py: Python<'_>,
        states: PyReadonlyArray1<'_, u64>,
        mut out: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        self.each(
            py,
            states.as_slice()?,
            out.as_slice_mut()?,
            |table, state| table.is_p(state),
        )
    }

    /// The value of each state of an array.
    fn _probe_values(
        &self,
        py: Python<'_>,
        states: PyReadonlyArray1<'_, u64>,
        mut out: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        if self.table.rules().kind != TableKind::Values {
            return Err(PyTypeError::new_err(
                "this is a table of outcomes, not of values",
            ));
        }
        let value = |table: &BoardTable, state| Ok(table.value(state)?.unwrap_or_default());
        self.each(py, states.as_slice()?, out.as_slice_mut()?, value)
    }

    /// For each state of an array whether it is a P-position, as a `bool` array of the same shape.
    ///
    /// >>> import numpy as np
    /// >>> table = nimfield.solve_board("lines(max=3)[2x2]")
    /// >>> int(table.probe(np.arange(16)).sum())
    /// 5
    #[pyo3(signature = (states, /))]
    fn probe<'py>(
        slf: &Bound<'py, Self>,
        states: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("nimfield._arrays")?;
        module.call_method1("probe", (slf, states))
    }

    /// For each state of an array its value, as a `uint8` array of the same shape.
    #[pyo3(signature = (states, /))]
    fn probe_values<'py>(
        slf: &Bound<'py, Self>,
        states: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("nimfield._arrays")?;
        module.call_method1("probe_values", (slf, states))
    }

    /// The outcomes of all states, bits packed: bit `s % 8` of byte `s / 8` is 1 where state `s` is a
    /// P-position.
    fn packed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("nimfield._arrays")?;
        module.call_method1("packed", (slf,))
    }

    /// Packs the outcomes into bytes.
    fn _packed(&self, py: Python<'_>, mut out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        for (piece, bytes) in out.chunks_mut(1 << 16).enumerate() {
            let first = (piece as u64) << 19;
            let full = 1u64
                .checked_shl(self.cells())
                .map_or(u64::MAX, |states| states - 1);
            let done = py.detach(|| {
                for (byte, out) in bytes.iter_mut().enumerate() {
                    *out = 0;
                    for bit in 0..8 {
                        let state = first + 8 * byte as u64 + bit;
                        if state <= full {
                            *out |= u8::from(self.table.is_p(state)?) << bit;
                        }
                    }
                }
                Ok(())
            });
            done.map_err(|error| errors::file(py, &error))?;
            py.check_signals()?;
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        let rules = self.table.rules();
        format!(
            "<Table of {}: {} play, {}>",
            self.board,
            rules.play.adjective(),
            rules.kind
        )
    }

    fn __len__(&self) -> usize {
        1usize.checked_shl(self.cells()).unwrap_or(usize::MAX)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let summary = slf.call_method0("summary")?;
        slf.py()
            .import("nimfield._html")?
            .call_method1("table", (slf, summary))
    }
}

impl PyTable {
    /// Asks the table for each state.
    fn each<T: Send>(
        &self,
        py: Python<'_>,
        states: &[u64],
        out: &mut [T],
        ask: impl Fn(&BoardTable, u64) -> Result<T, nimfield_core::files::FileError> + Sync,
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
                    *out = ask(&self.table, state)?;
                }
                Ok(())
            });
            done.map_err(|error| errors::file(py, &error))?;
            py.check_signals()?;
        }
        Ok(())
    }
}
