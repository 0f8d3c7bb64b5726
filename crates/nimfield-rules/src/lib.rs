//! An inner part of Nimfield, without a stable interface for other programs.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod about;
mod amounts;
mod coins;
mod diagrams;
mod example;
mod families;
mod file;
mod graph;
mod info;
mod kept;
mod keywords;
mod mistakes;
mod parameters;
mod pieces;
mod piles;
mod position;
mod proposals;
mod rectangles;
pub mod shelf;

pub use coins::{CoinMove, CoinRow, CoinsGame};
pub use diagrams::{DiagramGame, DiagramMove, Diagrams};
pub use example::Example;
pub use file::{RuleFile, file_name};
pub use piles::{PileGame, PileMove, Piles};
pub use position::RulePosition;
pub use rectangles::{RectangleGame, RectangleMove, Rectangles};
