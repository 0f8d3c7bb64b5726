//! The games as their rules give them: the one place where positions are read and played.

use std::fmt;
use std::sync::Arc;

use short_game::Arena;

use nimfield::Sum;
use nimfield::partizan::PartizanSum;
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::notation::NotationError;
use nimfield_core::rules::{Partizan, Position as _};
use nimfield_core::theory::{Game as _, Summand as _};
use nimfield_core::words::{Outcome, Play, Player};
use nimfield_engines::joint::Joint;
use nimfield_engines::search::{Knowledge, Search};

/// Why the rules give no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// The text is no position.
    Notation(NotationError),
    /// There are more positions than may be visited.
    TooLarge {
        /// How many may.
        limit: usize,
    },
    /// A listed move cannot be made: a fault of the rules.
    Fault(String),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::Notation(error) => error.fmt(f),
            RulesError::TooLarge { limit } => write!(f, "more than {limit} positions"),
            RulesError::Fault(fault) => f.write_str(fault),
        }
    }
}

impl std::error::Error for RulesError {}

/// A position of any game, or a sum of some.
pub(crate) enum Position {
    Impartial(Sum),
    Partizan(Box<PartizanSum>),
}

/// What can be reached in a move.
pub(crate) struct Options {
    /// By Left; in impartial games by either player.
    pub(crate) left: Vec<Position>,
    /// By Right; `None` in impartial games.
    pub(crate) right: Option<Vec<Position>>,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Impartial(sum) => sum.fmt(f),
            Position::Partizan(sum) => sum.fmt(f),
        }
    }
}

impl Position {
    pub(crate) fn read(text: &str) -> Result<Position, RulesError> {
        let position = if PartizanSum::is_meant_by(text) {
            let sum = PartizanSum::read(text, Arc::new(Arena::new()));
            sum.map(|sum| Position::Partizan(Box::new(sum)))
        } else {
            nimfield::read(text).map(Position::Impartial)
        };
        position.map_err(RulesError::Notation)
    }

    pub(crate) fn options(&self) -> Result<Options, RulesError> {
        match self {
            Position::Impartial(sum) => Ok(Options {
                left: impartial_options(sum)?,
                right: None,
            }),
            Position::Partizan(sum) => Ok(Options {
                left: partizan_options(sum, Player::Left)?,
                right: Some(partizan_options(sum, Player::Right)?),
            }),
        }
    }
}

fn impartial_options(sum: &Sum) -> Result<Vec<Position>, RulesError> {
    let mut options = Vec::new();
    for (i, component) in sum.components().iter().enumerate() {
        for mv in component.moves() {
            let after = component.play(&mv).map_err(RulesError::Fault)?;
            let parts = sum.components().iter().enumerate();
            let parts = parts.map(|(j, part)| if i == j { after.boxed() } else { part.boxed() });
            options.push(Position::Impartial(Sum::new(parts.collect())));
        }
    }
    Ok(options)
}

fn partizan_options(sum: &PartizanSum, player: Player) -> Result<Vec<Position>, RulesError> {
    let options = sum.moves(player).map(|mv| match sum.clone().play(&mv) {
        Ok(after) => Ok(Position::Partizan(Box::new(after))),
        Err(illegal) => Err(RulesError::Fault(illegal.to_string())),
    });
    options.collect()
}

/// The taking game and the state of a position on a board; `None` if it is no single board.
pub(crate) fn board(text: &str) -> Option<(Taking, u64)> {
    let sum = nimfield::read(text).ok()?;
    let [board] = sum.components() else {
        return None;
    };
    board
        .taking()
        .map(|(taking, state)| (taking.clone(), state))
}

/// The outcome of an impartial sum in normal play by a search that knows the rules only.
pub(crate) fn searched(
    text: &str,
    budget: &Budget,
) -> Result<Result<Outcome, Unfinished>, RulesError> {
    let sum = nimfield::read(text).map_err(RulesError::Notation)?;
    let parts = sum.summands();
    let small = parts.iter().map(|summand| summand.small());
    let small = small
        .collect::<Result<Vec<_>, _>>()
        .map_err(RulesError::Fault)?;
    let search = Search::new(Play::Normal, Knowledge::RulesOnly);
    let is_p = search.has_value(&Joint::exactly(small), 0, budget);
    Ok(is_p.map(Outcome::impartial))
}
