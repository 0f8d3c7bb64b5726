//! Short partizan games.
mod analysis;
mod arena;
mod atomic;
mod cache;
pub mod calc;
mod canonical;
mod draw;
mod dyadic;
mod error;
mod explain;
mod order;
mod print;
mod special;
mod store;
mod sum;
mod thermograph;

pub use analysis::ConfusionInterval;
pub use arena::{Arena, Game, Limits, MAX_DEPTH, Player};
pub use dyadic::Dyadic;
pub use error::Error;
pub use explain::{FormReport, OptionReport};
pub use order::Outcome;
pub use print::{DEFAULT_LIMIT, MAX_NESTING, Printed, Summary};
pub use special::Named;
pub use thermograph::{Point, Thermograph, Thermographs};
