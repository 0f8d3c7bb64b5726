//! RNim: shorten one side of a box.

mod rules;
mod text;
mod theory;

pub use rules::{Rnim, SideMove};
pub use theory::{SmallSides, value};
