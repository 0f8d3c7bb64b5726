//! The family `piles`: a move changes the piles of one set.

mod boxes;
mod edges;
mod field;
mod game;
mod laws;
mod layout;
mod moves;
mod rays;
mod rules;
mod sentences;
mod set_moves;
mod sieve;
mod table;
mod words;

pub use game::{PileGame, PileMove, Piles};

pub(crate) use edges::Edges;
pub(crate) use game::{Bound, Condition, First, KEPT_PILES, Keep, Limit, Sets};
pub(crate) use laws::LAWS;
pub(crate) use layout::{Layout, PILES};
pub(crate) use moves::{Kind, MOVE, MoveLine};
pub(crate) use words::letters_in_words;
