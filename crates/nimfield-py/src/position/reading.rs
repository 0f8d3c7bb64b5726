//! Positions from text, and what their arguments mean.

use std::time::Duration;

use nimfield::{Budget, Games, Play, Player, Sum, Term, WrittenValue, values};
use nimfield_cli::board_file;
use nimfield_rules::RuleFile;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use short_game::Arena;

use crate::errors;
use crate::game;
use crate::limits::Limits;
use crate::run;

/// The play convention that is asked for, or that of the games' sources.
///
/// # Errors
/// If the sources of a sum differ.
pub fn play_of(sum: &Sum, play: Option<&str>) -> PyResult<Play> {
    let named = |play: &str| {
        let unknown = || format!("play is \"normal\" or \"misere\", not {play:?}");
        play.parse().map_err(|_| PyValueError::new_err(unknown()))
    };
    sum.play_or_agreed(play.map(named).transpose()?)
        .map_err(|differ| {
            let hint = "say which with play=\"normal\" or play=\"misere\"";
            PyValueError::new_err(format!("{differ}; {hint}"))
        })
}

/// The sum as it is played.
///
/// # Errors
/// If a value has no form in misère play.
pub fn for_play(py: Python<'_>, sum: &Sum, play: Play) -> PyResult<Sum> {
    sum.for_play(play)
        .map_err(|error| errors::notation(py, &error))
}

/// A player by name.
pub fn player_of(player: &str) -> PyResult<Player> {
    match player {
        "left" => Ok(Player::Left),
        "right" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!(
            "player is \"left\" or \"right\", not {player:?}"
        ))),
    }
}

/// The name and the text of a rule file.
pub type RuleText = (String, String);

/// Reads the rules of a rule file.
///
/// # Errors
/// Where the text does not describe a game, or the name is not one.
#[pyfunction]
pub fn _check_rules(py: Python<'_>, text: &str, name: &str) -> PyResult<()> {
    let plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(PyValueError::new_err(format!(
            "a name of a game has letters, digits, `.`, `_` and `-`, not {name:?}"
        )));
    }
    let read = RuleFile::read(&format!("@{name}"), text);
    read.map(drop).map_err(|error| errors::notation(py, &error))
}

/// The text of a file: that of the rules given, or one that the command would read.
pub fn load(rules: Option<&RuleText>, name: &str) -> Result<String, String> {
    match rules {
        Some((own, text)) if own == name => Ok(text.clone()),
        _ => board_file(name),
    }
}

/// Reads a position. Its values, if it has any, live in an arena of its own.
pub fn read(py: Python<'_>, text: &str) -> PyResult<Sum> {
    read_with(py, text, None)
}

/// The same, with the text of a rule file.
pub fn read_with(py: Python<'_>, text: &str, rules: Option<&RuleText>) -> PyResult<Sum> {
    /// What takes longer is read where Ctrl-C can end it.
    const PATIENCE: Duration = Duration::from_millis(20);
    let load = |name: &str| load(rules, name);
    let read_within = |budget| {
        let games = Games::builtin();
        games.reader().files(load).budget(budget).read(text)
    };
    let quickly = Budget::unlimited()
        .bytes(game::MOST_BYTES as u64)
        .time(PATIENCE);
    let mut read = read_within(quickly);
    if read.as_ref().is_err_and(|error| error.unfinished) {
        read = run::long(py, &Limits::default(), |budgets| {
            read_within(budgets.begin())
        })?;
    }
    let sum = read.map_err(|error| errors::notation(py, &error))?;
    if let Some(arena) = sum.arena() {
        game::rest(arena);
    }
    Ok(sum)
}

/// The sum with its values in an arena that keeps to a budget.
pub fn within(sum: &Sum, budget: &Budget) -> Result<Sum, short_game::Error> {
    let Some(from) = sum.arena() else {
        return Ok(sum.clone());
    };
    let arena = values::arena(budget)?;
    Ok(Sum::new(terms_in(sum, from, &arena)?, Some(arena)))
}

/// The terms with their values in another arena.
pub fn terms_in(sum: &Sum, from: &Arena, to: &Arena) -> Result<Vec<Term>, short_game::Error> {
    let terms = sum.components().iter().map(|term| {
        Ok(match term {
            Term::Value(value) => Term::Value(WrittenValue {
                game: game::bring(from, to, value.game)?,
                text: value.text.clone(),
            }),
            other => other.clone(),
        })
    });
    terms.collect()
}
