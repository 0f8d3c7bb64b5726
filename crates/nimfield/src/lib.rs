//! Two-dimensional nim and its relatives: rules, theory, search and tables.

pub mod games;
pub mod rules;
pub mod solve;
pub mod theory;
pub mod words;

pub use words::{Answer, Grundy, NotationError, Outcome, Play, Player};
