//! The games as their rules give them: the one place where positions are read and played.

use std::fmt;

use nimfield::{Sum, is_p_by_rules};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::notation::NotationError;
use nimfield_core::words::{Outcome, Play, Player};

/// Why the rules give no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The text is not a position.
    #[error("{0}")]
    Notation(NotationError),
    /// There are more positions than may be visited.
    #[error("more than {limit} positions")]
    TooLarge {
        /// How many may.
        limit: usize,
    },
    /// A listed move cannot be made: a fault of the rules.
    #[error("{0}")]
    Fault(String),
}

/// A position of any game, or a sum of some.
pub(crate) struct Position(Sum);

/// What can be reached in a move.
pub(crate) struct Options {
    /// By Left; in impartial games by either player.
    pub(crate) left: Vec<Position>,
    /// By Right; `None` in impartial games.
    pub(crate) right: Option<Vec<Position>>,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Position {
    pub(crate) fn read(text: &str) -> Result<Position, RulesError> {
        let sum = nimfield::read(text).map_err(RulesError::Notation)?;
        Ok(Position(sum))
    }

    pub(crate) fn options(&self) -> Result<Options, RulesError> {
        let of = |player| -> Result<Vec<Position>, RulesError> {
            self.0
                .moves_by(player)
                .map(|mv| self.0.after(&mv).map(Position).map_err(RulesError::Fault))
                .collect()
        };
        Ok(Options {
            left: of(Player::Left)?,
            right: match self.0.is_impartial() {
                true => None,
                false => Some(of(Player::Right)?),
            },
        })
    }
}

/// Returns the taking game and the state of a position on a board; `None` if it is not a single board.
pub fn board(text: &str) -> Option<(Taking, u64)> {
    let sum = nimfield::read(text).ok()?;
    let [board] = sum.components() else {
        return None;
    };
    board
        .taking()
        .map(|(taking, state)| (taking.clone(), state))
}

/// Returns the outcome of an impartial sum in normal play by a search that knows the rules only.
pub(crate) fn searched(
    text: &str,
    budget: &Budget,
) -> Result<Result<Outcome, Unfinished>, RulesError> {
    let sum = nimfield::read(text).map_err(RulesError::Notation)?;
    let out_of_reach = || RulesError::Fault(format!("no search reaches {sum}"));
    match is_p_by_rules(&sum, Play::Normal, budget).transpose() {
        Some(is_p) => Ok(is_p.map(Outcome::impartial)),
        None => Err(out_of_reach()),
    }
}
