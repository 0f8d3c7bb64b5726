//! Ferguson's partizan matrix nim: Left lowers columns, Right lowers rows.

mod rules;
pub mod theory;
mod unproved;

pub use rules::{PartizanMatrix, owner};
pub use theory::{Simple, outcome_2x2, winning_moves_2x2};
pub use unproved::{Observed2x2, VERIFIED_2X2, observed_2x2};
