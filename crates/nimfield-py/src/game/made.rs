//! Games from values, options and rules, and as numbers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use short_game::Game;

use super::{PyGame, arena, work};
use crate::numbers::fraction;

/// Reads the values of the options of one side.
fn side(options: &Bound<'_, PyAny>) -> PyResult<Vec<PyGame>> {
    // A single value need not be in a list; a text is also a value.
    if let Ok(one) = PyGame::of(options) {
        return Ok(vec![one]);
    }
    options.try_iter()?.map(|game| PyGame::of(&game?)).collect()
}

#[pymethods]
impl PyGame {
    /// A value: a number, a text of the calculator, or the options of Left and of Right.
    #[new]
    #[pyo3(signature = (value, right=None, /))]
    fn make(value: &Bound<'_, PyAny>, right: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        match right {
            None => PyGame::of(value),
            Some(right) => PyGame::of_options(value.py(), value, right),
        }
    }

    /// The game with these options, brought into canonical form; `Game(left, right)` is the same. A single option need
    /// not be in a list.
    ///
    /// >>> Game.of_options([1, "*"], [-1])
    /// Game('+-1')
    /// >>> Game(2, [])
    /// Game('3')
    #[staticmethod]
    #[pyo3(signature = (left, right, /))]
    fn of_options(
        py: Python<'_>,
        left: &Bound<'_, PyAny>,
        right: &Bound<'_, PyAny>,
    ) -> PyResult<PyGame> {
        let arena = arena();
        let within = |options: Vec<PyGame>| -> PyResult<Vec<Game>> {
            options.iter().map(|game| game.within(py, &arena)).collect()
        };
        let (left, right) = (within(side(left)?)?, within(side(right)?)?);
        let game = work(py, &arena, |arena| arena.game(&left, &right))?;
        Ok(PyGame::new(arena, game))
    }

    /// The game that the text of a rule file describes; `name` follows the `@` in its positions.
    ///
    /// >>> small = Game.from_rules("piles 2\nmove same 1..2 from each and all", "small.game")
    /// >>> small(4, 6)
    /// <Position @small.game[4,6]>
    /// >>> (small(4, 6) + nimfield.parse("nim[1]")).outcome()
    /// 'P'
    #[staticmethod]
    #[pyo3(signature = (text, name="own.game"))]
    fn from_rules<'py>(text: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let class = text
            .py()
            .import("nimfield._positions")?
            .getattr("RuleGame")?;
        class.call1((text, name))
    }

    fn __reduce__<'py>(this: &Bound<'py, PyGame>) -> PyResult<Bound<'py, PyAny>> {
        let module = this.py().import("nimfield._pickles")?;
        module.call_method1("reduce", (this,))
    }

    /// A number as a `float`.
    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        match self.arena.to_number(self.game) {
            Some(number) => fraction(py, number)?.call_method0("__float__")?.extract(),
            None => Err(PyValueError::new_err(format!(
                "{} is not a number; use `mean()` or `stops()`",
                self.__str__(py)?
            ))),
        }
    }
}
