//! Welter's game on coins, and Sato's form of it on Young diagrams.

mod sato;
mod value;
mod welter;

pub use sato::{Hook, Sato, without_hook};
pub use value::{coin_to, welter_value};
pub use welter::{CoinMove, Welter};
