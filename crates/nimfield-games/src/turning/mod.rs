//! Products of coin-turning games.

mod coin_game;
mod rules;
mod small;
pub(crate) mod text;
mod theory;

pub use coin_game::{CoinGame, LegalSet};
pub use rules::{MOST_TURNED, Turning, TurningError, TurningMove};
pub use small::SmallCoins;
pub use theory::value;
