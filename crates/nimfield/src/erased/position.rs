//! An impartial position of any game.

use std::fmt::{Debug, Display};
use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::diagram::Diagram;
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::taking::Taking;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, Notation, NotationError};
use nimfield_core::rules::{Impartial, Position};
use nimfield_core::theory::Game;
use nimfield_core::words::Play;

use super::moves::AnyMove;
use super::summand::AnySummand;

/// An impartial position of any game.
pub trait AnyPosition: Display + Debug + Send + Sync {
    /// What the game is.
    fn info(&self) -> &'static GameInfo;
    /// The play convention of the game's source.
    fn default_play(&self) -> Play;
    /// A picture of several lines.
    fn draw(&self) -> String;
    /// The position laid out in the plane.
    fn diagram(&self) -> Diagram;
    /// The legal moves, one after the other; there may be astronomically many.
    fn moves(&self) -> Box<dyn Iterator<Item = AnyMove> + '_>;
    /// How many legal moves there are, or an upper bound; `u128::MAX` for that many or more.
    fn move_count(&self) -> u128;
    /// Reads a move. Whether it is legal is for [`play`](AnyPosition::play) to say.
    ///
    /// # Errors
    /// Where the text is no move of the game.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<AnyMove, NotationError>;
    /// The position after a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPosition>, String>;
    /// The position as a sum of irreducible ones.
    fn summands(&self) -> Vec<AnySummand>;
    /// The reduced form in words, if it differs.
    fn reduced(&self) -> Option<String>;
    /// The position as a state of a taking game.
    fn taking(&self) -> Option<(&Taking, u64)>;
    /// The position as the far corner of a box of positions of a ray game.
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)>;
    /// One winning move by construction; see [`Game::constructed_move`].
    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<AnyMove>;
}

impl<G: Game + Notation> AnyPosition for G {
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

    fn moves(&self) -> Box<dyn Iterator<Item = AnyMove> + '_> {
        Box::new(Impartial::moves(self).map(AnyMove::new))
    }

    fn move_count(&self) -> u128 {
        Impartial::move_count(self)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<AnyMove, NotationError> {
        Notation::read_move(self, cursor).map(AnyMove::new)
    }

    fn play(&self, mv: &AnyMove) -> Result<Arc<dyn AnyPosition>, String> {
        let Some(mv) = mv.downcast_ref() else {
            return Err(format!("{mv} is a move of another game"));
        };
        match Position::play(self.clone(), mv) {
            Ok(after) => Ok(Arc::new(after)),
            Err(illegal) => Err(illegal.reason),
        }
    }

    fn summands(&self) -> Vec<AnySummand> {
        let summands = Game::summands(self).into_iter();
        summands.map(AnySummand::new).collect()
    }

    fn reduced(&self) -> Option<String> {
        Game::reduced(self)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Game::taking(self)
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Notation::in_box(self)
    }

    fn constructed_move(&self, play: Play, budget: &Budget) -> Option<AnyMove> {
        Game::constructed_move(self, play, budget).map(AnyMove::new)
    }
}
