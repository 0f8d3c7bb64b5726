//! Holladay's matrix nim (1958): any amounts from a row, or from everything except a column.

mod component;
mod criterion;
mod game;
mod laws;
mod rules;

pub use component::HolladayComponent;
pub use criterion::{is_p, winning_move};
pub use rules::{Holladay, HolladayMove};
