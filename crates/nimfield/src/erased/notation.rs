//! How a position of any game is written and drawn, and what it is after a move.

use std::any::Any;
use std::fmt::{self, Display};

use nimfield_core::diagram::Diagram;
use nimfield_core::game::Game;
use nimfield_core::handles::Handle;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::partizan::PartizanGame;
use nimfield_core::pieces::Pieces;
use nimfield_core::words::Play;

use super::moves::{AnyMove, AnyRun};

/// What impartial and partizan positions of any game have in common.
pub trait AnyNotation: Display + Send + Sync {
    /// Returns the position, for those who know its type.
    fn as_any(&self) -> &dyn Any;
    /// Returns what the game is.
    fn info(&self) -> &'static GameInfo;
    /// Returns the play convention of the game's source.
    fn default_play(&self) -> Play;
    /// Returns a picture of several lines.
    fn draw(&self) -> String;
    /// Returns the position laid out in the plane.
    fn diagram(&self) -> Diagram;
    /// Returns the pieces, if they are described by numbers.
    fn pieces(&self) -> Option<Pieces>;
    /// Returns the handles by which a move can be made.
    fn handles(&self) -> Vec<Handle>;
    /// Reads a move. Whether it is legal is for the rules to say.
    ///
    /// # Errors
    /// If the text is not a move of the game.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<AnyMove, NotationError>;
    /// Returns the amount that a move takes; see [`Game::amount`].
    fn amount(&self, mv: &AnyMove) -> Option<u128>;
    /// Returns the run from a move to the one that takes the amount `last`; `None` if the move is written without an
    /// amount, or takes more.
    fn run(&self, first: &AnyMove, last: u128) -> Option<AnyRun>;
}

/// Implements [`AnyNotation`] by the text that a definition of games gives.
macro_rules! any_notation {
    ($Game:ident, $Position:ty, $position:ident => $typed:expr) => {
        impl<G: $Game> AnyNotation for $Position {
            fn as_any(&self) -> &dyn Any {
                let $position = self;
                $typed
            }

            fn info(&self) -> &'static GameInfo {
                let $position = self;
                $Game::info($typed)
            }

            fn default_play(&self) -> Play {
                let $position = self;
                $Game::default_play($typed)
            }

            fn draw(&self) -> String {
                let $position = self;
                $Game::draw($typed)
            }

            fn diagram(&self) -> Diagram {
                let $position = self;
                $Game::diagram($typed)
            }

            fn pieces(&self) -> Option<Pieces> {
                let $position = self;
                $Game::pieces($typed)
            }

            fn handles(&self) -> Vec<Handle> {
                let $position = self;
                $Game::handles($typed)
            }

            fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<AnyMove, NotationError> {
                let $position = self;
                $Game::read_move($typed, cursor).map(AnyMove::new)
            }

            fn amount(&self, mv: &AnyMove) -> Option<u128> {
                G::amount(mv.downcast_ref()?)
            }

            fn run(&self, first: &AnyMove, last: u128) -> Option<AnyRun> {
                AnyRun::new(first, self.amount(first)?, last, |mv, amount| {
                    G::with_amount(mv.downcast_ref()?, amount).map(AnyMove::new)
                })
            }
        }
    };
}

any_notation!(Game, G, position => position);
any_notation!(PartizanGame, Partizan<G>, position => &position.0);

/// A position of a partizan game: its type is kept apart from those of impartial games.
#[derive(Clone, Debug)]
pub struct Partizan<G>(pub(super) G);

impl<G> Partizan<G> {
    /// Wraps the position.
    pub fn new(position: G) -> Partizan<G> {
        Partizan(position)
    }
}

impl<G: Display> Display for Partizan<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}
