//! Type-erased positions, moves and summands of any game.
//!
//! Above this line nothing is generic over the game. Below it each game runs its own typed searches:
//! an erased summand asks them from inside.

mod moves;
mod notation;
mod partizan;
mod position;
mod question;
mod summand;

pub use moves::{AnyMove, AnyRun};
pub use nimfield_core::component::AnyComponent;
pub use notation::{AnyNotation, Partizan};
pub use partizan::{AnyPartizan, BothPlayers};
pub use position::AnyPosition;
pub use question::Question;
pub use summand::AnySummand;
