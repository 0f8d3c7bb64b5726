//! PNim: remove rows, or remove columns, of a Young diagram.

pub mod census;
mod near_rectangles;
mod ones;
mod rules;
mod text;
mod theory;

pub use near_rectangles::NearRectangles;
pub use ones::has_value_one;
pub use rules::{Pnim, PnimMove};
pub use theory::{ClosedForm, SmallDiagram, closed_form, is_heavy, value};
pub(crate) use theory::{MOST_LINES, PAPER, boundary, write_diagram};
