//! Partizan positions: canonical forms by recursion, and outcomes by search without them.

mod search;
mod value_part;
mod values;

pub use search::PartizanSearch;
pub use value_part::ValuePart;
pub use values::{NoValue, Values, number_of};
