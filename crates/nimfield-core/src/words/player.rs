//! The two players of a partizan game.

use std::fmt;

use serde::Serialize;

/// A player of a partizan game. In matrix nim Left plays coLumns and Right plays Rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Left, for whom positive values are good.
    Left,
    /// Right, for whom negative values are good.
    Right,
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Left => "left",
            Player::Right => "right",
        })
    }
}
