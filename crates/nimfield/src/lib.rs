//! Two-dimensional nim and its relatives: rules, theory, search and tables.

pub mod solve;
pub mod words;
