//! Welter's game on coins, and Sato's form of it on Young diagrams.

mod sato;
mod welter;

pub use sato::{Hook, Hooks, Sato, SmallHooks};
pub use welter::{CoinMove, Coins, Welter, coin_to, welter_value};
