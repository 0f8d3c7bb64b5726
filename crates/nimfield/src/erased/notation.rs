//! How a position of any game is written and drawn, and the position after a move.

use std::any::Any;
use std::fmt::Display;

use nimfield_core::diagram::Diagram;
use nimfield_core::handles::Handle;
use nimfield_core::prelude::*;

/// The common interface of impartial and partizan positions of any game.
pub trait AnyNotation: Display + Send + Sync {
    /// Returns the position for downcasting.
    fn as_any(&self) -> &dyn Any;
    /// Returns the description of the game.
    fn info(&self) -> &'static GameInfo;
    /// Returns the play convention of the game's source.
    fn default_play(&self) -> Play;
    /// Returns a picture of several lines.
    fn draw(&self) -> String;
    /// Returns the position laid out in the plane.
    fn diagram(&self) -> Diagram;
    /// Returns the numbers of the position and their arrangement.
    fn shape(&self) -> Shape;
    /// Returns the handles that make moves.
    fn handles(&self) -> Vec<Handle>;
    /// Reads a move, which may be illegal.
    ///
    /// # Errors
    /// If the text is not a move of the game.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Move, NotationError>;
}

impl<G: Shown> AnyNotation for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn info(&self) -> &'static GameInfo {
        Rules::info(self)
    }

    fn default_play(&self) -> Play {
        Rules::default_play(self)
    }

    fn draw(&self) -> String {
        Shown::draw(self)
    }

    fn diagram(&self) -> Diagram {
        Shown::diagram(self)
    }

    fn shape(&self) -> Shape {
        Rules::shape(self)
    }

    fn handles(&self) -> Vec<Handle> {
        Shown::handles(self)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Move, NotationError> {
        Rules::read_move(self, cursor).map(|mv| mv.to_move())
    }
}

/// Returns the position after a move, which may belong to another game.
///
/// # Errors
/// Why it is not legal.
pub(super) fn after<G: Rules>(position: &G, mv: &Move) -> Result<G, String> {
    let foreign = || format!("{mv} is a move of another game");
    position.play(&position.typed_move(&mv.first()).ok_or_else(foreign)?)
}
