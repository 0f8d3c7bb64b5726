//! Ferguson's matrix nim: a move takes the same number from every pile of a row or of a column.

pub mod block;
mod component;
mod four_in_line;
mod game;
pub mod grid;
mod laws;
pub mod normal_form;
mod odd_row;
mod reasons;
mod reflection;
mod rules;
pub(crate) mod text;
mod theory;
pub mod two_by_two;

pub use grid::{Entry, Grid};
pub use normal_form::{PlacedBlock, normal_form};
pub(crate) use rules::{FORMS, line_moves};
pub use rules::{Line, LineMove, Matrix};
