//! Partizan positions: canonical forms by recursion, and outcomes by search without them.

mod part;
mod search;
mod values;

pub use part::{Part, ValuePart, parts_of};
pub use search::PartizanSearch;
pub use values::{NoValue, Values, number_of};
