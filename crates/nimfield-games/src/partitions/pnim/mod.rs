//! PNim: remove rows, or remove columns, of a Young diagram.

pub mod census;
mod few_rows;
mod game;
mod long_run;
mod near_rectangles;
mod ones;
mod rules;
mod text;
mod theory;

pub(crate) use few_rows::FewRows;
pub(crate) use long_run::LongRun;
pub use near_rectangles::NearRectangles;
pub use ones::has_value_one;
pub use rules::{Pnim, PnimMove};
pub(crate) use theory::PAPER;
pub use theory::{ClosedForm, closed_form};
