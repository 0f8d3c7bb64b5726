//! Poset games: a move bites off an element with all elements above it, and a poisoned element is never bitten.
//!
//! [`Bitten`] is a Young diagram whose corner is poisoned, of any size. [`Poset`] is any poset of at most 128
//! elements; its positions are those of a [placing game](crate::placing).

mod diagram;
mod game;
mod poset;

pub use diagram::{Bite, Bitten};
pub use game::BITES;
pub use poset::Poset;
