//! Positions, moves and summands of any game: their types erased, once and for all.
//!
//! Above this line nothing is generic over the game. Below it each game runs its own typed searches:
//! an erased summand asks them from inside.

mod component;
mod moves;
mod notation;
mod partizan;
mod position;
mod question;
mod summand;

pub use component::AnyComponent;
pub use moves::AnyMove;
pub use notation::AnyNotation;
pub use partizan::{AnyPartizan, BothPlayers};
pub use position::AnyPosition;
pub use question::{Asked, Question, sum_question};
pub use summand::{AnySummand, ErasedSummand};
