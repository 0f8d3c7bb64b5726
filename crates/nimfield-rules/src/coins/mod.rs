//! The family `coins`: coins in a row; a move turns a set of them over.

mod acrostic;
mod factor;
mod moves;
mod rules;
mod turns;

pub use moves::CoinMove;
pub use rules::{CoinRow, CoinsGame};

pub(crate) use acrostic::Acrostic;
pub(crate) use factor::Factor;
pub(crate) use moves::{Place, joined};
pub(crate) use turns::{LETTERS, Shape, Turn};
