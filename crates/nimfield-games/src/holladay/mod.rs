//! Holladay's matrix nim (1958): rows at will, or everything but a column.

mod component;
mod criterion;
mod game;
mod laws;
mod rules;

pub use component::HolladayComponent;
pub use criterion::{is_p, winning_move};
pub use rules::{Holladay, HolladayMove};
