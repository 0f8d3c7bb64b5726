//! Positions of the games on boards, and their moves.

use std::sync::Arc;

use crate::boards::cell::BoardMove;
use crate::boards::game::BoardGame;
use nimfield_core::rules::{Illegal, Impartial, Position};

/// A position of a game on a board: which cells hold a stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    game: Arc<BoardGame>,
    stones: u64,
}

impl Board {
    /// The position with these stones, bit `i` for cell `i`; stones off the board are left out.
    #[must_use]
    pub fn new(game: Arc<BoardGame>, stones: u64) -> Board {
        let stones = stones & game.taking().full();
        Board { game, stones }
    }

    /// The position with a stone in every cell.
    #[must_use]
    pub fn full(game: Arc<BoardGame>) -> Board {
        Board::new(game, u64::MAX)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<BoardGame> {
        &self.game
    }

    /// The stones, bit `i` for cell `i`.
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// Whether every cell holds a stone.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stones == self.game.taking().full()
    }
}

impl Position for Board {
    type Move = BoardMove;

    fn play(mut self, mv: &BoardMove) -> Result<Board, Illegal<Board>> {
        match self.game.check(self.stones, mv.cells()) {
            Ok(mask) => {
                self.stones &= !mask;
                Ok(self)
            }
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

impl Impartial for Board {
    fn moves(&self) -> Box<dyn Iterator<Item = BoardMove> + '_> {
        let masks = self.game.taking().moves(self.stones);
        Box::new(masks.map(|mask| self.game.move_of(mask)))
    }

    fn move_count(&self) -> u128 {
        self.game.taking().moves(self.stones).count() as u128
    }
}
