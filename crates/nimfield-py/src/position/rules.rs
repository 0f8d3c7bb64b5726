//! Games by the text of a rule file.

use nimfield::Term;
use nimfield::rules::{RULES, RuleFile};
use nimfield_cli::board_file;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::PyPosition;
use super::reading::read_with;
use crate::errors;

/// A game by the text of a rule file, made by `Game.from_rules`. It is called with a position of it: numbers, or
/// the text that follows the name of the game.
///
/// >>> near = nimfield.Game.from_rules("piles 2\nmove same any from each\nmove any from pairs where abs(k-l) < 2")
/// >>> near(2, 6).outcome(), near("[2,6]") == near(2, 6)
/// ('P', True)
#[pyclass(frozen, name = "RuleGame", module = "nimfield", eq, hash)]
#[derive(PartialEq, Hash)]
pub struct RuleGame {
    name: String,
    text: String,
}

impl RuleGame {
    /// Reads the rules.
    ///
    /// # Errors
    /// Where the text does not describe a game, or the name is not one.
    pub fn new(py: Python<'_>, text: &str, name: &str) -> PyResult<RuleGame> {
        let plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(PyValueError::new_err(format!(
                "a name of a game has letters, digits, `.`, `_` and `-`, not {name:?}"
            )));
        }
        RuleFile::read(&format!("@{name}"), text, &RULES)
            .map_err(|error| errors::notation(py, &error))?;
        Ok(RuleGame {
            name: name.to_string(),
            text: text.to_string(),
        })
    }

    /// Gives the text of this game, and files as the command does.
    pub fn load(&self, name: &str) -> Result<String, String> {
        match name == self.name {
            true => Ok(self.text.clone()),
            false => board_file(name),
        }
    }

    /// The one of these games that a component of a sum is a position of.
    pub fn behind<'py>(
        term: &Term,
        games: &[Py<PyAny>],
        py: Python<'py>,
    ) -> Option<Bound<'py, PyAny>> {
        let text = term.to_string();
        let games = games.iter().map(|game| game.bind(py));
        let of = |game: &&Bound<'py, PyAny>| {
            game.cast::<RuleGame>().is_ok_and(|game| {
                let rest = text.trim_start_matches('-').strip_prefix('@');
                let rest = rest.and_then(|rest| rest.strip_prefix(&game.get().name));
                rest.is_some_and(|rest| rest.starts_with(['[', '(']))
            })
        };
        games.into_iter().find(of).cloned()
    }
}

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
