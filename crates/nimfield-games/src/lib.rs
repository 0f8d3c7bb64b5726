//! An inner part of Nimfield, without a stable interface for other programs.
//!
#![doc = include_str!("../README.md")]

pub mod boards;
pub mod codes;
pub mod game_tree;
pub mod holladay;
// For tests; not part of the public API.
#[doc(hidden)]
pub mod internals;
pub mod lattice;
mod live;
pub mod matrix;
pub mod matrix_partizan;
pub mod nim;
pub mod nimbers;
pub mod partitions;
pub mod placing;
pub mod posets;
pub mod rays;
pub mod schrage;
pub mod turning;
pub mod wythoff;
pub mod wythoff_pairs;
