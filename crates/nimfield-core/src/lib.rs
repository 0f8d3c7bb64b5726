//! The words and contracts of Nimfield: what a position is, what a game says of itself, how positions
//! are written, and the budgets that all computing is done within.

#![forbid(unsafe_code)]

pub mod budget;
pub mod by_rules;
pub mod component;
pub mod diagram;
pub mod families;
pub mod files;
pub mod info;
pub mod mex;
pub mod notation;
pub mod order;
pub mod partizan;
pub mod rules;
pub mod sealed;
pub mod theory;
pub mod vectors;
pub mod words;
