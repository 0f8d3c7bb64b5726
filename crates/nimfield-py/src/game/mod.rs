//! Values of short games: `Game` and `Thermograph`.

mod arenas;
mod made;
mod thermograph;

use std::cmp::Ordering;
use std::sync::Arc;

use nimfield_export::latex;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use short_game::calc::Value;
use short_game::{Arena, DEFAULT_LIMIT, Error, Game, Printed};

use crate::errors;
use crate::numbers::{self, fraction, hash, need_dyadic};

pub use arenas::{MOST_BYTES, arena, bring, rest, work};
pub use thermograph::PyThermograph;

/// Longer forms have no `repr` that reads back.
const LONGEST_REPR: usize = 100_000;

/// The value of a short game, in canonical form.
///
/// >>> from nimfield import Game
/// >>> Game("{2|-1}") + Game("*3")
/// Game('{2+*3|-1+*3}')
/// >>> Game("^") > 0, Game("*") == 0
/// (True, False)
#[pyclass(frozen, name = "Game", module = "nimfield", weakref)]
pub struct PyGame {
    pub arena: Arc<Arena>,
    pub game: Game,
}

/// Two values in one arena.
struct Pair(Arc<Arena>, Game, Game);

impl PyGame {
    /// A value of the arena of new values.
    pub fn new(arena: Arc<Arena>, game: Game) -> PyGame {
        PyGame { arena, game }
    }

    fn same(&self, game: Game) -> PyGame {
        PyGame::new(self.arena.clone(), game)
    }

    /// The value in this arena.
    fn within(&self, py: Python<'_>, arena: &Arc<Arena>) -> PyResult<Game> {
        if Arc::ptr_eq(&self.arena, arena) {
            return Ok(self.game);
        }
        work(py, arena, |arena| bring(&self.arena, arena, self.game))
    }

    fn with(&self, py: Python<'_>, other: &PyGame) -> PyResult<Pair> {
        if Arc::ptr_eq(&self.arena, &other.arena) {
            return Ok(Pair(self.arena.clone(), self.game, other.game));
        }
        let arena = arena();
        let (own, other) = (self.within(py, &arena)?, other.within(py, &arena)?);
        Ok(Pair(arena, own, other))
    }

    /// The meaning of an operand: a game, an `int` or a `Fraction`.
    fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<PyGame>> {
        if let Ok(game) = object.cast::<PyGame>() {
            let game = game.get();
            return Ok(Some(game.same(game.game)));
        }
        let Some(number) = numbers::dyadic(object)? else {
            return Ok(None);
        };
        let arena = arena();
        let game = work(object.py(), &arena, |arena| arena.number(number))?;
        Ok(Some(PyGame::new(arena, game)))
    }

    /// An argument that must be a game; a text is read.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        if let Some(game) = PyGame::operand(object)? {
            return Ok(game);
        }
        let Ok(text) = object.extract::<String>() else {
            let class = object.get_type();
            return Err(PyTypeError::new_err(format!(
                "expected a Game, an int, a Fraction or a text for a value, not {}",
                class.name()?
            )));
        };
        match evaluate(object.py(), &text)? {
            (arena, Value::Game(game)) => Ok(PyGame::new(arena, game)),
            (arena, value) => {
                let what = work(object.py(), &arena, |arena| value.to_text(arena, 60))?;
                Err(PyValueError::new_err(format!(
                    "{text:?} is not a game but {what}"
                )))
            }
        }
    }

    /// A binary operation.
    fn binary<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: impl Fn(&Arena, Game, Game) -> Result<Game, Error> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(other) = PyGame::operand(other)? else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let Pair(arena, own, other) = self.with(py, &other)?;
        let game = work(py, &arena, |arena| operation(arena, own, other))?;
        Ok(Bound::new(py, PyGame::new(arena, game))?.into_any())
    }

    fn printed(&self, py: Python<'_>, limit: usize) -> PyResult<Printed> {
        work(py, &self.arena, |arena| arena.print(self.game, limit))
    }

    fn list(&self, py: Python<'_>, games: Vec<Game>) -> PyResult<Vec<PyGame>> {
        let games = work(py, &self.arena, |arena| {
            let mut games = games.clone();
            arena.sort(&mut games)?;
            Ok(games)
        })?;
        Ok(games.into_iter().map(|game| self.same(game)).collect())
    }
}

/// Reads an expression of the calculator, in the arena of new values.
fn evaluate(py: Python<'_>, text: &str) -> PyResult<(Arc<Arena>, Value)> {
    let arena = arena();
    // Mistakes in the text are reported separately from limits of the arena.
    let value = work(py, &arena, |arena| match arena.evaluate(text) {
        Ok(value) => Ok(Ok(value)),
        Err(error) => match error.cause {
            Some(cause) => Err(cause),
            None => Ok(Err(error)),
        },
    })?;
    let value = value.map_err(|error| {
        errors::parse_error(py, text, error.range, &error.message, "", error.example)
    })?;
    Ok((arena, value))
}

