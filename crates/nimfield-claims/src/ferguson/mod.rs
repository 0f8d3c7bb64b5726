//! Claims of Ferguson's two papers on matrix nim: the preprint and "Another form of matrix nim" (2001).

pub(crate) mod any_shape;
mod comparisons;
mod matrices;
pub(crate) mod partizan;
pub(crate) mod partizan_values;
pub(crate) mod tables;
pub(crate) mod two_by_two;
pub(crate) mod unproved;
