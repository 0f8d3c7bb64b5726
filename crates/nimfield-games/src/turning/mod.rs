//! Products of coin-turning games.

mod coin_game;
mod game;
mod rules;
pub(crate) mod text;
mod theory;

pub use coin_game::{CoinGame, LegalSet};
pub use rules::{MOST_TURNED, Turning, TurningError, TurningMove, turned};
pub use theory::value;
