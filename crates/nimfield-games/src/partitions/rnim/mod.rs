//! RNim: shorten one side of a box.

mod rules;
mod text;
mod theory;
mod value;

pub use rules::{Rnim, SideMove};
pub use theory::SmallSides;
pub use value::value;
