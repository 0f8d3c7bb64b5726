//! What all families know about a game: its name, its play convention, the values of its parameters.

use nimfield_core::prelude::*;
use nimfield_games::boards::Shape;

/// The name and the properties of a game.
pub(crate) struct About<'a> {
    pub(crate) name: &'a str,
    /// A hash of the rules and the values of the parameters.
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    pub(crate) play: Play,
    /// The values of the parameters.
    pub(crate) values: &'a [u64],
    /// The board of the file, if the game is a placing game with a board.
    pub(crate) board: Option<Shape>,
}

/// What is wrong with a game as a whole, and how to correct it.
pub(crate) type Refused = (String, &'static str);

/// Returns who wins in a play convention, as a sentence.
pub(crate) fn goal(play: Play) -> String {
    let ends = match play {
        Play::Normal => "wins",
        Play::Misere => "loses",
    };
    format!("The player who makes the last move {ends}.")
}
