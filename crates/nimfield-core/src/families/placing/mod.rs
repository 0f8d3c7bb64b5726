//! Placing games: a move needs a set of free cells and takes away a set that contains it.
//!
//! Tiles on empty cells are such games, and so are pieces that attack cells around them: engines see only the set of
//! free cells.

mod automorphisms;
mod error;
mod placement;
mod rules;

pub use error::PlacingError;
pub use placement::{LinearMap, MOST_CELLS, Placement, image, permute};
pub use rules::{Layout, Placing};
