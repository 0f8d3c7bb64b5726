//! Ferguson's partizan matrix nim: Left lowers columns, Right lowers rows.

mod component;
mod rules;
mod text;
mod theory;
mod unproved;

pub use component::PartizanBlock;
pub use rules::{PartizanMatrix, owner};
pub use text::INFO;
pub use theory::{PartizanRow, outcome_2x2, simple_value, winning_moves_2x2};
pub use unproved::{Observed2x2, VERIFIED_2X2, observed_2x2};
