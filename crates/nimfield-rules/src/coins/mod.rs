//! The family `coins`: coins in a row, of which a move turns a set over.

mod factor;
mod moves;
mod reader;
mod rules;
mod turns;

pub use moves::CoinMove;
pub use rules::{CoinRow, CoinsGame};

pub(crate) use reader::{CoinLines, KEYWORDS, read_body};
