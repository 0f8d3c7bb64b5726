//! Positions of the games on boards.

use std::sync::Arc;

use crate::boards::game::BoardGame;

/// A position of a game on a board: which cells hold a stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    game: Arc<BoardGame>,
    stones: u64,
}

impl Board {
    /// Creates the position with these stones, bit `i` for cell `i`; stones off the board are ignored.
    #[must_use]
    pub fn new(game: Arc<BoardGame>, stones: u64) -> Board {
        let stones = stones & game.taking().full();
        Board { game, stones }
    }

    /// Returns the position with a stone in every cell.
    #[must_use]
    pub fn full(game: Arc<BoardGame>) -> Board {
        Board::new(game, u64::MAX)
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Arc<BoardGame> {
        &self.game
    }

    /// Returns the stones, bit `i` for cell `i`.
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// Returns whether every cell holds a stone.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stones == self.game.taking().full()
    }
}
