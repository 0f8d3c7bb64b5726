//! The words and contracts of Nimfield: what a position is, what a game says of itself, how positions
//! are written, and the budgets that all computing is done within.
//!
//! ```
//! use nimfield_core::budget::{Budget, Limit};
//! use nimfield_core::mex::mex;
//!
//! // Values of the heaps of a game in which 1, 3 or 4 are taken, as far as the budget allows.
//! let budget = Budget::unlimited().positions(8);
//! let mut values: Vec<u64> = Vec::new();
//! let limit = loop {
//!     if let Err(limit) = budget.check(values.len() as u64 + 1) {
//!         break limit;
//!     }
//!     let taken = [1, 3, 4].into_iter().filter(|&taken| taken <= values.len());
//!     values.push(mex(taken.map(|taken| values[values.len() - taken])));
//! };
//! assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0]);
//! assert_eq!(limit, Limit::Positions { allowed: 8 });
//! ```

#![forbid(unsafe_code)]

pub mod budget;
pub mod by_rules;
pub mod clock;
pub mod component;
pub mod diagram;
pub mod families;
pub mod files;
pub mod game;
pub mod handles;
pub mod info;
pub mod mex;
pub mod notation;
pub mod partizan;
pub mod pieces;
pub mod records;
pub mod rules;
pub mod sealed;
pub mod shard;
pub mod theory;
pub mod vectors;
pub mod words;
