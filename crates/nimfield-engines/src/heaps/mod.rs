//! Heaps of taking-and-breaking games: Grundy values and their periods.

mod growth;
mod helpers;
mod law;
mod marks;
mod mirror;
mod period;
mod quick;
mod saved;
mod sparse;
mod sums;
mod values;

pub use law::{HeapPeriod, least_law, seen_period};
pub use period::{PeriodStatus, PeriodTheorem, find_period, proved_repetition, search_period};
pub use values::HeapValues;
