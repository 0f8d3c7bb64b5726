//! Euclid's game: take a multiple of the smaller number from the larger.

mod rules;
mod text;
mod theory;

pub use rules::{Euclid, EuclidMove};
pub use theory::{Pair, SmallPair, value};
