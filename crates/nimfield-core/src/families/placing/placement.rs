//! The moves of placing games, and the sets and maps that they consist of.

use crate::words::Player;

/// The most cells of a placing game: a state is one 128-bit word, bit `i` standing for a free cell `i`.
pub const MOST_CELLS: usize = 128;

/// A move of a placing game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// The cells that must be free, at least one.
    pub needs: u128,
    /// The cells that are no longer free after the move; they contain `needs`.
    pub removes: u128,
    /// The player whose move it is; `None` if both have it.
    pub player: Option<Player>,
}

impl Placement {
    /// Returns whether `player` has this move, legal or not.
    #[must_use]
    pub fn is_of(&self, player: Player) -> bool {
        self.player.is_none_or(|own| own == player)
    }

    /// Returns whether the move can be made while `free` is free.
    #[must_use]
    pub fn is_legal(&self, free: u128) -> bool {
        self.needs & !free == 0
    }
}

/// A linear map of the plane: the images of a step right and of a step down.
pub type LinearMap = [(i16, i16); 2];

/// Returns the image of a place under a linear map.
#[must_use]
pub fn image([right, down]: LinearMap, (x, y): (i16, i16)) -> (i16, i16) {
    (x * right.0 + y * down.0, x * right.1 + y * down.1)
}

/// Returns the image of a state under a permutation of the cells.
#[must_use]
pub fn permute(mut state: u128, permutation: &[u8]) -> u128 {
    let mut image = 0;
    while state != 0 {
        image |= 1 << permutation[state.trailing_zeros() as usize];
        state &= state - 1;
    }
    image
}