/// The result of an expression of the calculator: a `Game`, a truth value, a list of games, or text.
#[pyfunction]
pub fn calculate_game<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let (arena, value) = evaluate(py, text)?;
    let game = |game: Game| PyGame::new(arena.clone(), game);
    let list = |games: &[Game]| -> PyResult<Bound<'py, PyAny>> {
        let games = games.iter().map(|&one| Bound::new(py, game(one)));
        Ok(PyList::new(py, games.collect::<PyResult<Vec<_>>>()?)?.into_any())
    };
    Ok(match &value {
        Value::Game(one) => Bound::new(py, game(*one))?.into_any(),
        Value::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Games(games) => list(games)?,
        Value::Options(left, right) => (list(left)?, list(right)?).into_pyobject(py)?.into_any(),
        Value::Outcome(outcome) => outcome.to_string().into_pyobject(py)?.into_any(),
        Value::Thermograph(walls) => {
            let function = py.import("nimfield._nimfield")?.getattr("calculate_game")?;
            let text = text.into_pyobject(py)?.into_any().unbind();
            let walls = PyThermograph::new(walls.clone(), function, text);
            Bound::new(py, walls)?.into_any()
        }
        other => {
            let text = work(py, &arena, |arena| other.to_text(arena, DEFAULT_LIMIT))?;
            text.into_pyobject(py)?.into_any()
        }
    })
}

