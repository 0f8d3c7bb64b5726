//! Partizan positions: canonical forms by recursion, and outcomes by search without them.

mod bounds;
mod integers;
mod search;
mod value_part;
mod values;

pub use bounds::{Verdict, Win, heat_of, verdict};
pub use search::PartizanSearch;
pub use value_part::ValuePart;
pub use values::{Values, number_of};

pub use crate::form_budget::NoValue;
