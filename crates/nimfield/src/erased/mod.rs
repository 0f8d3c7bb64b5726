//! Type-erased positions, moves and summands of any game.
//!
//! Code that uses these types is not generic over the game. Inside them, each game runs its own typed searches.

mod notation;
mod partizan;
mod position;

pub use nimfield_core::component::AnyComponent;
pub use notation::AnyNotation;
pub use partizan::AnyPartizan;
pub(crate) use partizan::BothPlayers;
pub use position::{AnyPosition, AnySummand};
