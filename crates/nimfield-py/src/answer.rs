//! Answers, winning moves and reasons.

use std::sync::{Mutex, PoisonError};

use nimfield::answer::{FoundForm, Number, PartizanValue, Reason, WinningMove};
use nimfield::{Answer, Player, SumMove};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{self, PyGame};
use crate::nimber::PyNimber;
use crate::position::PyMove;

/// What is known of a position: the fields of `nimfield analyze --json`, and the values as objects.
///
/// >>> answer = nimfield.parse("matrix[20 24; 24 27]").analyze()
/// >>> answer.outcome, [str(move) for move in answer.winning_moves]
/// ('N', ['row 2 by 7 to matrix[20 24; 17 20]', 'column 2 by 7 to matrix[20 17; 24 20]'])
/// >>> answer.reason.source
/// 'Ferguson 2001, Theorem 3'
#[pyclass(frozen, name = "Answer", module = "nimfield", weakref)]
pub struct PyAnswer {
    pub answer: Answer,
}

/// The name of a player.
fn name(player: Option<Player>) -> Option<String> {
    player.map(|player| player.to_string())
}

/// A number in notation.
fn number(number: Option<Number>) -> Option<String> {
    number.map(|number| number.to_string())
}

#[pymethods]
impl PyAnswer {
    /// The position in strict notation.
    #[getter]
    fn position(&self) -> String {
        self.answer.position.to_string()
    }

    /// `'normal'` or `'misere'`.
    #[getter]
    fn play(&self) -> String {
        self.answer.play.to_string()
    }

    /// `'P'` or `'N'`, of partizan games also `'L'` or `'R'`; `None` if it was not decided.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.answer.outcome.map(|outcome| outcome.to_string())
    }

    /// Whether the outcome was decided.
    #[getter]
    fn decided(&self) -> bool {
        self.answer.outcome.is_some()
    }

    /// The value in notation, such as `'*3'` or `'{2|-1}'`; `None` in misere play, or if it was not found.
    #[getter]
    fn value(&self) -> Option<String> {
        self.answer.value_text()
    }

    /// The value of an impartial position as a `Nimber`.
    #[getter]
    fn nimber(&self) -> Option<PyNimber> {
        Some(self.answer.value.as_ref()?.to_ordinal().into())
    }

    /// The value of a partizan position as a `Game`.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        let figures = self.answer.figures.as_ref();
        match figures.and_then(|figures| figures.value.as_ref()) {
            Some(PartizanValue::Form(FoundForm { arena, game, .. })) => {
                let to = game::arena();
                let brought = game::bring(arena, &to, *game);
                let brought = brought.map_err(|error| game::fault(py, error))?;
                Ok(Some(PyGame::new(to, brought)))
            }
            Some(PartizanValue::Closed(value)) => {
                PyGame::of(value.to_string().into_pyobject(py)?.as_any()).map(Some)
            }
            Some(PartizanValue::Sum { .. }) | None => Ok(None),
        }
    }

    /// The misere Grundy number.
    #[getter]
    fn misere_value(&self) -> Option<u128> {
        self.answer.misere_value
    }

    /// The genus, as in Winning Ways.
    #[getter]
    fn genus(&self) -> Option<String> {
        self.answer.genus.as_ref().map(ToString::to_string)
    }

    /// The mean value of a partizan position, in notation.
    #[getter]
    fn mean(&self) -> Option<String> {
        number(self.answer.figures.as_ref()?.mean)
    }

    /// The temperature of a partizan position, in notation.
    #[getter]
    fn temperature(&self) -> Option<String> {
        number(self.answer.figures.as_ref()?.temperature)
    }

    /// The left stop of a partizan position, in notation.
    #[getter]
    fn left_stop(&self) -> Option<String> {
        number(self.answer.figures.as_ref()?.left_stop)
    }

    /// The right stop of a partizan position, in notation.
    #[getter]
    fn right_stop(&self) -> Option<String> {
        number(self.answer.figures.as_ref()?.right_stop)
    }

    /// The canonical form of a partizan position as numbered nodes, if it was asked for.
    #[getter]
    fn dag(&self) -> Option<&str> {
        self.answer.figures.as_ref()?.dag()
    }

    /// The winning moves.
    #[getter]
    fn winning_moves(&self) -> Vec<PyWinningMove> {
        let moves = self.answer.winning_moves.iter().cloned();
        moves.map(PyWinningMove).collect()
    }

    /// Whether these are all winning moves.
    #[getter]
    fn complete(&self) -> bool {
        self.answer.complete
    }

    /// What decided.
    #[getter]
    fn reason(&self) -> PyReason {
        PyReason(self.answer.reason.clone())
    }

    /// How many positions a search or table looked at.
    #[getter]
    fn positions(&self) -> u64 {
        self.answer.effort.positions
    }

    /// The time it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.answer.effort.seconds
    }

    /// The answer as a line of JSON, as `nimfield analyze --json` prints it.
    fn to_json(&self) -> String {
        self.answer.to_json()
    }

    /// The same as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let read = py
            .import("json")?
            .call_method1("loads", (self.to_json(),))?;
        Ok(read.cast_into()?)
    }

    fn __repr__(&self) -> String {
        let Answer {
            position,
            play,
            outcome,
            ..
        } = &self.answer;
        match outcome {
            Some(outcome) => format!("<Answer: {position} is {outcome} in {play} play>"),
            None => format!("<Answer: {position} is not decided in {play} play>"),
        }
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.to_dict(py)?;
        py.import("nimfield._html")?
            .call_method1("answer", (answer,))
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

/// Why an answer holds.
#[pyclass(frozen, name = "Reason", module = "nimfield", eq)]
#[derive(PartialEq)]
pub struct PyReason(Reason);

#[pymethods]
impl PyReason {
    /// `'theorem'`, `'search'`, `'table'`, `'sum'` or `'budget'`.
    #[getter]
    fn kind(&self) -> String {
        self.0.kind.to_string()
    }

    /// Paper and theorem, or the engine that decided.
    #[getter]
    fn source(&self) -> &str {
        &self.0.source
    }

    /// The argument, with the numbers of this position.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// The names of the claims that check the theorems it rests on.
    #[getter]
    fn claims(&self) -> Vec<&'static str> {
        self.0.claims.clone()
    }

    fn __str__(&self) -> String {
        match self.0.source.is_empty() {
            true => self.0.text.clone(),
            false => format!("{}: {}", self.0.source, self.0.text),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Reason: {}>", self.__str__())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(&self.0.text, &mut hasher);
        std::hash::Hasher::finish(&hasher)
    }
}
