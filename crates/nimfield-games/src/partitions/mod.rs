//! Games on integer partitions and on boxes.

pub mod coins;
mod hooks;
pub mod order;
mod partition;
pub mod pnim;
pub mod removal;
pub mod rnim;
pub mod sub_diagrams;
pub(crate) mod text;
pub mod walking;

pub use hooks::HookLengths;
pub use partition::{Partition, Run};
pub use text::{read_partition, young_diagrams};
