//! Positions as pictures: what stands where, for those who draw, and the same in characters.

mod axis;
mod layers;
mod layout;
mod text;

pub use axis::{Axis, Tick};
pub use layout::{BoardCell, ColumnLabel, Diagram, Heap, Mark, Panel, Plane};
