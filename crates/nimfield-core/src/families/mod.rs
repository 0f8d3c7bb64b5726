//! Families of games that engines know by their rules alone: a game that belongs to one is computed
//! by the engines of its family.

pub mod formulas;
pub mod heaps;
mod joined;
pub mod placing;
pub mod ray;
pub mod taking;
pub mod vectors;

pub use joined::joined;
