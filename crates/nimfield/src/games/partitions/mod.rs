//! Games on integer partitions and on boxes.

mod partition;
pub mod pnim;
pub(crate) mod text;

pub use partition::{Partition, Run};
