//! Positions as pictures: a layout for renderers, and drawings in characters.

mod axis;
mod layers;
mod layout;
mod text;

pub use axis::{Axis, Tick};
pub use layout::{BoardCell, ColumnLabel, Diagram, Heap, Mark, Panel, Plane};
