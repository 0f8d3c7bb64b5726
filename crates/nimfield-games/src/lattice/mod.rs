//! The two-dimensional nim of Winning Ways: counters on a quarter plane.

mod game;
mod rules;
mod theory;

pub use rules::{CounterMove, Lattice, LatticePoint};
