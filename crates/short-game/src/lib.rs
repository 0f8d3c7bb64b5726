//! Short partizan games.
mod arena;
mod cache;
mod canonical;
mod dyadic;
mod error;
mod order;
mod special;
mod store;
mod sum;
mod analysis;

pub use arena::{Arena, Game, Limits, MAX_DEPTH, Player};
pub use dyadic::Dyadic;
pub use error::Error;
pub use order::Outcome;
pub use special::Named;
