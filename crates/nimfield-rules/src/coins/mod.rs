//! The family `coins`: coins in a row, of which a move turns a set over.

mod reader;
mod rules;
mod turns;

pub use rules::{CoinMove, CoinRow, CoinsGame};

pub(crate) use reader::{CoinLines, LINES, read_body};
