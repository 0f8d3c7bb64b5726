//! The arenas that hold values, and work in them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use foldhash::fast::FixedState;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use short_game::{Arena, Error, Game, Limits};

use crate::errors;

/// Values are made in one arena. When it holds more than this, new values are made in a new one, and the old arena is
/// freed when nobody holds a value of it.
const ARENA_BYTES: usize = 256 << 20;
/// The most that a single arena may use.
pub const MOST_BYTES: usize = 4 << 30;
/// After this time without a result, signals are checked, and other threads may run.
const PATIENCE: Duration = Duration::from_millis(20);
/// The arena of new values.
pub fn arena() -> Arc<Arena> {
    static CURRENT: Mutex<Option<Arc<Arena>>> = Mutex::new(None);
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(arena) = &*current
        && arena.bytes() < ARENA_BYTES
    {
        return arena.clone();
    }
    let made = Arc::new(Arena::new());
    *current = Some(made.clone());
    made
}

/// The limit of an arena, whatever the time.
fn limits() -> Limits {
    Limits {
        bytes: MOST_BYTES,
        ..Limits::default()
    }
}

/// Lets an arena continue after a limit stopped it.
pub fn rest(arena: &Arena) {
    arena.set_limits(limits());
}

/// Copies a game of one arena to another, in which work is going on.
pub fn bring(from: &Arena, to: &Arena, game: Game) -> Result<Game, Error> {
    rest(from);
    transfer(from, to, game)
}

/// Works in an arena. Long work is interrupted regularly for signals, and restarted: its intermediate results stay
/// known.
pub fn work<T: Send>(
    py: Python<'_>,
    arena: &Arena,
    work: impl Fn(&Arena) -> Result<T, Error> + Sync,
) -> PyResult<T> {
    let mut patience = PATIENCE;
    let mut first = true;
    loop {
        arena.set_limits(limits().time(patience));
        let result = match first {
            true => work(arena),
            false => py.detach(|| work(arena)),
        };
        match result {
            Ok(value) => return Ok(value),
            Err(Error::Time) => {
                py.check_signals()?;
                patience = patience.saturating_mul(2);
                first = false;
            }
            Err(error) => return Err(fault(py, error)),
        }
    }
}

/// The exception for a failed operation.
pub fn fault(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Memory => PyMemoryError::new_err(error.to_string()),
        Error::Time | Error::Cancelled => errors::not_decided(py, error.to_string()),
        Error::NumberRange => pyo3::exceptions::PyOverflowError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// Copies a game of one arena to another.
fn transfer(from: &Arena, to: &Arena, game: Game) -> Result<Game, Error> {
    let mut known: HashMap<Game, Game, FixedState> = HashMap::default();
    let mut stack = vec![game];
    while let Some(&top) = stack.last() {
        if known.contains_key(&top) {
            stack.pop();
            continue;
        }
        if let Some(number) = from.to_number(top) {
            known.insert(top, to.number(number)?);
            continue;
        }
        let (left, right) = from.options(top)?;
        let missing = |option: &&Game| !known.contains_key(*option);
        let before = stack.len();
        stack.extend(left.iter().chain(&right).filter(missing));
        if stack.len() == before {
            let there = |options: &[Game]| options.iter().map(|option| known[option]).collect();
            let (left, right): (Vec<Game>, Vec<Game>) = (there(&left), there(&right));
            known.insert(top, to.game(&left, &right)?);
        }
    }
    Ok(known[&game])
}
