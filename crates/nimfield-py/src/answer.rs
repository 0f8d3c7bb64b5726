//! Answers, winning moves and reasons.

use nimfield::Answer;
use nimfield::answer::{FoundForm, Number, PartizanValue, Reason};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::game::{self, PyGame};
use crate::moves::PyWinningMove;
use crate::nimber::PyNimber;

/// What is known of a position: the fields of `nimfield analyze --json`, and the values as objects.
///
/// >>> answer = nimfield.parse("matrix[20 24; 24 27]").analyze()
/// >>> answer.outcome, [str(move) for move in answer.winning_moves]
/// ('N', ['row 2 by 7 to matrix[20 24; 17 20]', 'column 2 by 7 to matrix[20 17; 24 20]'])
/// >>> answer.reason.source
/// 'Ferguson 2001, Theorem 3'
///
/// `print(answer)` shows all of it in words.
#[pyclass(frozen, name = "Answer", module = "nimfield", weakref)]
pub struct PyAnswer {
    pub answer: Answer,
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

    /// The value in notation, such as `'*3'` or `'{2|-1}'`; `None` in misère play, or if it was not found.
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
                let brought = game::work(py, &to, |to| game::bring(arena, to, *game))?;
                Ok(Some(PyGame::new(to, brought)))
            }
            Some(PartizanValue::Closed(value)) => {
                PyGame::of(value.to_string().into_pyobject(py)?.as_any()).map(Some)
            }
            Some(PartizanValue::Sum { .. }) | None => Ok(None),
        }
    }

    /// The misère Grundy number.
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

    /// The whole answer in words, as the command prints it.
    fn __str__(&self) -> String {
        nimfield_cli::answer_in_words(&self.answer)
    }

    fn __repr__(&self) -> String {
        let Answer {
            position,
            play,
            outcome,
            ..
        } = &self.answer;
        let play = play.adjective();
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
