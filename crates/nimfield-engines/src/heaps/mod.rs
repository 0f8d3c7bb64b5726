//! Heaps of taking-and-breaking games: Grundy values and their periods.

mod helpers;
mod marks;
mod mirror;
mod period;
mod quick;
mod saved;
mod sparse;
mod values;

pub use period::{
    HeapPeriod, PeriodStatus, PeriodTheorem, find_period, search_period, seen_period,
};
pub use values::HeapValues;
