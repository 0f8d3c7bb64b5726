//! Type-erased positions, moves and summands of any game.
//!
//! Above this line nothing is generic over the game. Below it each game runs its own typed searches:
//! an erased summand asks them from inside.

mod notation;
mod partizan;
mod position;

pub use nimfield_core::component::AnyComponent;
pub use notation::AnyNotation;
pub use partizan::AnyPartizan;
pub(crate) use partizan::BothPlayers;
pub use position::{AnyPosition, AnySummand};
