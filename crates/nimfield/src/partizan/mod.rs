//! Sums of partizan positions and values, and what is known of them.

mod analyze;
mod search;
mod sum;
mod text;
mod values;

pub use analyze::{PartizanAnalyzer, PartizanWishes};
pub use search::PartizanSearch;
pub use sum::{PartizanComponent, PartizanMove, PartizanSum};
pub use text::{GAMES, INFO};
pub use values::Values;
