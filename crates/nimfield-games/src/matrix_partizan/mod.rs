//! Ferguson's partizan matrix nim: Left lowers columns, Right lowers rows.

mod component;
mod laws;
mod line_value;
mod rules;
mod stops;
mod text;
mod theory;
mod unproved;

pub use component::PartizanBlock;
pub use line_value::LineValue;
pub use rules::{PartizanMatrix, owner};
pub use stops::stops_2x2;
pub use text::INFO;
pub use theory::{PartizanRow, outcome_2x2, simple_value, winning_moves_2x2};
pub use unproved::{VERIFIED_2X2, constant_part};
