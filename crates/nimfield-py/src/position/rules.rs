//! Games by the text of a rule file.

use nimfield::Term;
use nimfield::rules::{RULES, RuleFile};
use nimfield_cli::board_file;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

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
    pub name: String,
    pub text: String,
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
