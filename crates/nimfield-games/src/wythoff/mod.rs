//! Wythoff's game: two heaps, lowered singly or both alike.

pub mod arithmetic;
mod rules;
pub(crate) mod text;
mod theory;

pub use rules::{Taken, Wythoff, WythoffMove};
pub use theory::{Pair, common_candidates, is_p, outcome, partner_candidates};
