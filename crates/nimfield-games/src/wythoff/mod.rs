//! Wythoff's game: two heaps, lowered singly or both alike.

pub mod arithmetic;
mod game;
mod rules;
mod theory;

pub use rules::{Taken, Wythoff, WythoffMove};
pub(crate) use theory::by_numbers;
pub use theory::{common_candidates, is_p, outcome, partner_candidates};