#[pymethods]
impl PyGame {
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.printed(py, DEFAULT_LIMIT)?.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self.printed(py, LONGEST_REPR)? {
            Printed::Form(text) => format!("Game('{text}')"),
            Printed::Summary(summary) => format!("<Game {summary}>"),
        })
    }

    fn _repr_latex_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.to_latex(py)?;
        py.import("nimfield._html")?
            .call_method1("mathematics", (text,))
    }

    /// The canonical form in LaTeX, by the macros of the package `cgt`.
    ///
    /// >>> print(Game("{1/2|^}").to_latex())
    /// \left\{\frac{1}{2}\mid \cgup{}\right\}
    fn to_latex(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self.printed(py, DEFAULT_LIMIT)? {
            Printed::Form(text) => latex::value(&text),
            Printed::Summary(summary) => {
                format!("\\text{{{}}}", latex::escape(&summary.to_string()))
            }
        })
    }

    fn __hash__(&self) -> isize {
        // Equal values have equal stops, and numbers have the hash of Python's numbers.
        match self.arena.to_number(self.game) {
            Some(number) => hash(number),
            None => {
                let stops = [
                    self.arena.left_stop(self.game),
                    self.arena.right_stop(self.game),
                ];
                let [left, right] = stops.map(hash);
                let mixed = left.wrapping_mul(1_000_003) ^ right ^ 0x5bd1;
                if mixed == -1 { -2 } else { mixed }
            }
        }
    }

    fn __bool__(&self) -> bool {
        self.game != Game::ZERO
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let unknown = || py.NotImplemented().into_bound(py);
        let number = match PyGame::operand(other) {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(unknown()),
            // A fraction such as 1/3 is not the value of a short game, so it is equal to none.
            Err(_) if matches!(operator, CompareOp::Eq | CompareOp::Ne) => return Ok(unknown()),
            Err(error) => return Err(error),
        };
        let Pair(arena, own, other) = self.with(py, &number)?;
        let order = match operator {
            CompareOp::Eq | CompareOp::Ne => (own == other).then_some(Ordering::Equal),
            _ => work(py, &arena, |arena| arena.compare(own, other))?,
        };
        let holds = match operator {
            CompareOp::Ne => order.is_none(),
            operator => order.is_some_and(|order| operator.matches(order)),
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any())
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |arena, own, other| arena.add(own, other))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |arena, own, other| arena.add(own, other))
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |arena, own, other| arena.sub(own, other))
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |arena, own, other| arena.sub(other, own))
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(times) = numbers::to_int(other)? else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let times: i128 = times.extract()?;
        let game = work(py, &self.arena, |arena| arena.multiple(times, self.game))?;
        Ok(Bound::new(py, self.same(game))?.into_any())
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<PyGame> {
        Ok(self.same(work(py, &self.arena, |arena| arena.neg(self.game))?))
    }

    fn __pos__(&self) -> PyGame {
        self.same(self.game)
    }

    /// Whether neither game is at least the other: the player who begins wins the difference.
    ///
    /// >>> Game("*").is_confused_with(0)
    /// True
    #[pyo3(signature = (other, /))]
    fn is_confused_with(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Pair(arena, own, other) = self.with(other.py(), &PyGame::of(other)?)?;
        // Comparable games are not confused.
        Python::attach(|py| work(py, &arena, |arena| Ok(arena.compare(own, other)?.is_none())))
    }

    /// The outcome class: `'P'`, `'N'`, `'L'` or `'R'`.
    ///
    /// >>> Game("^").outcome()
    /// 'L'
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        let outcome = work(py, &self.arena, |arena| arena.outcome(self.game))?;
        Ok(outcome.to_string())
    }

    /// Left's options of the canonical form.
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<PyGame>> {
        let options = work(py, &self.arena, |arena| arena.options(self.game))?;
        self.list(py, options.0)
    }

    /// Right's options of the canonical form.
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<PyGame>> {
        let options = work(py, &self.arena, |arena| arena.options(self.game))?;
        self.list(py, options.1)
    }

    /// The left and the right stop.
    ///
    /// >>> Game("{2|-1}").stops()
    /// (Fraction(2, 1), Fraction(-1, 1))
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let left = fraction(py, self.arena.left_stop(self.game))?;
        let right = fraction(py, self.arena.right_stop(self.game))?;
        PyTuple::new(py, [left, right])
    }

    /// The mean value.
    ///
    /// >>> Game("{2|-1}").mean()
    /// Fraction(1, 2)
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, work(py, &self.arena, |arena| arena.mean(self.game))?)
    }

    /// The temperature.
    ///
    /// >>> Game("{2|-1}").temperature()
    /// Fraction(3, 2)
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(
            py,
            work(py, &self.arena, |arena| arena.temperature(self.game))?,
        )
    }

    /// The thermograph.
    fn thermograph(slf: &Bound<'_, PyGame>) -> PyResult<PyThermograph> {
        let PyGame { arena, game } = slf.get();
        let walls = work(slf.py(), arena, |arena| arena.thermograph(*game))?;
        let function = slf.get_type().getattr("thermograph")?;
        Ok(PyThermograph::new(
            walls,
            function,
            slf.clone().into_any().unbind(),
        ))
    }

    /// The game cooled by `t`.
    ///
    /// >>> Game("{2|-1}").cool(1)
    /// Game('{1|0}')
    #[pyo3(signature = (t, /))]
    fn cool(&self, t: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let by = need_dyadic(t, "a temperature")?;
        Ok(self.same(work(t.py(), &self.arena, |arena| {
            arena.cool(self.game, by)
        })?))
    }

    /// The game heated by `t`.
    #[pyo3(signature = (t, /))]
    fn heat(&self, t: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let by = need_dyadic(t, "a temperature")?;
        Ok(self.same(work(t.py(), &self.arena, |arena| {
            arena.heat(self.game, arena.number(by)?)
        })?))
    }

    /// The atomic weight, for all-small games and some others.
    ///
    /// >>> Game("^^*").atomic_weight()
    /// Game('2')
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<PyGame> {
        Ok(self.same(work(py, &self.arena, |arena| {
            arena.atomic_weight(self.game)
        })?))
    }

    /// The incentives of both players.
    fn incentives(&self, py: Python<'_>) -> PyResult<Vec<PyGame>> {
        let games = work(py, &self.arena, |arena| arena.incentives(self.game))?;
        self.list(py, games)
    }

    /// The ordinal sum with `other`: a move in this game ends the other one.
    ///
    /// >>> Game("*").ordinal_sum(1)
    /// Game('^*')
    #[pyo3(signature = (other, /))]
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let Pair(arena, own, other) = self.with(other.py(), &PyGame::of(other)?)?;
        Python::attach(|py| {
            let game = work(py, &arena, |arena| arena.ordinal_sum(own, other))?;
            Ok(PyGame::new(arena.clone(), game))
        })
    }

    /// Norton's product with a positive `unit`.
    #[pyo3(signature = (unit, /))]
    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let Pair(arena, own, unit) = self.with(unit.py(), &PyGame::of(unit)?)?;
        Python::attach(|py| {
            let game = work(py, &arena, |arena| arena.norton_product(own, unit))?;
            Ok(PyGame::new(arena.clone(), game))
        })
    }

    /// The length of the longest play of the canonical form.
    ///
    /// >>> Game("1/4").birthday()
    /// 3
    fn birthday(&self, py: Python<'_>) -> PyResult<u128> {
        work(py, &self.arena, |arena| arena.birthday(self.game))
    }

    /// `'number'`, `'infinitesimal'`, `'tepid'`, `'switch'` or `'hot'`.
    #[getter]
    fn kind(&self) -> String {
        self.arena.kind(self.game).to_string()
    }

    /// Whether the game is a number.
    #[getter]
    fn is_number(&self) -> bool {
        self.arena.to_number(self.game).is_some()
    }

    /// Whether both players can move, or none can, in every position.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        work(py, &self.arena, |arena| arena.is_all_small(self.game))
    }

    /// The number as a `Fraction`.
    ///
    /// >>> Game("3/4").to_fraction()
    /// Fraction(3, 4)
    fn to_fraction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.arena.to_number(self.game) {
            Some(number) => fraction(py, number),
            None => Err(PyValueError::new_err(format!(
                "{} is not a number",
                self.__str__(py)?
            ))),
        }
    }

    /// The value in Sage: numbers as elements of `QQ`. Sage has no other short games.
    fn to_sage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let number = self.to_fraction(py)?;
        py.import("nimfield._sage")?
            .call_method1("rational", (number,))
    }

    /// The canonical form as numbered nodes, whatever its size.
    fn nodes(&self, py: Python<'_>) -> PyResult<String> {
        work(py, &self.arena, |arena| arena.print_dag(self.game))
    }
}
