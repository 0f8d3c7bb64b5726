#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod about;
mod amounts;
mod codes;
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
mod piles;
mod placing;
mod posets;
mod rectangles;
pub mod shelf;

pub use coins::{CoinMove, CoinRow, CoinsGame};
pub use diagrams::{DiagramGame, DiagramMove, Diagrams};
pub use example::Example;
pub use families::RulePosition;
pub use file::{RuleFile, file_name};
pub use info::RULES;
pub use piles::{PartizanPiles, PileGame, PileMove, Piles};
pub use rectangles::{PartizanRectangles, RectangleGame, RectangleMove, Rectangles};
