//! How a position of any game is written and drawn, and what it is after a move.

use std::any::Any;
use std::fmt::{Debug, Display};

use nimfield_core::diagram::Diagram;
use nimfield_core::handles::Handle;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, Notation, NotationError};
use nimfield_core::pieces::Pieces;
use nimfield_core::rules::Position;
use nimfield_core::words::Play;

use super::moves::{AnyMove, AnyRun};

/// [`Notation`] without its type: what impartial and partizan positions of any game have in common. Whoever
/// knows the type finds it again by [`Any`].
pub trait AnyNotation: Any + Display + Debug + Send + Sync {
    /// What the game is.
    fn info(&self) -> &'static GameInfo;
    /// The play convention of the game's source.
    fn default_play(&self) -> Play;
    /// A picture of several lines.
    fn draw(&self) -> String;
    /// The position laid out in the plane.
    fn diagram(&self) -> Diagram;
    /// The pieces, if numbers tell them.
    fn pieces(&self) -> Option<Pieces>;
    /// What can be taken hold of to make a move.
    fn handles(&self) -> Vec<Handle>;
    /// Reads a move. Whether it is legal is for the rules to say.
    ///
    /// # Errors
    /// Where the text is no move of the game.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<AnyMove, NotationError>;
    /// The amount that a move takes; see [`Notation::amount`].
    fn amount(&self, mv: &AnyMove) -> Option<u128>;
    /// The run from a move to the one that takes the amount `last`; see [`AnyRun::new`].
    fn run(&self, first: &AnyMove, last: u128) -> Option<AnyRun>;
}

impl<G: Notation> AnyNotation for G {
    fn info(&self) -> &'static GameInfo {
        Notation::info(self)
    }

    fn default_play(&self) -> Play {
        Notation::default_play(self)
    }

    fn draw(&self) -> String {
        Notation::draw(self)
    }

    fn diagram(&self) -> Diagram {
        Notation::diagram(self)
    }

    fn pieces(&self) -> Option<Pieces> {
        Notation::pieces(self)
    }

    fn handles(&self) -> Vec<Handle> {
        Notation::handles(self)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<AnyMove, NotationError> {
        Notation::read_move(self, cursor).map(AnyMove::new)
    }

    fn amount(&self, mv: &AnyMove) -> Option<u128> {
        G::amount(mv.downcast_ref()?)
    }

    fn run(&self, first: &AnyMove, last: u128) -> Option<AnyRun> {
        AnyRun::new::<G>(first, last)
    }
}

/// The position after a move, or why the move is not legal.
pub(super) fn played<G: Position>(position: &G, mv: &AnyMove) -> Result<G, String> {
    let Some(mv) = mv.downcast_ref() else {
        return Err(format!("{mv} is a move of another game"));
    };
    let after = position.clone().play(mv);
    after.map_err(|illegal| illegal.reason)
}
