//! Positions from text, and the meaning of their arguments.

use std::time::Duration;

use nimfield::{Budget, Games, Play, Player, Reader, Sum, Term, WrittenValue, values};
use nimfield_cli::board_file;
use nimfield_rules::RuleFile;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use short_game::Arena;

use crate::errors;
use crate::game;
use crate::limits::Limits;
use crate::own::OwnGame;
use crate::run;

/// The requested play convention, or that of the games' sources.
///
/// # Errors
/// If the sources of a sum differ.
pub fn play_of(sum: &Sum, play: Option<&str>) -> PyResult<Play> {
    let named = |play: &str| {
        let unknown = || format!("unknown play {play:?}: expected \"normal\" or \"misere\"");
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
            "unknown player {player:?}: expected \"left\" or \"right\""
        ))),
    }
}

/// Reads the rules of a rule file.
///
/// # Errors
/// Where the text does not describe a game, or the name is not one.
#[pyfunction]
pub fn _check_rules(py: Python<'_>, text: &str, name: &str) -> PyResult<()> {
    let plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(PyValueError::new_err(format!(
            "a name of a game may contain letters, digits, `.`, `_` and `-`, not {name:?}"
        )));
    }
    let read = RuleFile::read(&format!("@{name}"), text);
    read.map(drop).map_err(|error| errors::notation(py, &error))
}

/// A game of the caller: a rule file, or a game in Python.
#[derive(FromPyObject)]
pub enum Source {
    /// The name and the text of a rule file.
    Rules(String, String),
    /// A game in Python.
    Own(Py<OwnGame>),
}

/// Whether one of the games calls Python.
pub fn call_back(sources: &[Source]) -> bool {
    let own = |source: &Source| matches!(source, Source::Own(_));
    sources.iter().any(own)
}

/// A reader that knows the games of the caller, and the files that the command would read.
///
/// # Errors
/// If a game in Python has no shape.
pub fn reader(sources: &[Source]) -> PyResult<Reader<'static>> {
    let mut games = Games::builtin();
    let mut texts = Vec::new();
    for source in sources {
        match source {
            Source::Rules(name, text) => texts.push((name.clone(), text.clone())),
            Source::Own(game) => games = game.get().add_to(games)?,
        }
    }
    let text = move |name: &str| match texts.iter().find(|(own, _)| own == name) {
        Some((_, text)) => Ok(text.clone()),
        None => board_file(name),
    };
    Ok(games.reader().files(text))
}

/// Reads a position. The values of the sum, if it has any, are in an arena of their own.
pub fn read(py: Python<'_>, text: &str) -> PyResult<Sum> {
    read_with(py, text, &[])
}

/// The same, with games of the caller.
pub fn read_with(py: Python<'_>, text: &str, sources: &[Source]) -> PyResult<Sum> {
    /// Longer reading happens where Ctrl-C can end it.
    const PATIENCE: Duration = Duration::from_millis(20);
    let reader = reader(sources)?;
    let read_within = |budget| reader.clone().budget(budget).read(text);
    let quickly = Budget::unlimited()
        .bytes(game::MOST_BYTES as u64)
        .time(PATIENCE);
    let mut read = run::short(|| read_within(quickly))?;
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
