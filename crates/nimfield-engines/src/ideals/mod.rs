//! Bites out of a Young diagram, the order ideals of a product of two chains: the values of all diagrams that can
//! be reached.
//!
//! Other posets have few enough elements for [`PlacingValues`](crate::placing::PlacingValues).

mod bites;
mod ranks;

pub use bites::BiteValues;
