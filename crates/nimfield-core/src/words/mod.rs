//! The words of the field: play conventions, players, outcome classes, Grundy values, and reasons.

mod grundy;
mod ordinals;
mod outcome;
mod play;
mod player;
mod reason;
mod side;

pub use grundy::{Grundy, misere_nim_value};
pub use ordinals::ordinals_below;
pub use outcome::Outcome;
pub use play::Play;
pub use player::Player;
pub use reason::{Reason, ReasonKind};
pub use side::Side;

/// The version of the JSON forms that answers and other objects have.
pub const SCHEMA: u32 = 1;
