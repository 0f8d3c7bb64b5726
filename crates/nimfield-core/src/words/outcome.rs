//! Outcome classes: who wins under perfect play.

use std::fmt;

use serde::Serialize;

use super::player::Player;

/// The outcome class of a position. Impartial games have only [`P`](Outcome::P) and [`N`](Outcome::N).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The previous player wins: whoever is to move loses.
    P,
    /// The next player wins: whoever is to move wins.
    N,
    /// Left wins, whoever moves first.
    L,
    /// Right wins, whoever moves first.
    R,
}

impl Outcome {
    /// Returns the outcome of an impartial position, from whether it is a P-position.
    #[must_use]
    pub fn impartial(is_p: bool) -> Outcome {
        if is_p { Outcome::P } else { Outcome::N }
    }

    /// Returns the outcome of a partizan position, from whether each player wins when beginning.
    #[must_use]
    pub fn partizan(left_wins: bool, right_wins: bool) -> Outcome {
        match (left_wins, right_wins) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }
    }

    /// Returns whether `player` wins when the other player begins.
    #[must_use]
    pub fn wins_second(self, player: Player) -> bool {
        match player {
            Player::Left => matches!(self, Outcome::L | Outcome::P),
            Player::Right => matches!(self, Outcome::R | Outcome::P),
        }
    }

    /// Returns what the class means, in words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Outcome::P => "the player to move loses",
            Outcome::N => "the player to move wins",
            Outcome::L => "Left wins, whoever begins",
            Outcome::R => "Right wins, whoever begins",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
            Outcome::L => "L",
            Outcome::R => "R",
        })
    }
}
