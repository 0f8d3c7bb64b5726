//! The two-dimensional nim of Winning Ways: counters on a quarter plane.

mod rules;
pub(crate) mod text;
mod theory;

pub use rules::{CounterMove, Lattice, LatticePoint};
pub use theory::Counter;
