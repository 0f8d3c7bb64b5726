//! What the rules of a game are: positions, moves, and nothing about searching or winning.

use std::fmt::{Debug, Display};

use crate::words::Player;

/// A position of a game, and its moves as values.
///
/// `Display` writes the position in notation, with the name of the game: `matrix[1 2; 3 4]`.
pub trait Position: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// A move: a value that prints and reads, not just the position it leads to.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// The position after `mv`.
    ///
    /// # Errors
    /// If the move is not legal: the unchanged position and the reason.
    fn play(self, mv: &Self::Move) -> Result<Self, Illegal<Self>>;
}

/// A game in which Left and Right have moves of their own.
pub trait Partizan: Position {
    /// The legal moves of `player`.
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = Self::Move> + '_>;
}

/// A move that was refused: the position as it was, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal<P> {
    /// The unchanged position.
    pub position: P,
    /// Why the move is not legal, in a sentence without a full stop.
    pub reason: String,
}

impl<P: Display> Display for Illegal<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not a legal move in {}: {}", self.position, self.reason)
    }
}

impl<P: Debug + Display> std::error::Error for Illegal<P> {}
