//! Heaps of taking-and-breaking games: Grundy values and their periods.

mod marks;
mod period;
mod saved;
mod sparse;
mod values;

pub use period::{
    HeapPeriod, PeriodStatus, PeriodTheorem, find_period, search_period, seen_period,
};
pub use values::HeapValues;
