//! Games on integer partitions and on boxes.

mod partition;

pub use partition::{Partition, Run};
