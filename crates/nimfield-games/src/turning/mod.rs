//! Products of coin-turning games.

mod coin_game;
mod game;
mod rules;
pub(crate) mod theory;

pub use coin_game::{CoinGame, LegalSet};
pub use rules::{MOST_TURNED, Turning, TurningMove, turned};
pub use theory::{MOST_LISTED, bytes_listed, moves_by_axes, value};
