//! The words of the field: play conventions, players, outcome classes, Grundy values, and answers.

mod answer;
mod grundy;
mod ordinals;
mod outcome;
mod play;
mod player;
mod side;

pub use answer::{Answer, Effort, Figures, Reason, ReasonKind, SCHEMA, WinningMove};
pub use grundy::{Grundy, misere_nim_value};
pub use ordinals::ordinals_below;
pub use outcome::Outcome;
pub use play::Play;
pub use player::Player;
pub use side::Side;
