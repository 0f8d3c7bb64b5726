//! Families of games: engines work on the rules of a family, and so compute every game that belongs to it.

pub mod formulas;
pub mod heaps;
mod joined;
pub mod placing;
pub mod ray;
pub mod taking;
pub mod vectors;

pub use joined::joined;
